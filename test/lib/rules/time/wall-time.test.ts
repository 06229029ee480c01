import { describe, expect, it } from 'vitest'
import { parseDuration, plus, plusDays } from '../../../../lib/rules/time/duration.ts'
import { instantOf, localParts, parseTimeOfDay, parseWallTime } from '../../../../lib/rules/time/wall-time.ts'
import { timeZoneProblem } from '../../../../lib/rules/time/zone.ts'

describe('a local time', () => {
  it('is read', () => {
    expect(parseWallTime('2026-11-30T09:00')).toEqual({ wallMs: Date.UTC(2026, 10, 30, 9) })
    expect(parseTimeOfDay('09:05')).toEqual({ timeOfDayMs: 545 * 60_000 })
  })

  it.each([
    '2026-11-30',
    '2026-11-30T09:00Z',
    '2026-11-30T09:00:00',
    '2026-11-30 09:00',
    '2026-02-30T09:00',
    '2026-11-30T24:00',
    '',
  ])('is refused: %s', (text) => {
    expect(parseWallTime(text)).toEqual({
      problem:
        'must be a local date and time such as 2026-11-30T09:00, without seconds and without an offset',
    })
  })

  it.each(['1969-12-31T23:59', '2200-01-01T00:00'])('is too far away: %s', (text) => {
    expect(parseWallTime(text)).toEqual({ problem: 'must be in the years 1970 to 2199' })
  })

  it.each(['9:00', '24:00', '09:60', '09:00:00', ' 09:00', ''])('of the day is refused: %s', (text) => {
    expect(parseTimeOfDay(text)).toEqual({
      problem: 'must be a time of day from 00:00 to 23:59, such as 09:00',
    })
  })

  // in a gap; twice; a day that is missing: by the zones' rules, by hand
  it.each([
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2011-12-30T09:00', 'Pacific/Apia', '2011-12-30T19:00:00.000Z'],
  ])('%s in %s is %s', (wall, zone, time) => {
    expect(new Date(instantOf(wall, zone)).toISOString()).toBe(time)
  })

  it('that is none has no time', () => {
    expect(() => instantOf('tomorrow', 'UTC')).toThrow(RangeError)
  })
})

describe('what a zone shows', () => {
  // weeks as Python's date.isocalendar says
  it.each([
    ['2026-11-27T15:00Z', 'Europe/Berlin', '2026-11-27 16:00 2026-W48'],
    ['2027-01-03T12:00Z', 'UTC', '2027-01-03 12:00 2026-W53'],
    ['2027-01-03T12:00Z', 'Pacific/Kiritimati', '2027-01-04 02:00 2027-W01'],
    ['2024-12-30T00:00Z', 'UTC', '2024-12-30 00:00 2025-W01'],
    ['2023-01-01T00:00Z', 'UTC', '2023-01-01 00:00 2022-W52'],
    ['2026-01-01T00:00Z', 'Asia/Kathmandu', '2026-01-01 05:45 2026-W01'],
    ['1970-01-01T00:00Z', 'America/Los_Angeles', '1969-12-31 16:00 1970-W01'],
  ])('at %s in %s is %s', (time, zone, parts) => {
    const { date, time: clock, week } = localParts(Date.parse(time), zone)
    expect(`${date} ${clock} ${week}`).toBe(parts)
  })
})

describe('the name of a zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'europe/berlin', 'US/Pacific'])('is %s', (name) => {
    expect(timeZoneProblem(name)).toBeUndefined()
  })

  it.each([
    ['Europe/Berln', 'Europe/Berlin'],
    ['Berlin', 'Europe/Berlin'],
    ['new york', 'America/New_York'],
    ['America/NewYork', 'America/New_York'],
    // Node lists these under older names
    ['Asia/Kolkatta', 'Asia/Kolkata'],
    ['Kathmandu', 'Asia/Kathmandu'],
    ['Europe/Kyv', 'Europe/Kyiv'],
    ['utc ', 'UTC'],
    // nothing is near
    ['CEST', 'Europe/Berlin'],
    ['', 'Europe/Berlin'],
    ['x'.repeat(1_000_000), 'Europe/Berlin'],
  ])('is not %s, but perhaps another', (text, name) => {
    expect(timeZoneProblem(text)).toBe(`must be the name of a time zone such as ${name}`)
  })

  it.each(['+02:00', 'UTC+1', 'GMT-5'])('is not %s, which is an offset', (text) => {
    expect(timeZoneProblem(text)).toBe(
      'must be the name of a time zone such as Europe/Berlin: an offset does not say when clocks change',
    )
  })
})

const minuteMs = 60_000
const hourMs = 60 * minuteMs

function durationOf(text: string) {
  const parsed = parseDuration(text)
  if ('problem' in parsed) throw new Error(`${text} ${parsed.problem}`)
  return parsed.duration
}

describe('a duration', () => {
  it.each([
    ['-P1D', { months: 0, days: -1, ms: 0 }],
    ['+P2D', { months: 0, days: 2, ms: 0 }],
    ['P2DT3H', { months: 0, days: 2, ms: 3 * hourMs }],
    ['PT90M', { months: 0, days: 0, ms: 90 * minuteMs }],
    ['-PT1H30S', { months: 0, days: 0, ms: -hourMs - 30_000 }],
    ['-P1W', { months: 0, days: -7, ms: 0 }],
    ['P1Y', { months: 12, days: 0, ms: 0 }],
    ['-P1M1D', { months: -1, days: -1, ms: 0 }],
    ['-P366D', { months: 0, days: -366, ms: 0 }],
    ['-P0D', { months: 0, days: 0, ms: 0 }],
  ])('is read: %s', (text, duration) => {
    expect(parseDuration(text)).toEqual({ duration })
  })

  it.each(['P', 'PT', '-P', 'P1DT', 'P1', '1D', 'P1.5D', 'P-1D', '--P1D', '', `P${'1'.repeat(1_000_000)}D`])(
    'is refused: %s',
    (text) => {
      expect(parseDuration(text)).toEqual({
        problem: 'must be an ISO 8601 duration such as -P1D, +P2DT3H or +PT90M',
      })
    },
  )

  it.each(['P367D', '-P367D', 'P366DT1S', 'P53W', 'P13M', 'P1Y1D', 'PT8785H'])('is too long: %s', (text) => {
    expect(parseDuration(text)).toEqual({ problem: 'must be at most 366 days, before or after' })
  })

  // by hand: days keep the local time, hours are hours
  it.each([
    ['2026-03-28T01:30Z', '+P1D', 'Europe/Berlin', '2026-03-29T01:30Z', 'into a gap: 2:30 is 3:30'],
    ['2026-03-28T08:00Z', '+P1D', 'Europe/Berlin', '2026-03-29T07:00Z', 'a day of 23 hours'],
    ['2026-03-28T08:00Z', 'PT24H', 'Europe/Berlin', '2026-03-29T08:00Z', 'hours over the same change'],
    ['2026-03-30T07:00Z', '-P2D', 'Europe/Berlin', '2026-03-28T08:00Z', 'back over it'],
    ['2026-10-25T01:30Z', 'P0D', 'Europe/Berlin', '2026-10-25T01:30Z', 'the second 2:30 stays the second'],
    [
      '2026-10-24T00:30Z',
      'P1DT1H',
      'Europe/Berlin',
      '2026-10-25T01:30Z',
      'a day, then an hour: the second 2:30',
    ],
    ['2026-03-31T09:00Z', '-P1M', 'UTC', '2026-02-28T09:00Z', 'a shorter month: its last day'],
    ['2026-12-31T23:30Z', 'P1Y', 'America/New_York', '2027-12-31T23:30Z', 'a year'],
  ])('added to %s: %s in %s is %s (%s)', (from, text, zone, to) => {
    expect(new Date(plus(Date.parse(from), durationOf(text), zone)).toISOString()).toBe(
      to.replace('Z', ':00.000Z'),
    )
  })

  it.each([
    ['2026-11-30', '+P2D', '2026-12-02'],
    ['2024-03-01', '-P1D', '2024-02-29'],
    ['2024-02-29', '-P1Y', '2023-02-28'],
    ['2026-01-31', 'P1M1D', '2026-03-01'],
  ])('added to %s: %s is %s', (date, text, to) => {
    expect(plusDays(date, durationOf(text))).toBe(to)
  })
})
