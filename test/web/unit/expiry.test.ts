import { afterEach, expect, test } from 'vitest'
import { dayOf, endOfDay } from '../../../web/src/tokens/expiry.ts'

afterEach(() => {
  process.env.TZ = 'UTC'
})

test.each([
  ['UTC', '2027-01-31', '2027-01-31T23:59:59.000Z'],
  ['Europe/Vienna', '2027-01-31', '2027-01-31T22:59:59.000Z'],
  ['Europe/Vienna', '2027-03-28', '2027-03-28T21:59:59.000Z'],
  ['America/Los_Angeles', '2027-01-31', '2027-02-01T07:59:59.000Z'],
])('in %s the day %s ends at %s', (zone, day, end) => {
  process.env.TZ = zone
  expect(endOfDay(day)).toBe(end)
})

test.each(['', '2027-1-31', '2027-02-30', 'tomorrow'])('%j is no day', (day) => {
  expect(endOfDay(day)).toBeUndefined()
})

test('a day is that of the local time', () => {
  process.env.TZ = 'Asia/Tokyo'
  expect(dayOf(new Date('2027-01-01T20:00:00.000Z'))).toBe('2027-01-02')
})
