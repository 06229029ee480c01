import { randomUUID } from 'node:crypto'
import { ApiError, notFound } from '../api-error.ts'
import type { Scope } from '../contract/endpoint.ts'
import type { Token } from '../contract/token.ts'
import { createToken as createSecret } from '../token/format.ts'
import { accountKey } from './account.ts'
import { serviceUnavailable, type Tenant } from './send.ts'
import { get, query, remove, transact } from './storage.ts'
import { accountPartition, epochSeconds, hasExpired, type Item, type Key } from './table.ts'

/** A token's item. `expires_at` is the TTL attribute, in whole seconds. */
export type TokenItem = Key & Omit<Token, 'expires_at'> & { expires_at?: number }

const maxLiveTokens = 50

export const tokenKey = (accountId: string, hash: string): Key => ({
  pk: accountPartition(accountId),
  sk: `TOKEN#${hash}`,
})

/** A token as it may be shown: the secret is nowhere. */
export const toToken = ({ id, name, scopes, created_at, expires_at }: TokenItem): Token => ({
  id,
  name,
  scopes,
  created_at,
  expires_at: expires_at === undefined ? null : new Date(expires_at * 1000).toISOString(),
})

/** The items of an account's tokens that are still good. */
async function liveTokens(tenant: Tenant): Promise<TokenItem[]> {
  const tokens: TokenItem[] = []
  let after: Item | undefined
  do {
    const page = await query(tenant, {
      condition: 'pk = :account AND begins_with(sk, :token)',
      values: { ':account': accountPartition(tenant.accountId), ':token': 'TOKEN#' },
      after,
    })
    tokens.push(...(page.items as TokenItem[])) // under these keys lies only what createToken wrote
    after = page.last
  } while (after)
  return tokens.filter((token) => !hasExpired(token))
}

/** A token to be made; without `expiresAt` it stays until it is revoked. */
export interface NewToken {
  name: string
  scopes: Scope[]
  /** ISO 8601; cut to whole seconds. */
  expiresAt?: string | null | undefined
}

/**
 * Makes a token; the secret is in this answer and never again. The count of token writes on the account keeps two
 * who make one at once from passing the limit together.
 * @throws ApiError quota_exceeded when the account has 50 live tokens
 */
export async function createToken(
  tenant: Tenant,
  { name, scopes, expiresAt }: NewToken,
): Promise<Token & { secret: string }> {
  const { token: secret, hash } = createSecret(tenant.accountId)
  const item: TokenItem = {
    ...tokenKey(tenant.accountId, hash),
    id: randomUUID(),
    name,
    scopes,
    created_at: new Date().toISOString(),
    ...(expiresAt != null && { expires_at: epochSeconds(Date.parse(expiresAt)) }),
  }
  while (Date.now() < tenant.deadlineMs) {
    // the account first: whatever is written after this read changes its count
    const account = await get(tenant, accountKey(tenant.accountId))
    if ((await liveTokens(tenant)).length >= maxLiveTokens) {
      throw new ApiError('quota_exceeded', `The account has ${maxLiveTokens} live tokens: revoke one first.`)
    }
    const refusals = await transact(tenant, [
      { Put: { Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' } },
      {
        Update: {
          Key: accountKey(tenant.accountId),
          UpdateExpression: 'ADD token_writes :one',
          ConditionExpression: 'token_writes = :seen',
          ExpressionAttributeValues: { ':one': 1, ':seen': account?.token_writes },
        },
      },
    ])
    if (!refusals) return { ...toToken(item), secret }
  }
  throw serviceUnavailable()
}

/** An account's live tokens, oldest first. */
export async function listTokens(tenant: Tenant): Promise<Token[]> {
  const tokens = await liveTokens(tenant)
  return tokens.map(toToken).sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
}

/**
 * Ends a token.
 * @throws ApiError token_not_found
 */
export async function revokeToken(tenant: Tenant, tokenId: string): Promise<void> {
  const token = (await liveTokens(tenant)).find(({ id }) => id === tokenId)
  if (!token) throw notFound('token')
  const { pk, sk } = token
  // gone already is as good: another call, or the first try of this one, was faster
  await remove(tenant, { pk, sk })
}
