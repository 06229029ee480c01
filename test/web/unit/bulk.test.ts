import { expect, test } from 'vitest'
import type { BulkOperation, TasksClient } from '../../../client/src/index.ts'
import { runBulk } from '../../../web/src/data/bulk.ts'
import { sampleTask as task } from '../../harness/sample-task.ts'

interface Entry {
  id: string
  code?: string
}

const entries = (count: number): Entry[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(index) }))

/** Runs deletes against a service that fails those with a code, and requests from the given one on. */
async function run(list: Entry[], { lostFrom = Infinity, endsAll = false } = {}) {
  const sent: number[] = []
  const kept: string[] = []
  const progress: number[] = []
  const codes = new Map(list.map(({ id, code }) => [id, code]))
  const bulk = (operations: readonly BulkOperation[]) => {
    sent.push(operations.length)
    if (sent.length > lostFrom) return Promise.reject(new Error('lost'))
    const results = operations.map((operation) => {
      const code = operation.op === 'create' ? undefined : codes.get(operation.id)
      return code === undefined
        ? { status: 200, task: task(operation.op === 'create' ? '' : operation.id) }
        : { status: 404, error: { code, message: `It is ${code}.`, docs: '/v1/docs' } }
    })
    return Promise.resolve({ results, succeeded: 0, failed: 0 })
  }
  const client = { tasks: { bulk } } as unknown as TasksClient // only this call is made
  const failures = await runBulk(client, list, {
    operationOf: ({ id }) => ({ op: 'delete', id }),
    keep: ({ id }, answered) => kept.push(`${id} ${answered?.id ?? ''}`),
    onProgress: (ended) => progress.push(ended),
    endsAll: () => endsAll,
  })
  return { sent, kept, progress, failures: failures.map(({ entry, error }) => [entry.id, String(error)]) }
}

test('many entries are sent in as few requests as the service allows', async () => {
  const { sent, kept, progress, failures } = await run(entries(250))
  expect(sent).toEqual([100, 100, 50])
  expect(progress).toEqual([100, 200, 250])
  expect(failures).toEqual([])
  expect(kept).toHaveLength(250)
  expect(kept[249]).toBe('249 249')
})

test('what fails alone is told with its reason, and the rest is done', async () => {
  const { kept, failures } = await run([{ id: 'a' }, { id: 'b', code: 'task_not_found' }, { id: 'c' }])
  expect(kept).toEqual(['a a', 'c c'])
  expect(failures).toEqual([['b', 'TasksApiError: It is task_not_found.']])
})

test('after a request that fails, nothing more is sent', async () => {
  const { sent, kept, progress, failures } = await run(entries(250), { lostFrom: 1 })
  expect(sent).toEqual([100, 100])
  expect(progress).toEqual([100])
  expect(kept).toHaveLength(100)
  expect(failures).toHaveLength(150)
  expect(failures[149]).toEqual(['249', 'Error: lost'])
})

test('an error that would meet all others ends the run', async () => {
  const list = entries(250).map((entry) => (entry.id === '99' ? { ...entry, code: 'quota_exceeded' } : entry))
  const { sent, failures } = await run(list, { endsAll: true })
  expect(sent).toEqual([100])
  expect(failures).toHaveLength(151)
  expect(failures[150]).toEqual(['249', 'TasksApiError: It is quota_exceeded.'])
})
