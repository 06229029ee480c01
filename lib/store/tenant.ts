import type { Storage } from './storage.ts'

/** One request's way to the table within one account. The token names the account, and every key begins with it. */
export interface Tenant extends Storage {
  accountId: string
  /** What a task written now keeps of who wrote it: writer.ts. Absent: nobody is known. */
  writer?: string | undefined
}
