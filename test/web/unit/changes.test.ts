import { QueryClient } from '@tanstack/preact-query'
import { beforeEach, expect, test } from 'vitest'
import type { Change, Project, Task } from '../../../client/src/index.ts'
import { keys } from '../../../web/src/data/api.ts'
import { removeMissing, whyGone } from '../../../web/src/data/cache.ts'
import { applyChanges } from '../../../web/src/data/changes.ts'
import { tasksOf, type Column } from '../../../web/src/data/columns.ts'
import { at, sampleTask as task } from '../../harness/sample-task.ts'

const event = { id: 'evt_1', version: 2, origin: null }
const updated = (changed: Task): Change => ({ ...event, type: 'updated', task: changed })
const deleted = (id: string, more: { reason?: 'moved' } = {}): Change => ({
  ...{ ...event, ...more },
  type: 'deleted',
  task: { id, project_id: 'p', deleted_at: at(2) },
})

const project = (id: string): Project => ({
  ...{ id, label: id, task_count: 2, task_quota: 10, created_at: at(0), updated_at: at(0) },
  workflow_lanes: [{ id: 'l', label: 'Lane', task_count: 2, task_status: null }],
})

let cache: QueryClient
const lane = keys.column('p', 'l', { statuses: [] })
const none = keys.column('p', 'none', { statuses: [] })
const ids = (key: readonly unknown[]) => tasksOf(cache.getQueryData<Column>(key)).map(({ id }) => id)
const counts = () => {
  const { task_count, workflow_lanes } = cache.getQueryData<Project>(keys.project('p')) ?? project('p')
  return [task_count, ...workflow_lanes.map((each) => each.task_count)]
}
const isStale = (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated

beforeEach(() => {
  cache = new QueryClient()
  const column = (...tasks: Task[]): Column => ({
    pageParams: [undefined],
    pages: [{ tasks, next_cursor: null }],
  })
  cache.setQueryData(lane, column(task('a'), task('c')))
  cache.setQueryData(none, column())
  for (const key of [keys.projects, keys.trash('p')]) cache.setQueryData(key, 'known')
  for (const id of ['p', 'q']) cache.setQueryData(keys.project(id), project(id))
  return () => {
    cache.clear()
  }
})

test('a new task appears in its column, and its project is refetched', () => {
  applyChanges(cache, [updated(task('b'))])
  expect(ids(lane)).toEqual(['a', 'b', 'c'])
  expect([keys.projects, keys.project('p'), keys.project('q')].map(isStale)).toEqual([true, true, false])
})

test('a moved task leaves one column and appears in the other', () => {
  applyChanges(cache, [updated(task('a', { workflow_lane_id: null, updated_at: at(2) }))])
  expect([ids(lane), ids(none)]).toEqual([['c'], ['a']])
  expect(isStale(keys.trash('p'))).toBe(false)
  expect(counts()).toEqual([2, 1])
})

test('a deleted task disappears, and the trash is refetched', () => {
  applyChanges(cache, [deleted('a')])
  expect(ids(lane)).toEqual(['c'])
  expect(isStale(keys.trash('p'))).toBe(true)
  expect(counts()).toEqual([1, 1])
})

test('a task that has moved out of sight disappears; it is not told to be deleted, also when it is not found', () => {
  applyChanges(cache, [deleted('a', { reason: 'moved' })])
  expect(ids(lane)).toEqual(['c'])
  expect(counts()).toEqual([1, 1])
  removeMissing(cache, 'a', true)
  expect(whyGone('a')).toBe('moved')
  applyChanges(cache, [updated(task('a', { updated_at: at(4) }))])
  expect([ids(lane), whyGone('a')]).toEqual([['a', 'c'], undefined])
})

test('a task that is not found is deleted, or has moved out of sight of a bound token', () => {
  for (const [isBound, why] of [
    [false, 'deleted'],
    [true, 'either'],
  ] as const) {
    applyChanges(cache, [updated(task('a', { updated_at: at(4) }))])
    removeMissing(cache, 'a', isBound)
    expect([ids(lane), whyGone('a')]).toEqual([['c'], why])
  }
})

test("a change that is older than the answer to the page's own write changes nothing", () => {
  cache.setQueryData<Column>(lane, {
    pageParams: [undefined],
    pages: [{ tasks: [task('a', { label: 'New', updated_at: at(3) })], next_cursor: null }],
  })
  applyChanges(cache, [updated(task('a', { label: 'Old', updated_at: at(2) }))])
  expect(tasksOf(cache.getQueryData<Column>(lane))[0]?.label).toBe('New')
})

test('the last of several changes of a task counts', () => {
  applyChanges(cache, [updated(task('b')), deleted('b')])
  expect(ids(lane)).toEqual(['a', 'c'])
  applyChanges(cache, [deleted('a'), updated(task('a', { updated_at: at(4) }))])
  expect(ids(lane)).toEqual(['a', 'c'])
})

test('a task moved to another project leaves its old one', () => {
  applyChanges(cache, [updated(task('a', { project_id: 'q', workflow_lane_id: null, updated_at: at(2) }))])
  expect(ids(lane)).toEqual(['c'])
  expect(counts()).toEqual([1, 1])
  expect([keys.project('p'), keys.project('q')].map(isStale)).toEqual([true, true])
})

test('nothing is refetched without changes', () => {
  applyChanges(cache, [])
  expect(isStale(keys.projects)).toBe(false)
})
