import QuickLRU from 'quick-lru'
import type { ParsedToken } from '../token/format.ts'
import { tokenRateLimit } from '../rate-limit/limits.ts'
import { accountKey, toAccount } from './account.ts'
import type { Caller } from './caller.ts'
import type { Storage } from './storage.ts'
import { getMany } from './read-items.ts'
import { hasExpired, type Item } from './item.ts'
import { tokenKey, toToken, type TokenItem } from './token-item.ts'

/** Who asks, and what they may do. */
export type Principal = Omit<Caller, keyof Storage>

type Entry = { principal: Principal; expires_at?: number } | { principal: undefined }

/** A revocation holds everywhere within a minute: docs/architecture.md, "Tokens". Misses are kept too. */
const rememberedMs = 60_000

/** By the wall's clock: a monotonic one may stand still while Lambda freezes us. */
const cache = new QuickLRU<string, Entry>({ maxSize: 1_000 })

async function load(storage: Storage, { accountId, hash }: ParsedToken): Promise<Entry> {
  const items: (Item & { sk?: string })[] = await getMany(storage, [
    accountKey(accountId),
    tokenKey(accountId, hash),
  ])
  const account = items.find(({ sk }) => sk === 'ACCOUNT')
  const token = items.find(({ sk }) => sk?.startsWith('TOKEN#')) as TokenItem | undefined // by its key
  if (!account || !token) return { principal: undefined }
  const { plan, task_quota: taskQuota, rate_limit } = toAccount(account)
  const shown = toToken(token)
  const rateLimits = { token: tokenRateLimit(rate_limit, shown.rate_limit), account: rate_limit }
  const principal = { accountId, token: shown, tokenHash: hash, plan, taskQuota, rateLimits }
  return { principal, ...(token.expires_at !== undefined && { expires_at: token.expires_at }) }
}

/** Finds who a token stands for; undefined when it is unknown, revoked or expired. One round trip, or none. */
export async function findPrincipal(storage: Storage, token: ParsedToken): Promise<Principal | undefined> {
  let entry = cache.get(token.hash)
  if (!entry) {
    // the minute begins before the read: what it returns may already be old when it arrives
    const endMs = Date.now() + rememberedMs
    entry = await load(storage, token)
    cache.set(token.hash, entry, { maxAge: Math.max(endMs - Date.now(), 1) }) // 0 would be for ever
  }
  return entry.principal && !hasExpired(entry) ? entry.principal : undefined
}

/** Forgets who a token stands for: it was seen to be gone before its minute was over. */
export const forgetPrincipal = (tokenHash: string): void => {
  cache.delete(tokenHash)
}
