import { expect, test } from 'vitest'
import type { ColumnScope } from '../../../web/src/data/columns.ts'
import { withWrites, type Write } from '../../../web/src/data/writes.ts'
import { sampleTask as task } from '../../harness/sample-task.ts'

const scope: ColumnScope = { projectId: 'p', laneId: 'l', statuses: [], text: '' }
const tasks = [task('a'), task('b'), task('c')]
const ids = (writes: Write[], filter = scope, list = tasks) =>
  withWrites(list, writes, filter).map(({ id }) => id)

test('a moved card is shown in its new place', () => {
  expect(ids([{ task: task('a'), place: { after: 'b' } }])).toEqual(['b', 'a', 'c'])
  expect(ids([{ task: task('c'), place: { after: null } }])).toEqual(['c', 'a', 'b'])
})

test('a card moved to another lane disappears from its old lane and appears in the new one', () => {
  const write: Write = { task: task('b', { workflow_lane_id: null }), place: { after: null } }
  expect(ids([write])).toEqual(['a', 'c'])
  expect(ids([write], { ...scope, laneId: 'none' }, [])).toEqual(['b'])
})

test('writes are applied in the order in which they were made', () => {
  const writes: Write[] = [
    { task: task('a'), place: { after: 'c' } },
    { task: task('b'), place: { after: 'a' } },
  ]
  expect(ids(writes)).toEqual(['c', 'a', 'b'])
})

test('a new task is shown at the end', () => {
  expect(ids([{ task: task('new', { position: '' }), place: 'end' }])).toEqual(['a', 'b', 'c', 'new'])
})

test('a changed task keeps its place, unless the filter now hides it or starts to show it', () => {
  const done: Write = { task: task('b', { status: 2 }), place: 'same' }
  expect(withWrites(tasks, [done], scope)[1]?.status).toBe(2)
  expect(ids([done], { ...scope, statuses: [0] })).toEqual(['a', 'c'])
  expect(ids([done], { ...scope, statuses: [2] }, [task('a'), task('c')])).toEqual(['a', 'b', 'c'])
})

test('a write to another project changes nothing here', () => {
  expect(ids([{ task: task('x', { project_id: 'q' }), place: 'end' }])).toEqual(['a', 'b', 'c'])
})

test('a write that makes a task a hit of the search shows it, and one that ends that hides it', () => {
  const found = { ...scope, text: 'door' }
  const list = [task('a', { label: 'Door' })]
  const labelled = (label: string): Write => ({ task: task('a', { label }), place: 'same' })
  expect(ids([labelled('Window')], found, list)).toEqual([])
  expect(ids([labelled('Doors')], found, [])).toEqual(['a'])
})

test('a deleted card goes, and one that is put back is shown where its position says', () => {
  expect(ids([{ task: task('b'), place: 'gone' }])).toEqual(['a', 'c'])
  expect(ids([{ task: task('b'), place: 'sorted' }], scope, [task('a'), task('c')])).toEqual(['a', 'b', 'c'])
  // also within its column
  expect(ids([{ task: task('a', { position: 'bb' }), place: 'sorted' }])).toEqual(['b', 'a', 'c'])
})
