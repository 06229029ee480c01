import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { maxCalendars } from '../../lib/contract/limits.ts'
import { hooksAndRead } from '../../lib/contract/scope-hooks.ts'
import { calendarUrl } from '../../lib/calendars/calendar-url.ts'
import { calendarWithUrl, newCalendar } from '../../lib/calendars/calendar.ts'
import { createCalendar } from '../../lib/calendars/calendars.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { calendar } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'calendars.create',
  method: 'POST',
  path: '/calendars',
  auth: hooksAndRead,
  params: none,
  query: none,
  body: newCalendar,
  success: 201,
  answer: calendarWithUrl,
  errors: ['project_not_found', 'quota_exceeded'],
  access: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => {
  const url = 'https://api.example.com/v1/calendars/ck_<account>_<calendar>_<random>_<checksum>.ics'
  return {
    tag: 'Calendars',
    summary: 'Create a calendar',
    description: `Only this answer has the \`url\`, to which calendar programs subscribe; no later answer shows it again. Anyone who knows the URL sees the calendar. Also needs the scope \`read\`. An account can have at most ${maxCalendars} calendars.`,
    body: { label: calendar.label, field: calendar.field },
    answer: { calendar: { ...calendar, url } },
  }
}

export const operation = endpoint(declaration, async (caller, { path, baseUrl, body }) => {
  const { calendar, key } = await createCalendar(caller, body)
  return {
    body: { calendar: { ...calendar, url: calendarUrl(baseUrl, key) } },
    headers: { Location: `${path}/${calendar.id}` },
  }
})
