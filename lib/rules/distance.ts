import * as z from 'zod/mini'
import { time } from '../contract/fields.ts'
import { timeIn } from '../shared/time-zone.ts'
import { parseDuration, plus, plusDays } from './time/duration.ts'
import { localParts } from './time/wall-time.ts'

/** The time for which a rule runs, in milliseconds since 1970, and the zone of its dates. */
export interface Moment {
  atMs: number
  timeZone: string
}

const today = 'today'

/** Whether a text is meant as a distance from the run: `today`, or a duration of ISO 8601 with its sign, such as -P30D. */
export const isDistance = (text: string): boolean => text === today || /^[+-]P/i.test(text)

/** What is wrong with a distance, as the end of a sentence: `must …`. */
export function distanceProblem(text: string): string | undefined {
  if (text === today) return undefined
  const read = parseDuration(text)
  return 'problem' in read ? read.problem : undefined
}

/** @throws RangeError: `distanceProblem` says before what is wrong */
function durationOf(text: string) {
  const read = parseDuration(text)
  if ('problem' in read) throw new RangeError(`A distance ${read.problem}`)
  return read.duration
}

/** The date at a distance, in the zone. Days are counted by the calendar. */
export function dateAt(text: string, { atMs, timeZone }: Moment): string {
  const { date } = localParts(atMs, timeZone)
  if (text === today) return date
  const duration = durationOf(text)
  return duration.ms === 0
    ? plusDays(date, duration)
    : localParts(plus(atMs, duration, timeZone), timeZone).date
}

/** The time at a distance, as times are stored; for `today` the start of the day in the zone. */
export function timeAt(text: string, { atMs, timeZone }: Moment): string {
  const timeMs =
    text === today
      ? timeIn(timeZone, Date.parse(localParts(atMs, timeZone).date))
      : plus(atMs, durationOf(text), timeZone)
  return new Date(timeMs).toISOString()
}

/** How a message about a time or a date goes on. */
export const orDistance = 'or a distance from the run such as -P30D, +PT2H or today'

/** What is wrong with a duration that has no sign in place of a distance: only a sign tells it from other values. */
export const unsignedProblem = (text: string): string | undefined =>
  /^P/i.test(text) && !('problem' in parseDuration(text))
    ? `must have its sign: +${text} or -${text}`
    : undefined

function problemOf(text: string): string | undefined {
  if (isDistance(text)) return distanceProblem(text)
  const unsigned = unsignedProblem(text)
  if (unsigned !== undefined) return unsigned
  const wrong = time.safeParse(text).error?.issues[0]?.message
  return wrong && `${wrong}, ${orDistance}`
}

/** A time as a rule has it: as in any request, or a distance from the run, which stays as it is. */
export const timeOrDistance = z.pipe(
  z.string().check(
    z.refine((text) => problemOf(text) === undefined, {
      error: ({ input }) => problemOf(String(input)),
    }),
  ),
  z.transform((text) => (isDistance(text) ? text : time.parse(text))),
)
