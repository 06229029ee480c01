import type { Token } from '../contract/token.ts'
import { accountPartition, type Key } from './item.ts'

/** A token's item. `expires_at` is the TTL attribute, in whole seconds; `rate_limit` is there if it has one of its own. */
export type TokenItem = Key &
  Omit<Token, 'expires_at' | 'rate_limit'> & { expires_at?: number; rate_limit?: number }

export const tokenKey = (accountId: string, hash: string): Key => ({
  pk: accountPartition(accountId),
  sk: `TOKEN#${hash}`,
})

/** A token as it may be shown: the secret is nowhere. */
export const toToken = ({ id, name, scopes, created_at, expires_at, rate_limit }: TokenItem): Token => ({
  id,
  name,
  scopes,
  created_at,
  expires_at: expires_at === undefined ? null : new Date(expires_at * 1000).toISOString(),
  rate_limit: rate_limit ?? null,
})
