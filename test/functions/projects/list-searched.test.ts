import { describe, expect, inject, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { tap } from '../../support/api.ts'
import { storeTasks } from '../../support/stored-tasks.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

interface Page {
  tasks: Task[]
  next_cursor: string | null
}

/** One page of a project's tasks with this query. */
async function list({ send, projectId }: TestTenant, query: Record<string, string>): Promise<Page> {
  const { status, body } = await send(
    'GET',
    `/projects/${projectId}/tasks?${new URLSearchParams(query).toString()}`,
  )
  expect(status).toBe(200)
  return body as Page // `send` has checked it against the contract
}

const day = (number: number) => `2026-11-0${number}T12:00:00.000Z`

describe('a list by time', () => {
  /** Three tasks, created on days 1, 2 and 3, and changed on days 4, 5 and 6. */
  async function onThreeDays() {
    const tenant = await newTenant()
    const parts = [1, 2, 3].map((n) => ({ created_at: day(n), updated_at: day(n + 3) }))
    return { tenant, ids: await storeTasks(tenant, parts) }
  }

  it.each<[query: Record<string, string>, places: number[]]>([
    [{ createdBefore: day(2) }, [0]],
    [{ createdAfter: day(2) }, [2]],
    [{ createdAfter: day(1), createdBefore: day(3) }, [1]],
    [{ updatedBefore: day(5) }, [0]],
    [{ updatedAfter: day(5) }, [2]],
    [{ updatedAfter: day(4), updatedBefore: day(6) }, [1]],
    [{ createdAfter: day(1), updatedBefore: day(6) }, [1]],
    [{ createdBefore: '2026-11-02T12:00:00.001Z' }, [0, 1]],
    [{ createdBefore: '2026-11-02T13:00:00+01:00' }, [0]],
    [{ createdAfter: day(2), createdBefore: day(2) }, []],
    [{ updatedAfter: day(6), updatedBefore: day(4) }, []],
    [{ createdAfter: day(1), status: '2' }, []],
    [{ createdAfter: day(1), status: '0', workflowLaneId: 'none' }, [1, 2]],
  ])('%j has those between the times, which are exclusive', async (query, places) => {
    const { tenant, ids } = await onThreeDays()
    const { tasks, next_cursor } = await list(tenant, query)
    expect(tasks.map(({ id }) => id)).toEqual(places.map((place) => ids[place]))
    expect(next_cursor).toBeNull()
  })

  it.each(['yesterday', '2026-11-01', '2026-11-01T00:00:00', '', '2026-02-30T00:00:00Z'])(
    'is refused for %s',
    async (updatedBefore) => {
      const { send, projectId } = await newTenant()
      const query = new URLSearchParams({ updatedBefore }).toString()
      const { status, body } = await send('GET', `/projects/${projectId}/tasks?${query}`)
      expect(status).toBe(400)
      const message = 'updatedBefore must be a time such as 2026-11-21T12:00:00Z'
      expect(body).toMatchObject({ error: { code: 'invalid_request', message } })
    },
  )

  it.each(['9999-12-31T23:59:59-00:01', '0000-01-01T00:00:00+00:01'])(
    'is refused for %s, whose year in UTC has no four digits',
    async (createdAfter) => {
      const { send, projectId } = await newTenant()
      const query = new URLSearchParams({ createdAfter }).toString()
      const { status, body } = await send('GET', `/projects/${projectId}/tasks?${query}`)
      expect(status).toBe(400)
      const message = 'createdAfter must be in the years 0000 to 9999 in UTC'
      expect(body).toMatchObject({ error: { code: 'invalid_request', message } })
    },
  )
})

describe('a list by text', () => {
  it.each([
    ['kase', [0, 3]],
    ['KÄSE', [0, 3]],
    ['äse ka', [0]],
    ['order-17', [1]],
    ['ORDER', [1]],
    ['strasse', [2]],
    ['e', [0, 1, 2, 3]],
    ['nowhere', []],
    ['.*', []],
  ])('finds %j in label, external id, description and subtasks', async (q, places) => {
    const tenant = await newTenant()
    const tasks = [
      await tenant.createTask({ label: 'Käse kaufen' }),
      await tenant.createTask({ label: 'Ship', externalId: 'Order-17' }),
      await tenant.createTask({ label: 'Visit', description: 'Lange Straße 4' }),
      await tenant.createTask({ label: 'Mist', subtasks: [{ label: 'Milch' }, { label: 'Käse' }] }),
    ]
    await tenant.createTask({ label: 'Not', subtasks: [{ label: 'Milk' }] })
    expect(await list(tenant, { q })).toEqual({
      tasks: places.map((place) => tasks[place]),
      next_cursor: null,
    })
  })

  it('is what a conditional change means, too', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ subtasks: [{ label: 'Order the Törtchen' }] })
    await tenant.createTask()
    const body = { where: { q: 'TORT' }, set: { status: 2 } }
    const report = await tenant.send('PATCH', `/projects/${tenant.projectId}/tasks`, { body })
    expect(report.body).toMatchObject({ matched: 1, updated: 1 })
    expect((await list(tenant, { status: '2' })).tasks.map((task) => task.id)).toEqual([id])
  })

  it('comes in full pages, and with other filters', async () => {
    const tenant = await newTenant()
    const ids = await storeTasks(
      tenant,
      Array.from({ length: 9 }, (_, n) => ({
        label: n % 2 === 0 ? 'Even' : 'Odd',
        status: n < 6 ? (0 as const) : (2 as const),
      })),
    )
    const first = await list(tenant, { q: 'even', status: '0', limit: '2' })
    expect(first.tasks.map(({ id }) => id)).toEqual([ids[0], ids[2]])
    const cursor = String(first.next_cursor)
    const second = await list(tenant, { q: 'even', status: '0', limit: '2', cursor })
    expect(second.tasks.map(({ id }) => id)).toEqual([ids[4]])
    expect(second.next_cursor).toBeNull()
  })

  it.each([
    { q: 'other' },
    {},
    { q: 'a', status: '0' },
    { q: 'a', createdAfter: day(1) },
    { createdAfter: day(1) },
  ])('refuses its cursor in a list with %j', async (query) => {
    const tenant = await newTenant()
    await storeTasks(tenant, [{}, {}])
    const { next_cursor } = await list(tenant, { q: 'a', limit: '1' })
    const parameters = new URLSearchParams({ ...query, cursor: String(next_cursor) }).toString()
    const { status, body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks?${parameters}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { details: [{ path: 'cursor' }] } })
  })
})

describe('a list by time or text of much text', () => {
  const queries = () => tap.exchanges.filter(({ operation }) => operation === 'Query')
  const units = () => queries().reduce((sum, { units: own }) => sum + own, 0)

  it('reads at most 4 MiB, 512 units, in one request, and goes on with the next', async () => {
    const tenant = await newTenant()
    // a little more than 40,000 bytes each: a query of 1 MB reads 25 of them, and 4 of 130 are not all
    const description = '🎈'.repeat(10_000)
    const parts = Array.from({ length: 130 }, (_, n) => ({
      ...{ description, position: `0|${100_000 + n}:`, label: n === 129 ? 'Last' : 'Many' },
    }))
    const ids = await storeTasks(tenant, parts)
    await tenant.send('GET', '/tokens/self')
    tap.reset()
    const first = await list(tenant, { q: 'last' })
    expect(first.tasks).toEqual([])
    // one more query could make it more than 512; a page of DynamoDB Local ends with the task that passes 1 MB
    const pages = inject('engineUnits') === 'dynamodb-local' ? [129, 129, 129] : [124, 124, 124, 124]
    expect(queries().map(({ units: own }) => own)).toEqual(pages)
    tap.reset()
    const second = await list(tenant, { q: 'last', cursor: String(first.next_cursor) })
    expect(second.tasks.map(({ id }) => id)).toEqual(ids.slice(-1))
    expect(second.next_cursor).toBeNull()
    tap.reset()
    // earlier filters read on until they have found something
    const byStatus = await list(tenant, { status: '2' })
    expect(byStatus).toEqual({ tasks: [], next_cursor: null })
    expect(units()).toBeGreaterThan(512)
  })

  it('reads no more than a page needs when much matches', async () => {
    const tenant = await newTenant()
    await storeTasks(
      tenant,
      Array.from({ length: 30 }, () => ({ description: 'x'.repeat(10_000) })),
    )
    await tenant.send('GET', '/tokens/self')
    tap.reset()
    expect((await list(tenant, { q: 'task', limit: '5' })).tasks).toHaveLength(5)
    expect(queries()).toHaveLength(1)
  })
})
