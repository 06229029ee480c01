import { expect, test } from 'vitest'
import { TasksApiError } from '../../../client/src/index.ts'
import { failuresText } from '../../../web/src/ui/failures.ts'

const missing = new TasksApiError('task_not_found', 'There is no such task.')
const full = new TasksApiError('quota_exceeded', 'The project is full.')

test('one reason is said once', () => {
  expect(failuresText([missing, missing, missing], 40, 'not moved')).toBe(
    '3 of 40 not moved: There is no such task.',
  )
})

test('several reasons are counted', () => {
  expect(failuresText([missing, full, missing], 40, 'not moved')).toBe(
    '3 of 40 not moved: 2 × There is no such task. 1 × The project is full.',
  )
})

test('of a single task, no number is said', () => {
  expect(failuresText([full], 1, 'not restored', () => 'It is full.')).toBe('Not restored: It is full.')
})
