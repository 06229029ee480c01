import type { Storage } from './storage.ts'

/** One request's way to the table within one account. The token names the account, and every key begins with it. */
export interface Tenant extends Storage {
  accountId: string
}
