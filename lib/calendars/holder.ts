import { calendarRateLimit } from '../contract/limits.ts'
import { isValidKey, parseUrlKey } from '../shared/url-key.ts'
import { MinuteCache } from '../table/minute-cache.ts'
import type { Storage } from '../table/storage.ts'
import type { Tenant } from '../table/tenant.ts'
import { getWithAccount } from '../tokens/account.ts'
import type { Plan } from '../tokens/token.ts'
import { asCalendar, calendarKey, type CalendarItem } from './calendar-item.ts'
import { keyOfFile } from './calendar-url.ts'

/** The holder of a calendar's key: its account, and the calendar as read within the last minute. */
export interface CalendarHolder extends Tenant {
  calendar: CalendarItem
  plan: Plan
  /** How often the calendar answers per minute. */
  rateLimit: { key: string; limit: number }
}

/** Calendars by the hashes of their keys, as this process has read them within the last minute. */
const remembered = new MinuteCache<Pick<CalendarHolder, 'calendar' | 'plan'> | undefined>()

/**
 * Forgets a changed calendar, so that the change takes effect at once in a process that runs all functions, as on one
 * machine. On AWS each function has a process of its own, and a change takes effect within a minute.
 */
export function forgetCalendar({ keys }: CalendarItem): void {
  for (const { hash } of keys) remembered.delete(hash)
}

/**
 * Finds the holder of the key in a calendar's path. Returns undefined if no calendar has the key. It takes one round trip,
 * or none if the key was looked up within the last minute.
 */
export async function findCalendarHolder(
  storage: Storage,
  file: string,
): Promise<CalendarHolder | undefined> {
  const parsed = parseUrlKey('ck', keyOfFile(file))
  if (!parsed) return undefined
  const { accountId, id, hash } = parsed
  const tenant: Tenant = { ...storage, accountId, projectIds: null }
  const found = await remembered.get(hash, async () => {
    const { account, item } = await getWithAccount(storage, accountId, calendarKey(tenant, id))
    return account && item && { calendar: asCalendar(item), plan: account.plan }
  })
  if (!found || !isValidKey(found.calendar.keys, hash)) return undefined
  return { ...tenant, ...found, rateLimit: { key: id, limit: calendarRateLimit } }
}
