import { nextOccurrence, occurrences, type Schedule } from './time/occurrences.ts'
import { parseRecurrence } from './time/recurrence.ts'
import type { Trigger, TriggerOf } from './trigger.ts'

/**
 * The schedule of a trigger that repeats, which was checked when it was stored; undefined for one with a single time.
 */
export function scheduleOf({ rrule, start, timeZone }: TriggerOf<'schedule'>): Schedule | undefined {
  if (rrule === undefined || start === undefined) return undefined
  const parsed = parseRecurrence(rrule)
  if ('problem' in parsed) throw new Error(`A stored recurrence rule ${parsed.problem}.`)
  return { recurrence: parsed.recurrence, start, timeZone }
}

/** The next time of a schedule after a time, in ms since 1970; undefined if there is none, or the trigger is no schedule. */
export function nextOf(trigger: Trigger, afterMs: number): number | undefined {
  if (trigger.type !== 'schedule') return undefined
  const schedule = scheduleOf(trigger)
  if (schedule) return nextOccurrence(schedule, afterMs)
  const atMs = Date.parse(trigger.at ?? '')
  return atMs > afterMs ? atMs : undefined
}

/** The times of a schedule after one time and up to another, in ms since 1970, as they are asked for. */
export function* timesBetween(
  trigger: TriggerOf<'schedule'>,
  afterMs: number,
  untilMs: number,
): Generator<number> {
  const schedule = scheduleOf(trigger)
  const times = schedule
    ? occurrences(schedule, { afterMs })
    : [nextOf(trigger, afterMs)].filter((one) => one !== undefined)
  for (const timeMs of times) {
    if (timeMs > untilMs) return
    yield timeMs
  }
}
