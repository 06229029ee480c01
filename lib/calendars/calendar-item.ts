import { oldUrlUntil, type KeyHash } from '../shared/url-key.ts'
import type { AttributeNames, Complete } from '../table/attributes.ts'
import { accountPartition, type Item, type Key } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Calendar, CalendarChange, NewCalendar } from './calendar.ts'

/** The attributes of a calendar in the table, without the item's key. */
export interface CalendarItem {
  id: string
  label: string
  /** The key of a field. */
  field: string
  project_ids?: string[]
  /** The current key first. */
  keys: KeyHash[]
  created_at: string
  updated_at: string
}

/** The attribute that stores each field of a calendar's bodies. */
export const calendarAttributes = {
  label: 'label',
  field: 'field',
  projectIds: 'project_ids',
} as const satisfies AttributeNames<NewCalendar & CalendarChange, CalendarItem>

export const calendarPrefix = 'CALENDAR#'

export const calendarKey = ({ accountId }: Pick<Tenant, 'accountId'>, calendarId: string): Key => ({
  pk: accountPartition(accountId),
  sk: `${calendarPrefix}${calendarId}`,
})

/** Returns the calendar of an item that was read by `calendarKey`. Only this folder writes such items. */
export const asCalendar = (item: Item): CalendarItem => item as unknown as CalendarItem

/** Returns a calendar as answers show it. */
export const toCalendar = (item: CalendarItem): Complete<Calendar> => ({
  id: item.id,
  label: item.label,
  field: item.field,
  project_ids: item.project_ids ?? null,
  old_url_until: oldUrlUntil(item.keys),
  created_at: item.created_at,
  updated_at: item.updated_at,
})
