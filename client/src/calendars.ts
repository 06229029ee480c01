import { at, dataOf, type CallOptions, type Http } from './http.ts'
import type { Calendar, CalendarChanges, NewCalendar } from './types.ts'

/** `url` holds the calendar's key. Only the answers to create and rotateUrl have it. */
interface CalendarWithUrl {
  calendar: Calendar & { url: string }
}

/** Calls about calendars. All need the scope hooks, those that set something also read. */
export const calendarsOf = (http: Http) => ({
  /** All calendars of the account, oldest first. */
  list: ({ signal }: CallOptions = {}): Promise<{ calendars: Calendar[] }> =>
    dataOf(http.GET('/calendars', { ...(signal && { signal }) }), 'calendars'),

  /** Not retried when the outcome is unknown: a retry could create a second calendar. */
  create: (body: NewCalendar, { signal }: CallOptions = {}): Promise<CalendarWithUrl> =>
    dataOf(http.POST('/calendars', { body, ...(signal && { signal }) }), 'calendar'),

  update: (
    calendarId: string,
    body: CalendarChanges,
    options: CallOptions = {},
  ): Promise<{ calendar: Calendar }> =>
    dataOf(http.PATCH('/calendars/{calendarId}', { body, ...at({ calendarId }, options) }), 'calendar'),

  delete: (calendarId: string, options: CallOptions = {}): Promise<{ success: true }> =>
    dataOf(http.DELETE('/calendars/{calendarId}', at({ calendarId }, options)), 'success'),

  /**
   * Gives the calendar a new URL. The URL before stays valid for `oldValidHours`. Not retried when the outcome is unknown:
   * a retry would replace the new URL, too.
   */
  rotateUrl: (
    calendarId: string,
    body: { oldValidHours?: number } = {},
    options: CallOptions = {},
  ): Promise<CalendarWithUrl> =>
    dataOf(
      http.POST('/calendars/{calendarId}/rotate-url', { body, ...at({ calendarId }, options) }),
      'calendar',
    ),
})
