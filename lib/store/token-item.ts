import type { Token } from '../contract/token.ts'
import { accountPartition, type Key } from './item.ts'

/** A token's item. `expires_at` is the TTL attribute, in whole seconds. */
export type TokenItem = Key & Omit<Token, 'expires_at'> & { expires_at?: number }

export const tokenKey = (accountId: string, hash: string): Key => ({
  pk: accountPartition(accountId),
  sk: `TOKEN#${hash}`,
})

/** The token object of the contract. It does not contain the secret. */
export const toToken = ({ id, name, scopes, created_at, expires_at }: TokenItem): Token => ({
  id,
  name,
  scopes,
  created_at,
  expires_at: expires_at === undefined ? null : new Date(expires_at * 1000).toISOString(),
})
