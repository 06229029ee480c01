import { InfiniteQueryObserver, QueryClient } from '@tanstack/preact-query'
import { beforeEach, expect, test } from 'vitest'
import type { Task } from '../../../client/src/index.ts'
import { keys } from '../../../web/src/data/api.ts'
import { placeTask, removeTask } from '../../../web/src/data/cache.ts'
import { pageSize, tasksOf, type Column, type TaskPage } from '../../../web/src/data/columns.ts'
import { at, sampleTask as task } from '../../harness/sample-task.ts'

const page = (next_cursor: string | null, ...tasks: Task[]): TaskPage => ({ tasks, next_cursor })

const lane = keys.column('p', 'l', { statuses: [] })
let cache: QueryClient
let answer: (page: TaskPage) => void
let observer: InfiniteQueryObserver<TaskPage, Error, Column, typeof lane, string | undefined>

/** The tasks of a full page: those before `b` are called `a00`, `a01` and so on. */
const full = [
  ...Array.from({ length: pageSize - 1 }, (_, index) => task(`a${String(index).padStart(2, '0')}`)),
  task('b'),
]

/** The labels of the column from `a98` on. */
const labels = () =>
  tasksOf(cache.getQueryData<Column>(lane))
    .map(({ label }) => label)
    .filter((label) => !/^a[0-8]|^a9[0-7]/.test(label))

/** Answers the fetch that is under way, and waits until the column is no longer fetched. */
const answered = async (given: TaskPage) => {
  const { promise } = cache.getQueryCache().find({ queryKey: lane }) ?? {}
  answer(given)
  await promise
}

beforeEach(() => {
  cache = new QueryClient()
  observer = new InfiniteQueryObserver(cache, {
    queryKey: lane,
    queryFn: () => new Promise<TaskPage>((resolve) => (answer = resolve)),
    initialPageParam: undefined as string | undefined, // gives later cursors their type
    getNextPageParam: ({ next_cursor }: TaskPage) => next_cursor ?? undefined,
    staleTime: Infinity,
  })
  const stop = observer.subscribe(() => undefined)
  return () => {
    stop()
    cache.clear()
  }
})

/** Fetches a full page, and begins to fetch the second one. */
async function fetchSecondPage(): Promise<void> {
  await answered(page('2', ...full))
  void observer.fetchNextPage()
}

test('a task that was changed while the next page was fetched stays changed', async () => {
  await fetchSecondPage()
  placeTask(cache, task('b', { label: 'Changed', updated_at: at(2) }))
  await answered(page(null, task('c'), task('d')))
  expect(labels()).toEqual(['a98', 'Changed', 'c', 'd'])
})

test('a task that was deleted while the next page was fetched is not back', async () => {
  await fetchSecondPage()
  removeTask(cache, 'd')
  await answered(page(null, task('c'), task('d')))
  expect(labels()).toEqual(['a98', 'b', 'c'])
})

test('a change that came before the first page of a column is in it', async () => {
  placeTask(cache, task('b', { label: 'Changed', updated_at: at(2) }))
  await answered(page(null, task('a'), task('b')))
  expect(labels()).toEqual(['a', 'Changed'])
})

test('the last of several changes counts', async () => {
  await fetchSecondPage()
  placeTask(cache, task('c', { label: 'First', updated_at: at(2) }))
  placeTask(cache, task('c', { label: 'Second', updated_at: at(3) }))
  await answered(page(null, task('c'), task('d')))
  expect(labels()).toEqual(['a98', 'b', 'Second', 'd'])
})

test('a page that holds a newer version keeps it', async () => {
  await fetchSecondPage()
  placeTask(cache, task('c', { label: 'Older', updated_at: at(2) }))
  await answered(page(null, task('c', { label: 'Newer', updated_at: at(3) })))
  expect(labels()).toEqual(['a98', 'b', 'Newer'])
})

test('a fetch that fails leaves what is known', async () => {
  await fetchSecondPage()
  placeTask(cache, task('b', { label: 'Changed', updated_at: at(2) }))
  await cache.cancelQueries({ queryKey: lane })
  expect(labels()).toEqual(['a98', 'Changed'])
})
