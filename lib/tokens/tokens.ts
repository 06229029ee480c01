import { randomUUID } from 'node:crypto'
import { invalidField, notFound } from '../contract/api-error.ts'
import { maxLiveTokens } from '../contract/limits.ts'
import type { NewToken, Token } from './token.ts'
import { createToken as createSecret } from './format.ts'
import { toAccount } from './account.ts'
import { newAttributes } from '../table/attributes.ts'
import { createLimited } from './limited-create.ts'
import { isLiveToken, makerCheck, makerGone, makerKey, makerOf } from './maker.ts'
import type { Caller } from './caller.ts'
import { limitedTo, projectsExist } from '../projects/exists.ts'
import { projectKey } from '../projects/project-item.ts'
import { accountWide, isWithin, type Tenant } from '../table/tenant.ts'
import { getAll, queryAll, withPrefix } from '../table/read-items.ts'
import { transact } from '../table/write-items.ts'
import { accountPartition, epochSeconds, hasExpired, type Item } from '../table/item.ts'
import { tokenAttributes, tokenKey, toToken, type TokenItem } from './token-item.ts'

/** The items of an account's live tokens: neither revoked nor expired. */
async function liveTokens(tenant: Tenant): Promise<TokenItem[]> {
  const items = await queryAll(tenant, withPrefix(accountPartition(tenant.accountId), 'TOKEN#'))
  const tokens = items as TokenItem[] // only createToken writes items under these keys
  return tokens.filter((token) => !hasExpired(token))
}

/** Whether a maker's token is among these. A session's token never is: the write itself checks it. */
const isAmong = (tokens: TokenItem[], maker: Caller): boolean =>
  tokens.some(({ sk }) => sk === makerKey(maker).sk)

const isGone = (tokens: TokenItem[], maker: Caller): boolean => !maker.session && !isAmong(tokens, maker)

/**
 * A token must not outlive its maker; otherwise the maker's expiry could be evaded. A session belongs to a person, who
 * could sign in again: its tokens belong to the account.
 */
function checkEnd({ token: maker, session }: Caller, expiresAtSeconds = Infinity): void {
  if (session || maker.expires_at === null || expiresAtSeconds <= epochSeconds(Date.parse(maker.expires_at)))
    return
  throw invalidField(
    'expiresAt',
    `must not be later than ${maker.expires_at}, when the token of this request expires`,
  )
}

/** A token must not have a higher rate limit than its account. */
function checkRateLimit(account: Item | undefined, rateLimit: number | null | undefined): void {
  const { rate_limit } = toAccount(account ?? {})
  if (rateLimit == null || rateLimit <= rate_limit) return
  throw invalidField('rateLimit', `must be at most ${rate_limit}, the limit of the account`)
}

/**
 * Creates a token. Only this answer contains the secret.
 * @param tenant the caller, whose token makes this one, or the operator's, who has no token
 * @throws ApiError quota_exceeded when the account has 50 live tokens; invalid_request when the token would outlive
 *   its maker, or send more than its account; project_not_found, also when the token would see more projects than its maker;
 *   invalid_token when the maker's token is revoked
 */
export async function createToken(
  tenant: Caller | Tenant,
  { expiresAt, ...fields }: NewToken,
): Promise<Token & { secret: string }> {
  const maker = makerOf(tenant)
  const expires_at = expiresAt == null ? undefined : epochSeconds(Date.parse(expiresAt))
  if (maker) checkEnd(maker, expires_at)
  const projectIds = limitedTo(tenant, fields.projectIds)
  const { token: secret, hash } = createSecret(tenant.accountId)
  const createdBy = maker ? (maker.session ? maker.token.name : maker.token.created_by) : null
  const item: TokenItem = {
    ...tokenKey(tenant.accountId, hash),
    id: randomUUID(),
    ...newAttributes(tokenAttributes, { ...fields, projectIds: projectIds && [...projectIds] }),
    created_at: new Date().toISOString(),
    ...(createdBy !== null && { created_by: createdBy }),
    ...(expires_at !== undefined && { expires_at }),
  }
  await createLimited(tenant, {
    item: { ...item },
    checks: projectsExist(tenant, fields.projectIds),
    counter: 'token_writes',
    most: maxLiveTokens,
    plural: 'live tokens',
    remedy: 'revoke',
    count: async (account) => {
      checkRateLimit(account, fields.rateLimit)
      const live = await liveTokens(tenant)
      if (maker && isGone(live, maker)) throw makerGone(maker)
      return live.length
    },
  })
  return { ...toToken(item), secret }
}

/**
 * The tokens that a request may see: all of the account's, or those that see something within the bounds of the request
 * and nothing beyond. Projects that were deleted since do not count, so those beyond the bounds are looked up, if there
 * are any.
 */
async function visibleTokens(tenant: Tenant, tokens: readonly TokenItem[]): Promise<TokenItem[]> {
  if (tenant.projectIds === null) return [...tokens]
  const bound = tokens.filter(({ project_ids = [] }) => project_ids.some((id) => isWithin(tenant, id)))
  const beyond = bound.flatMap(({ project_ids = [] }) => project_ids.filter((id) => !isWithin(tenant, id)))
  const keys = new Map(beyond.map((id) => [id, projectKey(accountWide(tenant), id)]))
  const there = new Set((await getAll(tenant, [...keys.values()], 'sk')).map(({ sk }) => sk))
  return bound.filter(({ project_ids = [] }) => !project_ids.some((id) => there.has(keys.get(id)?.sk)))
}

/** Lists the live tokens that a request may see, oldest first. */
export async function listTokens(tenant: Tenant): Promise<Token[]> {
  const tokens = await visibleTokens(tenant, await liveTokens(tenant))
  return tokens.map(toToken).sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
}

/**
 * Revokes a token. A token may revoke itself.
 * @param tenant the caller, or the operator's, who has no token
 * @throws ApiError token_not_found; invalid_token when the caller's token is revoked
 */
export async function revokeToken(tenant: Caller | Tenant, tokenId: string): Promise<void> {
  const maker = makerOf(tenant)
  const live = await liveTokens(tenant)
  if (maker && isGone(live, maker)) throw makerGone(maker)
  const [token] = await visibleTokens(
    tenant,
    live.filter(({ id }) => id === tokenId),
  )
  if (!token) throw notFound('token')
  const Key = { pk: token.pk, sk: token.sk }
  // a transaction may name an item only once: so the check of the caller's own token is the condition of the deletion
  const isOwn = maker && isAmong([token], maker)
  const refusals = await transact(
    tenant,
    isOwn
      ? [{ Delete: { Key, ...isLiveToken() } }]
      : // unconditional: another request, or the first try of this one, may have deleted it already
        [{ Delete: { Key } }, ...(maker ? [makerCheck(maker)] : [])],
  )
  if (refusals && maker) throw makerGone(maker)
}
