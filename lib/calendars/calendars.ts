import { v7 as timeOrderedUuid } from 'uuid'
import { invalidField, notFound } from '../contract/api-error.ts'
import { maxCalendars } from '../contract/limits.ts'
import { dateFieldProblem } from '../fields/check.ts'
import { limitedTo, projectsExist } from '../projects/exists.ts'
import { createUrlKey, withNewKey } from '../shared/url-key.ts'
import { changedAttributes, newAttributes, type Changed } from '../table/attributes.ts'
import { accountPartition, timeAfter } from '../table/item.ts'
import { get, queryAll, withPrefix } from '../table/read-items.ts'
import { areWithin, whileAllWithin, type Tenant } from '../table/tenant.ts'
import type { CheckedWrite } from '../table/write-items.ts'
import type { Caller } from '../tokens/caller.ts'
import { createLimited } from '../tokens/limited-create.ts'
import { changeAsMaker, removeExisting } from '../tokens/maker-write.ts'
import {
  asCalendar,
  calendarAttributes,
  calendarKey,
  calendarPrefix,
  toCalendar,
  type CalendarItem,
} from './calendar-item.ts'
import type { Calendar, CalendarChange, NewCalendar } from './calendar.ts'
import { forgetCalendar } from './holder.ts'

/** A calendar with its new key, which is shown only once. */
interface CalendarWithKey {
  calendar: Calendar
  key: string
}

/** @throws ApiError invalid_request if a field is given that is no date and no time */
async function refuseOtherField(tenant: Tenant, field: string | undefined): Promise<void> {
  const problem = field === undefined ? undefined : await dateFieldProblem(tenant, field)
  if (problem !== undefined) throw invalidField('field', problem)
}

const calendarItems = async (tenant: Tenant): Promise<CalendarItem[]> =>
  (await queryAll(tenant, withPrefix(accountPartition(tenant.accountId), calendarPrefix))).map(asCalendar)

/** Lists the calendars that a request may see, oldest first: their ids increase with time. */
export const listCalendars = async (tenant: Tenant): Promise<Calendar[]> =>
  (await calendarItems(tenant)).filter((calendar) => areWithin(tenant, calendar)).map(toCalendar)

/**
 * Creates a calendar with its first key.
 * @throws ApiError invalid_request, project_not_found; quota_exceeded when the account has 50 calendars; invalid_token
 *   when the maker's token is revoked
 */
export async function createCalendar(maker: Caller, request: NewCalendar): Promise<CalendarWithKey> {
  const projectIds = limitedTo(maker, request.projectIds)
  await refuseOtherField(maker, request.field)
  const id = timeOrderedUuid()
  const { key, hash } = createUrlKey('ck', maker.accountId, id)
  const now = new Date().toISOString()
  const calendar: CalendarItem = {
    ...newAttributes(calendarAttributes, { ...request, projectIds: projectIds && [...projectIds] }),
    id,
    keys: [{ hash }],
    created_at: now,
    updated_at: now,
  }
  await createLimited(maker, {
    item: { ...calendarKey(maker, id), ...calendar },
    checks: projectsExist(maker, request.projectIds),
    counter: 'calendar_writes',
    most: maxCalendars,
    plural: 'calendars',
    count: async () => (await calendarItems(maker)).length,
  })
  return { calendar: toCalendar(calendar), key }
}

const whenAbsent = () => notFound('calendar')

/** @throws ApiError calendar_not_found */
async function getCalendarItem(tenant: Tenant, calendarId: string): Promise<CalendarItem> {
  const item = await get(tenant, calendarKey(tenant, calendarId))
  const calendar = item && asCalendar(item)
  if (!calendar || !areWithin(tenant, calendar)) throw whenAbsent()
  return calendar
}

/**
 * Changes a calendar as it was read, and returns what it is then.
 * @throws ApiError calendar_not_found; invalid_token when the maker's token is revoked; the error of a check that fails
 */
async function changeCalendar(
  maker: Caller,
  calendarId: string,
  changesOf: (calendar: CalendarItem) => Changed<CalendarItem>,
  checks: CheckedWrite[] = [],
): Promise<CalendarItem> {
  const { before, after } = await changeAsMaker<CalendarItem>(maker, calendarKey(maker, calendarId), {
    read: () => getCalendarItem(maker, calendarId),
    changesOf: (calendar) => {
      const changes = changesOf(calendar)
      if (Object.keys(changes).length === 0) return {}
      // it rises with each change, so it shows whether the calendar has changed since it was read
      return { ...changes, updated_at: timeAfter(calendar.updated_at, Date.now()) }
    },
    seen: 'updated_at',
    checks,
    whenAbsent,
  })
  if (after !== before) forgetCalendar(before)
  return after
}

/**
 * Changes the fields that are given.
 * @throws ApiError calendar_not_found, project_not_found, invalid_request; invalid_token when the token is revoked
 */
export async function updateCalendar(
  maker: Caller,
  calendarId: string,
  change: CalendarChange,
): Promise<Calendar> {
  limitedTo(maker, change.projectIds) // a bound token can't give it all projects
  await refuseOtherField(maker, change.field)
  const attributes = changedAttributes(calendarAttributes, change)
  const checks = projectsExist(maker, change.projectIds)
  return toCalendar(await changeCalendar(maker, calendarId, () => attributes, checks))
}

/**
 * Gives a calendar a new key. The previous key stays valid for `oldValidHours`, so that those who have subscribed can change
 * the URL.
 * @throws ApiError calendar_not_found; invalid_token when the token is revoked
 */
export async function rotateCalendarKey(
  maker: Caller,
  calendarId: string,
  oldValidHours: number,
): Promise<CalendarWithKey> {
  const { key, hash } = createUrlKey('ck', maker.accountId, calendarId)
  const calendar = await changeCalendar(maker, calendarId, ({ keys }) => ({
    keys: withNewKey(keys, hash, oldValidHours),
  }))
  return { calendar: toCalendar(calendar), key }
}

/** @throws ApiError calendar_not_found */
export async function deleteCalendar(tenant: Tenant, calendarId: string): Promise<void> {
  await removeExisting(tenant, calendarKey(tenant, calendarId), whenAbsent, whileAllWithin(tenant))
}
