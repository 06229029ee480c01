import { expect, it } from 'vitest'
import { counted, nounOf, usedText } from '../../../web/src/ui/format.ts'

it('counts one thing in the singular', () => {
  expect([0, 1, 2, 1000].map((count) => counted(count, 'task'))).toEqual([
    '0 tasks',
    '1 task',
    '2 tasks',
    '1,000 tasks',
  ])
  expect(nounOf(1, 'subtask')).toBe('subtask')
})

it('says how much of a quota is used from 80 % of it on', () => {
  expect(usedText({ task_count: 1, task_quota: 1000 })).toBe('1 task')
  expect(usedText({ task_count: 799, task_quota: 1000 })).toBe('799 tasks')
  expect(usedText({ task_count: 800, task_quota: 1000 })).toBe('800 of 1,000 tasks')
  expect(usedText({ task_count: 1, task_quota: 1 })).toBe('1 of 1 task')
})
