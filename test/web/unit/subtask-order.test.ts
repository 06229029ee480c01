import { expect, test } from 'vitest'
import { moved, moveOf, nextAfterRemoval } from '../../../web/src/task/subtask-order.ts'

const subtasks = ['a', 'b', 'c'].map((id) => ({ id, label: id, is_completed: false }))
const ids = (list: { id: string }[]) => list.map(({ id }) => id).join('')

test('a move names the neighbour that it passes', () => {
  expect(moveOf(subtasks, 'b', 'up')).toEqual({ beforeSubtaskId: 'a' })
  expect(moveOf(subtasks, 'b', 'down')).toEqual({ afterSubtaskId: 'c' })
})

test('there is no move beyond the ends, and none of a deleted subtask', () => {
  expect(moveOf(subtasks, 'a', 'up')).toBeUndefined()
  expect(moveOf(subtasks, 'c', 'down')).toBeUndefined()
  expect(moveOf(subtasks, 'x', 'down')).toBeUndefined()
})

test('the list shows the move at once', () => {
  expect(ids(moved(subtasks, 'b', 'up'))).toBe('bac')
  expect(ids(moved(subtasks, 'b', 'down'))).toBe('acb')
  expect(ids(moved(subtasks, 'a', 'down'))).toBe('bac')
  expect(ids(moved(subtasks, 'c', 'down'))).toBe('abc')
  expect(ids(moved(subtasks, 'x', 'up'))).toBe('abc')
})

test('the focus goes to the next row, from the last row to the previous one, from the only row nowhere', () => {
  expect(nextAfterRemoval(subtasks, 'a')).toBe('b')
  expect(nextAfterRemoval(subtasks, 'c')).toBe('b')
  expect(nextAfterRemoval([{ id: 'a' }], 'a')).toBeUndefined()
})
