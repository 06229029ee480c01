import { expect, test } from 'vitest'
import type { Task } from '../../../client/src/index.ts'
import { anyLane, mayMiss, place, tasksOf, without, type Column } from '../../../web/src/data/columns.ts'
import { sampleTask } from '../../harness/sample-task.ts'

const scope = { projectId: 'p', laneId: 'l', statuses: [], text: '' }
const task = (id: string, position: string, changes: Partial<Task> = {}) =>
  sampleTask(id, { position, ...changes })
const column = (next_cursor: string | null, ...pages: Task[][]): Column => ({
  pageParams: pages.map(() => undefined),
  pages: pages.map((tasks, index) => ({
    tasks,
    next_cursor: index < pages.length - 1 ? `page ${index + 2}` : next_cursor,
  })),
})
const ids = (found: Column) => tasksOf(found).map(({ id }) => id)

const a = task('a', '1')
const b = task('b', '3')
const c = task('c', '5')
const whole = column(null, [a, b], [c])

test('a new task is inserted by its position', () => {
  expect(ids(place(whole, task('x', '0'), scope))).toEqual(['x', 'a', 'b', 'c'])
  expect(ids(place(whole, task('x', '2'), scope))).toEqual(['a', 'x', 'b', 'c'])
  expect(ids(place(whole, task('x', '4'), scope))).toEqual(['a', 'b', 'x', 'c'])
  expect(ids(place(whole, task('x', '6'), scope))).toEqual(['a', 'b', 'c', 'x'])
  expect(ids(place(column(null, []), task('x', '6'), scope))).toEqual(['x'])
})

test('tasks with the same position are ordered by id', () => {
  expect(ids(place(whole, task('0', '3'), scope))).toEqual(['a', '0', 'b', 'c'])
  expect(ids(place(whole, task('x', '3'), scope))).toEqual(['a', 'b', 'x', 'c'])
})

test('a task after the last fetched page is left out', () => {
  const part = column('page 3', [a, b], [c])
  expect(ids(place(part, task('x', '6'), scope))).toEqual(['a', 'b', 'c'])
  expect(ids(place(part, { ...a, position: '6' }, scope))).toEqual(['b', 'c'])
})

test('a moved task appears once', () => {
  expect(ids(place(whole, { ...a, position: '6' }, scope))).toEqual(['b', 'c', 'a'])
  expect(ids(place(whole, { ...c, position: '0' }, scope))).toEqual(['c', 'a', 'b'])
})

test('a changed task is replaced in its place', () => {
  const changed = place(whole, { ...b, label: 'New' }, scope)
  expect(tasksOf(changed).map(({ label }) => label)).toEqual(['a', 'New', 'c'])
})

test('a task that belongs elsewhere is removed; if it was not in the column, nothing changes', () => {
  expect(ids(place(whole, { ...b, workflow_lane_id: null }, scope))).toEqual(['a', 'c'])
  expect(ids(place(whole, { ...b, project_id: 'q' }, scope))).toEqual(['a', 'c'])
  expect(ids(place(whole, { ...b, status: 2 }, { ...scope, statuses: [0, 1] }))).toEqual(['a', 'c'])
  expect(place(whole, task('x', '2', { workflow_lane_id: null }), scope)).toBe(whole)
  expect(without(whole, 'x')).toBe(whole)
})

test('the column without a lane holds the tasks without a lane', () => {
  const none = { ...scope, laneId: 'none' }
  expect(ids(place(column(null, []), task('x', '1', { workflow_lane_id: null }), none))).toEqual(['x'])
})

test('a task in two pages, because it moved while they were fetched, counts once', () => {
  expect(ids(column(null, [a, b], [{ ...a, position: '4' }, c]))).toEqual(['a', 'b', 'c'])
})

test('what a column holds of a search follows changes of the text', () => {
  const search = { ...scope, laneId: anyLane, text: 'door' }
  const hits = column(null, [task('a', '1', { label: 'Door' })])
  expect(
    ids(place(hits, task('b', '2', { label: 'Front door', workflow_lane_id: 'other' }), search)),
  ).toEqual(['a', 'b'])
  expect(ids(place(hits, task('b', '2', { label: 'Window' }), search))).toEqual(['a'])
  expect(ids(place(hits, task('a', '1', { label: 'Window' }), search))).toEqual([])
})

test('a page that is not full may end behind its last hit, so a new hit may be missing', () => {
  const search = { ...scope, text: 'door' }
  const hit = task('b', '2', { label: 'Front door' })
  const short = column('next', [task('a', '1', { label: 'Door' })])
  expect(mayMiss(short, hit, search)).toBe(true)
  expect(mayMiss(short, task('b', '2', { label: 'Window' }), search)).toBe(false)
  expect(mayMiss(column(null, [a]), hit, search)).toBe(false)
  expect(mayMiss(column('next', [hit]), hit, search)).toBe(false)
  const full = Array.from({ length: 100 }, (_, index) => task(`t${index}`, '1'))
  expect(mayMiss(column('next', full), hit, search)).toBe(false)
})
