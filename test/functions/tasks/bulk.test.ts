import { describe, expect, it, onTestFinished } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { tap } from '../../support/api.ts'
import { bulk, shown } from '../../support/bulk.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { transactionUnits } from '../../support/local-units.ts'

const creates = (projectId: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ op: 'create', projectId, label: `Task ${n}` }))

describe('POST /tasks/bulk', () => {
  it('answers 200 with one result per operation, in their order', async () => {
    const tenant = await newTenant()
    const { projectId } = tenant
    const [changed, gone, back] = [
      await tenant.createTask(),
      await tenant.createTask(),
      await tenant.createTask(),
    ]
    await tenant.send('DELETE', `/tasks/${back.id}`)
    const answer = await bulk(tenant, [
      { op: 'create', projectId, label: ' New ', externalId: 'new' },
      { op: 'update', id: changed.id.toUpperCase(), status: 2, ifVersion: 1 },
      { op: 'delete', id: gone.id },
      { op: 'restore', id: back.id },
      { op: 'update', id: changed.id, ifVersion: 1, label: 'Too late' },
      { op: 'create', projectId, label: 'Again', externalId: 'new' },
    ])
    const read = async (id: string) =>
      ((await tenant.send('GET', `/tasks/${id}`)).body as { task: Task }).task
    const [made, now] = [await read('ext:new'), await read(changed.id)]
    expect(answer).toEqual({
      results: [
        { status: 201, task: made, version: 1 },
        { status: 200, task: { ...changed, status: 2, updated_at: now.updated_at }, version: 2 },
        { status: 200 },
        { status: 200, task: await read(back.id), version: 3 },
        {
          status: 412,
          version: 2,
          error: {
            code: 'precondition_failed',
            message: 'The task has changed since you read it: read its current state, then decide again.',
            docs: '/v1/docs#precondition_failed',
            task: now,
          },
        },
        {
          status: 409,
          error: {
            code: 'external_id_exists',
            message: 'A task with this externalId already exists or is in the trash: update or restore it.',
            docs: '/v1/docs#external_id_exists',
            task_id: made.id,
          },
        },
      ],
      succeeded: 4,
      failed: 2,
    })
    expect(made.label).toBe('New')
    expect(await tenant.send('GET', `/tasks/${gone.id}`)).toMatchObject({ status: 404 })
  })

  it('refuses an operation that is nested 100,000 levels deep, and does the others', async () => {
    const { send, projectId } = await newTenant()
    const good = JSON.stringify({ op: 'create', projectId, label: 'Good' })
    const deep = good.replace('}', `,"fields":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`)
    const { status, body } = await send('POST', '/tasks/bulk', { body: `{"operations":[${good},${deep}]}` })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      results: [
        { status: 201, task: { label: 'Good' } },
        { status: 400, error: { code: 'invalid_request', details: [{ path: 'fields' }] } },
      ],
    })
  })

  it('does the operations on one task in their order', async () => {
    const tenant = await newTenant()
    const { projectId } = tenant
    const id = 'ext:one'
    const operations = [
      { op: 'update', id, status: 1 },
      { op: 'create', projectId, label: 'One', externalId: 'one' },
      { op: 'update', id, status: 2, ifVersion: 1 },
      { op: 'delete', id },
      { op: 'update', id, status: 0 },
      { op: 'restore', id, ifVersion: 3 },
      { op: 'update', id, label: 'The same', ifVersion: 4 },
    ]
    const dry = await bulk(tenant, operations, {}, '/tasks/bulk?dryRun=true')
    const answer = await bulk(tenant, operations)
    expect(shown(answer)).toEqual(['task_not_found', 201, 200, 200, 'task_not_found', 200, 200])
    expect(answer.results.map(({ version }) => version)).toEqual([
      undefined,
      1,
      2,
      undefined,
      undefined,
      4,
      5,
    ])
    expect(shown(dry)).toEqual(shown(answer))
    expect(dry.results.map(({ version }) => version)).toEqual(answer.results.map(({ version }) => version))
    const { body } = await tenant.send('GET', `/tasks/${id}`)
    expect(body).toMatchObject({ task: { label: 'The same', status: 2 } })
  })

  it('moves tasks one after the other, also behind one that has just moved, with the status of their lane', async () => {
    const tenant = await newTenant()
    const { projectId } = tenant
    const [a, b, c, d] = [
      await tenant.createTask({ label: 'A' }),
      await tenant.createTask({ label: 'B' }),
      await tenant.createTask({ label: 'C' }),
      await tenant.createTask({ label: 'D' }),
    ]
    const workflowLaneId = await tenant.newLane()
    await tenant.send('PATCH', `/projects/${projectId}/lanes/${workflowLaneId}`, { body: { taskStatus: 2 } })
    const operations = [
      { op: 'move', id: b.id, to: 'bottom', workflowLaneId },
      { op: 'move', id: a.id, afterTaskId: b.id, ifVersion: 1 },
      { op: 'move', id: d.id, to: 'top' },
      { op: 'move', id: c.id, to: 'top', ifVersion: 7 },
      { op: 'move', id: c.id, afterTaskId: crypto.randomUUID() },
    ]
    const order = async () => {
      const { body } = await tenant.send('GET', `/projects/${projectId}/tasks`)
      return (body as { tasks: Task[] }).tasks.map(({ label, status }) => `${label}${status}`)
    }
    const expected = [200, 200, 200, 'precondition_failed', 'task_not_found']
    expect(shown(await bulk(tenant, operations, {}, '/tasks/bulk?dryRun=true'))).toEqual(expected)
    expect(await order()).toEqual(['A0', 'B0', 'C0', 'D0'])
    expect(shown(await bulk(tenant, operations))).toEqual(expected)
    expect(await order()).toEqual(['D0', 'C0', 'B2', 'A0'])
  })

  it('creates 100 tasks in their order, in two transactions of together 404 write units', async () => {
    const tenant = await newTenant()
    await tenant.send('GET', '/tokens/self')
    tap.reset()
    const answer = await bulk(tenant, creates(tenant.projectId, 100))
    const transactions = tap.exchanges.filter(({ operation }) => operation === 'TransactWriteItems')
    expect(transactions.map(({ units }) => units)).toEqual([transactionUnits(398, 392), 6])
    expect(answer).toMatchObject({ succeeded: 100, failed: 0 })
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks?limit=100`)
    expect((body as { tasks: Task[] }).tasks).toEqual(answer.results.map(({ task }) => task))
  })

  it.each([
    ['no operations', { operations: [] }, 'operations must hold at least one operation'],
    ['101 operations', { operations: creates('x', 101) }, 'operations must hold at most 100 entries'],
    ['no list', { operations: {} }, 'operations must be an array'],
    ['nothing', {}, 'operations is required'],
    [
      'another field',
      { operations: [{}], atomic: true },
      'atomic is not a field of this request (it takes operations)',
    ],
  ])('answers 400 to an envelope with %s, and stores nothing', async (_, body, message) => {
    const tenant = await newTenant()
    const answer = await tenant.send('POST', '/tasks/bulk', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: { code: 'invalid_request', message } })
    expect(await tenant.taskCount()).toBe(0)
  })

  it('answers 413 to more than 256 KiB', async () => {
    const tenant = await newTenant()
    const body = {
      operations: [
        { op: 'create', projectId: tenant.projectId, label: 'x', description: 'x'.repeat(257 * 1024) },
      ],
    }
    expect(await tenant.send('POST', '/tasks/bulk', { body })).toMatchObject({ status: 413 })
    expect(await tenant.taskCount()).toBe(0)
  })

  it('refuses a wrong operation alone, and names its fields', async () => {
    const tenant = await newTenant()
    const { projectId } = tenant
    const { id } = await tenant.createTask()
    const answer = await bulk(tenant, [
      ...[null, 7, [], { label: 'x' }, { op: 'upsert' }, { op: 'constructor' }],
      { op: 'create', label: '', projectId: 'x', ifVersion: 1 },
      { op: 'update', id, ifVersion: '1', status: 7 },
      { op: 'delete', id, label: 'x' },
      { op: 'restore' },
      { op: 'move', id, to: 'top', afterTaskId: id },
      { op: 'create', label: 'Right', projectId },
    ])
    expect(answer.results.map(({ error }) => error?.message)).toEqual([
      ...Array<string>(3).fill('The operation must be an object'),
      'op is required: one of create, update, move, delete, restore',
      ...Array<string>(2).fill('op must be one of create, update, move, delete, restore'),
      'projectId must be a UUID (and 2 more in details)',
      'ifVersion must be a number (and 1 more in details)',
      'label is not a field of this request (it takes id, ifVersion)',
      'id is required',
      'The body must have exactly one of beforeTaskId, afterTaskId, to',
      undefined,
    ])
    expect(answer.results[7]?.error?.details).toEqual([
      { path: 'ifVersion', message: 'must be a number' },
      { path: 'status', message: 'must be one of 0, 1, 2' },
    ])
    expect(answer).toMatchObject({ succeeded: 1, failed: 11 })
    expect(await tenant.taskCount()).toBe(2)
  })

  it('refuses a deletion without the scope, and shows a changed task only with read', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const token = await tenant.newToken(['write'])
    const operations = [
      { op: 'delete', id },
      { op: 'update', id, ifVersion: 9, status: 1 },
    ]
    expect((await bulk(tenant, operations, { token })).results).toEqual([
      {
        status: 403,
        error: {
          code: 'insufficient_scope',
          message: 'The token lacks the scope delete.',
          docs: '/v1/docs#insufficient_scope',
          required_scope: 'delete',
        },
      },
      {
        status: 412,
        version: 1,
        error: {
          code: 'precondition_failed',
          message: 'The task has changed since you read it: read its current state, then decide again.',
          docs: '/v1/docs#precondition_failed',
        },
      },
    ])
    expect(await tenant.taskCount()).toBe(1)
  })

  it('keeps the quota exact when 50 of them race for it, and creates the first of each', async () => {
    const tenant = await newTenant({ taskQuota: 123 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bulk(tenant, creates(tenant.projectId, 10))),
    )
    const words = answers.map(shown)
    expect(words.flat().filter((word) => word === 201)).toHaveLength(123)
    expect(words.flat().filter((word) => word === 'quota_exceeded')).toHaveLength(377)
    for (const own of words) {
      const made = own.filter((word) => word === 201).length
      expect(own.slice(0, made)).toEqual(Array<number>(made).fill(201))
    }
    expect(await tenant.taskCount()).toBe(123)
  })

  it('creates with a repeat what was not created before, and nothing twice', async () => {
    const tenant = await newTenant({ taskQuota: 3 })
    const sending = { headers: { 'Idempotency-Key': 'tidy' } }
    const { id } = await tenant.createTask()
    const operations = creates(tenant.projectId, 4)
    const first = await bulk(tenant, operations, sending)
    expect(shown(first)).toEqual([201, 201, 'quota_exceeded', 'quota_exceeded'])
    await tenant.send('DELETE', `/tasks/${id}`)
    const last = await bulk(tenant, operations, sending)
    expect(shown(last)).toEqual([201, 201, 201, 'quota_exceeded'])
    expect(last.results.map(({ replayed }) => replayed)).toEqual([true, true, undefined, undefined])
    expect(last.results[0]?.task).toEqual(first.results[0]?.task)
    // the key of an item is one of the single endpoint as well
    const headers = { 'Idempotency-Key': 'tidy#1' }
    const single = await tenant.send('POST', '/tasks', {
      body: { projectId: tenant.projectId, label: 'Task 1' },
      headers,
    })
    expect(single.headers['idempotency-replayed']).toBe('true')
    expect(single.body).toEqual({ task: first.results[1]?.task })
    expect(await tenant.taskCount()).toBe(3)
  })

  it('creates once what was created although the answer of storage was lost', async () => {
    const tenant = await newTenant()
    onTestFinished(() => {
      tap.reset()
    })
    const sending = { headers: { 'Idempotency-Key': 'tidy' } }
    const operations = creates(tenant.projectId, 3)
    tap.faults = (operation) => (operation === 'TransactWriteItems' ? 'lost-answer' : undefined)
    expect(shown(await bulk(tenant, operations, sending))).toEqual(Array(3).fill('service_unavailable'))
    tap.reset()
    const again = await bulk(tenant, operations, sending)
    expect(again.results.map(({ status, replayed }) => [status, replayed])).toEqual(
      Array(3).fill([201, true]),
    )
    expect(await tenant.taskCount()).toBe(3)
  })

  it('tells what is done when storage does not answer the rest', async () => {
    const tenant = await newTenant()
    onTestFinished(() => {
      tap.reset()
    })
    const { id } = await tenant.createTask()
    tap.faults = (operation) => (operation === 'UpdateItem' ? 'server-error' : undefined)
    const answer = await bulk(tenant, [
      { op: 'update', id, status: 1 },
      { op: 'create', projectId: tenant.projectId, label: 'New' },
    ])
    expect(shown(answer)).toEqual(['service_unavailable', 201])
  })

  it('keeps the order of moves to an end: none goes before one that storage did not take', async () => {
    const tenant = await newTenant()
    onTestFinished(() => {
      tap.reset()
    })
    const workflowLaneId = await tenant.newLane()
    const tasks = [await tenant.createTask(), await tenant.createTask(), await tenant.createTask()]
    const moves = tasks.map(({ id }) => ({ op: 'move', id, workflowLaneId, to: 'bottom' }))
    const isOfSecond = (request: unknown) => JSON.stringify(request).includes(tasks[1]?.id ?? '')
    tap.answerInstead = (operation, request) => {
      if (operation.startsWith('Get') || operation === 'Query' || !isOfSecond(request)) return undefined
      throw Object.assign(new Error('storage is away'), { name: 'TimeoutError' })
    }
    expect(shown(await bulk(tenant, moves))).toEqual([200, 'service_unavailable', 'service_unavailable'])
    tap.reset()
    expect(shown(await bulk(tenant, moves.slice(1)))).toEqual([200, 200])
    const { body } = await tenant.send(
      'GET',
      `/projects/${tenant.projectId}/tasks?workflowLaneId=${workflowLaneId}`,
    )
    expect((body as { tasks: Task[] }).tasks.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id))
  })

  it('counts as one request for every ten operations', async () => {
    const { projectId, send } = await newTenant({ rateLimit: 1_000 })
    const left = async (count: number) => {
      const { headers } = await send('POST', '/tasks/bulk', {
        body: { operations: creates(projectId, count) },
      })
      return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1])
    }
    const start = await left(1)
    expect(await left(10)).toBe(start - 1)
    expect(await left(11)).toBe(start - 3)
    expect(await left(100)).toBe(start - 13)
  })

  it('answers 429 as a whole when the rate limit does not allow it, and does nothing', async () => {
    const { projectId, send, taskCount } = await newTenant({ rateLimit: 10 })
    await send('GET', '/tokens/self')
    const answer = await send('POST', '/tasks/bulk', { body: { operations: creates(projectId, 100) } })
    expect(answer.status).toBe(429)
    expect(answer.body).toEqual(errorBody('rate_limited', expect.stringMatching(/^Too many requests/)))
    expect(await taskCount()).toBe(0)
  })

  it('names its token and origin as the writer of each task', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const creation = { op: 'create', projectId: tenant.projectId, label: 'New' }
    await bulk(tenant, [creation, { op: 'delete', id }], { headers: { 'Origin-Id': 'nightly' } })
    const { body } = await tenant.send('GET', '/changes?excludeOriginId=nightly')
    expect(body).toMatchObject({ changes: [] })
  })
})
