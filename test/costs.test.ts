import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../lib/contract/endpoint.ts'
import { endpoints } from '../lib/contract/index.ts'
import { newPosition } from '../lib/position/new-position.ts'
import { projectKey } from '../lib/store/project/item.ts'
import { update } from '../lib/store/storage.ts'
import { indexKeys, taskKey, type TaskItem } from '../lib/store/task/item.ts'
import { tap, testTable } from './support/api.ts'
import type { Exchange } from './support/engine-tap.ts'
import { idsFor, pathOf, smallestBody } from './support/requests.ts'
import { newTenant, type TestTenant } from './support/tenant.ts'

/**
 * `GetItem 1` for each exchange: the operation, and the capacity units that the engine counted; sorted, for some are
 * under way at once.
 */
const shown = (exchanges: Exchange[]) =>
  exchanges.map(({ operation, units }) => `${operation} ${units}`).sort()

/** The exchanges with the engine that a request makes once its token is known. */
async function costOf(tenant: TestTenant, method: string, path: string, body?: object): Promise<string[]> {
  await tenant.send('GET', '/tokens/self')
  tap.reset()
  const { status } = await tenant.send(method, path, { ...(body && { body }) })
  expect(status).toBeLessThan(300)
  return shown(tap.exchanges)
}

/** What the smallest good request to each endpoint costs. design.md, "What an operation may cost". */
const costs: Record<string, string[]> = {
  'tasks.get': ['GetItem 1'],
  'tasks.create': ['TransactWriteItems 6'],
  'tasks.update': ['UpdateItem 4'],
  'tasks.delete': ['GetItem 1', 'TransactWriteItems 8'],
  'tasks.move': ['BatchGetItem 1', 'Query 0.5', 'PutItem 5'],
  'tasks.restore': ['GetItem 1', 'TransactWriteItems 8'],
  'projects.list-tasks': ['Query 0.5'],
  'projects.list-trash': ['GetItem 1', 'Query 0.5'],
  'subtasks.create': ['UpdateItem 4'],
  'subtasks.update': ['UpdateItem 4'],
  'subtasks.delete': ['UpdateItem 4'],
  'projects.list': ['Query 1'],
  'projects.create': ['PutItem 1'],
  'projects.get': ['GetItem 1'],
  'projects.update': ['UpdateItem 1'],
  'projects.delete': ['TransactWriteItems 2'],
  'lanes.create': ['UpdateItem 1'],
  'lanes.update': ['GetItem 1', 'UpdateItem 1'],
  // an empty lane; otherwise it looks through the project for the tasks in it
  'lanes.delete': ['GetItem 1', 'UpdateItem 1', 'UpdateItem 1'],
  'changes.list': ['Query 0.5'],
  'tokens.list': ['Query 1'],
  // 2 write units of each are the look at the token that asks
  'tokens.create': ['GetItem 1', 'Query 1', 'TransactWriteItems 7'],
  'tokens.delete': ['Query 1', 'TransactWriteItems 4'],
  'tokens.self': [],
}

/** Requests that do what their endpoint is for, where the smallest one does nothing. */
const bodies: Record<string, object> = {
  'tasks.update': { status: 2 },
  'tasks.move': { to: 'bottom' },
  'subtasks.update': { isCompleted: true },
  'projects.update': { label: 'New' },
  'lanes.update': { label: 'New' },
}

/** Sends one good request to an endpoint and returns what it cost. */
async function costOfEndpoint(tenant: TestTenant, endpoint: Endpoint): Promise<string[]> {
  const ids = await idsFor(endpoint, tenant)
  if (endpoint.id === 'tasks.restore') await tenant.send('DELETE', `/tasks/${String(ids.id)}`)
  if (endpoint.id === 'tasks.move') await tenant.createTask()
  const body = bodies[endpoint.id] ?? smallestBody(endpoint, ids)
  return costOf(tenant, endpoint.method, pathOf(endpoint, ids), body)
}

/** Writes so many tasks into the tenant's project, straight to the table. */
async function fill(tenant: TestTenant, count: number): Promise<void> {
  const now = new Date().toISOString()
  const items = Array.from({ length: count }, () => {
    const id = crypto.randomUUID()
    const task: TaskItem = {
      ...{
        id,
        label: 'Filler',
        status: 0,
        project_id: tenant.projectId,
        position: newPosition(),
        subtasks: {},
      },
      ...{ created_at: now, updated_at: now, version: 1, write_id: id },
    }
    return { PutRequest: { Item: { ...taskKey(tenant, id), ...task, ...indexKeys(tenant, task) } } }
  })
  for (let start = 0; start < count; start += 25) {
    const RequestItems = { [testTable.name]: items.slice(start, start + 25) }
    await testTable.client.send(new BatchWriteCommand({ RequestItems }))
  }
  await update(tenant, {
    Key: projectKey(tenant, tenant.projectId),
    UpdateExpression: 'SET task_count = task_count + :count, task_quota = :quota',
    ExpressionAttributeValues: { ':count': count, ':quota': 100_000 },
  })
}

describe('with the token known, on small items, the cost', () => {
  it('is asserted for every endpoint', () => {
    expect(Object.keys(costs).sort()).toEqual(endpoints.map(({ id }) => id).sort())
  })

  it.each(endpoints.map((endpoint) => ({ endpoint, id: endpoint.id })))(
    'of $id',
    async ({ endpoint, id }) => {
      expect(await costOfEndpoint(await newTenant(), endpoint)).toEqual(costs[id]?.sort())
    },
  )

  it('of a first request has one round trip more: account and token, 2 read units', async () => {
    const { send, projectId } = await newTenant()
    await send('GET', `/projects/${projectId}/tasks`)
    expect(shown(tap.exchanges)[0]).toBe('BatchGetItem 2')
  })

  it('of a create with an Idempotency-Key is that of one without', async () => {
    const { send, projectId } = await newTenant()
    const headers = { 'Idempotency-Key': 'k' }
    await send('GET', '/tokens/self')
    tap.reset()
    await send('POST', '/tasks', { body: { projectId, label: 'New' }, headers })
    expect(shown(tap.exchanges)).toEqual(costs['tasks.create'])
  })

  it('of a move to another project is two round trips', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const body = { projectId: await tenant.newProject() }
    expect(await costOf(tenant, 'PATCH', `/tasks/${id}`, body)).toEqual([
      'GetItem 1',
      'TransactWriteItems 10',
    ])
  })

  it('of a patch that changes nothing is one read', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    expect(await costOf(tenant, 'PATCH', `/tasks/${id}`, {})).toEqual(['GetItem 1'])
  })

  it('of a page follows the page, not the project', async () => {
    const tenant = await newTenant()
    await fill(tenant, 1_000)
    const path = `/projects/${tenant.projectId}/tasks`
    const [page10, page100] = [
      await costOf(tenant, 'GET', `${path}?limit=10`),
      await costOf(tenant, 'GET', `${path}?limit=100`),
    ]
    expect([page10.length, page100.length]).toEqual([1, 1])
    const units = (cost: string[]) => Number(cost[0]?.split(' ')[1])
    expect(units(page100)).toBeGreaterThan(units(page10))
    expect(units(page100)).toBeLessThan(10)
  })
})

describe('the cost is the same with 10 and with 10,000 tasks', () => {
  it('for all but lists and changes', async () => {
    const [small, large] = [await newTenant(), await newTenant()]
    await fill(small, 10)
    await fill(large, 10_000)
    const constant = endpoints.filter(({ id }) => !['projects.list-tasks', 'changes.list'].includes(id))
    for (const endpoint of constant) {
      const cost = await costOfEndpoint(large, endpoint)
      expect({ id: endpoint.id, cost }).toEqual({
        id: endpoint.id,
        cost: await costOfEndpoint(small, endpoint),
      })
    }
  }, 120_000)
})
