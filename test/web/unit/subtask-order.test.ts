import { expect, test } from 'vitest'
import { moved, moveOf } from '../../../web/src/task/subtask-order.ts'
import { nextAfterRemoval } from '../../../web/src/ui/use-row-focus.ts'

const subtasks = ['a', 'b', 'c'].map((id) => ({ id, label: id, is_completed: false }))
const ids = (list: { id: string }[]) => list.map(({ id }) => id).join('')

test('a move names the subtask that it then follows, or at the start the one that follows it', () => {
  expect(moveOf(subtasks, 'b', 0)).toEqual({ beforeSubtaskId: 'a' })
  expect(moveOf(subtasks, 'b', 2)).toEqual({ afterSubtaskId: 'c' })
  expect(moveOf(subtasks, 'c', 1)).toEqual({ afterSubtaskId: 'a' })
})

test('there is no move to the same place, and none of a deleted subtask', () => {
  expect(moveOf(subtasks, 'a', 0)).toBeUndefined()
  expect(moveOf(subtasks, 'x', 1)).toBeUndefined()
})

test('the list shows the move at once', () => {
  expect(ids(moved(subtasks, 'b', 0))).toBe('bac')
  expect(ids(moved(subtasks, 'a', 2))).toBe('bca')
  expect(ids(moved(subtasks, 'c', 2))).toBe('abc')
  expect(ids(moved(subtasks, 'x', 0))).toBe('abc')
})

test('the focus goes to the next row, from the last row to the previous one, from the only row nowhere', () => {
  expect(nextAfterRemoval(subtasks, 'a')).toBe('b')
  expect(nextAfterRemoval(subtasks, 'c')).toBe('b')
  expect(nextAfterRemoval([{ id: 'a' }], 'a')).toBeUndefined()
})
