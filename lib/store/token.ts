import { randomUUID } from 'node:crypto'
import { ApiError, notFound } from '../api-error.ts'
import type { Scope } from '../contract/endpoint.ts'
import type { Token } from '../contract/token.ts'
import { createToken as createSecret } from '../token/format.ts'
import { accountKey, toAccount } from './account.ts'
import { isLiveToken, makerCheck, makerGone, makerKey } from './maker.ts'
import type { Caller } from './caller.ts'
import { serviceUnavailable } from './send.ts'
import type { Tenant } from './tenant.ts'
import { get, query } from './read-items.ts'
import { transact } from './write-items.ts'
import { accountPartition, epochSeconds, hasExpired, type Item } from './item.ts'
import { tokenKey, toToken, type TokenItem } from './token-item.ts'

const maxLiveTokens = 50

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

const isAmong = (tokens: TokenItem[], maker: Caller): boolean =>
  tokens.some(({ sk }) => sk === makerKey(maker).sk)

/** A token to be made; without `expiresAt` it stays until it is revoked. */
export interface NewToken {
  name: string
  scopes: Scope[]
  /** ISO 8601; cut to whole seconds. */
  expiresAt?: string | null | undefined
  /** Requests per minute; without one, a part of its account's. */
  rateLimit?: number | null | undefined
}

/** No token outlives the one that makes it: else a revocation, or an end, would not be one. */
function checkEnd(maker: Token, expiresAtSeconds = Infinity): void {
  if (maker.expires_at === null || expiresAtSeconds <= epochSeconds(Date.parse(maker.expires_at))) return
  const message = `must be ${maker.expires_at} at the latest: the token that makes this one ends then`
  throw new ApiError('invalid_request', `expiresAt ${message}`, { details: [{ path: 'expiresAt', message }] })
}

/** No token has a higher limit than its account. */
function checkRateLimit(account: Item | undefined, rateLimit: number | null): void {
  const { rate_limit } = toAccount(account ?? {})
  if (rateLimit === null || rateLimit <= rate_limit) return
  const message = `must be at most ${rate_limit}, the limit of the account`
  throw new ApiError('invalid_request', `rateLimit ${message}`, { details: [{ path: 'rateLimit', message }] })
}

/**
 * Makes a token; the secret is in this answer and never again. The count of token writes on the account keeps two
 * who make one at once from passing the limit together.
 * @param maker who asks for it; absent: the operator, who has no token
 * @throws ApiError quota_exceeded when the account has 50 live tokens; invalid_request when it would outlive its
 *   maker, or may send more than its account; invalid_token when its maker is revoked
 */
export async function createToken(
  tenant: Tenant,
  { name, scopes, expiresAt, rateLimit = null }: NewToken,
  maker?: Caller,
): Promise<Token & { secret: string }> {
  const { token: secret, hash } = createSecret(tenant.accountId)
  const item: TokenItem = {
    ...tokenKey(tenant.accountId, hash),
    id: randomUUID(),
    name,
    scopes,
    created_at: new Date().toISOString(),
    ...(expiresAt != null && { expires_at: epochSeconds(Date.parse(expiresAt)) }),
    ...(rateLimit !== null && { rate_limit: rateLimit }),
  }
  if (maker) checkEnd(maker.token, item.expires_at)
  while (Date.now() < tenant.deadlineMs) {
    // the account first: whatever is written after this read changes its count
    const account = await get(tenant, accountKey(tenant.accountId))
    checkRateLimit(account, rateLimit)
    const live = await liveTokens(tenant)
    if (maker && !isAmong(live, maker)) throw makerGone(maker)
    if (live.length >= maxLiveTokens) {
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
      ...(maker ? [makerCheck(maker)] : []),
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
 * Ends a token; a token may end itself.
 * @param maker who asks for it; absent: the operator, who has no token
 * @throws ApiError token_not_found; invalid_token when `maker` is revoked
 */
export async function revokeToken(tenant: Tenant, tokenId: string, maker?: Caller): Promise<void> {
  const live = await liveTokens(tenant)
  if (maker && !isAmong(live, maker)) throw makerGone(maker)
  const token = live.find(({ id }) => id === tokenId)
  if (!token) throw notFound('token')
  const Key = { pk: token.pk, sk: token.sk }
  // a transaction takes an item once: whoever ends itself has its condition on the deletion
  const isOwn = maker && isAmong([token], maker)
  const refusals = await transact(
    tenant,
    isOwn
      ? [{ Delete: { Key, ...isLiveToken() } }]
      : // gone already is as good: another call, or the first try of this one, was faster
        [{ Delete: { Key } }, ...(maker ? [makerCheck(maker)] : [])],
  )
  if (refusals && maker) throw makerGone(maker)
}
