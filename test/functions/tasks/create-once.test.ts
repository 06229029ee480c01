import { describe, expect, it, vi } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { namedId } from '../../../lib/tasks/task-item.ts'
import { tap } from '../../support/api.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const taskOf = (body: unknown) => (body as { task: Task }).task // the test has checked the status

const listed = async ({ send, projectId }: TestTenant) =>
  ((await send('GET', `/projects/${projectId}/tasks`)).body as { tasks: Task[] }).tasks

const withKey = (key: string) => ({ 'Idempotency-Key': key })
const reused = errorBody(
  'idempotency_key_reused',
  'This Idempotency-Key was used for another request: use a new one.',
)
const exists = (task_id: string) =>
  errorBody(
    'external_id_exists',
    'A task with this externalId already exists or is in the trash: update or restore it.',
    { task_id },
  )

describe('POST /tasks with an Idempotency-Key', () => {
  it('answers a repeat with the same 201, marked as a replay', async () => {
    const tenant = await newTenant()
    const sending = {
      body: { projectId: tenant.projectId, label: 'Once', subtasks: [{ label: 'A' }, { label: 'B' }] },
      headers: withKey('form-17'),
    }
    const first = await tenant.send('POST', '/tasks', sending)
    const second = await tenant.send('POST', '/tasks', sending)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(second.headers).toMatchObject({
      location: first.headers.location,
      etag: first.headers.etag,
      'idempotency-replayed': 'true',
    })
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    expect(await listed(tenant)).toEqual([taskOf(first.body)])
    expect(await tenant.taskCount()).toBe(1)
  })

  it('creates one task from 20 concurrent requests, and answers 201 to all', async () => {
    const tenant = await newTenant({ taskQuota: 1 })
    const sending = { body: { projectId: tenant.projectId, label: 'Once' }, headers: withKey('burst') }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => tenant.send('POST', '/tasks', sending)),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(19)
    expect(await listed(tenant)).toHaveLength(1)
    expect(await tenant.taskCount()).toBe(1)
  })

  it('creates one task from 20 concurrent requests whose first answers are all lost', async () => {
    const tenant = await newTenant()
    const sending = { body: { projectId: tenant.projectId, label: 'Once' }, headers: withKey('lost') }
    // each try of the SDK commits or finds the commit, but no answer arrives: the caller gets a 503 and repeats
    tap.failNext('TransactWriteItems', ...Array<'lost-answer'>(60).fill('lost-answer'))
    const lost = await Promise.all(Array.from({ length: 20 }, () => tenant.send('POST', '/tasks', sending)))
    tap.reset()
    const repeated = await Promise.all(
      Array.from({ length: 20 }, () => tenant.send('POST', '/tasks', sending)),
    )
    expect(repeated.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(lost.every(({ status }) => status === 201 || status === 503)).toBe(true)
    expect(lost.some(({ status }) => status === 503)).toBe(true)
    expect(await listed(tenant)).toHaveLength(1)
    expect(await tenant.taskCount()).toBe(1)
  })

  it('treats the key in quotes as the same key', async () => {
    const tenant = await newTenant()
    const body = { projectId: tenant.projectId, label: 'Once' }
    const first = await tenant.send('POST', '/tasks', { body, headers: withKey('"quoted"') })
    const second = await tenant.send('POST', '/tasks', { body, headers: withKey('quoted') })
    expect(second.body).toEqual(first.body)
  })

  it('gives a repeat the first answer even if the task was changed, moved or deleted since', async () => {
    const tenant = await newTenant()
    const sending = { body: { projectId: tenant.projectId, label: 'First' }, headers: withKey('k') }
    const first = await tenant.send('POST', '/tasks', sending)
    const { id } = taskOf(first.body)
    await tenant.createTask()
    await tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'Second', status: 2 } })
    await tenant.send('POST', `/tasks/${id}/move`, { body: { to: 'bottom' } })
    expect((await tenant.send('POST', '/tasks', sending)).body).toEqual(first.body)
    await tenant.send('DELETE', `/tasks/${id}`)
    expect((await tenant.send('POST', '/tasks', sending)).body).toEqual(first.body)
    expect((await tenant.send('GET', `/tasks/${id}`)).status).toBe(404)
    expect(await tenant.taskCount()).toBe(1)
  })

  it('answers 422 to the key with another body, and changes nothing', async () => {
    const tenant = await newTenant()
    const create = (body: object) =>
      tenant.send('POST', '/tasks', { body: { projectId: tenant.projectId, ...body }, headers: withKey('k') })
    const first = await create({ label: 'One' })
    for (const other of [{ label: 'Two' }, { label: 'One', status: 1 }, { label: 'One', externalId: 'x' }]) {
      const { status, body } = await create(other)
      expect(status).toBe(422)
      expect(body).toEqual(reused)
    }
    expect(await listed(tenant)).toEqual([taskOf(first.body)])
  })

  it('keeps the keys of two accounts apart', async () => {
    const [one, two] = [await newTenant(), await newTenant()]
    const create = (tenant: TestTenant) =>
      tenant.send('POST', '/tasks', {
        body: { projectId: tenant.projectId, label: 'Mine' },
        headers: withKey('same'),
      })
    const [first, second] = [await create(one), await create(two)]
    expect(taskOf(second.body).id).not.toBe(taskOf(first.body).id)
    expect(second.headers).not.toHaveProperty('idempotency-replayed')
  })

  it('does not use up the key when a create fails', async () => {
    const tenant = await newTenant({ taskQuota: 1 })
    const task = await tenant.createTask()
    const sending = { body: { projectId: tenant.projectId, label: 'Later' }, headers: withKey('k') }
    expect((await tenant.send('POST', '/tasks', sending)).status).toBe(429)
    await tenant.send('DELETE', `/tasks/${task.id}`)
    expect((await tenant.send('POST', '/tasks', sending)).status).toBe(201)
  })

  it.each(['', ' ', 'x'.repeat(256)])('answers 400 for the key %j', async (key) => {
    const { send, projectId, taskCount } = await newTenant()
    const { status, body } = await send('POST', '/tasks', {
      body: { projectId, label: 'Once' },
      headers: withKey(key),
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { message: 'Idempotency-Key must be 1 to 255 characters, with or without quotes around them' },
    })
    expect(await taskCount()).toBe(0)
  })
})

describe('POST /tasks with an externalId', () => {
  it('shows it, and accepts ext: with it wherever a path takes the task’s id', async () => {
    const tenant = await newTenant()
    const externalId = 'Bestellung/17 é?#%'
    const created = await tenant.createTask({ externalId })
    expect(created.external_id).toBe(externalId)
    const path = `/tasks/ext:${encodeURIComponent(externalId)}`
    expect((await tenant.send('GET', path)).body).toEqual({ task: created })
    const patched = await tenant.send('PATCH', path, { body: { status: 2 } })
    expect(taskOf(patched.body)).toMatchObject({ id: created.id, status: 2 })
    const other = await tenant.createTask()
    const moved = await tenant.send('POST', `/tasks/${other.id}/move`, {
      body: { beforeTaskId: `ext:${externalId}` },
    })
    expect(moved.status).toBe(200)
    expect((await listed(tenant)).map(({ id }) => id)).toEqual([other.id, created.id])
    expect((await tenant.send('POST', `${path}/subtasks`, { body: { label: 'Sub' } })).status).toBe(201)
    expect((await tenant.send('DELETE', path)).status).toBe(200)
    expect((await tenant.send('POST', `${path}/restore`)).status).toBe(200)
  })

  it('answers 409 with the task’s id to a second create, also while the first task is in the trash', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ externalId: 'order-17' })
    const create = () =>
      tenant.send('POST', '/tasks', {
        body: { projectId: tenant.projectId, label: 'A task', externalId: 'order-17' },
      })
    const second = await create()
    expect(second.status).toBe(409)
    expect(second.body).toEqual(exists(id))
    await tenant.send('DELETE', `/tasks/${id}`)
    expect((await create()).body).toEqual(exists(id))
    expect(await tenant.taskCount()).toBe(0)
  })

  it('lets the external id be used again after 40 days in the trash, even if the item is not purged yet', async () => {
    const tenant = await newTenant()
    const first = await tenant.createTask({ externalId: 'order-17' })
    await tenant.send('DELETE', `/tasks/${first.id}`)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 24 * 60 * 60 * 1000 + 1000 })
    try {
      const again = await tenant.createTask({ externalId: 'order-17', label: 'Again' })
      expect(again).toMatchObject({ id: first.id, label: 'Again' })
      expect(await tenant.taskCount()).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('replays the same request with an external id and a key, and refuses a different request with either', async () => {
    const tenant = await newTenant()
    const create = (externalId: string, label: string, key: string) =>
      tenant.send('POST', '/tasks', {
        body: { projectId: tenant.projectId, label, externalId },
        headers: withKey(key),
      })
    const first = await create('a', 'One', 'k')
    const replay = await create('a', 'One', 'k')
    expect([first.status, replay.status]).toEqual([201, 201])
    expect(replay.body).toEqual(first.body)
    expect(replay.headers['idempotency-replayed']).toBe('true')
    expect((await create('b', 'One', 'k')).body).toEqual(reused)
    expect((await create('a', 'Two', 'k')).body).toEqual(reused)
    const keyOnly = { body: { projectId: tenant.projectId, label: 'One' }, headers: withKey('k') }
    expect((await tenant.send('POST', '/tasks', keyOnly)).body).toEqual(reused)
    expect((await create('a', 'One', 'other')).body).toEqual(exists(taskOf(first.body).id))
    expect(await listed(tenant)).toHaveLength(1)
    expect(await tenant.taskCount()).toBe(1)
  })

  it('stores nothing under the key that could be read, changed or restored as a task', async () => {
    const tenant = await newTenant()
    const headers = withKey('k')
    const body = { projectId: tenant.projectId, label: 'One', externalId: 'a' }
    await tenant.send('POST', '/tasks', { body, headers })
    const keyed = namedId(tenant, 'idempotency-key', 'k')
    for (const [method, path, sent] of [
      ['GET', '', undefined],
      ['PATCH', '', { label: 'x' }],
      ['PATCH', '', { projectId: await tenant.newProject() }],
      ['DELETE', '', undefined],
      ['POST', '/restore', undefined],
      ['POST', '/move', { to: 'top' }],
      ['POST', '/subtasks', { label: 'x' }],
    ] as const) {
      const reply = await tenant.send(method, `/tasks/${keyed}${path}`, { body: sent })
      expect(reply.status).toBe(404)
    }
    expect(await listed(tenant)).toHaveLength(1)
  })

  it('lets another account use the same external id', async () => {
    const [one, two] = [await newTenant(), await newTenant()]
    await one.createTask({ externalId: 'same' })
    expect((await two.send('GET', '/tasks/ext:same')).status).toBe(404)
    expect((await two.createTask({ externalId: 'same' })).external_id).toBe('same')
  })

  it('refuses a change of the external id', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ externalId: 'a' })
    expect((await tenant.send('PATCH', `/tasks/${id}`, { body: { externalId: 'b' } })).status).toBe(400)
  })

  it.each([
    ['x'.repeat(255), 201],
    ['x'.repeat(256), 400],
  ])('accepts at most 255 characters', async (externalId, expected) => {
    const { send, projectId } = await newTenant()
    const { status } = await send('POST', '/tasks', { body: { projectId, label: 'Long', externalId } })
    expect(status).toBe(expected)
  })
})
