import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { hooks } from '../../lib/contract/scope-hooks.ts'
import { calendar } from '../../lib/calendars/calendar.ts'
import { listCalendars } from '../../lib/calendars/calendars.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { calendar as exampleCalendar } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'calendars.list',
  method: 'GET',
  path: '/calendars',
  auth: hooks,
  params: none,
  query: none,
  success: 200,
  answer: z.object({ calendars: z.array(calendar) }),
  errors: [],
  access: ['Query'],
})

export const words = (): Words => ({
  tag: 'Calendars',
  summary: 'List calendars',
  description: 'Lists all calendars of the account, oldest first, without their URLs.',
  answer: { calendars: [exampleCalendar] },
})

export const operation = endpoint(declaration, async (caller) => ({
  body: { calendars: await listCalendars(caller) },
}))
