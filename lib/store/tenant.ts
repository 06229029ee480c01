import type { Storage } from './storage.ts'

/** The access of one request to one account's items. The account comes from the token and is part of every key. */
export interface Tenant extends Storage {
  accountId: string
}
