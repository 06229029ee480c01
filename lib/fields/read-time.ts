import { dateIn, timeIn } from '../shared/time-zone.ts'

/** A date or time as a text has it. */
interface Written {
  date: string
  /** The time of day, in milliseconds; undefined for a date alone. */
  timeOfDayMs?: number
  /** The offset from UTC in milliseconds; undefined if there is none. */
  offsetMs?: number | undefined
}

/**
 * A date, and perhaps a time: in the forms of ISO 8601 and RFC 3339, with a blank for the T, with AM or PM as Jotform
 * writes it, with an offset as +02:00, +0200, +02, Z or UTC, and with the zone behind it that Java and RFC 9557 write.
 */
const form =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:(?:t| +)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?(?: ?(?<half>[ap])m)?(?: ?(?:(?<utc>z|utc|gmt)|(?<sign>[+-])(?<hours>\d{2})(?::?(?<minutes>\d{2}))?))?(?:\[[^[\]]*\])?)?$/i

const minuteMs = 60_000

/** Reads a text; undefined if it is not a date or time of the calendar. */
function written(text: string): Written | undefined {
  const found = form.exec(text)?.groups
  if (!found) return undefined
  const {
    date = '',
    hour,
    minute,
    second = '0',
    fraction = '',
    half,
    utc,
    sign,
    hours,
    minutes = '0',
  } = found
  // Date would take the 31st of a short month for the 1st of the next
  const dayMs = Date.parse(`${date}T00:00:00.000Z`)
  if (Number.isNaN(dayMs) || new Date(dayMs).toISOString().slice(0, 10) !== date) return undefined
  if (hour === undefined) return { date }
  const isInHalf = half === undefined ? Number(hour) < 24 : Number(hour) >= 1 && Number(hour) <= 12
  if (!isInHalf || Number(minute) > 59 || Number(second) > 59 || Number(minutes) > 59) return undefined
  const wholeHour =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const seconds = (wholeHour * 60 + Number(minute)) * 60 + Number(second)
  const offsetMinutes = Number(hours ?? 0) * 60 + Number(minutes)
  return {
    date,
    timeOfDayMs: seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0')),
    ...((utc ?? sign) && { offsetMs: offsetMinutes * minuteMs * (sign === '-' ? -1 : 1) }),
  }
}

/** What a text does not say, and a reader has assumed. */
export type Assumed =
  /** A date was given where a time belongs: it begins then. */
  | 'midnight'
  /** A time without an offset, or the day of a time in UTC, is that in UTC, because no time zone is set. */
  | 'utc'

/** What was assumed for a value of a field, as the end of a sentence: `it is …`. */
export const assumedAs = (assumed: Assumed, zone: string | undefined): string => {
  const place = zone ?? 'UTC, because no time zone is set'
  return assumed === 'midnight' ? `read as 0:00 in ${place}` : `read in ${place}`
}

/** A value that was read, and what was assumed for it. */
export interface ReadTime {
  value: string
  assumed?: Assumed
}

/**
 * Reads the date of a text. A time with an offset has the day that is written. A time in UTC has the day in the time
 * zone, because programs shift local times to UTC; but midnight in UTC is how programs write a date.
 * @param zone undefined if none is set: then it is UTC
 */
export function readDate(text: string, zone: string | undefined): ReadTime | undefined {
  const found = written(text)
  if (!found) return undefined
  const { date, timeOfDayMs = 0, offsetMs } = found
  if (offsetMs !== 0 || timeOfDayMs === 0) return { value: date }
  return zone === undefined
    ? { value: date, assumed: 'utc' }
    : { value: dateIn(zone, Date.parse(date) + timeOfDayMs) }
}

/**
 * Reads the time of a text. Without an offset it is a time of the zone; a date alone is its midnight.
 * @param zone undefined if none is set: then it is UTC
 * @returns the time in UTC, as it is stored
 */
export function readTime(text: string, zone: string | undefined): ReadTime | undefined {
  const found = written(text)
  if (!found) return undefined
  const { date, timeOfDayMs, offsetMs } = found
  const localMs = Date.parse(date) + (timeOfDayMs ?? 0)
  const timeMs = offsetMs === undefined ? timeIn(zone ?? 'UTC', localMs) : localMs - offsetMs
  const value = new Date(timeMs).toISOString()
  // an offset can lead to years with a sign, which sort before all others as texts
  if (!/^\d/.test(value)) return undefined
  if (timeOfDayMs === undefined) return { value, assumed: 'midnight' }
  return { value, ...(offsetMs === undefined && zone === undefined && { assumed: 'utc' }) }
}
