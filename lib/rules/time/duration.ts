import { localIn, timeIn } from '../../shared/time-zone.ts'
import { dayMs, hourMs, minuteMs, type Problem } from './wall-time.ts'

/** A distance in time; all three are negative if it leads back. Months and days are those of the calendar. */
export interface Duration {
  months: number
  days: number
  /** What is given in hours, minutes and seconds, in milliseconds. */
  ms: number
}

const form =
  /^(?<sign>[+-])?P(?=\d|T\d)(?:(?<years>\d{1,4})Y)?(?:(?<months>\d{1,4})M)?(?:(?<weeks>\d{1,4})W)?(?:(?<days>\d{1,4})D)?(?:T(?=\d)(?:(?<hours>\d{1,5})H)?(?:(?<minutes>\d{1,7})M)?(?:(?<seconds>\d{1,9})S)?)?$/i

const maxDays = 366
const maxMonths = 12

/** No duration as 0: -0 would not be equal to it. */
const signed = (value: number, sign: string | undefined) => (sign === '-' && value > 0 ? -value : value)

/**
 * Reads a duration of ISO 8601, such as -P1D, P2DT3H, PT90M, +P2W or -P1M, of at most 366 days. Without a sign it leads forward.
 */
export function parseDuration(text: string): { duration: Duration } | Problem {
  const found = text.length <= 40 ? form.exec(text)?.groups : undefined
  if (!found) return { problem: 'must be an ISO 8601 duration such as -P1D, +P2DT3H or +PT90M' }
  const number = (name: string) => Number(found[name] ?? 0)
  const months = number('years') * 12 + number('months')
  const days = number('weeks') * 7 + number('days')
  const ms = number('hours') * hourMs + number('minutes') * minuteMs + number('seconds') * 1000
  if (months / maxMonths + (days + ms / dayMs) / maxDays > 1)
    return { problem: `must be at most ${maxDays} days, before or after` }
  const { sign } = found
  return { duration: { months: signed(months, sign), days: signed(days, sign), ms: signed(ms, sign) } }
}

/** Adds the months and days of a duration to a local time, as if it were UTC. Of a shorter month it takes the last day. */
function plusCalendar(wallMs: number, { months, days }: Duration): number {
  const date = new Date(wallMs)
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(dayOfMonth, length) + days)
}

/**
 * Adds a duration to a time in milliseconds since 1970: first months and days of the zone's calendar, at the same local time,
 * and then hours, as long as they are.
 */
export function plus(timeMs: number, duration: Duration, zone: string): number {
  const { months, days, ms } = duration
  // the second of two equal local times would become the first
  if (months === 0 && days === 0) return timeMs + ms
  return timeIn(zone, plusCalendar(localIn(zone, timeMs), duration)) + ms
}

/** Adds the months and days of a duration to a date such as 2026-11-30. */
export const plusDays = (date: string, duration: Duration): string =>
  new Date(plusCalendar(Date.parse(date), duration)).toISOString().slice(0, 10)
