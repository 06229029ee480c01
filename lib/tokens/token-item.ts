import type { NewToken, Token } from './token.ts'
import type { AttributeNames, Complete, Kept } from '../table/attributes.ts'
import { accountPartition, type Key } from '../table/item.ts'

/** The item of a token, without its keys. `expires_at` is the TTL attribute, in whole seconds. */
type StoredToken = Kept<Omit<Token, 'expires_at'>> & { expires_at?: number }
export type TokenItem = Key & StoredToken

/** The attribute that keeps each field of a token's body, but for its end, which is kept in seconds. */
export const tokenAttributes = {
  name: 'name',
  scopes: 'scopes',
  rateLimit: 'rate_limit',
  projectIds: 'project_ids',
} as const satisfies AttributeNames<Omit<NewToken, 'expiresAt'>, StoredToken>

export const tokenKey = (accountId: string, hash: string): Key => ({
  pk: accountPartition(accountId),
  sk: `TOKEN#${hash}`,
})

/** The token object of the contract. It does not contain the secret. */
export const toToken = ({
  id,
  name,
  scopes,
  created_at,
  expires_at,
  rate_limit,
  project_ids,
}: TokenItem): Complete<Token> => ({
  id,
  name,
  scopes,
  created_at,
  expires_at: expires_at === undefined ? null : new Date(expires_at * 1000).toISOString(),
  rate_limit: rate_limit ?? null,
  project_ids: project_ids ?? null,
})
