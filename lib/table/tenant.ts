import type { Storage } from './storage.ts'

/**
 * The access of one request to one account's items. The account comes from the token, or from the key
 * in the path, and is part of every key.
 */
export interface Tenant extends Storage {
  accountId: string
  /** What a task written now keeps of who wrote it: writer.ts. Absent: nobody is known. */
  writer?: string | undefined
}
