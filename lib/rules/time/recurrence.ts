import { shortText } from '../../shared/short-text.ts'
import { dayMs, type Problem } from './wall-time.ts'

const frequencies = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
const skips = ['OMIT', 'BACKWARD', 'FORWARD'] as const
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** A day of the week, 0 is Monday; with an ordinal, that one of its month or year: 1 the first, -1 the last. */
export interface WeekdayOf {
  weekday: number
  ordinal?: number
}

/** When a rule ends. `wallMs`: the last local time that counts; `timeMs`: the last time, since 1970. */
export type Until = { wallMs: number } | { timeMs: number }

/** A recurrence rule: RFC 5545, section 3.3.10, with SKIP of RFC 7529. Lists are sorted and not empty. */
export interface Recurrence {
  freq: (typeof frequencies)[number]
  interval: number
  /** The first day of a week, 0 is Monday. */
  weekStart: number
  /** What becomes of a day that its month does not have. */
  skip: (typeof skips)[number]
  count?: number
  until?: Until
  byMonth?: readonly number[]
  byMonthDay?: readonly number[]
  byDay?: readonly WeekdayOf[]
  byHour?: readonly number[]
  byMinute?: readonly number[]
  bySetPos?: readonly number[]
}

/** As long as a rule's text may be. */
export const maxRruleLength = 1000

/** COUNT counts from the start, however long ago that was, so it is limited. */
const maxCount = 10_000
const maxInterval = 99_999

class Refused extends Error {}

/** @throws Refused always */
function refuse(problem: string): never {
  throw new Refused(problem)
}

/** What to write instead of parts that are not taken. */
const notTaken: Record<string, string> = {
  BYSECOND: 'leave it out, because rules run at whole minutes',
  BYYEARDAY: 'write BYMONTH and BYMONTHDAY instead',
  BYWEEKNO: 'write FREQ=WEEKLY with INTERVAL, or BYMONTH and BYDAY, instead',
  DTSTART: 'write it as start',
  TZID: 'write it as timeZone',
  EXDATE: 'times cannot be left out one by one',
}

const known = [
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYMONTH',
  'BYMONTHDAY',
  'BYDAY',
  'BYHOUR',
  'BYMINUTE',
  'BYSETPOS',
  'WKST',
  'RSCALE',
  'SKIP',
] as const
type Name = (typeof known)[number]
type Parts = Partial<Record<Name, string>>

const shown = (text: string) => `“${shortText(text, 40)}”`

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text)

function partsOf(text: string): Parts {
  const parts: Parts = {}
  for (const part of text.replace(/^RRULE:/, '').split(';')) {
    const [, found = '', value = ''] = /^([A-Z-]+)(?:[=:]([^]*))?$/.exec(part) ?? []
    const name = oneOf(known, found)
    if (name === undefined) {
      const instead = notTaken[found]
      if (instead !== undefined) refuse(`must not have ${found}: ${instead}`)
      refuse(
        found === '' || found === part
          ? `must be parts such as FREQ=WEEKLY;BYDAY=MO, with one semicolon between them: ${shown(part)} is none`
          : `must not have ${shown(found)}: the parts are ${known.join(', ')}`,
      )
    }
    if (parts[name] !== undefined) refuse(`must have ${name} once, with a list if there are several values`)
    parts[name] = value
  }
  return parts
}

function wholeNumber(parts: Parts, name: Name, max: number): number | undefined {
  const text = parts[name]
  if (text === undefined) return undefined
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= max ? value : refuse(`must have ${name} from 1 to ${max}, not ${shown(text)}`)
}

interface Range {
  min: number
  max: number
  /** Whether numbers may also count from the end: -1 is the last. */
  fromEnd?: boolean
}

function numbers(parts: Parts, name: Name, { min, max, fromEnd = false }: Range): number[] | undefined {
  const values = parts[name]?.split(',').map((text) => {
    const value = (fromEnd ? /^[+-]?\d{1,3}$/ : /^\d{1,3}$/).test(text) ? Number(text) : NaN
    const distance = fromEnd ? Math.abs(value) : value
    if (distance >= min && distance <= max) return value
    const orEnd = fromEnd ? `, or from -1 to -${max} from the end` : ''
    return refuse(`must have ${name} with numbers from ${min} to ${max}${orEnd}, not ${shown(text)}`)
  })
  return values && [...new Set(values)].sort((a, b) => a - b)
}

const weekdayOf = (name: Name, text: string): number => {
  const weekday = weekdays.indexOf(text)
  return weekday >= 0 ? weekday : refuse(`must have ${name} with ${weekdays.join(', ')}, not ${shown(text)}`)
}

const frequencyOf = ({ FREQ = '' }: Parts): Recurrence['freq'] => {
  if (FREQ === '') refuse('must have FREQ, such as FREQ=WEEKLY')
  const instead = FREQ === 'MINUTELY' ? ': write minutes as FREQ=HOURLY;BYMINUTE=0,15,30,45' : ''
  return (
    oneOf(frequencies, FREQ) ??
    refuse(`must have FREQ with one of ${frequencies.join(', ')}, not ${shown(FREQ)}${instead}`)
  )
}

function weekdaysOf({ BYDAY, BYMONTH }: Parts, freq: Recurrence['freq']): WeekdayOf[] | undefined {
  return BYDAY?.split(',').map((text) => {
    const [, ordinal, name = text] = /^([+-]?\d{1,2})([A-Z]{2})$/.exec(text) ?? []
    const weekday = weekdayOf('BYDAY', name)
    if (ordinal === undefined) return { weekday }
    if (freq !== 'MONTHLY' && freq !== 'YEARLY')
      refuse(`must have BYDAY without numbers, such as BYDAY=${name}, unless FREQ is MONTHLY or YEARLY`)
    const isOfMonth = freq === 'MONTHLY' || BYMONTH !== undefined
    const max = isOfMonth ? 5 : 53
    const distance = Math.abs(Number(ordinal))
    if (distance < 1 || distance > max)
      refuse(
        `must have BYDAY with ordinals from 1 to ${max}, or from -1 to -${max} from the end of the ${isOfMonth ? 'month' : 'year'}, not ${shown(text)}`,
      )
    return { weekday, ordinal: Number(ordinal) }
  })
}

function untilOf({ UNTIL }: Parts): Until | undefined {
  if (UNTIL === undefined) return undefined
  const [, date = '', time, zone] = /^(\d{8})(?:T(\d{6})(Z?))?$/.exec(UNTIL) ?? []
  const day = date.replace(/^(\d{4})(\d{2})/, '$1-$2-')
  const clock = time?.replace(/^(\d{2})(\d{2})/, '$1:$2:') ?? '00:00:00'
  const written = `${day}T${clock}.000Z`
  const wallMs = Date.parse(written)
  // Date takes 30 February for 2 March
  if (Number.isNaN(wallMs) || new Date(wallMs).toISOString() !== written)
    refuse(
      `must have UNTIL as a date, such as UNTIL=20261231, or a time, such as UNTIL=20261231T170000Z, not ${shown(UNTIL)}`,
    )
  if (zone === 'Z') return { timeMs: wallMs }
  return { wallMs: time === undefined ? wallMs + dayMs - 1 : wallMs }
}

/** What RFC 7529 says that a rule does with days that a month does not have. */
function skipOf({ RSCALE, SKIP, BYMONTHDAY }: Parts, freq: Recurrence['freq']): Recurrence['skip'] {
  if (RSCALE !== undefined && RSCALE !== 'GREGORIAN')
    refuse(`must have RSCALE=GREGORIAN, not ${shown(RSCALE)}`)
  if (SKIP === undefined) return 'OMIT'
  const skip = oneOf(skips, SKIP) ?? refuse(`must have SKIP with ${skips.join(', ')}, not ${shown(SKIP)}`)
  if (RSCALE === undefined)
    refuse(`must have RSCALE=GREGORIAN beside SKIP, as in RSCALE=GREGORIAN;SKIP=${skip}`)
  const isLimited = BYMONTHDAY !== undefined && (freq === 'HOURLY' || freq === 'DAILY')
  if (isLimited && skip !== 'OMIT')
    refuse(`must have FREQ=MONTHLY for SKIP to move a day of BYMONTHDAY: FREQ=${freq} only leaves days out`)
  return skip
}

function recurrenceOf(parts: Parts): Recurrence {
  const freq = frequencyOf(parts)
  const byMonth = numbers(parts, 'BYMONTH', { min: 1, max: 12 })
  const byMonthDay = numbers(parts, 'BYMONTHDAY', { min: 1, max: 31, fromEnd: true })
  const byDay = weekdaysOf(parts, freq)
  const byHour = numbers(parts, 'BYHOUR', { min: 0, max: 23 })
  const byMinute = numbers(parts, 'BYMINUTE', { min: 0, max: 59 })
  const bySetPos = numbers(parts, 'BYSETPOS', { min: 1, max: 366, fromEnd: true })
  const count = wholeNumber(parts, 'COUNT', maxCount)
  const until = untilOf(parts)
  if (count !== undefined && until) refuse('must have COUNT or UNTIL, not both')
  if (byMonthDay && freq === 'WEEKLY')
    refuse('must not have BYMONTHDAY with FREQ=WEEKLY: write BYDAY, or FREQ=MONTHLY')
  if (bySetPos && !(byMonth ?? byMonthDay ?? byDay ?? byHour ?? byMinute))
    refuse('must have BYSETPOS beside a part that it chooses from, such as BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1')
  return {
    freq,
    interval: wholeNumber(parts, 'INTERVAL', maxInterval) ?? 1,
    weekStart: weekdayOf('WKST', parts.WKST ?? 'MO'),
    skip: skipOf(parts, freq),
    ...(count !== undefined && { count }),
    ...(until && { until }),
    ...(byMonth && { byMonth }),
    ...(byMonthDay && { byMonthDay }),
    ...(byDay && { byDay }),
    ...(byHour && { byHour }),
    ...(byMinute && { byMinute }),
    ...(bySetPos && { bySetPos }),
  }
}

/**
 * Reads a recurrence rule: RFC 5545, section 3.3.10, and RFC 7529, with or without `RRULE:` before it. Everything that
 * the service does not do is a problem.
 */
export function parseRecurrence(text: string): { recurrence: Recurrence } | Problem {
  if (text.length > maxRruleLength) return { problem: `must have at most ${maxRruleLength} characters` }
  try {
    return { recurrence: recurrenceOf(partsOf(text.toUpperCase())) }
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message }
    throw error
  }
}
