import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { ifNoneMatch } from '../../lib/contract/headers.ts'
import {
  calendarRateLimit,
  maxCalendarEntries,
  maxCalendarMib,
  maxCalendarTextCharacters,
} from '../../lib/contract/limits.ts'
import { calendarPath, fileType } from '../../lib/calendars/calendar-url.ts'
import { hashOf, readEntries, stateOf } from '../../lib/calendars/entries.ts'
import { findCalendarHolder } from '../../lib/calendars/holder.ts'
import { calendarText } from '../../lib/calendars/icalendar.ts'
import { attachment } from '../../lib/http/attachment.ts'
import { requirePlan } from '../../lib/http/authenticate.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { calendar, ids, task } from '../samples.ts'
import type { Words } from '../words.ts'

const mediaType = 'text/calendar'

/** Shows a calendar. Anyone who knows the URL can read it. */
const declaration = declare({
  id: 'calendars.read',
  method: 'GET',
  path: calendarPath,
  auth: {
    kind: 'key',
    param: 'calendarKey',
    suffix: fileType,
    schema: z
      .string()
      .check(z.regex(/^ck_[0-9A-Za-z]{16,22}_[0-9A-Za-z]{16,22}_[0-9A-Za-z]{22}_[0-9A-Za-z]{6}\.ics$/)),
  },
  params: none,
  // people add parameters of their own, so that a calendar program reads the file anew
  query: z.object({}),
  headers: ifNoneMatch,
  success: 200,
  answer: none,
  produces: [mediaType],
  errors: ['plan_required'],
  access: ['BatchGetItem', 'Query:list', 'Query:changes'],
})

export const words = (): Words => {
  const entry = {
    ...{ id: ids.id, label: task.label, description: 'About the engine', at: '2026-12-24' },
    ...{
      updatedAt: task.updated_at,
      url: `https://api.example.com/#/projects/${ids.projectId}/tasks/${ids.id}`,
    },
  }
  return {
    tag: 'Calendars',
    summary: 'Read a calendar',
    description: `Returns the calendar as [RFC 5545](https://www.rfc-editor.org/rfc/rfc5545) describes it, for programs that subscribe to its URL. Each task that is not done and has a value of the calendar's field is an event; its \`UID\` is the id of the task. A date is a whole day, and a time is a moment in UTC. A description is cut after ${maxCalendarTextCharacters} characters. No token is needed, because the key is in the path. Query parameters are ignored. A calendar has at most ${maxCalendarEntries.toLocaleString('en')} entries and 4 MiB: if there are more, the earliest are left out. It reads at most ${maxCalendarMib} MiB of tasks: of the projects of the calendar the first in their order, else those of the account that changed last. With \`If-None-Match\`, the answer is an empty 304 if the calendar has not changed. A calendar answers ${calendarRateLimit} times a minute, and each MiB of tasks that it reads counts as one answer.`,
    answer: { [mediaType]: calendarText(calendar.label, [entry], true) },
  }
}

/** The calendar's text and the state of the tasks that a tag names. A proxy may have put something around the tag. */
const tag = /"([0-9a-f]{32})(?:\.([0-9a-f]{32}))?[^"]*"/g

export const operation = endpoint(
  declaration,
  async (holder, { headers: { 'if-none-match': known = '' } }, charge) => {
    requirePlan(holder)
    const { calendar } = holder
    const tags = [...known.matchAll(tag)].map(([, text = '', state]) => ({ text, state }))
    const state = await stateOf(holder, calendar)
    const seen = state === undefined ? undefined : tags.find((one) => one.state === state)
    if (seen) return { statusCode: 304, headers: { ETag: `"${seen.text}.${state}"` } }
    const { entries, isWhole, mib } = await readEntries(holder, calendar)
    charge(mib - 1)
    const body = calendarText(calendar.label, entries, isWhole)
    const text = hashOf(body)
    const ETag = `"${[text, ...(isWhole && state !== undefined ? [state] : [])].join('.')}"`
    if (known.trim() === '*' || tags.some((one) => one.text === text))
      return { statusCode: 304, headers: { ETag } }
    return {
      statusCode: 200,
      headers: {
        'Content-Type': `${mediaType}; charset=utf-8`,
        'Content-Disposition': attachment(calendar.label, 'ics'),
        ETag,
      },
      body,
    }
  },
  {
    findHolder: findCalendarHolder,
    bucketsOf: ({ accountId, rateLimit: { key, limit } }) => [{ policy: 'calendar', accountId, key, limit }],
  },
)
