import * as z from 'zod/mini'
import { textOf, time } from '../contract/fields.ts'
import { maxFields } from '../contract/limits.ts'
import { changeableFields, taskEventTypes, watchedField } from '../webhooks/event.ts'
import { ruleWhere, shownWhere } from './where.ts'

/** What a rule does with occurrences that were missed in an outage. */
export const catchUps = ['last', 'all', 'none'] as const

const short = textOf(64)

/** An IANA name. */
const timeZone = z._default(short, 'UTC')

const schedule = z
  .strictObject({
    type: z.literal('schedule'),
    /** RFC 5545, section 3.3.10. */
    rrule: z.optional(textOf(500)),
    /** Wall time in the zone. */
    start: z.optional(short),
    timeZone,
    catchUp: z._default(z.literal(catchUps), 'last'),
    at: z.optional(time),
  })
  .check(
    z.refine(({ rrule, at }) => (rrule === undefined) !== (at === undefined), {
      error: 'must have either rrule with start, for a repeated time, or at, for one time',
    }),
    z.refine(({ rrule, start }) => rrule === undefined || start !== undefined, {
      path: ['start'],
      error: 'must be given with rrule: the wall time from which the rule counts, such as 2026-11-30T09:00',
    }),
    z.refine(({ at, start }) => at === undefined || start === undefined, {
      path: ['start'],
      error: 'must be left out with at: it is the time from which an rrule counts',
    }),
  )

const date = z.strictObject({
  type: z.literal('date'),
  /** The key of a field of the type `date` or `datetime`. */
  field: short,
  /** An ISO 8601 duration, with a sign. */
  offset: z._default(short, 'P0D'),
  timeOfDay: z._default(short, '09:00'),
  timeZone,
  where: z.optional(ruleWhere),
  /** Whether a value whose time has passed when it is set fires at once. */
  late: z._default(z.literal(['fire', 'skip']), 'skip'),
})

const event = z.strictObject({
  type: z.literal('event'),
  events: z
    .array(z.literal(taskEventTypes))
    .check(z.minLength(1, 'must name at least one type of event'), z.maxLength(taskEventTypes.length)),
  changed: z.optional(
    z
      .array(watchedField)
      .check(
        z.minLength(1, 'must name at least one field'),
        z.maxLength(changeableFields.length + maxFields),
      ),
  ),
  where: z.optional(ruleWhere),
})

/** When a rule runs. */
export const trigger = z.discriminatedUnion('type', [schedule, date, event])
export type Trigger = z.output<typeof trigger>
export type TriggerOf<T extends Trigger['type']> = Extract<Trigger, { type: T }>

/** A trigger in answers. */
export const shownTrigger = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('schedule'),
    rrule: z.optional(z.string()),
    start: z.optional(z.string()),
    time_zone: z.string(),
    catch_up: z.literal(catchUps),
    at: z.optional(z.string()),
  }),
  z.object({
    type: z.literal('date'),
    field: z.string(),
    offset: z.string(),
    time_of_day: z.string(),
    time_zone: z.string(),
    where: z.optional(shownWhere),
    late: z.literal(['fire', 'skip']),
  }),
  z.object({
    type: z.literal('event'),
    events: z.array(z.literal(taskEventTypes)),
    changed: z.optional(z.array(watchedField)),
    where: z.optional(shownWhere),
  }),
])
