import { minuteOf, timeOfInput } from '../ui/day.ts'
import type { TriggerRequest } from './requests.ts'

export const weekdayNames = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
} as const
export type Weekday = keyof typeof weekdayNames
const weekdays = Object.keys(weekdayNames) as Weekday[] // its own
const workingDays = 'MO,TU,WE,TH,FR'

export const repeatNames = {
  once: 'Once',
  daily: 'Every day, or every few days',
  weekly: 'Every week',
  monthly: 'Every month',
  yearly: 'Every year',
  own: 'By an own RRULE',
} as const
export type Repeat = keyof typeof repeatNames

/** The days of a month on which a rule can run. */
export const monthDayNames = {
  day: 'A day of the month',
  'last-day': 'The last day',
  'first-working': 'The first working day',
  'last-working': 'The last working day',
  weekday: 'A weekday, such as the second Tuesday',
} as const
export type MonthDay = keyof typeof monthDayNames

export const ordinalNames = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', '-1': 'last' } as const

/** A schedule while it is edited, as texts. */
export interface ScheduleDraft {
  repeat: Repeat
  /** After how many days, weeks, months or years it repeats. */
  interval: string
  weekdays: readonly Weekday[]
  on: MonthDay
  /** Of the month, 1 to 31. */
  day: string
  ordinal: string
  weekday: Weekday
  /** 1 to 12. */
  month: string
  rrule: string
  /** The first day that counts: `2026-11-30`. */
  from: string
  /** The only time, by the reader's clock: `2026-11-30T09:00`. */
  once: string
  catchUp: 'last' | 'all' | 'none'
}

/** In a month without the 29th, 30th or 31st, RFC 5545 leaves the day out; with SKIP of RFC 7529 it is the last one. */
const isMissingSomewhere = (day: string) => Number(day) > 28

function dayParts({ on, day, ordinal, weekday }: ScheduleDraft): string[] {
  switch (on) {
    case 'day':
      return [`BYMONTHDAY=${day}`, ...(isMissingSomewhere(day) ? ['RSCALE=GREGORIAN', 'SKIP=BACKWARD'] : [])]
    case 'last-day':
      return ['BYMONTHDAY=-1']
    case 'first-working':
      return [`BYDAY=${workingDays}`, 'BYSETPOS=1']
    case 'last-working':
      return [`BYDAY=${workingDays}`, 'BYSETPOS=-1']
    case 'weekday':
      return [`BYDAY=${ordinal}${weekday}`]
  }
}

/** The rule of RFC 5545 that a schedule means. */
export function rruleOf(draft: ScheduleDraft): string {
  const { repeat, interval, weekdays: chosen, month, day, rrule } = draft
  const every = interval.trim() === '1' ? [] : [`INTERVAL=${interval.trim()}`]
  switch (repeat) {
    case 'daily':
      return ['FREQ=DAILY', ...every].join(';')
    case 'weekly':
      return ['FREQ=WEEKLY', ...every, `BYDAY=${chosen.join(',')}`].join(';')
    case 'monthly':
      return ['FREQ=MONTHLY', ...every, ...dayParts(draft)].join(';')
    case 'yearly':
      return ['FREQ=YEARLY', ...every, `BYMONTH=${month}`, ...dayParts({ ...draft, on: 'day', day })].join(
        ';',
      )
    default:
      return rrule.trim()
  }
}

const repeats: Partial<Record<string, Repeat>> = {
  ...{ DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' },
}

function monthDayOf(parts: ReadonlyMap<string, string>): MonthDay {
  if (parts.has('BYSETPOS')) return parts.get('BYSETPOS') === '1' ? 'first-working' : 'last-working'
  if (parts.has('BYDAY')) return 'weekday'
  return parts.get('BYMONTHDAY') === '-1' ? 'last-day' : 'day'
}

const sorted = (rrule: string) => rrule.split(';').toSorted().join(';')

/** A schedule of the form for a rule of RFC 5545; one that the form has no controls for stays a text. */
export function repeatOf(rrule: string, draft: ScheduleDraft): ScheduleDraft {
  const parts = new Map(rrule.split(';').map((part) => part.split('=', 2) as [string, string])) // if not, it is another
  const [, ordinal = draft.ordinal, weekday = draft.weekday] =
    /^(-?\d)([A-Z]{2})$/.exec(parts.get('BYDAY') ?? '') ?? []
  const days = (parts.get('BYDAY') ?? '').split(',')
  const read: ScheduleDraft = {
    ...draft,
    repeat: repeats[parts.get('FREQ') ?? ''] ?? 'own',
    interval: parts.get('INTERVAL') ?? '1',
    weekdays: weekdays.filter((day) => days.includes(day)),
    on: monthDayOf(parts),
    day: parts.get('BYMONTHDAY') ?? draft.day,
    ordinal,
    weekday: weekdays.find((day) => day === weekday) ?? draft.weekday,
    month: parts.get('BYMONTH') ?? draft.month,
    rrule,
  }
  return sorted(rruleOf(read)) === sorted(rrule) ? read : { ...draft, repeat: 'own', rrule }
}

type ScheduleRequest = Extract<TriggerRequest, { type: 'schedule' }>

/** @param time of day, `09:00` */
export function scheduleRequest(draft: ScheduleDraft, time: string, timeZone: string): ScheduleRequest {
  const { repeat, once, from, catchUp } = draft
  const common = { type: 'schedule' as const, timeZone, catchUp }
  return repeat === 'once'
    ? { ...common, at: timeOfInput(once) ?? once }
    : { ...common, rrule: rruleOf(draft), start: `${from}T${time}` }
}

/** The draft of a schedule, and its time of day. */
export function scheduleOf(
  { at, rrule = '', start = '', catchUp = 'last' }: ScheduleRequest,
  draft: ScheduleDraft,
): { schedule: ScheduleDraft; time?: string } {
  if (at !== undefined)
    return { schedule: { ...draft, repeat: 'once', once: minuteOf(new Date(at)), catchUp } }
  const [from = '', time = ''] = start.split('T')
  return { schedule: { ...repeatOf(rrule, draft), from, catchUp }, time }
}

const listed = (words: readonly string[]) => new Intl.ListFormat('en').format(words)
const suffixes = { one: 'st', two: 'nd', few: 'rd', other: 'th' } as Record<Intl.LDMLPluralRule, string> // all of English
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const nth = (day: string) => `${day}${suffixes[ordinals.select(Number(day))]}`

export const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month)),
)

function dayText({ on, day, ordinal, weekday }: ScheduleDraft): string {
  if (on === 'weekday')
    return `the ${Object.entries(ordinalNames).find(([id]) => id === ordinal)?.[1] ?? ordinal} ${weekdayNames[weekday]}`
  if (on !== 'day') return monthDayNames[on].toLowerCase()
  return `the ${nth(day)}${isMissingSomewhere(day) ? ', or the last day of a shorter month,' : ''}`
}

/** A schedule in words, without its time: "Every month on the last working day". */
export function repeatText(draft: ScheduleDraft): string {
  const { repeat, interval, weekdays: chosen, month, day, rrule } = draft
  const every = (noun: string) => (interval === '1' ? `Every ${noun}` : `Every ${interval} ${noun}s`)
  const days = listed(chosen.map((weekday) => weekdayNames[weekday]))
  switch (repeat) {
    case 'daily':
      return every('day')
    case 'weekly':
      return interval === '1' ? `Every ${days}` : `${every('week')} on ${days}`
    case 'monthly':
      return `${every('month')} on ${dayText(draft)}`
    case 'yearly':
      return `${every('year')} on ${day} ${monthNames[Number(month) - 1] ?? month}`
    default:
      return `By the rule ${rrule}`
  }
}
