import { expect, test } from 'vitest'
import { daysLeft, daysLeftText } from '../../../web/src/trash/days-left.ts'

const now = Date.parse('2026-06-01T12:00:00.000Z')

test.each([
  ['2026-07-11T12:00:00.000Z', 40],
  ['2026-07-09T13:00:00.000Z', 39],
  ['2026-06-02T12:00:00.000Z', 1],
  ['2026-06-01T12:00:01.000Z', 1],
  ['2026-06-01T12:00:00.000Z', 0],
  ['2026-05-01T12:00:00.000Z', 0],
])('until %s there are %i days', (purgeAt, days) => {
  expect(daysLeft(purgeAt, now)).toBe(days)
})

test('one day is in the singular', () => {
  expect(daysLeftText('2026-06-02T12:00:00.000Z', now)).toBe('1 day left')
  expect(daysLeftText('2026-07-09T12:00:00.000Z', now)).toBe('38 days left')
})
