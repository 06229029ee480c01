import { localIn, timeIn } from '../../shared/time-zone.ts'

/** A text that is refused, and what to write instead, as the end of a sentence: `must …`. */
export interface Problem {
  problem: string
}

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The years that a schedule may start in, and the last in which it occurs. */
export const firstYear = 1970
export const lastYear = 2199

/** The day of the week of a day since 1 January 1970, which was a Thursday. 0 is Monday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

/**
 * Reads a local date and time, such as 2026-11-30T09:00.
 * @returns it as if it were UTC, in milliseconds since 1970
 */
export function parseWallTime(text: string): { wallMs: number } | Problem {
  const wallMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? Date.parse(`${text}Z`) : NaN
  // Date takes 30 February for 2 March, and 24:00 for the next day
  if (Number.isNaN(wallMs) || !new Date(wallMs).toISOString().startsWith(text))
    return {
      problem:
        'must be a local date and time such as 2026-11-30T09:00, without seconds and without an offset',
    }
  const year = Number(text.slice(0, 4))
  return year >= firstYear && year <= lastYear
    ? { wallMs }
    : { problem: `must be in the years ${firstYear} to ${lastYear}` }
}

/** Reads a time of day, such as 09:00. */
export function parseTimeOfDay(text: string): { timeOfDayMs: number } | Problem {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hour === undefined
    ? { problem: 'must be a time of day from 00:00 to 23:59, such as 09:00' }
    : { timeOfDayMs: Number(hour) * hourMs + Number(minute) * minuteMs }
}

/**
 * The time at which a zone's clocks show a local time such as 2026-11-30T09:00. When they skip it, it is moved forward by
 * what they skip; when they show it twice, it is the first time.
 * @returns milliseconds since 1970
 * @throws RangeError if the text is no local time, or there is no such zone
 */
export function instantOf(wall: string, zone: string): number {
  const parsed = parseWallTime(wall)
  if ('problem' in parsed) throw new RangeError(`A local time ${parsed.problem}`)
  return timeIn(zone, parsed.wallMs)
}

/** The ISO 8601 week of a day since 1970: weeks begin on Monday, and belong to the year of their Thursday. */
function weekOf(day: number): string {
  const thursday = day - weekdayOf(day) + 3
  const year = new Date(thursday * dayMs).getUTCFullYear()
  const week = Math.floor((thursday - Date.UTC(year, 0) / dayMs) / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** What the clocks and calendars of a zone show at a time. */
export interface LocalParts {
  /** Such as 2026-11-27. */
  date: string
  /** Such as 16:00. */
  time: string
  /** Of ISO 8601, such as 2026-W48. */
  week: string
}

/**
 * @param timeMs milliseconds since 1970
 * @throws RangeError if there is no such zone
 */
export function localParts(timeMs: number, zone: string): LocalParts {
  const wallMs = localIn(zone, timeMs)
  const text = new Date(wallMs).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16), week: weekOf(Math.floor(wallMs / dayMs)) }
}
