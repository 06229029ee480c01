import { QueryClient } from '@tanstack/preact-query'
import { expect, test } from 'vitest'
import type { TaskAnswer } from '../../../client/src/index.ts'
import { keys } from '../../../web/src/data/api.ts'
import { tasksOf, type Column } from '../../../web/src/data/columns.ts'
import { putTask } from '../../../web/src/data/task-cache.ts'
import { at, sampleTask } from '../../harness/sample-task.ts'

const version = (second: number) => sampleTask('a', { label: `At ${second}`, updated_at: at(second) })
const answer = (second: number): TaskAnswer => ({ task: version(second), etag: `"${second}"` })
const lane = keys.column('p', 'l', { statuses: [] })

/** What is shown after an answer: of the open task, whether that is read again, and on the board. */
function shownAfter({ open, onBoard, answered }: { open: number; onBoard: number; answered: number }) {
  const cache = new QueryClient()
  const column: Column = {
    pageParams: [undefined],
    pages: [{ tasks: [version(onBoard)], next_cursor: null }],
  }
  cache.setQueryData(lane, column)
  cache.setQueryData(keys.task('a'), answer(open))
  putTask(cache, answer(answered), version(1))
  const shown = {
    open: cache.getQueryData<TaskAnswer>(keys.task('a'))?.task.label,
    isReadAgain: cache.getQueryState(keys.task('a'))?.isInvalidated,
    onBoard: tasksOf(cache.getQueryData<Column>(lane)).map(({ label }) => label),
  }
  cache.clear()
  return shown
}

test("a write's answer is shown in every view", () => {
  expect(shownAfter({ open: 1, onBoard: 1, answered: 2 })).toEqual({
    open: 'At 2',
    isReadAgain: false,
    onBoard: ['At 2'],
  })
})

test('a late answer does not replace a later change of others', () => {
  expect(shownAfter({ open: 3, onBoard: 1, answered: 2 })).toEqual({
    open: 'At 3',
    isReadAgain: true,
    onBoard: ['At 1'],
  })
  // the board has heard of the change, and reading the open task was cut off by the write
  expect(shownAfter({ open: 1, onBoard: 3, answered: 2 })).toEqual({
    open: 'At 2',
    isReadAgain: true,
    onBoard: ['At 3'],
  })
})
