import * as z from 'zod/mini'
import { exampleIds as ids, labelLimit, labelRule, type FieldTexts } from '../contract/field-texts.ts'
import { label, rotation, timestamp, uuid } from '../contract/fields.ts'
import { maxCalendarProjects } from '../contract/limits.ts'
import { fieldKey } from '../fields/kinds.ts'

/** A calendar in answers, without its key. */
export const calendar = z.object({
  id: uuid,
  label: z.string(),
  field: z.string(),
  project_ids: z.nullable(z.array(uuid)),
  old_url_until: z.nullable(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Calendar = z.output<typeof calendar>

/** The texts of a calendar. */
export const calendarTexts = (): FieldTexts<Calendar> => ({
  id: { meaning: 'The id of the calendar', example: ids.calendarId },
  label: { meaning: `The name of the calendar, ${labelLimit()}`, example: 'Due tasks' },
  field: { meaning: 'The key of the field whose dates are the entries', example: 'due' },
  project_ids: { meaning: 'The projects whose tasks it shows; null if it shows all', example: null },
  old_url_until: {
    meaning: 'Until when a URL that was replaced still works; null if none does',
    example: null,
  },
  created_at: { meaning: 'When the calendar was created', example: '2026-11-20T09:00:00.000Z' },
  updated_at: { meaning: 'When the calendar last changed', example: '2026-11-20T09:00:00.000Z' },
})

const projectIds = z.optional(
  z.nullable(
    z.array(uuid).check(
      z.overwrite((given) => [...new Set(given)]),
      z.minLength(1, 'must name a project'),
      z.maxLength(maxCalendarProjects),
    ),
  ),
)

export const calendarAnswer = z.object({ calendar })
/** A calendar with its URL, which holds the key. Only creation and rotation return it. */
export const calendarWithUrl = z.object({ calendar: z.extend(calendar, { url: z.string() }) })

export const newCalendar = z.strictObject({ label, field: fieldKey, projectIds })
export type NewCalendar = z.output<typeof newCalendar>

export const calendarChange = z.strictObject({
  label: z.optional(label),
  field: z.optional(fieldKey),
  projectIds,
})
export type CalendarChange = z.output<typeof calendarChange>

/** The texts of the bodies of calendars. */
export const calendarBodyTexts = (): FieldTexts<z.input<typeof newCalendar> & z.input<typeof rotation>> => ({
  label: { meaning: `The name of the calendar, ${labelRule()}`, example: 'Due tasks' },
  field: { meaning: 'The key of a field of the type `date` or `datetime`', example: 'due' },
  projectIds: {
    meaning: `Only tasks of these projects, at most ${maxCalendarProjects}; null for all. A token that is bound to projects has its own projects as the default`,
    example: null,
  },
  oldValidHours: { meaning: 'The number of hours that the old URL stays valid, 0 to 168', example: 24 },
})
