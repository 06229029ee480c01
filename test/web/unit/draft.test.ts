import { expect, test } from 'vitest'
import type { Task, TaskAnswer } from '../../../client/src/index.ts'
import { advance, draftOf, follow, isChanged, yieldTo } from '../../../web/src/task/draft.ts'
import { changesOf } from '../../../web/src/changes/texts.ts'
import { sampleTask } from '../../harness/sample-task.ts'

const task = sampleTask('1', {
  label: 'Call Ada',
  project_id: 'p1',
  workflow_lane_id: null,
  position: '0|a:',
})
const first: TaskAnswer = { task, etag: '"1"' }
const second = (changes: Partial<Task>): TaskAnswer => ({ task: { ...task, ...changes }, etag: '"2"' })

test('Save sends only what was changed', () => {
  const draft = draftOf(first)
  expect(changesOf(draft)).toEqual({})
  expect(changesOf({ ...draft, label: '  Call Bea ' })).toEqual({ label: 'Call Bea' })
  expect(changesOf({ ...draft, description: 'At noon' })).toEqual({ description: 'At noon' })
})

test('blanks around the label are not a change, and an emptied description is sent as null', () => {
  expect(isChanged({ ...draftOf(first), label: ' Call Ada ' })).toBe(false)
  const described = second({ description: 'At noon' })
  expect(changesOf({ ...draftOf(described), description: '' })).toEqual({ description: null })
})

test('without unsaved changes the draft follows the task', () => {
  expect(follow(draftOf(first), second({ label: 'Call Bea' })).label).toBe('Call Bea')
})

test('with unsaved changes it stays based on the old version if others changed the same text', () => {
  const draft = { ...draftOf(first), label: 'Mine' }
  expect(follow(draft, second({ label: 'Theirs', description: 'Their words' }))).toBe(draft)
})

test('changes by others are merged into every text that the person has not changed', () => {
  const draft = { ...draftOf(first), label: 'Mine ' }
  const theirs = second({ status: 2, description: 'Their words' })
  expect(follow(draft, theirs)).toEqual({ seen: theirs, label: 'Mine ', description: 'Their words' })
  const same = second({ label: 'Mine' })
  expect(isChanged(follow(draft, same))).toBe(false)
})

test('a label that is being typed keeps its blanks', () => {
  const draft = { ...draftOf(first), label: 'Call Ada ' }
  expect(follow(draft, second({ status: 2 })).label).toBe('Call Ada ')
})

test('taking the others’ version of one text keeps the other text', () => {
  const draft = { ...draftOf(first), label: 'Mine', description: 'My words' }
  const theirs = second({ label: 'Theirs' })
  expect(yieldTo(draft, ['label'], theirs)).toEqual({
    seen: theirs,
    label: 'Theirs',
    description: 'My words',
  })
})

test('after a save the sent text counts as saved, and text typed since then is kept', () => {
  const sent = { ...draftOf(first), label: 'Mine', description: 'At noon' }
  const answer = second({ label: 'Mine', description: 'At noon' })
  expect(advance(sent, sent, answer)).toEqual(draftOf(answer))
  expect(advance({ ...sent, description: 'At one' }, sent, answer)).toEqual({
    seen: answer,
    label: 'Mine',
    description: 'At one',
  })
})
