import { declare } from '../../lib/contract/endpoint.ts'
import { calendarParams, none } from '../../lib/contract/fields.ts'
import { hooksAndRead } from '../../lib/contract/scope-hooks.ts'
import { calendarAnswer, calendarChange } from '../../lib/calendars/calendar.ts'
import { updateCalendar } from '../../lib/calendars/calendars.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { calendar } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'calendars.update',
  method: 'PATCH',
  path: '/calendars/{calendarId}',
  auth: hooksAndRead,
  params: calendarParams,
  query: none,
  body: calendarChange,
  success: 200,
  answer: calendarAnswer,
  errors: ['calendar_not_found', 'project_not_found'],
  access: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Calendars',
  summary: 'Change a calendar',
  description:
    'Changes only the fields that you send. The URL stays the same. A change takes effect within a minute, and in a calendar program when it asks again. Also needs the scope `read`.',
  body: { label: 'Deadlines' },
  answer: { calendar: { ...calendar, label: 'Deadlines' } },
})

export const operation = endpoint(declaration, async (caller, { params, body }) => ({
  body: { calendar: await updateCalendar(caller, params.calendarId, body) },
}))
