import type { NewToken, Token } from './token.ts'
import type { AttributeNames, Complete, Kept } from '../table/attributes.ts'
import type { ParsedToken } from './format.ts'
import { accountPartition, type Key } from '../table/item.ts'

/** The item of a token, without its keys. `expires_at` is the TTL attribute, in whole seconds. */
type StoredToken = Kept<Omit<Token, 'expires_at'>> & { expires_at?: number }
export type TokenItem = Key & StoredToken

/**
 * The item of a session, without its keys: a person's token. Its name is the person's e-mail address. Whatever changes
 * the role of a member changes its sessions with it.
 */
export type SessionItem = Key &
  StoredToken & {
    expires_at: number
    member_id: string
    /** The version of the member in which it got its scopes. A change of the role gives another version. */
    grant: number
  }

/** The attribute that keeps each field of a token's body, except its expiry, which is kept in seconds. */
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

/** No list of an account's tokens reads these items, and its limit of tokens does not count them. */
export const sessionKey = (accountId: string, hash: string): Key => ({
  pk: accountPartition(accountId),
  sk: `SESSION#${hash}`,
})

/** The key of the item of a token, or of a session. */
export const keyOfToken = ({ accountId, hash, kind }: ParsedToken): Key =>
  kind === 'session' ? sessionKey(accountId, hash) : tokenKey(accountId, hash)

/** The token object of the contract. It does not contain the secret. */
export const toToken = ({
  id,
  name,
  scopes,
  created_at,
  expires_at,
  rate_limit,
  project_ids,
  created_by,
}: TokenItem): Complete<Token> => ({
  id,
  name,
  scopes,
  created_at,
  expires_at: expires_at === undefined ? null : new Date(expires_at * 1000).toISOString(),
  rate_limit: rate_limit ?? null,
  project_ids: project_ids ?? null,
  created_by: created_by ?? null,
})
