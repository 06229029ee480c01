import ICAL from 'ical.js'
import { expect } from 'vitest'
import type { Calendar } from '../../../lib/calendars/calendar.ts'
import { send, type Reply } from '../../support/api.ts'
import type { TestTenant } from '../../support/tenant.ts'

/** Makes a field of dates or times. Returns its key. */
export async function newDateField(tenant: TestTenant, key = 'due', type = 'date'): Promise<string> {
  const { status } = await tenant.send('POST', '/fields', { body: { key, label: key, type } })
  expect(status).toBe(201)
  return key
}

export const calendarOf = ({ body }: Reply): Calendar & { url: string } =>
  (body as { calendar: Calendar & { url: string } }).calendar // checked on its way

/** The path of a calendar's URL below `/v1`. */
export const pathOfUrl = (url: string): string => url.slice(url.indexOf('/calendars/'))

/** An event of a calendar, as a calendar program reads it. */
export interface ReadEvent {
  uid: string
  summary: string
  start: string
  end: string
}

/** Reads the events of an answer, sorted by their ids, with a parser that knows nothing of this service. */
export function eventsIn({ body }: Reply): ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(body as string) as unknown[])
  return calendar
    .getAllSubcomponents('vevent')
    .map((one) => new ICAL.Event(one, { strictExceptions: true }))
    .map(({ uid, summary, startDate, endDate }) => ({
      ...{ uid, summary, start: String(startDate), end: String(endDate) },
    }))
    .sort((one, other) => (one.uid < other.uid ? -1 : 1))
}

/** A calendar, and how a program reads it. */
export interface TestCalendar {
  id: string
  path: string
  read: (headers?: Record<string, string>) => Promise<Reply>
  labels: () => Promise<string[]>
}

/** Creates a calendar of the field `due`, which must be there. */
export async function newCalendar(tenant: TestTenant, settings: object = {}): Promise<TestCalendar> {
  const created = await tenant.send('POST', '/calendars', {
    body: { label: 'Due tasks', field: 'due', ...settings },
  })
  expect({ status: created.status, body: created.body }).toMatchObject({ status: 201 })
  const { id, url } = calendarOf(created)
  const path = pathOfUrl(url)
  const read: TestCalendar['read'] = (headers = {}) => send('GET', path, { headers })
  return {
    ...{ id, path, read },
    labels: async () =>
      eventsIn(await read())
        .map(({ summary }) => summary)
        .sort(),
  }
}
