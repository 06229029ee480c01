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
const contended = errorBody(
  'rate_limited',
  'Too many writes of the same project or object at once. Try again in 1 s.',
)

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
    // three tries, or as many as fit into the life of a stamp: lib/table/retried.ts
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

  it('has a stamp of its own at each try, so a slow answer after conflicts does not abort it', async () => {
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

  it('answers 429 when nothing but conflicts lasts until the function’s deadline', async () => {
    const tenant = await newTenant()
    limits.functionTimeoutMs = 1_000
    const triesMs: number[] = []
    tap.faults = (operation) => {
      if (operation !== 'TransactWriteItems') return undefined
      triesMs.push(Date.now())
      return 'conflict'
    }
    const { status, headers, body } = await tenant.send('POST', '/tasks', {
      body: { projectId: tenant.projectId, label: 'New' },
    })
    expect([status, headers['retry-after']]).toEqual([429, '1'])
    expect(body).toEqual(contended)
    limits.functionTimeoutMs = 10_000
    // measured from the first try: the time before it, on a slow machine, does not count
    expect(Math.max(...triesMs) - Math.min(...triesMs)).toBeLessThan(1_000)
    expect(triesMs.length).toBeGreaterThan(1)
    expect(await held(tenant)).toEqual({ labels: [], taskCount: 0 })
  })

  it.each<[what: string, fate: (tries: number) => Fault | string[]]>([
    ['a throttle', (tries) => (tries === 2 ? 'throttle' : 'conflict')],
    ['a throttle of a part', (tries) => (tries === 2 ? ['ThrottlingError', 'None'] : 'conflict')],
    ['a lost answer', (tries) => (tries === 2 ? 'timeout' : 'conflict')],
  ])('answers 503 when conflicts last, and %s came in between', async (_, fate) => {
    const tenant = await newTenant()
    await tenant.send('GET', '/tokens/self')
    limits.functionTimeoutMs = 2_500
    let tries = 0
    let reasons: string[] | undefined
    tap.faults = (operation) => {
      if (operation !== 'TransactWriteItems') return undefined
      const met = fate(++tries)
      reasons = Array.isArray(met) ? met : undefined
      return Array.isArray(met) ? undefined : met
    }
    tap.cancelTransaction = () => reasons
    const { status, body } = await tenant.send('POST', '/tasks', {
      body: { projectId: tenant.projectId, label: 'New' },
    })
    limits.functionTimeoutMs = 10_000
    expect(tries).toBeGreaterThan(2)
    expect([status, body]).toEqual([503, busy])
    expect(await held(tenant)).toEqual({ labels: [], taskCount: 0 })
  })

  it('of many tasks says 429 for each, not 503 for those that it did not reach', async () => {
    const tenant = await newTenant()
    limits.functionTimeoutMs = 3_000
    tap.faults = (operation) => (operation === 'TransactWriteItems' ? 'conflict' : undefined)
    const request = { op: 'create', projectId: tenant.projectId, label: 'New' }
    const { status, body } = await tenant.send('POST', '/tasks/bulk', {
      body: { operations: Array(100).fill(request) },
    })
    limits.functionTimeoutMs = 10_000
    const { results } = body as { results: { status: number; error: object }[] } // held against the contract
    expect([status, [...new Set(results.map((one) => one.status))]]).toEqual([200, [429]])
    expect(results[99]?.error).toMatchObject({ code: 'rate_limited' })
  })

  it('of an import or a form’s submission answers 429 with Retry-After, and nothing is stored', async () => {
    const tenant = await newTenant()
    const form = await tenant.send('POST', '/forms', {
      body: { projectId: tenant.projectId, name: 'Contact' },
    })
    const key = String((form.body as { form: { url: string } }).form.url.split('/').at(-1))
    limits.functionTimeoutMs = 4_000
    tap.faults = (operation) => (operation === 'TransactWriteItems' ? 'conflict' : undefined)
    const submit = () => tenant.send('POST', `/hooks/${key}`, { body: { name: 'Ada' } })
    const load = () =>
      tenant.send('POST', `/projects/${tenant.projectId}/import?format=csv`, {
        body: Buffer.from('label\nCall\n'),
        headers: { 'Content-Type': 'text/csv' },
      })
    for (const request of [submit, load]) {
      const { status, headers, body } = await request()
      expect([status, headers['retry-after'], body]).toEqual([429, '1', contended])
    }
    limits.functionTimeoutMs = 10_000
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
