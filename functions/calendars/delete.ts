import { declare } from '../../lib/contract/endpoint.ts'
import { calendarParams, none, success } from '../../lib/contract/fields.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import { deleteCalendar } from '../../lib/calendars/calendars.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'calendars.delete',
  method: 'DELETE',
  path: '/calendars/{calendarId}',
  auth: hooks,
  params: calendarParams,
  query: none,
  success: 200,
  answer: success,
  errors: ['calendar_not_found'],
  access: ['DeleteItem'],
})

export const words = (): Words => ({
  tag: 'Calendars',
  summary: 'Delete a calendar',
  description: 'The URL of the calendar stops working within a minute. The tasks stay.',
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller, { params }) => {
  await deleteCalendar(caller, params.calendarId)
  return deleted
})
