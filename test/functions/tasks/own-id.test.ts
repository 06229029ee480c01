import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { idOfExternal } from '../../../lib/tasks/external-id.ts'
import { idOfKey } from '../../../lib/tasks/new-task.ts'
import { tap } from '../../support/api.ts'
import { costs } from '../../support/costs.ts'
import { readFeed } from '../../support/feed.ts'
import { idExists, idReused, noOwnId } from '../../support/own-id.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const taskOf = (body: unknown) => (body as { task: Task }).task // the test has checked the status

const listed = async ({ send, projectId }: TestTenant) =>
  ((await send('GET', `/projects/${projectId}/tasks`)).body as { tasks: Task[] }).tasks

const [exists, reused] = [idExists('task'), idReused('task')]

/** A tenant, an id, and a function that creates a task with it. */
async function withId(settings: Parameters<typeof newTenant>[0] = {}) {
  const tenant = await newTenant(settings)
  const id = crypto.randomUUID()
  const create = (body: object = {}, headers: Record<string, string> = {}) =>
    tenant.send('POST', '/tasks', {
      body: { id, projectId: tenant.projectId, label: 'Mine', ...body },
      headers,
    })
  return { tenant, id, create }
}

afterEach(() => {
  tap.reset()
  vi.useRealTimers()
})

describe('POST /tasks with an id', () => {
  it('creates the task with that id, at the cost of any create', async () => {
    const { tenant, id, create } = await withId()
    await tenant.send('GET', '/tokens/self')
    tap.reset()
    const { status, headers, body } = await create()
    expect(tap.exchanges.map(({ operation, units }) => `${operation} ${units}`)).toEqual(
      costs['tasks.create'],
    )
    expect([status, headers.etag, headers.location]).toEqual([201, '"1"', `/v1/tasks/${id}`])
    expect(taskOf(body).id).toBe(id)
    expect((await tenant.send('GET', `/tasks/${id}`)).body).toEqual(body)
    // a key beside it has no effect, and costs nothing
    tap.reset()
    await create({ id: crypto.randomUUID() }, { 'Idempotency-Key': 'k' })
    expect(tap.exchanges.map(({ operation, units }) => `${operation} ${units}`)).toEqual(
      costs['tasks.create'],
    )
  })

  it('takes it in upper case, of each version, and stores it in lower case', async () => {
    const { tenant, create } = await withId()
    for (const version of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const id = `01A1FC5C-F808-${version}0A6-ACA9-B364A578BFAE`
      expect(taskOf((await create({ id })).body).id).toBe(id.toLowerCase())
    }
    // ids have no part in the order of a project, of the feed, or of a search
    const ids = (await listed(tenant)).map((task) => task.id[14])
    expect(ids.join('')).toBe('12345678')
    const found = (await tenant.send('GET', '/tasks?q=mine&limit=3&order=oldest')).body as { tasks: Task[] }
    expect(found.tasks.map((task) => task.id[14]).join('')).toBe('123')
    expect((await readFeed(tenant)).changes.map(({ task }) => task.id[14]).join('')).toBe('12345678')
  })

  it('answers a repeat like the first request, even if the task was changed, moved or deleted since', async () => {
    const { tenant, id, create } = await withId({ taskQuota: 1 })
    const body = { subtasks: [{ label: 'One' }, { id: crypto.randomUUID(), label: 'Two' }] }
    const first = await create(body)
    const repeat = async (headers: Record<string, string> = {}) => {
      const again = await create(body, headers)
      expect([again.status, again.headers.etag, again.headers['idempotency-replayed']]).toEqual([
        ...[201, '"1"', 'true'],
      ])
      expect(again.headers.location).toBe(first.headers.location)
      expect(again.body).toEqual(first.body)
    }
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    await repeat()
    await repeat({ 'Idempotency-Key': 'any' })
    await tenant.send('PATCH', `/tasks/${id}`, {
      body: { label: 'Changed', status: 2, position: '0|i00000:1' },
    })
    await repeat()
    const projectId = await tenant.newProject()
    await tenant.send('PATCH', `/tasks/${id}`, { body: { projectId } })
    await repeat()
    await tenant.send('DELETE', `/tasks/${id}`)
    await repeat()
    expect((await tenant.send('GET', `/tasks/${id}`)).status).toBe(404)
    expect([await tenant.taskCount(), await tenant.taskCount(projectId)]).toEqual([0, 0])
  })

  it('answers a repeat that says the same with other words: null for what is left out, and defaults', async () => {
    const { id, create } = await withId()
    const first = await create({ subtasks: [{ label: 'One' }] })
    const nulls = { description: null, workflowLaneId: null, externalId: null, position: null, fields: null }
    const subtasks = [{ id: null, label: ' One ', isCompleted: false }]
    const again = await create({ id: id.toUpperCase(), status: 0, ...nulls, subtasks })
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    expect(await create({ description: '' })).toMatchObject({ status: 422, body: reused })
  })

  it('creates it again when it was deleted for good', async () => {
    const { tenant, id, create } = await withId()
    const first = await create()
    await tenant.send('DELETE', `/tasks/${id}`)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 41 * 24 * 60 * 60 * 1000 })
    const again = await create({ label: 'Other' })
    expect(again.status).toBe(201)
    expect(again.headers).not.toHaveProperty('idempotency-replayed')
    expect(taskOf(again.body)).toMatchObject({ id, label: 'Other' })
    expect(taskOf(again.body).created_at > taskOf(first.body).created_at).toBe(true)
    expect(await tenant.taskCount()).toBe(1)
  })

  it('creates it again when its project was deleted, from the next version on', async () => {
    const { tenant, id, create } = await withId()
    const goneId = await tenant.newProject()
    await create({ projectId: goneId })
    await tenant.send('DELETE', `/tasks/${id}`)
    await tenant.send('DELETE', `/projects/${goneId}`)
    const { status, headers } = await create()
    expect([status, headers.etag]).toEqual([201, '"3"'])
    expect(await tenant.taskCount()).toBe(1)
  })

  it('answers 422 to the id with another body, also in the trash, and changes nothing', async () => {
    const { tenant, id, create } = await withId()
    const first = await create()
    const other = await tenant.newProject()
    const refuse = async () => {
      for (const body of [
        { label: 'Other' },
        { status: 1 },
        { projectId: other },
        { position: '0|i00000:1' },
      ])
        expect(await create(body)).toMatchObject({ status: 422, body: reused })
    }
    await refuse()
    expect(await listed(tenant)).toEqual([taskOf(first.body)])
    await tenant.send('DELETE', `/tasks/${id}`)
    await refuse()
    expect(await tenant.taskCount()).toBe(0)
  })

  it('answers 409 to an id that a task has otherwise: random, or from its external id or key', async () => {
    const { tenant, create } = await withId()
    const random = await tenant.createTask()
    const external = await tenant.createTask({ externalId: 'order-17' })
    const body = { projectId: tenant.projectId, label: 'Keyed' }
    await tenant.send('POST', '/tasks', { body, headers: { 'Idempotency-Key': 'k' } })
    const both = { ...body, externalId: 'order-18' }
    await tenant.send('POST', '/tasks', { body: both, headers: { 'Idempotency-Key': 'of-both' } })
    const before = await listed(tenant)
    expect(external.id).toBe(idOfExternal(tenant, 'order-17'))
    for (const id of [random.id, external.id, idOfKey(tenant, 'k'), idOfKey(tenant, 'of-both')])
      expect(await create({ id })).toMatchObject({ status: 409, body: exists })
    await tenant.send('DELETE', `/tasks/${random.id}`)
    expect(await create({ id: random.id })).toMatchObject({ status: 409, body: exists })
    expect((await listed(tenant)).map(({ id }) => id)).toEqual(before.slice(1).map(({ id }) => id))
  })

  it('tells a bound token nothing but that the id is taken, and another account nothing at all', async () => {
    const { tenant, id, create } = await withId()
    await create()
    const other = await tenant.newProject()
    const token = await tenant.boundToken(other)
    const body = { id, projectId: tenant.projectId, label: 'Mine' }
    expect(await tenant.send('POST', '/tasks', { body, token })).toMatchObject({ status: 422, body: reused })
    const inOwn = await tenant.send('POST', '/tasks', { body: { ...body, projectId: other }, token })
    expect(inOwn).toMatchObject({ status: 422, body: reused })
    const stranger = await newTenant()
    const theirs = await stranger.send('POST', '/tasks', {
      body: { id, projectId: stranger.projectId, label: 'Theirs' },
    })
    expect(theirs.status).toBe(201)
    expect(theirs.headers).not.toHaveProperty('idempotency-replayed')
    expect(taskOf(theirs.body)).toMatchObject({ id, label: 'Theirs' })
    expect(taskOf((await tenant.send('GET', `/tasks/${id}`)).body).label).toBe('Mine')
  })

  it('creates one task of 20 concurrent requests, and answers 201 to all', async () => {
    const { tenant, create } = await withId({ taskQuota: 1 })
    const replies = await Promise.all(Array.from({ length: 20 }, () => create()))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(19)
    expect(await tenant.taskCount()).toBe(1)
  })

  it('creates one of 10 concurrent requests with other bodies, and answers 422 to the others', async () => {
    const { tenant, create } = await withId()
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => create({ label: `Task ${n}` })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(422)])
    expect(await tenant.taskCount()).toBe(1)
  })

  it('creates one task when all answers of storage are lost and the request is repeated', async () => {
    const { tenant, create } = await withId()
    tap.failNext('TransactWriteItems', 'lost-answer', 'lost-answer', 'lost-answer')
    expect((await create()).status).toBe(503)
    tap.reset()
    expect(await create()).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } })
    expect(await tenant.taskCount()).toBe(1)
  })

  it('in a bulk request: creates each once, and replays a repeat of the whole request', async () => {
    const { tenant, id } = await withId()
    const { projectId } = tenant
    const operations = [
      { op: 'create', id, projectId, label: 'One' },
      { op: 'update', id, status: 1 },
      { op: 'create', id, projectId, label: 'One' },
      { op: 'create', id, projectId, label: 'Other' },
      { op: 'create', id: crypto.randomUUID(), projectId, label: 'Two' },
    ]
    const run = async () => {
      const { body } = await tenant.send('POST', '/tasks/bulk', { body: { operations } })
      return (
        body as { results: { status: number; replayed?: true; error?: { code: string } }[] }
      ).results.map(({ status, replayed, error }) => [status, replayed ?? false, error?.code])
    }
    const rest = [
      ...[
        [200, false, undefined],
        [201, true, undefined],
      ],
      [422, false, 'id_reused'],
    ]
    expect(await run()).toEqual([[201, false, undefined], ...rest, [201, false, undefined]])
    expect(await run()).toEqual([[201, true, undefined], ...rest, [201, true, undefined]])
    expect(await tenant.taskCount()).toBe(2)
    // the single endpoint knows the same body
    const single = await tenant.send('POST', '/tasks', { body: { id, projectId, label: 'One' } })
    expect(single).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } })
  })

  it.each([
    ['', noOwnId],
    ['one', noOwnId],
    ['00000000-0000-0000-0000-000000000000', noOwnId],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', noOwnId],
    ['01a1fc5c-f808-90a6-aca9-b364a578bfae', noOwnId],
    ['01a1fc5c-f808-40a6-cca9-b364a578bfae', noOwnId],
    ['01a1fc5cf80840a6aca9b364a578bfae', noOwnId],
    ['ext:order-17', noOwnId],
    [17, 'must be a string'],
  ])('answers 400 for %j', async (id, message) => {
    const { tenant, create } = await withId()
    const expected = errorBody('invalid_request', `id ${message}`, { details: [{ path: 'id', message }] })
    expect(await create({ id })).toMatchObject({ status: 400, body: expected })
    expect(await listed(tenant)).toEqual([])
  })

  it('answers 400 together with an external id, and for two subtasks with one id', async () => {
    const { tenant, create } = await withId()
    const message =
      'The body must not have both id and externalId: a task with an externalId gets an id that is made from it'
    expect(await create({ externalId: 'order-17' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', message } },
    })
    const subtask = { id: crypto.randomUUID(), label: 'Twin' }
    expect(await create({ subtasks: [subtask, subtask] })).toMatchObject({
      status: 400,
      body: { error: { message: 'subtasks must not have the same id twice' } },
    })
    expect(await listed(tenant)).toEqual([])
  })

  it('is for creates of clients alone: no mapping of a form, rule or conditional change takes it or a position', async () => {
    const { tenant } = await withId()
    const { projectId } = tenant
    const values = { id: crypto.randomUUID(), position: '0|i00000:1' }
    const trigger = { type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-11-30T09:00' }
    const sendings: [method: string, path: string, body: (value: object) => object][] = [
      ['POST', '/forms', (value) => ({ projectId, name: 'Form', mapping: { label: 'New', ...value } })],
      ['PATCH', `/projects/${projectId}/tasks`, (value) => ({ where: { status: 0 }, set: value })],
      [
        ...(['POST', '/rules'] as const),
        (value) => ({
          ...{ projectId, label: 'Rule', trigger },
          action: { type: 'create_task', task: { label: 'New', ...value } },
        }),
      ],
    ]
    for (const [method, path, body] of sendings)
      for (const [name, value] of Object.entries(values)) {
        const reply = await tenant.send(method, path, { body: body({ [name]: value }) })
        expect(reply.status).toBe(400)
        const { error } = reply.body as { error: { message: string } }
        expect(error.message).toContain(`.${name} is not a field of this request`)
      }
  })

  it('answers 400 to a change of the id', async () => {
    const { tenant, create, id } = await withId()
    await create()
    const { status, body } = await tenant.send('PATCH', `/tasks/${id}`, { body: { id: crypto.randomUUID() } })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { message: expect.stringContaining('id is not a field of this request') as string },
    })
  })
})
