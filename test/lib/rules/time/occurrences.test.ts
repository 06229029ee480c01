import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkSpacing,
  nextOccurrence,
  occurrences,
  type Schedule,
} from '../../../../lib/rules/time/occurrences.ts'
import { parseRecurrence } from '../../../../lib/rules/time/recurrence.ts'
import { instantOf, localParts } from '../../../../lib/rules/time/wall-time.ts'
import { rounds } from '../../../support/rounds.ts'

function schedule(rrule: string, start = '2026-11-27T09:00', timeZone = 'UTC'): Schedule {
  const parsed = parseRecurrence(rrule)
  if ('problem' in parsed) throw new Error(`${rrule} ${parsed.problem}`)
  return { recurrence: parsed.recurrence, start, timeZone }
}

function first(most: number, of: Schedule, afterMs = 0): number[] {
  const times: number[] = []
  for (const timeMs of occurrences(of, { afterMs })) {
    if (times.length === most) break
    times.push(timeMs)
  }
  return times
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const pad = (value: number) => String(value).padStart(2, '0')
const some = <T>(values: fc.Arbitrary<T>, maxLength = 4) =>
  fc.option(fc.uniqueArray(values, { minLength: 1, maxLength }), { nil: undefined })
const integer = (min: number, max: number) => fc.integer({ min, max })
const oneOf = (...values: string[]) => fc.constantFrom(...values)

const rules = fc.record({
  FREQ: oneOf('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
  INTERVAL: integer(1, 9),
  BYMONTH: some(integer(1, 12)),
  BYMONTHDAY: some(oneOf('1', '15', '29', '30', '31', '-1', '-30', '-31')),
  BYDAY: some(oneOf(...weekdays)),
  BYHOUR: some(integer(0, 23)),
  BYMINUTE: some(oneOf('0', '15', '30', '45')),
  BYSETPOS: some(oneOf('1', '2', '-1'), 2),
  WKST: oneOf(...weekdays),
  COUNT: fc.option(integer(1, 40), { nil: undefined }),
})
type Rule = typeof rules extends fc.Arbitrary<infer R> ? R : never

/** The text of a rule, without the parts that its others do not allow. */
function textOf({ BYSETPOS, BYMONTHDAY, ...rest }: Rule): string {
  const parts = { ...rest, BYMONTHDAY: rest.FREQ === 'WEEKLY' ? undefined : BYMONTHDAY }
  const { BYMONTH, BYDAY, BYHOUR, BYMINUTE } = parts
  const isChoice = BYMONTH ?? parts.BYMONTHDAY ?? BYDAY ?? BYHOUR ?? BYMINUTE
  return Object.entries({ ...parts, BYSETPOS: isChoice && BYSETPOS })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(';')
}

const starts = fc
  .tuple(integer(2009, 2030), integer(1, 12), integer(1, 31), integer(0, 23), integer(0, 59))
  .map(([year, month, day, hour, minute]) => {
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
    return `${year}-${pad(month)}-${pad(Math.min(day, last))}T${pad(hour)}:${pad(minute)}`
  })
const zones = oneOf(
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Pacific/Apia',
)

const oneDayMs = 24 * 60 * 60_000

/** Whether the calendar of a date and the parts of a rule that limit it agree. */
function isOn({ BYMONTH, BYMONTHDAY, BYDAY, FREQ }: Rule, date: string): boolean {
  const day = new Date(date)
  const length = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
  const dayOfMonth = day.getUTCDate()
  const numbers = [String(dayOfMonth), String(dayOfMonth - length - 1)]
  return (
    (BYMONTH?.includes(day.getUTCMonth() + 1) ?? true) &&
    (FREQ === 'WEEKLY' || (BYMONTHDAY?.some((number) => numbers.includes(number)) ?? true)) &&
    (BYDAY?.includes(weekdays[(day.getUTCDay() + 6) % 7] ?? '') ?? true)
  )
}

/** Whether a time is one that the rule says, on a day that it says: at that local time, or later by the length of a gap. */
function isOfRule(rule: Rule, { start, timeZone }: Schedule, timeMs: number): boolean {
  const { date } = localParts(timeMs, timeZone)
  const dayBefore = new Date(Date.parse(date) - oneDayMs).toISOString().slice(0, 10)
  const startHour = Number(start.slice(11, 13))
  const hours =
    rule.BYHOUR ?? (rule.FREQ === 'HOURLY' ? Array.from({ length: 24 }, (_, h) => h) : [startHour])
  const minutes = rule.BYMINUTE ?? [start.slice(14)]
  return [date, dayBefore]
    .filter((day) => isOn(rule, day))
    .some((day) =>
      hours.some((hour) =>
        minutes.some(
          (minute) => instantOf(`${day}T${pad(hour)}:${pad(Number(minute))}`, timeZone) === timeMs,
        ),
      ),
    )
}

describe('occurrences', () => {
  it('rise, begin with the start, are on the days and at the times of the rule, and are the same from any point on', () => {
    fc.assert(
      fc.property(
        rules,
        starts,
        zones,
        integer(0, 29),
        integer(1, oneDayMs),
        (rule, start, zone, index, lessMs) => {
          const of = schedule(textOf(rule), start, zone)
          const times = first(30, of)
          expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
          expect(times.length).toBeLessThanOrEqual(rule.COUNT ?? 30)
          for (const timeMs of times) {
            expect(timeMs).toBeGreaterThanOrEqual(instantOf(start, zone))
            expect(isOfRule(rule, of, timeMs)).toBe(true)
          }
          const point = times[index % Math.max(times.length, 1)] ?? Date.parse('2050-01-01')
          for (const afterMs of [point, point - 1, point - lessMs]) {
            const rest = times.filter((timeMs) => timeMs > afterMs)
            expect(first(rest.length, of, afterMs)).toEqual(rest)
          }
        },
      ),
      { numRuns: rounds(200) },
    )
  })

  it('are found at once long after the start, and as soon when there are none', () => {
    const often = schedule(
      'FREQ=HOURLY;BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,55',
      '1970-01-01T00:00',
      'Europe/Berlin',
    )
    expect(nextOccurrence(often, Date.parse('2190-06-01T10:01Z'))).toBe(Date.parse('2190-06-01T10:05Z'))
    const counted = schedule('FREQ=HOURLY;COUNT=10000', '1970-01-01T00:00')
    expect(nextOccurrence(counted, Date.parse('1971-02-21T14:00Z'))).toBe(Date.parse('1971-02-21T15:00Z'))
    expect(nextOccurrence(counted, Date.parse('1971-02-21T15:00Z'))).toBeUndefined()
    expect(nextOccurrence(schedule('FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30'), 0)).toBeUndefined()
  })

  it.each([
    ['FREQ=DAILY', '2026-03-01T02:30', 'Europe/Berlin', '2026-03-29T01:10Z', '2026-03-29T01:30Z'],
    ['FREQ=YEARLY', '2010-12-30T23:30', 'Pacific/Apia', '2011-12-31T00:00Z', '2011-12-31T09:30Z'],
  ])('in a gap are found after its end: %s from %s in %s after %s', (rrule, start, zone, after, time) => {
    expect(nextOccurrence(schedule(rrule, start, zone), Date.parse(after))).toBe(Date.parse(time))
  })

  it('end with the year 2199', () => {
    expect(nextOccurrence(schedule('FREQ=YEARLY'), Date.parse('2199-11-27T08:59Z'))).toBe(
      Date.parse('2199-11-27T09:00Z'),
    )
    expect(nextOccurrence(schedule('FREQ=YEARLY'), Date.parse('2199-11-27T09:00Z'))).toBeUndefined()
    const last = Date.parse('2199-12-31T09:00Z')
    expect(nextOccurrence(schedule('FREQ=DAILY'), last - 1)).toBe(last)
    expect(nextOccurrence(schedule('FREQ=DAILY'), last)).toBeUndefined()
    expect(nextOccurrence(schedule('FREQ=DAILY'), Date.parse('2500-01-01'))).toBeUndefined()
  })

  it('are over after UNTIL, whichever way it is written', () => {
    const afterMs = Date.parse('2026-11-28T09:00Z')
    for (const until of ['20261128', '20261128T090000', '20261128T090000Z'])
      expect(nextOccurrence(schedule(`FREQ=DAILY;UNTIL=${until}`), afterMs)).toBeUndefined()
    expect(nextOccurrence(schedule('FREQ=DAILY;UNTIL=20261129'), afterMs)).toBe(afterMs + oneDayMs)
  })
})

describe('the distance of occurrences', () => {
  it.each([
    ['FREQ=HOURLY;BYMINUTE=0,4', '0 and 4'],
    ['FREQ=DAILY;BYHOUR=9;BYMINUTE=30,31', '30 and 31'],
    ['FREQ=HOURLY;BYMINUTE=2,58', '58 and 2'],
    ['FREQ=HOURLY;BYMINUTE=58,2;INTERVAL=1;BYDAY=MO', '58 and 2'],
    ['FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,57', '57 and 0'],
    ['FREQ=DAILY;BYHOUR=23,0;BYMINUTE=0,57', '57 and 0'],
  ])('is too small with %s', (rrule, pair) => {
    expect(checkSpacing(schedule(rrule))).toBe(
      `must have times at least 5 minutes apart: the minutes ${pair} of BYMINUTE are closer`,
    )
  })

  it.each([
    'FREQ=HOURLY',
    'FREQ=HOURLY;BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,55',
    'FREQ=HOURLY;INTERVAL=2;BYMINUTE=2,58',
    'FREQ=DAILY;BYHOUR=9,11;BYMINUTE=2,58',
    'FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,55',
    'FREQ=YEARLY;INTERVAL=3',
  ])('is enough with %s', (rrule) => {
    expect(checkSpacing(schedule(rrule))).toBeUndefined()
  })

  it('is enough wherever the check says so', () => {
    const minutes = fc.uniqueArray(integer(0, 59), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(rules, minutes, starts, (rule, BYMINUTE, start) => {
        const of = schedule(textOf({ ...rule, BYMINUTE: BYMINUTE.map(String) }), start)
        fc.pre(checkSpacing(of) === undefined)
        const times = first(40, of)
        for (const [index, timeMs] of times.slice(1).entries())
          expect(timeMs - (times[index] ?? 0)).toBeGreaterThanOrEqual(5 * 60_000)
      }),
      { numRuns: rounds(100) },
    )
  })
})
