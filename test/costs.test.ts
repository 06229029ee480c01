import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { calendarKey } from '../lib/calendars/calendar-item.ts'
import type { Endpoint } from '../lib/contract/endpoint.ts'
import { endpoints } from '../functions/index.ts'
import { chooseAccount, createTicket } from '../lib/members/sessions.ts'
import { newPosition } from '../lib/tasks/position/new-position.ts'
import { countsKey, laneKey, projectKey } from '../lib/projects/project-item.ts'
import { update } from '../lib/table/write-items.ts'
import { updateOf } from '../lib/table/update-expression.ts'
import { accountPartition } from '../lib/table/item.ts'
import { queryAll, withPrefix } from '../lib/table/read-items.ts'
import { webhookKey } from '../lib/webhooks/webhook-item.ts'
import { indexKeys, taskKey, type TaskItem } from '../lib/tasks/task-item.ts'
import { tap, testTable, type Sending } from './support/api.ts'
import type { Exchange } from './harness/engine-tap.ts'
import { isOwnWork, withoutSharing } from './support/shared-counts.ts'
import { costs } from './support/costs.ts'
import { transactionUnits } from './support/local-units.ts'
import { pathOf, type Ids } from './harness/sample-requests.ts'
import { goodBody, idsFor } from './support/requests.ts'
import { newTenant, type TestTenant } from './support/tenant.ts'
import { putWebhook } from './support/webhooks.ts'

// Own worker: what the table answers to a health check holds for a while, for all tests of a process
/** `GetItem 1` for each exchange: operation and capacity units. Sorted, because some exchanges run concurrently. */
const shown = (exchanges: Exchange[]) =>
  exchanges
    .filter(isOwnWork)
    .map(({ operation, units }) => `${operation} ${units}`)
    .sort()

/** The exchanges with the engine that a request makes once its token is known. */
async function costOf(
  tenant: TestTenant,
  method: string,
  path: string,
  body?: unknown,
  headers: Sending['headers'] = {},
): Promise<string[]> {
  await tenant.send('GET', '/tokens/self')
  tap.reset()
  tap.answerInstead = withoutSharing
  const { status } = await tenant.send(method, path, { headers, ...(body !== undefined && { body }) })
  expect(status).toBeLessThan(300)
  return shown(tap.exchanges)
}

/** Sends one good request to an endpoint and returns what it cost. */
async function costOfEndpoint(
  tenant: TestTenant,
  endpoint: Endpoint,
  tokenFor: (ids: Ids) => Promise<string> = () => Promise.resolve(tenant.token),
): Promise<string[]> {
  const ids = await idsFor(endpoint, tenant)
  if (endpoint.id === 'tasks.move') await tenant.createTask()
  const { body, headers } = goodBody(endpoint, ids)
  if (endpoint.id === 'sessions.delete') {
    const ticket = await createTicket(tenant, String(ids.email))
    const { secret: token } = await chooseAccount(tenant, ticket, tenant.accountId)
    return costOf(
      { ...tenant, send: (method, path) => tenant.send(method, path, { token }) },
      'DELETE',
      endpoint.path,
    )
  }
  const token = await tokenFor(ids)
  const send: TestTenant['send'] = (method, path, sending) => tenant.send(method, path, { token, ...sending })
  return costOf({ ...tenant, send }, endpoint.method, pathOf(endpoint, ids), body, headers)
}

/** Binds the sample's webhook, calendar and token to a project, as a token that is bound to it would have made them. */
async function bindSample(tenant: TestTenant, ids: Ids): Promise<void> {
  const { webhookId = '', calendarId = '', tokenId } = ids
  const bound = updateOf({ project_ids: [tenant.projectId] })
  for (const Key of [webhookKey(tenant, webhookId), calendarKey(tenant, calendarId)])
    await update(tenant, { Key, ...bound })
  const tokens = await queryAll(tenant, withPrefix(accountPartition(tenant.accountId), 'TOKEN#'))
  const sk = String(tokens.find(({ id }) => id === tokenId)?.sk)
  await update(tenant, { Key: { pk: accountPartition(tenant.accountId), sk }, ...bound })
}

/** Endpoints that cost a bound token something else: it reads its few projects by their keys. */
const ofBound: Record<string, string[]> = { 'projects.list': ['BatchGetItem 4'] }

/** Writes this many tasks into the tenant's project, directly to the table. */
async function fill(tenant: TestTenant, count: number): Promise<void> {
  const now = new Date().toISOString()
  const items = Array.from({ length: count }, () => {
    const id = crypto.randomUUID()
    const task: TaskItem = {
      ...{ id, label: 'Filler', status: 0, project_id: tenant.projectId },
      ...{ position: newPosition(), subtasks: {} },
      ...{ created_at: now, updated_at: now, version: 1, write_id: id },
    }
    return { PutRequest: { Item: { ...taskKey(tenant, id), ...task, ...indexKeys(tenant, task) } } }
  })
  for (let start = 0; start < count; start += 25) {
    const RequestItems = { [testTable.name]: items.slice(start, start + 25) }
    await testTable.client.send(new BatchWriteCommand({ RequestItems }))
  }
  await update(tenant, {
    Key: countsKey(tenant, tenant.projectId),
    UpdateExpression: 'SET task_count = task_count + :count, task_quota = :quota',
    ExpressionAttributeValues: { ':count': count, ':quota': 100_000 },
  })
}

/** Gives the tenant's project this many lanes, with statuses, the longest labels and counts of nine digits; returns one. */
async function widen(tenant: TestTenant, lanes: number): Promise<string> {
  const workflow_lanes = Array.from({ length: lanes }, () => ({
    id: crypto.randomUUID(),
    label: '🎈'.repeat(500),
    task_status: 2,
  }))
  const counts = {
    task_count: 999_999_998,
    task_quota: 1_000_000_000,
    lanes: Object.fromEntries(workflow_lanes.map(({ id }) => [laneKey(id), 999_999_999])),
    status_changes: 999_999_999,
  }
  const { status_changes } = counts
  const project = updateOf({ workflow_lanes, status_changes })
  await update(tenant, { Key: projectKey(tenant, tenant.projectId), ...project })
  await update(tenant, { Key: countsKey(tenant, tenant.projectId), ...updateOf(counts) })
  return workflow_lanes[0]?.id ?? ''
}

describe('with the token known, on small items, the cost', () => {
  it('is named of no endpoint that is gone', () => {
    expect(Object.keys(costs).filter((id) => !endpoints.some((one) => one.id === id))).toEqual([])
  })

  it.each(endpoints.map((endpoint) => ({ endpoint, id: endpoint.id })))(
    'of $id',
    async ({ endpoint, id }) => {
      const made = await costOfEndpoint(await newTenant(), endpoint)
      const line = `test/support/costs.ts: write what it may cost, such as '${id}': ${JSON.stringify(made)}`
      expect(made, line).toEqual(costs[id]?.sort())
    },
  )

  // what an endpoint may cost is said once: the test above tells of one that is missing
  const forBound = endpoints.filter(
    ({ id, auth }) => auth.kind === 'token' && !auth.isForAccount && id in costs,
  )
  it.each(forBound.map((endpoint) => ({ endpoint, id: endpoint.id })))(
    'of $id is the same with a token that is bound to two projects',
    async ({ endpoint, id }) => {
      const tenant = await newTenant()
      const other = await tenant.newProject()
      const made = await costOfEndpoint(tenant, endpoint, async (ids) => {
        await bindSample(tenant, ids)
        return tenant.boundToken(tenant.projectId, other)
      })
      expect(made).toEqual((ofBound[id] ?? costs[id])?.sort())
    },
  )

  it.each(['tasks.create', 'tasks.update', 'tasks.move', 'tasks.delete', 'tasks.restore', 'subtasks.update'])(
    'of %s is the same with 50 webhooks, which read the stream of the table',
    async (id) => {
      const tenant = await newTenant()
      for (let count = 0; count < 50; count++) await putWebhook(tenant)
      const endpoint = endpoints.find((one) => one.id === id)
      expect(endpoint && (await costOfEndpoint(tenant, endpoint))).toEqual(costs[id]?.sort())
    },
  )

  it('of a first request is one round trip more: it reads account and token with 2 units', async () => {
    const { send, projectId } = await newTenant()
    await send('GET', `/projects/${projectId}/tasks`)
    expect(shown(tap.exchanges)[0]).toBe('BatchGetItem 2')
  })

  it('of a first request is one round trip more: account and token are read together', async () => {
    const { send, createTask, newToken } = await newTenant()
    const { id } = await createTask({ description: 'x'.repeat(5_000) })
    const token = await newToken(['read'])
    tap.reset()
    expect(await send('GET', `/tasks/${id}`, { token })).toMatchObject({ status: 200 })
    expect(shown(tap.exchanges)).toEqual(['BatchGetItem 2', 'GetItem 2']) // 2 for 5 KB of the task
    expect(await send('GET', `/tasks/${id}`, { token })).toMatchObject({ status: 200 })
    expect(shown(tap.exchanges)).toEqual(['BatchGetItem 2', 'GetItem 2', 'GetItem 2'])
  })

  it('of a create with an Idempotency-Key is the same as without', async () => {
    const { send, projectId } = await newTenant()
    const headers = { 'Idempotency-Key': 'k' }
    await send('GET', '/tokens/self')
    tap.reset()
    await send('POST', '/tasks', { body: { projectId, label: 'New' }, headers })
    expect(shown(tap.exchanges)).toEqual(costs['tasks.create'])
  })

  it('of a write in a project that is absent is the transaction that is refused', async () => {
    const tenant = await newTenant()
    const projectId = crypto.randomUUID()
    const requests: [method: string, path: string, sending?: Sending][] = [
      ['POST', '/tasks', { body: { projectId, label: 'New' } }],
      ['DELETE', `/projects/${projectId}`],
    ]
    await tenant.send('GET', '/tokens/self')
    for (const [method, path, sending] of requests) {
      tap.reset()
      tap.answerInstead = withoutSharing
      expect((await tenant.send(method, path, sending)).status).toBe(404)
      expect(shown(tap.exchanges)).toEqual(['TransactWriteItems 0'])
    }
  })

  it('of a create with an external id and an Idempotency-Key is 2 more: the key has an item of its own', async () => {
    const { send, projectId } = await newTenant()
    await send('GET', '/tokens/self')
    tap.reset()
    const body = { projectId, label: 'New', externalId: 'order-17' }
    await send('POST', '/tasks', { body, headers: { 'Idempotency-Key': 'k' } })
    expect(shown(tap.exchanges)).toEqual([`TransactWriteItems ${transactionUnits(8, 2)}`])
  })

  it.each([1, 25, 50])(
    'of a create and a deletion with %d lanes is the same as without lanes',
    async (lanes) => {
      const tenant = await newTenant()
      const workflowLaneId = await widen(tenant, lanes)
      const { projectId } = tenant
      // so this process knows the statuses of the lanes
      await tenant.send('POST', '/tasks', { body: { projectId, label: 'First', workflowLaneId } })
      const created = await costOf(tenant, 'POST', '/tasks', { projectId, label: 'New', workflowLaneId })
      expect(created).toEqual(costs['tasks.create'])
      const { body } = await tenant.send('GET', `/projects/${projectId}/tasks`)
      const [task] = (body as { tasks: { id: string }[] }).tasks // `send` has checked it against the contract
      expect(await costOf(tenant, 'DELETE', `/tasks/${String(task?.id)}`)).toEqual(costs['tasks.delete'])
    },
  )

  it.each([
    [300, 6, 4],
    [400, 10, 8],
    [10_000, 46, 44],
  ])(
    'follows the size of the task: with %d characters %d write units to create, %d to update',
    async (length, create, change) => {
      const tenant = await newTenant()
      const { projectId } = tenant
      const body = { projectId, label: 'New', description: 'x'.repeat(length) }
      expect(await costOf(tenant, 'POST', '/tasks', body)).toEqual([`TransactWriteItems ${create}`])
      const { id } = await tenant.createTask(body)
      expect(await costOf(tenant, 'PATCH', `/tasks/${id}`, { status: 1 })).toEqual([`UpdateItem ${change}`])
    },
  )

  it('of deletions and restores in one bulk request is a transaction for each 49', async () => {
    const { send, createTask } = await newTenant()
    const ids: string[] = []
    for (let count = 0; count < 60; count++) ids.push((await createTask()).id)
    for (const op of ['delete', 'restore']) {
      tap.reset()
      tap.answerInstead = withoutSharing
      const { body } = await send('POST', '/tasks/bulk', {
        body: { operations: ids.map((id) => ({ op, id })) },
      })
      expect(body).toMatchObject({ succeeded: 60, failed: 0 })
      expect(shown(tap.exchanges)).toEqual([
        ...['BatchGetItem 60', `TransactWriteItems ${49 * 6 + 2}`, `TransactWriteItems ${11 * 6 + 2}`],
      ])
    }
  })

  it('of a deletion in a bulk request that has its transaction for itself is no second read', async () => {
    const { send, createTask, newLane } = await newTenant()
    const tasks = [await createTask(), await createTask({ workflowLaneId: await newLane() })]
    tap.reset()
    tap.answerInstead = withoutSharing
    const { body } = await send('POST', '/tasks/bulk', {
      body: { operations: tasks.map(({ id }) => ({ op: 'delete', id })) },
    })
    expect(body).toMatchObject({ succeeded: 2, failed: 0 })
    expect(shown(tap.exchanges)).toEqual(['BatchGetItem 2', 'TransactWriteItems 8', 'TransactWriteItems 8'])
  })

  it('of a change of the lane is one write of the task and one of its counts', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const body = { workflowLaneId: await tenant.newLane() }
    expect(await costOf(tenant, 'PATCH', `/tasks/${id}`, body)).toEqual(['GetItem 1', 'TransactWriteItems 7'])
  })

  it.each([undefined, 2])(
    'of a move into another lane, with the status %s, includes the counts',
    async (taskStatus) => {
      const tenant = await newTenant()
      const workflowLaneId = await tenant.newLane(tenant.projectId, 'Lane', taskStatus)
      // so this process knows the status of the lane
      await tenant.createTask({ workflowLaneId })
      const { id } = await tenant.createTask()
      const other = await tenant.createTask()
      const path = `/tasks/${id}/move`
      expect(await costOf(tenant, 'POST', path, { to: 'bottom', workflowLaneId })).toEqual([
        'GetItem 1',
        'TransactWriteItems 8',
      ])
      expect(await costOf(tenant, 'POST', path, { beforeTaskId: other.id, workflowLaneId: null })).toEqual([
        'BatchGetItem 2',
        'Query 0.5',
        'TransactWriteItems 8',
      ])
    },
  )

  it('of a move beside a task includes reading that task', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const { id: beforeTaskId } = await tenant.createTask()
    const { id: afterTaskId } = await tenant.createTask()
    for (const body of [{ afterTaskId }, { beforeTaskId }]) {
      expect(await costOf(tenant, 'POST', `/tasks/${id}/move`, body)).toEqual([
        'BatchGetItem 2',
        'PutItem 5',
        'Query 0.5',
      ])
    }
  })

  it('of a move to another project is two round trips', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const body = { projectId: await tenant.newProject() }
    // of these, 2 for the counter of each project
    expect(await costOf(tenant, 'PATCH', `/tasks/${id}`, body)).toEqual([
      'GetItem 1',
      `TransactWriteItems ${transactionUnits(10, 2)}`,
    ])
  })

  it('of a move beside another task is three round trips', async () => {
    const tenant = await newTenant()
    const [first, , last] = [await tenant.createTask(), await tenant.createTask(), await tenant.createTask()]
    const body = { beforeTaskId: first.id }
    expect(await costOf(tenant, 'POST', `/tasks/${last.id}/move`, body)).toEqual([
      'BatchGetItem 2',
      'PutItem 5',
      'Query 0.5',
    ])
  })

  it('of a patch that changes nothing is one read', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    expect(await costOf(tenant, 'PATCH', `/tasks/${id}`, {})).toEqual(['GetItem 1'])
  })

  it.each([
    ['a project', ({ projectId }: TestTenant) => `/projects/${projectId}/tasks`],
    ['an account', () => '/tasks'],
  ])('of a page of %s depends on the page, not on all tasks', async (_, pathIn) => {
    const tenant = await newTenant()
    await fill(tenant, 1_000)
    const path = pathIn(tenant)
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

/** `TASKS` sets another number, as by night; each of them costs a write of the engine. */
const many = Number(process.env.TASKS ?? 400)

describe(`the cost is the same with 10 and with ${many} tasks`, () => {
  it('for all but lists and changes', async () => {
    const lists = [
      ...['projects.list-tasks', 'projects.update-tasks', 'projects.export', 'changes.list', 'tasks.list'],
      ...['calendars.read', 'mcp.call'], // find_tasks
    ]
    // what it costs depends on when the table was asked last
    const constant = endpoints.filter(({ id }) => ![...lists, 'health.get'].includes(id))
    let [small, large] = [await newTenant(), await newTenant()]
    for (const [index, endpoint] of constant.entries()) {
      // each endpoint adds a lane, of which a project has at most 50
      if (index % 40 === 0) {
        ;[small, large] = [await newTenant(), await newTenant()]
        await fill(small, 10)
        await fill(large, many)
      }
      const cost = await costOfEndpoint(large, endpoint)
      expect({ id: endpoint.id, cost }).toEqual({
        id: endpoint.id,
        cost: await costOfEndpoint(small, endpoint),
      })
    }
  }, 600_000)
})
