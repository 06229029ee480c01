import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { endOfDay } from '../../../web/src/ui/day.ts'

/** Evaluates an expression of the module in a time zone, in a new process: a process sets its zone at start. */
function inZone(zone: string, expression: string): string {
  const url = import.meta.resolve('../../../web/src/ui/day.ts')
  const program = `import { dayOf, endOfDay } from '${url}'; process.stdout.write(${expression})`
  const env = { ...process.env, TZ: zone }
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], { env, encoding: 'utf8' })
}

test.each([
  ['UTC', '2027-01-31', '2027-01-31T23:59:59.000Z'],
  ['Europe/Vienna', '2027-01-31', '2027-01-31T22:59:59.000Z'],
  ['Europe/Vienna', '2027-03-28', '2027-03-28T21:59:59.000Z'],
  ['America/Los_Angeles', '2027-01-31', '2027-02-01T07:59:59.000Z'],
])('in %s the day %s ends at %s', (zone, day, end) => {
  expect(inZone(zone, `endOfDay('${day}')`)).toBe(end)
})

test.each(['', '2027-1-31', '2027-02-30', 'tomorrow'])('%j is not a valid day', (day) => {
  expect(endOfDay(day)).toBeUndefined()
})

test('a day is in local time', () => {
  expect(inZone('Asia/Tokyo', `dayOf(new Date('2027-01-01T20:00:00.000Z'))`)).toBe('2027-01-02')
})
