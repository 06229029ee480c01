import { localIn, timeIn } from '../../shared/time-zone.ts'
import type { Recurrence } from './recurrence.ts'
import { dayMs, hourMs, instantOf, lastYear, minuteMs, weekdayOf } from './wall-time.ts'

/*
 * Local times are computed first, as if they were UTC, and converted last. Days are counted from 1 January 1970. A period
 * is what INTERVAL counts: a day, week, month or year; of a rule with FREQ=HOURLY, a day with the hours that INTERVAL
 * leaves. Period 0 is that of the start.
 */

/** When something recurs. `start` is a local time in `timeZone`, such as 2026-11-30T09:00. */
export interface Schedule {
  recurrence: Recurrence
  start: string
  timeZone: string
}

/** A rule with what its start says where the rule is silent: RFC 5545, section 3.3.10. */
interface Rule extends Recurrence {
  startMs: number
  startDay: number
  /** The last day on which it may occur. */
  lastDay: number
  byHour: readonly number[]
  byMinute: readonly number[]
}

const allHours = Array.from({ length: 24 }, (_, hour) => hour)
const allMonths = Array.from({ length: 12 }, (_, index) => index + 1)

const dayOf = (year: number, month: number, dayOfMonth: number) =>
  Date.UTC(year, month - 1, dayOfMonth) / dayMs
const dayAt = (wallMs: number) => Math.floor(wallMs / dayMs)

/** The civil date of a day. `monthIndex` counts months since the year 0. */
function civil(day: number) {
  const date = new Date(day * dayMs)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth() + 1
  return { year, month, monthIndex: year * 12 + month - 1, dayOfMonth: date.getUTCDate() }
}

function ruleOf({ recurrence, start, timeZone }: Schedule): Rule {
  const { freq, byMonth, byMonthDay, byDay, until } = recurrence
  const startMs = Date.parse(`${start}Z`)
  const startDay = dayAt(startMs)
  const { month, dayOfMonth } = civil(startDay)
  const isOpen = !byMonthDay && !byDay
  // one more day than the last local one: a time in a gap moves forward
  const untilMs = until && ('wallMs' in until ? until.wallMs : localIn(timeZone, until.timeMs) + dayMs)
  return {
    ...recurrence,
    startMs,
    startDay,
    lastDay: Math.min(dayOf(lastYear, 12, 31), untilMs === undefined ? Infinity : dayAt(untilMs)),
    ...(freq === 'YEARLY' && isOpen && !byMonth && { byMonth: [month] }),
    ...((freq === 'YEARLY' || freq === 'MONTHLY') && isOpen && { byMonthDay: [dayOfMonth] }),
    ...(freq === 'WEEKLY' && !byDay && { byDay: [{ weekday: weekdayOf(startDay) }] }),
    byHour: recurrence.byHour ?? (freq === 'HOURLY' ? allHours : [new Date(startMs).getUTCHours()]),
    byMinute: recurrence.byMinute ?? [new Date(startMs).getUTCMinutes()],
  }
}

/** The first day of the week of a day. */
const weekBegin = ({ weekStart }: Rule, day: number) => day - weekdayOf(day - weekStart)

/** The first day of a period. */
function periodBegin(rule: Rule, period: number): number {
  const { freq, startDay } = rule
  switch (freq) {
    case 'HOURLY':
      return startDay + period
    case 'DAILY':
      return startDay + period * rule.interval
    case 'WEEKLY':
      return weekBegin(rule, startDay) + period * rule.interval * 7
    case 'MONTHLY': {
      const { year, month } = civil(startDay)
      return dayOf(year, month + period * rule.interval, 1)
    }
    case 'YEARLY':
      return dayOf(civil(startDay).year + period * rule.interval, 1, 1)
  }
}

/** The period that a day is in, or the last one before it. */
function periodOf(rule: Rule, day: number): number {
  const { freq, startDay } = rule
  switch (freq) {
    case 'HOURLY':
      return day - startDay
    case 'DAILY':
      return Math.floor((day - startDay) / rule.interval)
    case 'WEEKLY':
      return Math.floor((day - weekBegin(rule, startDay)) / (rule.interval * 7))
    case 'MONTHLY':
      return Math.floor((civil(day).monthIndex - civil(startDay).monthIndex) / rule.interval)
    case 'YEARLY':
      return Math.floor((civil(day).year - civil(startDay).year) / rule.interval)
  }
}

/**
 * The days of a month that BYMONTHDAY names. A day that the month does not have is omitted, or moved as SKIP says. That
 * holds for days counted from the beginning: counted from the end, a date that is missing cannot be written.
 */
const daysOfMonth = ({ byMonthDay, skip }: Rule, year: number, month: number): number[] => {
  const first = dayOf(year, month, 1)
  const length = dayOf(year, month + 1, 1) - first
  if (!byMonthDay) return Array.from({ length }, (_, index) => first + index)
  return byMonthDay.flatMap((number) => {
    if (number < 0) return number >= -length ? [first + length + number] : []
    if (number <= length) return [first + number - 1]
    return skip === 'OMIT' ? [] : [skip === 'BACKWARD' ? first + length - 1 : first + length]
  })
}

/** Whether BYMONTHDAY has a day: for rules in which it only leaves days out. */
function isMonthDay({ byMonthDay }: Rule, day: number): boolean {
  if (!byMonthDay) return true
  const { year, month, dayOfMonth } = civil(day)
  const fromEnd = day - dayOf(year, month + 1, 1)
  return byMonthDay.includes(dayOfMonth) || byMonthDay.includes(fromEnd)
}

/** Whether BYDAY has a day. An ordinal counts in the month; in the year if the rule names no month. */
function isWeekday({ freq, byDay, byMonth }: Rule, day: number): boolean {
  if (!byDay) return true
  const ofDay = byDay.filter(({ weekday }) => weekday === weekdayOf(day))
  if (ofDay.length === 0 || ofDay.some(({ ordinal }) => ordinal === undefined)) return ofDay.length > 0
  const { year, month } = civil(day)
  const isOfYear = freq === 'YEARLY' && !byMonth
  const first = isOfYear ? dayOf(year, 1, 1) : dayOf(year, month, 1)
  const next = isOfYear ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1)
  const fromBegin = Math.floor((day - first) / 7) + 1
  const fromEnd = Math.floor((day - next) / 7)
  return ofDay.some(({ ordinal }) => ordinal === fromBegin || ordinal === fromEnd)
}

/** The days of a period, in order, each once. */
function daysOf(rule: Rule, begin: number): number[] {
  const { freq, byMonth } = rule
  const isInMonth = (day: number) => !byMonth || byMonth.includes(civil(day).month)
  switch (freq) {
    case 'HOURLY':
    case 'DAILY':
      return isInMonth(begin) && isMonthDay(rule, begin) && isWeekday(rule, begin) ? [begin] : []
    case 'WEEKLY':
      return Array.from({ length: 7 }, (_, index) => begin + index).filter(
        (day) => isInMonth(day) && isWeekday(rule, day),
      )
    case 'MONTHLY':
    case 'YEARLY': {
      const { year, month } = civil(begin)
      const months = freq === 'YEARLY' ? (byMonth ?? allMonths) : isInMonth(begin) ? [month] : []
      const days = new Set(months.flatMap((each) => daysOfMonth(rule, year, each)))
      return [...days].filter((day) => isWeekday(rule, day)).sort((a, b) => a - b)
    }
  }
}

/** What BYSETPOS chooses of a sorted list. */
function chosen({ bySetPos }: Rule, values: number[]): number[] {
  if (!bySetPos) return values
  return values.filter((_, index) => bySetPos.includes(index + 1) || bySetPos.includes(index - values.length))
}

/** Gives the local times of a period that begins on a day. */
function expander(rule: Rule): (begin: number) => number[] {
  const { freq, interval, startMs, byHour } = rule
  const minutes = rule.byMinute.map((minute) => minute * minuteMs)
  if (freq === 'HOURLY') {
    const ofHour = chosen(rule, minutes)
    const startHour = Math.floor(startMs / hourMs)
    return (begin) =>
      daysOf(rule, begin).flatMap((day) =>
        byHour
          .map((hour) => day * 24 + hour)
          .filter((hour) => (hour - startHour) % interval === 0)
          .flatMap((hour) => ofHour.map((minute) => hour * hourMs + minute)),
      )
  }
  const times = byHour.flatMap((hour) => minutes.map((minute) => hour * hourMs + minute))
  return (begin) =>
    chosen(
      rule,
      daysOf(rule, begin).flatMap((day) => times.map((time) => day * dayMs + time)),
    )
}

/** Sorts values, each once, of which none is more than a day less than one before it. */
function* inOrder(values: Iterable<number>): Generator<number, undefined> {
  const waiting: number[] = []
  for (const value of values) {
    const before = waiting.findLastIndex((other) => other <= value)
    if (waiting[before] === value) continue
    waiting.splice(before + 1, 0, value)
    yield* waiting.splice(
      0,
      waiting.findIndex((other) => other >= value - dayMs),
    )
  }
  yield* waiting
  return undefined
}

/** The local times of a rule, as they come: with SKIP=FORWARD, a day of the next month before those of that month. */
function* expanded(rule: Rule, from: number): Generator<number, undefined> {
  const timesOf = expander(rule)
  for (let period = from; ; period += 1) {
    const begin = periodBegin(rule, period)
    if (begin > rule.lastDay) return undefined
    yield* timesOf(begin)
  }
}

/** The local times of a rule from its start, but none far before `nearMs` that need not be counted. */
function* wallTimes(rule: Rule, nearMs: number): Generator<number, undefined> {
  const { count = Infinity, until, startMs } = rule
  // the period before may end with a day that SKIP moved into this one
  const period = count === Infinity ? Math.max(0, periodOf(rule, dayAt(nearMs))) - 1 : -1
  let counted = 0
  for (const wallMs of inOrder(expanded(rule, period))) {
    if (wallMs < startMs) continue
    if (until && 'wallMs' in until && wallMs > until.wallMs) return undefined
    if (wallMs >= nearMs) yield wallMs
    counted += 1
    if (counted === count) return undefined
  }
  return undefined
}

/** The times of local times in order. One look at the zone holds for two days if the clocks do not change in them. */
function* instants(timeZone: string, wallTimesMs: Iterable<number>): Generator<number, undefined> {
  let steady = { untilMs: -Infinity, offsetMs: 0 }
  for (const wallMs of wallTimesMs) {
    if (wallMs > steady.untilMs) {
      const offsetMs = wallMs - timeIn(timeZone, wallMs)
      const laterMs = wallMs + 2 * dayMs
      const isSteady = laterMs - timeIn(timeZone, laterMs) === offsetMs
      steady = { untilMs: isSteady ? laterMs : wallMs, offsetMs }
    }
    yield wallMs - steady.offsetMs
  }
  return undefined
}

/**
 * When a schedule occurs later than a time, in milliseconds since 1970, in order, computed as they are asked for. COUNT
 * counts local times: two that a gap of the clocks makes one time count twice. It ends with the rule, or at the end of
 * the year `lastYear`.
 * @throws RangeError if the zone does not exist
 */
export function* occurrences(
  schedule: Schedule,
  { afterMs }: { afterMs: number },
): Generator<number, undefined> {
  const { timeZone, start } = schedule
  const rule = ruleOf(schedule)
  const untilMs = rule.until && 'timeMs' in rule.until ? rule.until.timeMs : Infinity
  // a gap moves a local time forward by a day at most, and clocks that are set back repeat less than that
  const nearMs = afterMs > instantOf(start, timeZone) ? localIn(timeZone, afterMs) - 2 * dayMs : rule.startMs
  for (const timeMs of inOrder(instants(timeZone, wallTimes(rule, nearMs)))) {
    if (timeMs > untilMs) return undefined
    if (timeMs > afterMs) yield timeMs
  }
  return undefined
}

/** When a schedule occurs next; undefined if it never does again. Times are in milliseconds since 1970. */
export function nextOccurrence(schedule: Schedule, afterMs: number): number | undefined {
  return occurrences(schedule, { afterMs }).next().value
}

const leastMinutes = 5

/**
 * What is wrong if two occurrences may be less than five minutes apart, as the end of a sentence: `must …`. Decided by the
 * times of day alone, whichever of them BYSETPOS and the days leave; where clocks are set forward, two may come closer.
 */
export function checkSpacing(schedule: Schedule): string | undefined {
  const { freq, interval, byHour, byMinute } = ruleOf(schedule)
  const isNextHour = byHour.some((hour) => byHour.includes((hour + 1) % 24))
  const areHoursApart = !isNextHour || (freq === 'HOURLY' && interval > 1)
  const [first = 0] = byMinute
  const next = areHoursApart ? [] : [first + 60]
  const all = [...byMinute, ...next]
  const tooClose = all.findIndex((minute, index) => minute - (all[index - 1] ?? -Infinity) < leastMinutes)
  if (tooClose < 0) return undefined
  const pair = `${all[tooClose - 1]} and ${(all[tooClose] ?? 0) % 60}`
  return `must have times at least ${leastMinutes} minutes apart: the minutes ${pair} of BYMINUTE are closer`
}
