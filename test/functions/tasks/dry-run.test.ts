import { afterEach, describe, expect, it } from 'vitest'
import { tap } from '../../support/api.ts'
import { taskEventsOf } from '../../support/stream.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { create, tableOf, taskOf, tried } from './try.ts'

afterEach(() => {
  tap.reset()
})

describe('POST /tasks?dryRun=true', () => {
  it('answers 200 with the task that a create would make, and makes none', async () => {
    const tenant = await newTenant()
    const workflowLaneId = await tenant.newLane()
    const body = {
      ...{ projectId: tenant.projectId, label: ' Call Ada ', workflowLaneId, externalId: 'form-1' },
      subtasks: [{ label: 'Find her number' }],
    }
    const { status, headers, body: answer } = await tried(tenant, 'POST', '/tasks', { body })
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'dry-run': 'true' })
    for (const absent of ['location', 'etag', 'idempotency-replayed'])
      expect(headers).not.toHaveProperty(absent)
    const shown = taskOf(answer)
    const { status: created, body: real } = await tenant.send('POST', '/tasks', { body })
    expect(created).toBe(201)
    const task = taskOf(real)
    // all but the position and the times is what the create then makes: the id comes from the external id
    const { position, created_at, updated_at } = task
    expect({ ...shown, position, created_at, updated_at }).toEqual(task)
  })

  it('shows a new id where the service would choose one', async () => {
    const tenant = await newTenant()
    const sending = { body: { projectId: tenant.projectId, label: 'New' } }
    const ids = [
      taskOf((await tried(tenant, 'POST', '/tasks', sending)).body).id,
      taskOf((await tried(tenant, 'POST', '/tasks', sending)).body).id,
    ]
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect((await tenant.send('GET', `/tasks/${id}`)).status).toBe(404)
  })

  it('counts in no quota: as many tasks as before fit afterwards', async () => {
    const tenant = await newTenant({ taskQuota: 1 })
    const sending = { body: { projectId: tenant.projectId, label: 'New' } }
    for (let tries = 0; tries < 3; tries++)
      expect((await tried(tenant, 'POST', '/tasks', sending)).status).toBe(200)
    expect((await tenant.send('POST', '/tasks', sending)).status).toBe(201)
    expect((await tried(tenant, 'POST', '/tasks', sending)).body).toEqual(
      errorBody('quota_exceeded', "The project's task quota of 1 is reached."),
    )
  })

  it('uses up no Idempotency-Key: the create afterwards is the first', async () => {
    const tenant = await newTenant()
    const headers = { 'Idempotency-Key': 'k' }
    const body = { projectId: tenant.projectId, label: 'Once' }
    expect((await tried(tenant, 'POST', '/tasks', { body, headers })).status).toBe(200)
    const other = { body: { ...body, label: 'Another body' }, headers }
    const { status, headers: first } = await tenant.send('POST', '/tasks', other)
    expect(status).toBe(201)
    expect(first).not.toHaveProperty('idempotency-replayed')
    expect((await tried(tenant, 'POST', '/tasks', { body, headers })).status).toBe(422)
    const replay = await tried(tenant, 'POST', '/tasks', other)
    expect(replay).toMatchObject({
      status: 200,
      headers: { 'idempotency-replayed': 'true', 'dry-run': 'true' },
    })
    expect((await tenant.send('POST', '/tasks', other)).body).toEqual(replay.body)
  })

  it('with dryRun=false creates the task', async () => {
    const tenant = await newTenant()
    const body = { projectId: tenant.projectId, label: 'New' }
    const { status, headers } = await tenant.send('POST', '/tasks?dryRun=false', { body })
    expect(status).toBe(201)
    expect(headers).not.toHaveProperty('dry-run')
    expect(await tenant.taskCount()).toBe(1)
  })
})

describe('PATCH /tasks/{id}?dryRun=true', () => {
  it.each<[string, (tenant: TestTenant) => Promise<object>]>([
    ['fields', () => Promise.resolve({ label: 'New', status: 2, description: null })],
    ['the lane', async ({ newLane }) => ({ workflowLaneId: await newLane() })],
    ['the project', async ({ newProject }) => ({ projectId: await newProject() })],
    ['nothing', () => Promise.resolve({})],
  ])('answers 200 with the task as a change of %s would leave it', async (_, bodyFor) => {
    const tenant = await newTenant()
    const before = await tenant.createTask({
      workflowLaneId: await tenant.newLane(),
      description: 'Text',
      subtasks: [{ label: 'One' }, { label: 'Two', isCompleted: true }],
    })
    const body = await bodyFor(tenant)
    const path = `/tasks/${before.id}`
    const dry = await tried(tenant, 'PATCH', path, { body, headers: { 'If-Match': '"1"' } })
    expect(dry).toMatchObject({ status: 200, headers: { 'dry-run': 'true' } })
    expect(dry.headers).not.toHaveProperty('etag')
    expect(taskOf((await tenant.send('GET', path)).body)).toEqual(before)
    const real = await tenant.send('PATCH', path, { body, headers: { 'If-Match': '"1"' } })
    expect(real.status).toBe(200)
    const { updated_at, position } = taskOf(real.body)
    expect({ ...taskOf(dry.body), updated_at, position }).toEqual(taskOf(real.body))
    // a task that stays in its project keeps its place
    if (!('projectId' in body)) expect(taskOf(dry.body).position).toBe(before.position)
  })

  it('shows a later updated_at, as the write would set it', async () => {
    const tenant = await newTenant()
    const { id, updated_at } = await tenant.createTask()
    const { body } = await tried(tenant, 'PATCH', `/tasks/${id}`, { body: { status: 1 } })
    expect(taskOf(body).updated_at > updated_at).toBe(true)
  })

  it('finds the task by its external id', async () => {
    const tenant = await newTenant()
    await tenant.createTask({ externalId: 'order-17' })
    const { status, body } = await tried(tenant, 'PATCH', '/tasks/ext:order-17', { body: { status: 1 } })
    expect([status, taskOf(body).status]).toEqual([200, 1])
  })

  it('decides on the task as it is, if it changes meanwhile', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ description: 'Old' })
    let reads = 0
    tap.answerInstead = async (operation) => {
      if (operation !== 'GetItem' || reads++ > 0) return undefined
      const read = await tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'Meanwhile' } })
      expect(read.status).toBe(200)
      return undefined
    }
    const { body } = await tenant.send('PATCH', `/tasks/${id}?dryRun=true`, { body: { status: 1 } })
    expect(taskOf(body)).toMatchObject({ label: 'Meanwhile', status: 1 })
  })
})

describe('a dry run', () => {
  it.each(['maybe', '', 'TRUE', '1', 'true&dryRun=true', 'true&dryRun=false', 'false&dryRun=true'])(
    'has to be true or false: ?dryRun=%s is refused, and nothing is written',
    async (value) => {
      const tenant = await newTenant()
      const { id } = await tenant.createTask()
      const before = await tableOf(tenant)
      for (const [method, path, sending] of [
        create(tenant),
        ['PATCH', `/tasks/${id}`, { body: { status: 1 } }] as const,
      ]) {
        const { status, body } = await tenant.send(method, `${path}?dryRun=${value}`, sending)
        expect(status).toBe(400)
        expect(body).toMatchObject({ error: { details: [{ path: 'dryRun' }] } })
      }
      expect(await tableOf(tenant)).toEqual(before)
    },
  )

  it.each<[string, string, object?]>([
    ['DELETE', ''],
    ['POST', '/move', { to: 'top' }],
    ['POST', '/subtasks', { label: 'New' }],
  ])(
    'is refused where there is none, and nothing is written: %s /tasks/{id}%s',
    async (method, end, body) => {
      const tenant = await newTenant()
      const { id } = await tenant.createTask()
      const before = await tableOf(tenant)
      const path = `/tasks/${id}${end}?dryRun=true`
      expect((await tenant.send(method, path, { ...(body && { body }) })).status).toBe(400)
      expect(await tableOf(tenant)).toEqual(before)
    },
  )

  it('makes no event for webhooks and no entry in the feed', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const feed = async () => (await tenant.send('GET', '/changes')).body as { changes: unknown[] } // checked on its way
    const { changes } = await feed()
    const act = async () => {
      await tenant.send('POST', '/tasks?dryRun=true', create(tenant)[2])
      await tenant.send('PATCH', `/tasks/${id}?dryRun=true`, { body: { status: 2 } })
    }
    expect(await taskEventsOf(tenant, act)).toEqual([])
    expect((await feed()).changes).toEqual(changes)
  })

  it('counts against the rate limit like any request', async () => {
    const tenant = await newTenant({ rateLimit: 5 })
    const token = await tenant.newToken(['write'])
    const [, , sending] = create(tenant)
    const statuses: number[] = []
    for (let sent = 0; sent < 3; sent++)
      statuses.push((await tenant.send('POST', '/tasks?dryRun=true', { ...sending, token })).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  it('holds up nobody: of 20 creates beside 20 dry runs, as many are done as fit', async () => {
    const tenant = await newTenant({ taskQuota: 15 })
    const [, , sending] = create(tenant)
    const both = Array.from({ length: 20 }, () => [
      tenant.send('POST', '/tasks', sending),
      tenant.send('POST', '/tasks?dryRun=true', sending),
    ])
    const statuses = (await Promise.all(both.flat())).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(15)
    expect(statuses.filter((status) => ![200, 201, 429].includes(status))).toEqual([])
    expect(await tenant.taskCount()).toBe(15)
  })

  it('sends nothing to the table that could write, but for the count of requests', async () => {
    const tenant = await newTenant()
    const [, , sending] = create(tenant)
    const writes: unknown[] = []
    tap.answerInstead = (operation, request) => {
      if (/^(?:Put|Update|Delete|BatchWrite)/.test(operation)) writes.push(request)
      return undefined
    }
    // more than ten, so that their count is shared
    for (let sent = 0; sent < 12; sent++) await tenant.send('POST', '/tasks?dryRun=true', sending)
    expect(writes.length).toBeGreaterThan(0)
    for (const write of writes)
      expect(write).toMatchObject({ Key: { pk: { S: expect.stringContaining('#RATE#') as unknown } } })
  })
})
