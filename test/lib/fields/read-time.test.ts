import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDate, readTime } from '../../../lib/fields/read-time.ts'

const berlin = 'Europe/Berlin'
const newYork = 'America/New_York'

describe('a date', () => {
  it.each([
    ['2026-10-05', berlin, '2026-10-05'],
    ['2026-10-05T14:30', berlin, '2026-10-05'],
    ['2026-10-05 11:30 PM', newYork, '2026-10-05'],
    // the day that is written
    ['2026-10-05T00:00:00.000+02:00', berlin, '2026-10-05'],
    ['2026-10-05T00:00:00+0200', newYork, '2026-10-05'],
    ['2026-10-05T23:30:00-05:00', berlin, '2026-10-05'],
    // a program has shifted it to UTC
    ['2026-10-24T22:00:00.000Z', berlin, '2026-10-25'],
    ['2026-10-24T22:00:00+00:00', berlin, '2026-10-25'],
    ['2026-10-24T22:00:00+0000', berlin, '2026-10-25'],
    ['2026-10-05T04:00:00Z', newYork, '2026-10-05'],
    // a program writes a date so
    ['2026-10-05T00:00:00.000Z', newYork, '2026-10-05'],
    ['2026-10-05T00:00:00+0000', berlin, '2026-10-05'],
    ['2026-10-05T00:00:00Z', undefined, '2026-10-05'],
  ])('of %s with the time zone %s is %s', (text, zone, value) => {
    expect(readDate(text, zone)).toEqual({ value })
  })

  it('of a time in UTC says that it is the day there, if no time zone is set', () => {
    expect(readDate('2026-10-24T22:00:00Z', undefined)).toEqual({ value: '2026-10-24', assumed: 'utc' })
  })
})

describe('a time', () => {
  it.each([
    ['2026-10-05T14:30:00+0200', '2026-10-05T12:30:00.000Z'],
    ['2026-10-05T14:30:00+02', '2026-10-05T12:30:00.000Z'],
    ['2026-10-05T14:30+02:00', '2026-10-05T12:30:00.000Z'],
    ['2026-10-05 14:30:00 +0200', '2026-10-05T12:30:00.000Z'],
    ['2026-10-05T14:30:00.123456-05:00', '2026-10-05T19:30:00.123Z'],
    ['2026-10-05T14:30:00,5Z', '2026-10-05T14:30:00.500Z'],
    ['2026-10-05t14:30:00z', '2026-10-05T14:30:00.000Z'],
    ['2026-10-05 14:30:00 UTC', '2026-10-05T14:30:00.000Z'],
    ['2026-10-05T14:30:00+02:00[Europe/Berlin]', '2026-10-05T12:30:00.000Z'],
    // as the control datetime-local of HTML, and Jotform, write it
    ['2026-10-05T14:30', '2026-10-05T12:30:00.000Z'],
    ['2026-10-05 2:30 PM', '2026-10-05T12:30:00.000Z'],
    ['2026-10-05 12:30 AM', '2026-10-04T22:30:00.000Z'],
    ['2026-10-05 12:30 pm', '2026-10-05T10:30:00.000Z'],
  ])('is read of %s', (text, value) => {
    expect(readTime(text, berlin)).toEqual({ value })
  })

  it('without an offset says that it is one in UTC, if no time zone is set', () => {
    expect(readTime('2026-10-05T14:30', undefined)).toEqual({
      value: '2026-10-05T14:30:00.000Z',
      assumed: 'utc',
    })
  })

  it('of a date is its midnight, and says so', () => {
    expect(readTime('2026-10-25', berlin)).toEqual({ value: '2026-10-24T22:00:00.000Z', assumed: 'midnight' })
    expect(readTime('2026-10-25', undefined)).toEqual({
      value: '2026-10-25T00:00:00.000Z',
      assumed: 'midnight',
    })
  })
})

describe('neither a date nor a time', () => {
  it.each([
    '',
    'tomorrow',
    '2026-02-30',
    '2026-02-30T10:00',
    '2026-13-01',
    '2026-10-05T24:00',
    '2026-10-05T14:60',
    '2026-10-05T14:30:60',
    '2026-10-05 13:30 PM',
    '2026-10-05 0:30 AM',
    '2026-10-05T14:30:00+02:60',
    '2026-10-05T14:30:00 CEST',
    '2026-10-05 in the evening',
    '05/10/2026',
  ])('is %j', (text) => {
    expect([readDate(text, berlin), readTime(text, berlin)]).toEqual([undefined, undefined])
  })

  it('is a time whose year in UTC has a sign', () => {
    expect(readTime('9999-12-31T23:00:00-05:00', berlin)).toBeUndefined()
    expect(readTime('0000-01-01T00:00:00+05:00', berlin)).toBeUndefined()
  })

  it('is any long text, and that is found out at once', () => {
    const text = fc.string({
      unit: fc.constantFrom('0', '-', 'T', ':', ' ', '+', '[', ']', '.'),
      maxLength: 5_000,
    })
    fc.assert(
      fc.property(text, (rest) => {
        expect(readTime(`2026-10-05 ${rest}x`, berlin)).toBeUndefined()
      }),
    )
  })
})
