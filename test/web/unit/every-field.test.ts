import { expect, test } from 'vitest'
import type { Form, Task, TaskChanges } from '../../../client/src/index.ts'
import { bodyName, taskFields, type TaskFieldName } from '../../../lib/tasks/fields.ts'
import {
  changeOf,
  inverse,
  type Values,
  withChanges,
  withoutFields,
  withValues,
} from '../../../web/src/changes/change.ts'
import { differingFields } from '../../../web/src/changes/merge.ts'
import { draftOf, mappingOf } from '../../../web/src/forms/mapping.ts'
import { sampleTask } from '../../harness/sample-task.ts'

const names = Object.keys(taskFields) as TaskFieldName[] // it has these keys only
/** The fields of the API's own table that a change sets: a new one takes part by itself. A position is nobody's field. */
const changeable = names.filter(
  (name) => taskFields[name].change !== null && name !== 'fields' && name !== 'position',
)
const mapped = names.filter((name) => taskFields[name].mapping !== null)

const other = (value: unknown) => (typeof value === 'number' ? (value + 1) % 3 : `${String(value)}, changed`)

test.each(changeable)('a change of %s is sent when it is late, undone, and made again', (name) => {
  const seen = sampleTask('1')
  const before = seen as unknown as Record<string, unknown> // the test goes over its attributes by name
  const changes = { [bodyName(name)]: other(before[name]) } as TaskChanges
  const after: Task = withChanges(seen, changes)
  expect(after).toHaveProperty(name, other(before[name]))
  expect(differingFields(seen, after)).toContain(name)
  const change = changeOf(seen, changes)
  expect(withoutFields(change, differingFields(seen, after), seen)).toBeUndefined()
  const undone = withValues(after, inverse(change).after as Values) // it is neither made anew nor deleted
  expect(undone).toEqual(seen)
  expect(withChanges(undone, changes)).toEqual(after)
})

test.each(mapped)('the form editor keeps %s of a mapping', (name) => {
  const value = name === 'fields' ? { due: '{{due}}' } : name === 'status' ? 1 : 'x'
  const form = { mapping: { [name]: value } } as unknown as Form // the draft is made of the mapping only
  expect(mappingOf(draftOf(form))).toEqual({ [bodyName(name)]: value })
})

test('the form editor keeps the task that a mapping comments on', () => {
  const form = { mapping: { comment_on: 'ext:{{ticket}}' } } as unknown as Form // as above
  expect(mappingOf(draftOf(form))).toEqual({ commentOn: 'ext:{{ticket}}' })
})
