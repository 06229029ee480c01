import { declare } from '../../lib/contract/endpoint.ts'
import { calendarParams, none, rotation } from '../../lib/contract/fields.ts'
import { hooksAndRead } from '../../lib/contract/scope-hooks.ts'
import { calendarUrl } from '../../lib/calendars/calendar-url.ts'
import { calendarWithUrl } from '../../lib/calendars/calendar.ts'
import { rotateCalendarKey } from '../../lib/calendars/calendars.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { calendar } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'calendars.rotate-url',
  method: 'POST',
  path: '/calendars/{calendarId}/rotate-url',
  auth: hooksAndRead,
  params: calendarParams,
  query: none,
  body: rotation,
  success: 200,
  answer: calendarWithUrl,
  errors: ['calendar_not_found'],
  access: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => {
  const url = 'https://api.example.com/v1/calendars/ck_<account>_<calendar>_<random>_<checksum>.ics'
  return {
    tag: 'Calendars',
    summary: 'Give a calendar a new URL',
    description:
      'The old URL stays valid for `oldValidHours`, so that those who have subscribed can change it. With 0 it stops working within a minute: do that if somebody knows it who should not. Also needs the scope `read`.',
    body: { oldValidHours: 24 },
    answer: { calendar: { ...calendar, url } },
  }
}

export const operation = endpoint(declaration, async (caller, { params, baseUrl, body }) => {
  const { calendar, key } = await rotateCalendarKey(caller, params.calendarId, body.oldValidHours)
  return { body: { calendar: { ...calendar, url: calendarUrl(baseUrl, key) } } }
})
