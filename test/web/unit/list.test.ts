import { expect, test } from 'vitest'
import type { Field, Project, Task } from '../../../client/src/index.ts'
import { columnsOf, nextSort, sorted } from '../../../web/src/board/list/columns.ts'
import { groupsOf } from '../../../web/src/due/groups.ts'
import { sampleTask } from '../../harness/sample-task.ts'

const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
const due: Field = { key: 'due', label: 'Due', type: 'date', ...times }
const priority: Field = {
  ...{ key: 'priority', label: 'Priority', type: 'select', ...times },
  options: [
    { value: 'high', label: 'High' },
    { value: 'low', label: 'Low' },
  ],
}
const unused: Field = { key: 'note', label: 'Note', type: 'text', ...times }
const project: Project = {
  ...{ id: 'p', label: 'Project', task_count: 4, task_quota: 10, ...times },
  workflow_lanes: [
    { id: 'l2', label: 'First', task_count: 0, task_status: null },
    { id: 'l1', label: 'Second', task_count: 0, task_status: null },
  ],
}
const task = (id: string, fields: Task['fields'], more: Partial<Task> = {}) =>
  sampleTask(id, { label: `Task ${id}`, ...(fields && { fields }), ...more })
const tasks = [
  task('10', { due: '2026-12-24', priority: 'low' }, { workflow_lane_id: 'l1' }),
  task('2', { due: '2026-11-01', priority: 'gone' }, { workflow_lane_id: null }),
  task('3', undefined, { workflow_lane_id: 'l2' }),
  task('4', { priority: 'high' }, { workflow_lane_id: 'l2', status: 2 }),
]
const columns = columnsOf(project, [due, priority, unused], tasks)
const ids = (sort: string) => sorted(tasks, columns, sort).map(({ id }) => id)

test('the list has a column for each field that a task has, or that holds dates', () => {
  expect(columns.map(({ id }) => id)).toEqual([
    ...['label', 'status', 'lane', 'fields.due', 'fields.priority', 'changed'],
  ])
  expect(columnsOf(project, [due, priority], []).map(({ name }) => name)).toContain('Due')
})

test('tasks are sorted by any column, those without a value last in both orders', () => {
  expect(ids('')).toEqual(['10', '2', '3', '4'])
  expect(ids('label')).toEqual(['2', '3', '4', '10'])
  expect(ids('fields.due')).toEqual(['2', '10', '3', '4'])
  expect(ids('-fields.due')).toEqual(['10', '2', '3', '4'])
  expect(ids('fields.priority')).toEqual(['4', '10', '2', '3'])
  expect(ids('lane')).toEqual(['3', '4', '10', '2'])
  expect(ids('-status')).toEqual(['4', '10', '2', '3'])
  expect(ids('fields.gone')).toEqual(['10', '2', '3', '4'])
})

test('a heading sorts up, then down, then not', () => {
  expect(nextSort('', 'label')).toBe('label')
  expect(nextSort('label', 'label')).toBe('-label')
  expect(nextSort('-label', 'label')).toBe('')
  expect(nextSort('-label', 'lane')).toBe('lane')
})

test('what is due is grouped by the day of the person, and what is done is left out', () => {
  const now = new Date()
  const inDays = (days: number) => new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days))
  const at = (days: number) => inDays(days).toISOString().slice(0, 10)
  const dated = [8, 1, -1, 0, 7, 2].map((days) => task(String(days), { due: at(days) }))
  const groups = groupsOf(
    [due],
    [...dated, task('none', undefined), task('done', { due: at(0) }, { status: 2 })],
  )
  expect(groups.map(({ name, tasks: of }) => [name, of.map((one) => one.task.id)])).toEqual([
    ['Overdue', ['-1']],
    ['Today', ['0']],
    ['Tomorrow', ['1']],
    ['Next 7 days', ['2', '7']],
    ['Later', ['8']],
  ])
})
