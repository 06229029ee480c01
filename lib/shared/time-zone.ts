import * as z from 'zod/mini'

/** The format that was made last: a file asks for the same zone thousands of times, and making one is slow. */
let lastFormat: { zone: string; format: Intl.DateTimeFormat } | undefined

/** @throws RangeError if there is no such zone */
function formatOf(zone: string): Intl.DateTimeFormat {
  if (lastFormat?.zone !== zone) {
    lastFormat = {
      zone,
      format: new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }),
    }
  }
  return lastFormat.format
}

/** Whether a text is the name of a time zone: https://www.iana.org/time-zones. An offset such as +02:00 is none. */
export function isTimeZone(text: string): boolean {
  if (!/^[a-z][\w+/-]{0,63}$/i.test(text)) return false
  try {
    formatOf(text)
    return true
  } catch {
    return false
  }
}

/** The name of a time zone in a request. */
export const timeZone = z
  .string()
  .check(z.refine(isTimeZone, { error: 'must be the name of a time zone, such as Europe/Berlin' }))

/** The offset of a zone from UTC at a time, in milliseconds; both times are in milliseconds since 1970. */
function offsetAt(zone: string, timeMs: number): number {
  const name = formatOf(zone)
    .formatToParts(timeMs)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name ?? '') ?? []
  const offsetMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -offsetMs : offsetMs
}

/** What the clocks of a zone show at a time, as if it were UTC; both are in milliseconds since 1970. */
export const localIn = (zone: string, timeMs: number): number => timeMs + offsetAt(zone, timeMs)

/** The date in a zone at a time in milliseconds since 1970, as YYYY-MM-DD. */
export const dateIn = (zone: string, timeMs: number): string =>
  new Date(localIn(zone, timeMs)).toISOString().slice(0, 10)

const dayMs = 24 * 60 * 60 * 1000

/**
 * The time at which the clocks of a zone show a local time. When they skip it, it is moved forward by what they skip; when
 * they show it twice, it is the first time: RFC 5545, section 3.3.5.
 * @param localMs the local time, as if it were UTC, in milliseconds since 1970
 * @returns milliseconds since 1970
 */
export function timeIn(zone: string, localMs: number): number {
  const [before = 0, after = 0] = [localMs - dayMs, localMs + dayMs].map((near) => offsetAt(zone, near))
  if (before === after) return localMs - before
  const times = [localMs - before, localMs - after]
  const shown = times.filter((timeMs) => timeMs + offsetAt(zone, timeMs) === localMs)
  return shown.length > 0 ? Math.min(...shown) : localMs - before
}
