import { expect, test } from 'vitest'
import {
  type FieldConditions,
  meetsAll,
  withCondition,
  withoutCondition,
} from '../../../web/src/data/field-filter.ts'

const task = {
  fields: {
    ...{ due: '2026-12-24', at: '2026-12-24T18:00:00.000Z', estimate: 3, paid: false },
    ...{ priority: 'high', tags: ['a', 'b'] },
    owner: { id: '11111111-1111-5111-8111-111111111111', email: 'Ada@example.com' },
  },
}

test.each<[FieldConditions, boolean]>([
  [{}, true],
  [{ priority: 'high' }, true],
  [{ priority: 'low' }, false],
  [{ tags: 'b' }, true],
  [{ owner: 'ada@EXAMPLE.com' }, true],
  [{ owner: '11111111-1111-5111-8111-111111111111' }, true],
  [{ owner: 'bob@example.com' }, false],
  [{ owner: 'me' }, false],
  [{ tags: 'c' }, false],
  [{ paid: 'false' }, true],
  [{ paid: 'true' }, false],
  [{ estimate: '3.0' }, true],
  [{ 'estimate.min': '3', 'estimate.max': '3' }, true],
  [{ 'estimate.min': '3.5' }, false],
  [{ 'due.before': '2026-12-25' }, true],
  [{ 'due.before': '2026-12-24' }, false],
  [{ 'due.after': '2026-12-23' }, true],
  [{ 'at.before': '2026-12-24T20:00:00+02:00' }, false],
  [{ 'at.before': '2026-12-24T20:00:00+01:00', due: '2026-12-24' }, true],
  [{ 'at.after': '2026-12-24T18:30:00+01:00' }, true],
  [{ 'due.exists': 'true' }, true],
  [{ 'customer.exists': 'false' }, true],
  [{ 'constructor.exists': 'true' }, false],
  [{ customer: 'Ada' }, false],
  [{ priority: 'high', tags: 'c' }, false],
])('a task meets %j: %s', (conditions, isMet) => {
  expect(meetsAll(task, conditions)).toBe(isMet)
})

test('a field has one condition, or both ends of a range', () => {
  const after = withCondition({}, 'due.after', '2026-01-01')
  const range = withCondition(after, 'due.before', '2026-12-31')
  expect(range).toEqual({ 'due.after': '2026-01-01', 'due.before': '2026-12-31' })
  expect(withCondition(range, 'due', '2026-12-24')).toEqual({ due: '2026-12-24' })
  expect(withCondition({ due: '2026-12-24', paid: 'true' }, 'due.exists', 'true')).toEqual({
    paid: 'true',
    'due.exists': 'true',
  })
  expect(withCondition({ paid: 'true' }, 'paid', 'false')).toEqual({ paid: 'false' })
  expect(withoutCondition(range, 'due.after')).toEqual({ 'due.before': '2026-12-31' })
})
