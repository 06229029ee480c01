import { expect, test } from 'vitest'
import { runAll } from '../../../web/src/trash/run-all.ts'

const numbers = Array.from({ length: 10 }, (_, index) => index)
const quiet = { onProgress: () => undefined, endsAll: () => false }

test('every job runs, and no more run at once than allowed', async () => {
  let running = 0
  let most = 0
  const done: number[] = []
  const job = async (entry: number) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running -= 1
    done.push(entry)
  }
  expect(await runAll(numbers, job, { ...quiet, atOnce: 3 })).toEqual([])
  expect(done.sort((a, b) => a - b)).toEqual(numbers)
  expect(most).toBe(3)
})

test('progress counts succeeded and failed jobs', async () => {
  const seen: number[] = []
  const job = (entry: number) => (entry === 1 ? Promise.reject(new Error('no')) : Promise.resolve())
  const failures = await runAll([0, 1, 2], job, {
    ...quiet,
    atOnce: 1,
    onProgress: (ended) => seen.push(ended),
  })
  expect(seen).toEqual([1, 2, 3])
  expect(failures).toEqual([{ entry: 1, error: new Error('no') }])
})

test('an error that would affect all other jobs stops the run, and the rest fail with it', async () => {
  const full = new Error('full')
  const tried: number[] = []
  const job = (entry: number) => {
    tried.push(entry)
    return entry === 2 ? Promise.reject(full) : Promise.resolve()
  }
  const failures = await runAll(numbers, job, { ...quiet, atOnce: 1, endsAll: (error) => error === full })
  expect(tried).toEqual([0, 1, 2])
  expect(failures.map(({ entry }) => entry)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
})
