import { expect, test } from 'vitest'
import type { Task } from '../../../client/src/index.ts'
import { changeOf, withChanges, withoutFields } from '../../../web/src/changes/change.ts'
import { contestedFields, differingFields, writtenFields } from '../../../web/src/changes/merge.ts'
import { sampleTask } from '../../harness/sample-task.ts'

const seen = sampleTask('1', {
  ...{ label: 'Call Ada', project_id: 'p1', workflow_lane_id: 'l1', position: '0|a:' },
  subtasks: [{ id: 's1', label: 'Find the number', is_completed: false }],
})

test('differing fields are those that a person can see, in the order of the form', () => {
  const other: Task = {
    ...seen,
    status: 2,
    label: 'Call Bea',
    position: '0|b:',
    updated_at: '2026-01-02T00:00:00.000Z',
  }
  expect(differingFields(seen, other)).toEqual(['label', 'status'])
  expect(differingFields(seen, { ...seen, position: '0|b:' })).toEqual([])
})

test('no description and an empty one are the same', () => {
  expect(differingFields(seen, { ...seen, description: '' })).toEqual([])
})

test('each value of the account’s own fields is a field of its own', () => {
  const mine = { ...seen, fields: { due: '2026-12-24', tags: ['a'] } }
  const theirs = { ...seen, fields: { due: '2026-12-24', tags: ['a', 'b'], estimate: 3 } }
  expect(differingFields(mine, theirs)).toEqual(['fields.tags', 'fields.estimate'])
  expect(withChanges(mine, { fields: { due: null, constructor: 'x' } }).fields).toEqual({
    tags: ['a'],
    constructor: 'x',
  })
  const changes = { fields: { due: '2027-01-01', estimate: 5 } }
  expect(contestedFields({ seen: mine, changes: { fields: { due: '2027-01-01' } }, theirs })).toEqual([])
  expect(contestedFields({ seen: mine, changes, theirs })).toEqual(['fields.estimate'])
  const left = withoutFields(changeOf(mine, changes), ['fields.estimate'], theirs)
  expect(left?.after).toEqual({ 'fields.due': '2027-01-01' })
})

test('subtasks differ by label, completion and order', () => {
  const [first] = seen.subtasks
  if (!first) throw new Error('The sample has a subtask.')
  const ticked = { ...seen, subtasks: [{ ...first, is_completed: true }] }
  expect(differingFields(seen, ticked)).toEqual(['subtasks'])
})

test('a task that moves to another project leaves its lane', () => {
  expect(withChanges(seen, { projectId: 'p2' })).toMatchObject({ project_id: 'p2', workflow_lane_id: null })
  expect(withChanges(seen, { projectId: 'p1' })).toEqual(seen)
  expect(withChanges(seen, { projectId: 'p2', workflowLaneId: 'l9' })).toMatchObject({
    workflow_lane_id: 'l9',
  })
})

test('a write names the fields that it changes', () => {
  expect(writtenFields({ seen, changes: { label: 'Mine', status: 0 }, theirs: seen })).toEqual(['label'])
})

test('a task that already has the wanted values leads to no question', () => {
  const theirs: Task = { ...seen, label: 'Mine', status: 1 }
  expect(contestedFields({ seen, changes: { label: 'Mine' }, theirs })).toEqual([])
})

test('a version without a visible change is overwritten without asking', () => {
  const theirs: Task = { ...seen, position: '0|z:' }
  expect(contestedFields({ seen, changes: { label: 'Mine' }, theirs })).toEqual([])
})

test('a change of the same field by someone else leads to a question', () => {
  const conflict = {
    seen,
    changes: { label: 'Mine', status: 1 },
    theirs: { ...seen, label: 'Theirs' },
  } as const
  expect(contestedFields(conflict)).toEqual(['label'])
})

test('a change of another field by someone else does not: both changes are kept', () => {
  expect(contestedFields({ seen, changes: { label: 'Mine' }, theirs: { ...seen, status: 2 } })).toEqual([])
  const both = { seen, changes: { label: 'Mine', status: 2 }, theirs: { ...seen, status: 2 } } as const
  expect(contestedFields(both)).toEqual([])
})
