import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { occurrences } from '../../../lib/rules/time/occurrences.ts'
import { parseRecurrence } from '../../../lib/rules/time/recurrence.ts'

/** The rows of a table of recurrences: what is wished, the rule, its start, and its first days. */
const rows = Array.from(
  readFileSync('docs/how-to/rule-examples.md', 'utf8').matchAll(
    /^\| ([^|`]+?) +\| `(\w+=[^`]+)` +\| `([^`]+)` +\| (`[^|]+`) +\|$/gm,
  ),
  ([, wish = '', rrule = '', start = '', days = '']) => ({ wish, rrule, start, days }),
)

it('the page about rules has recurrences', () => {
  expect(rows.length).toBeGreaterThan(5)
})

it.each(rows)('the page about rules shows the first days of a rule: $wish', ({ rrule, start, days }) => {
  const parsed = parseRecurrence(rrule)
  if ('problem' in parsed) throw new Error(parsed.problem)
  const times = occurrences({ ...parsed, start, timeZone: 'UTC' }, { afterMs: Date.parse('2025-12-31') })
  const first: string[] = []
  for (const timeMs of times) {
    first.push(`\`${new Date(timeMs).toISOString().slice(0, 10)}\``)
    if (first.length === 3) break
  }
  expect(days).toBe(first.join(', '))
})
