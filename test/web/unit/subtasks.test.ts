import { expect, test } from 'vitest'
import { changeTo, inverse, withValues, type Change } from '../../../web/src/changes/change.ts'
import {
  subtaskAddition,
  subtaskChange,
  subtaskDeletion,
  subtaskMove,
} from '../../../web/src/changes/subtasks.ts'
import { nextAfterRemoval } from '../../../web/src/ui/use-row-focus.ts'
import { sampleTask } from '../../harness/sample-task.ts'

const subtasks = ['a', 'b', 'c'].map((id) => ({ id, label: id, is_completed: false }))
const task = sampleTask('t', { subtasks })
const after = (change: Change | undefined, before = task) =>
  typeof change?.after === 'object' ? withValues(before, change.after) : before
const shown = (change: Change | undefined, before = task) =>
  after(change, before)
    .subtasks.map(({ label, is_completed }) => (is_completed ? '+' : '') + label)
    .join(' ')

test('a subtask is moved, changed, deleted and added, and the inverse gives what was', () => {
  const added = { id: 'd', label: 'd', is_completed: true }
  const changes: [Change | undefined, string][] = [
    [subtaskMove(task, 'b', 0), 'b a c'],
    [subtaskMove(task, 'a', 2), 'b c a'],
    [subtaskMove(task, 'c', 2), 'a b c'],
    [subtaskMove(task, 'x', 0), 'a b c'],
    [subtaskChange(task, 'a', { is_completed: true }), '+a b c'],
    [subtaskDeletion(task, 'b'), 'a c'],
    [subtaskAddition(task, [added, { ...added, id: 'e', label: 'e' }]), 'a b c +d +e'],
  ]
  for (const [change, expected] of changes) {
    expect(shown(change)).toBe(expected)
    expect(change ? shown(inverse(change), after(change)) : 'a b c').toBe('a b c')
  }
})

test('a subtask comes behind the nearest of those before it that is there, and one that is gone is not changed', () => {
  const deletion = subtaskDeletion(task, 'c')
  const without = sampleTask('t', { subtasks: subtasks.slice(0, 1) })
  expect(shown(inverse(deletion), without)).toBe('a c')
  expect(shown(inverse(deletion), sampleTask('t'))).toBe('c')
  expect(shown(changeTo(task, { 'subtasks.c.label': 'x' }), without)).toBe('a')
})

test('the focus goes to the next row, from the last row to the previous one, from the only row nowhere', () => {
  expect(nextAfterRemoval(subtasks, 'a')).toBe('b')
  expect(nextAfterRemoval(subtasks, 'c')).toBe('b')
  expect(nextAfterRemoval([{ id: 'a' }], 'a')).toBeUndefined()
})
