import type { ParsedToken } from './format.ts'
import { getWithAccount, type Account } from './account.ts'
import type { Caller } from './caller.ts'
import type { Storage } from '../table/storage.ts'
import { MinuteCache } from '../table/minute-cache.ts'
import { hasExpired } from '../table/item.ts'
import { keyOfToken, toToken, type SessionItem, type TokenItem } from './token-item.ts'

/** Who sends a request, and what they may do. */
export type Principal = Omit<Caller, keyof Storage>

type Entry = { principal: Principal; expires_at?: number } | { principal: undefined }

/** The share of its account's limit for a token without its own limit: raising the account raises its tokens. */
const shareOfToken = 0.4

/** What a token may send per minute: its own limit, never more than its account's. */
export const tokenRateLimit = (accountLimit: number, own: number | null): number =>
  Math.min(accountLimit, own ?? Math.max(1, Math.floor(accountLimit * shareOfToken)))

const cache = new MinuteCache<Entry>()

/** Who a caller is, by the items of its account and its token. */
interface Identity extends Pick<Principal, 'token' | 'tokenHash' | 'session'> {
  account: Account
}

/** Makes the principal of a token. */
export const principalOf = ({ account, ...own }: Identity): Principal => ({
  ...own,
  accountId: account.id,
  projectIds: own.token.project_ids,
  plan: account.plan,
  taskQuota: account.task_quota,
  rateLimits: {
    token: tokenRateLimit(account.rate_limit, own.token.rate_limit),
    account: account.rate_limit,
  },
  timeZone: account.time_zone ?? undefined,
})

async function load(storage: Storage, parsed: ParsedToken): Promise<Entry> {
  const { accountId, hash, kind } = parsed
  const { account, item } = await getWithAccount(storage, accountId, keyOfToken(parsed))
  const token = item as TokenItem | SessionItem | undefined // it has such a key
  if (!account || !token) return { principal: undefined }
  // only a session has a key of this kind
  const { member_id: memberId, grant } = token as SessionItem
  const principal = principalOf({
    account,
    token: toToken(token),
    tokenHash: hash,
    session: kind === 'session' ? { memberId, grant } : null,
  })
  return { principal, ...(token.expires_at !== undefined && { expires_at: token.expires_at }) }
}

/**
 * Finds the principal of a token, in one round trip, or in none if it is cached.
 * @returns undefined when the token is unknown, revoked or expired
 */
export async function findPrincipal(storage: Storage, token: ParsedToken): Promise<Principal | undefined> {
  const entry = await cache.get(token.hash, () => load(storage, token))
  return entry.principal && !hasExpired(entry) ? entry.principal : undefined
}

/** Removes a token from the cache: it was found revoked before its minute was over. */
export const forgetPrincipal = (tokenHash: string): void => {
  cache.delete(tokenHash)
}
