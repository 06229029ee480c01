import { randomUUID } from 'node:crypto'
import type { Scope } from '../contract/endpoint.ts'
import { createToken as createSecret } from '../token/format.ts'
import type { Tenant } from './send.ts'
import { put, query, remove } from './storage.ts'
import { accountPartition, epochSeconds, hasExpired, type Item, type Key } from './table.ts'

/** A token as it may be shown: the secret is nowhere. */
export interface Token {
  id: string
  name: string
  scopes: Scope[]
  created_at: string
  expires_at: string | null
}

/** A token's item. `expires_at` is the TTL attribute, in whole seconds. */
export type TokenItem = Key & Omit<Token, 'expires_at'> & { expires_at?: number }

export const tokenKey = (accountId: string, hash: string): Key => ({
  pk: accountPartition(accountId),
  sk: `TOKEN#${hash}`,
})

const toToken = ({ id, name, scopes, created_at, expires_at }: TokenItem): Token => ({
  id,
  name,
  scopes,
  created_at,
  expires_at: expires_at === undefined ? null : new Date(expires_at * 1000).toISOString(),
})

/**
 * Makes a token; the secret is in this answer and never again.
 * @param expiresInSeconds undefined for one that stays until it is revoked
 */
export async function createToken(
  { accountId, ...storage }: Tenant,
  {
    name,
    scopes,
    expiresInSeconds,
  }: { name: string; scopes: Scope[]; expiresInSeconds?: number | undefined },
): Promise<Token & { secret: string }> {
  const { token: secret, hash } = createSecret(accountId)
  const nowMs = Date.now()
  const item: TokenItem = {
    ...tokenKey(accountId, hash),
    id: randomUUID(),
    name,
    scopes,
    created_at: new Date(nowMs).toISOString(),
    ...(expiresInSeconds !== undefined && { expires_at: epochSeconds(nowMs) + expiresInSeconds }),
  }
  await put(storage, { Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' })
  return { ...toToken(item), secret }
}

/** The items of an account's tokens that are still good. At most 50 are live, so one page holds them. */
async function liveTokens({ accountId, ...storage }: Tenant): Promise<TokenItem[]> {
  const tokens: TokenItem[] = []
  let after: Item | undefined
  do {
    const page = await query(storage, {
      condition: 'pk = :account AND begins_with(sk, :token)',
      values: { ':account': accountPartition(accountId), ':token': 'TOKEN#' },
      after,
    })
    tokens.push(...(page.items as TokenItem[])) // under these keys lies only what createToken wrote
    after = page.last
  } while (after)
  return tokens.filter((token) => !hasExpired(token))
}

/** An account's live tokens, oldest first. */
export async function listTokens(tenant: Tenant): Promise<Token[]> {
  const tokens = await liveTokens(tenant)
  return tokens.map(toToken).sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
}

/** Ends a token; false when the account has no such token. */
export async function revokeToken(tenant: Tenant, tokenId: string): Promise<boolean> {
  const token = (await liveTokens(tenant)).find(({ id }) => id === tokenId)
  if (!token) return false
  const { refused } = await remove(tenant, {
    Key: { pk: token.pk, sk: token.sk },
    ConditionExpression: 'attribute_exists(pk)',
  })
  return !refused
}
