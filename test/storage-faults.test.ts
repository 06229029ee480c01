import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Task } from '../lib/tasks/task.ts'
import { limits, tap, type Reply } from './support/api.ts'
import { lastingFaults, passingFaults, type Fault } from './harness/engine-tap.ts'
import { errorBody, newTenant, type TestTenant } from './support/tenant.ts'

afterEach(() => {
  vi.restoreAllMocks()
  tap.reset()
  limits.functionTimeoutMs = 10_000
})

const busy = errorBody('service_unavailable', 'The service is busy. Try again in a moment.')

interface Operation {
  name: string
  /** The exchange with the engine that makes the change or reads the answer. */
  operation: string
  run: (tenant: TestTenant, task: Task) => Promise<Reply>
  success: number
  /** The content of the project after the operation on its one task. */
  after: { labels: string[]; taskCount: number }
  before?: { labels: string[]; taskCount: number }
}

const untouched = { labels: ['Old'], taskCount: 1 }

const operations: Operation[] = [
  {
    name: 'create',
    operation: 'TransactWriteItems',
    run: ({ send, projectId }) => send('POST', '/tasks', { body: { projectId, label: 'New' } }),
    success: 201,
    after: { labels: ['Old', 'New'], taskCount: 2 },
  },
  {
    name: 'update',
    operation: 'UpdateItem',
    run: ({ send }, { id }) => send('PATCH', `/tasks/${id}`, { body: { label: 'New' } }),
    success: 200,
    after: { labels: ['New'], taskCount: 1 },
  },
  {
    name: 'move to another project',
    operation: 'TransactWriteItems',
    run: async ({ send, newProject }, { id }) => {
      const { faults } = tap
      tap.reset() // the other project is created without faults
      const projectId = await newProject()
      tap.reset()
      tap.faults = faults
      return send('PATCH', `/tasks/${id}`, { body: { projectId } })
    },
    success: 200,
    after: { labels: [], taskCount: 0 },
  },
  {
    name: 'delete',
    operation: 'TransactWriteItems',
    run: ({ send }, { id }) => send('DELETE', `/tasks/${id}`),
    success: 200,
    after: { labels: [], taskCount: 0 },
  },
  {
    name: 'get',
    operation: 'GetItem',
    run: ({ send }, { id }) => send('GET', `/tasks/${id}`),
    success: 200,
    after: untouched,
  },
  {
    name: 'list',
    operation: 'Query',
    run: ({ send, projectId }) => send('GET', `/projects/${projectId}/tasks`),
    success: 200,
    after: untouched,
  },
]

/** The content of the project, read without faults. */
async function held({ send, projectId, taskCount }: TestTenant) {
  tap.reset()
  const { body } = await send('GET', `/projects/${projectId}/tasks`)
  const { tasks } = body as { tasks: Task[] } // a read without faults
  return { labels: tasks.map(({ label }) => label), taskCount: await taskCount() }
}

describe.each(operations)('$name', ({ operation, run, success, after }) => {
  it.each(passingFaults.map((faults) => ({ faults })))(
    'ends in the right answer after $faults',
    async ({ faults }) => {
      const tenant = await newTenant()
      const task = await tenant.createTask({ label: 'Old' })
      await tenant.send('GET', `/tasks/${task.id}`) // from now on the token is cached
      tap.failNext(operation, ...faults)
      const reply = await run(tenant, task)
      expect(reply.status).toBe(success)
      const tries = tap.exchanges.filter((exchange) => exchange.operation === operation).length
      expect(tries).toBeGreaterThan(faults.length)
      expect(await held(tenant)).toEqual(after)
    },
  )

  it.each(lastingFaults)('answers 503 when %s lasts, and changes nothing', async (fault) => {
    const tenant = await newTenant()
    const task = await tenant.createTask({ label: 'Old' })
    tap.reset()
    tap.faults = (current) => (current === operation ? fault : undefined)
    const { status, headers, body } = await run(tenant, task)
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('1')
    expect(body).toEqual(busy)
    // three tries, or as many as fit into the life of a stamp: lib/table/stamped.ts
    const tries = tap.exchanges.filter((exchange) => exchange.operation === operation).length
    expect([1, 2, 3]).toContain(tries)
    expect(await held(tenant)).toEqual(untouched)
  })
})

const transactions = operations.filter(({ operation }) => operation === 'TransactWriteItems')

describe.each(transactions)('$name', ({ operation, run, success, after }) => {
  it('outlasts ten transaction conflicts', async () => {
    const tenant = await newTenant()
    const task = await tenant.createTask({ label: 'Old' })
    tap.failNext(operation, ...Array<Fault>(10).fill('conflict'))
    expect((await run(tenant, task)).status).toBe(success)
    expect(await held(tenant)).toEqual(after)
  })
})

describe('a write', () => {
  it('to one item outlasts a transaction on that item', async () => {
    const { send, createTask } = await newTenant()
    const task = await createTask()
    tap.failNext('UpdateItem', 'single-conflict', 'single-conflict')
    const { status, body, headers } = await send('PATCH', `/tasks/${task.id}`, { body: { status: 2 } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ task: { status: 2 } })
    expect(headers.etag).toBe('"2"')
  })

  it('is not begun at the end of its stamp’s life, where it would be aborted', async () => {
    const { send, createTask, newProject } = await newTenant()
    const task = await createTask()
    const projectId = await newProject()
    vi.spyOn(Math, 'random').mockReturnValue(0.5) // tries begin 1.56 and 1.81 s after the first one
    const atMs: number[] = []
    const isLate = () => Date.now() - (atMs[0] ?? NaN) > 1_600
    tap.answerInstead = async (operation) => {
      if (operation !== 'TransactWriteItems') return undefined
      atMs.push(Date.now())
      if (isLate()) await sleep(600)
      return undefined
    }
    tap.cancelTransaction = () => (isLate() ? undefined : ['TransactionConflict', 'None'])
    const { status } = await send('PATCH', `/tasks/${task.id}`, { body: { projectId } })
    expect(status).toBe(200)
  })

  it('whose answer is lost is made once: the version rises by one', async () => {
    const { send, createTask } = await newTenant()
    const task = await createTask()
    tap.failNext('UpdateItem', 'lost-answer')
    const { status, headers } = await send('PATCH', `/tasks/${task.id}`, { body: { status: 2 } })
    expect(status).toBe(200)
    expect(headers.etag).toBe('"2"')
  })

  it('answers 503 when conflicts last until the function’s deadline', async () => {
    const tenant = await newTenant()
    limits.functionTimeoutMs = 1_000
    const triesMs: number[] = []
    tap.faults = (operation) => {
      if (operation !== 'TransactWriteItems') return undefined
      triesMs.push(Date.now())
      return 'conflict'
    }
    const { status, body } = await tenant.send('POST', '/tasks', {
      body: { projectId: tenant.projectId, label: 'New' },
    })
    expect(status).toBe(503)
    expect(body).toEqual(busy)
    limits.functionTimeoutMs = 10_000
    // measured from the first try: the time before it, on a slow machine, does not count
    expect(Math.max(...triesMs) - Math.min(...triesMs)).toBeLessThan(1_000)
    expect(triesMs.length).toBeGreaterThan(1)
    expect(await held(tenant)).toEqual({ labels: [], taskCount: 0 })
  })

  it('that the engine refuses because of our own fault answers 500 without details', async () => {
    const { send, createTask, taskCount } = await newTenant()
    const task = await createTask()
    tap.failNext('UpdateItem', 'invalid')
    const { status, body } = await send('PATCH', `/tasks/${task.id}`, { body: { status: 2 } })
    expect(status).toBe(500)
    expect(body).toEqual(errorBody('internal_error', 'Something went wrong on our side. Try again later.'))
    expect(await taskCount()).toBe(1)
  })
})

describe('the look-up of a token', () => {
  it('answers 503, not 401, when it fails, and the failure is not cached', async () => {
    const { send, projectId } = await newTenant()
    tap.faults = (operation) => (operation === 'BatchGetItem' ? 'throttle' : undefined)
    expect((await send('GET', `/projects/${projectId}/tasks`)).status).toBe(503)
    tap.reset()
    expect((await send('GET', `/projects/${projectId}/tasks`)).status).toBe(200)
  })
})
