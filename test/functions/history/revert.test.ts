import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { historyOf, remembered } from '../../support/history.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

afterEach(() => {
  vi.useRealTimers()
})

interface Answer {
  status: number
  body: { task: Task }
}

/** Sends a request whose writes the history then knows. */
const send = (
  tenant: TestTenant,
  method: string,
  path: string,
  body?: object,
  token = tenant.token,
): Promise<Answer> =>
  remembered(
    tenant,
    () => tenant.send(method, path, { token, ...(body && { body }) }) as Promise<unknown> as Promise<Answer>,
  )

const revert = (tenant: TestTenant, id: string, version: number, token = tenant.token) =>
  send(tenant, 'POST', `/tasks/${id}/revert`, { version }, token)

const newTask = (tenant: TestTenant, body: object = {}) => remembered(tenant, () => tenant.createTask(body))

/** What a person sees of a task, but for its times. */
const content = (task: Task | undefined) => ({ ...task, updated_at: undefined })

describe('POST /tasks/{id}/revert', () => {
  it('gives back the values of each version, in one write that names how it came in', async () => {
    const tenant = await newTenant()
    await tenant.send('POST', '/fields', { body: { key: 'note', label: 'Note', type: 'text' } })
    await tenant.send('POST', '/fields', { body: { key: 'hours', label: 'Hours', type: 'number' } })
    const done = await tenant.newLane(tenant.projectId, 'Done', 2)
    const other = await tenant.newProject()
    const first = await newTask(tenant, {
      ...{ description: 'Long', fields: { hours: 3 } },
      subtasks: [{ label: 'One' }, { label: 'Two', isCompleted: true }],
    })
    const { id } = first
    const versions = [first]
    const write = async (method: string, path: string, body: object) => {
      const answer = await send(tenant, method, path, body)
      expect(answer.status, path).toBeLessThan(300)
      versions.push(answer.body.task)
    }
    await write('PATCH', `/tasks/${id}`, {
      label: 'Other',
      description: null,
      fields: { note: 'New', hours: null },
    })
    await write('POST', `/tasks/${id}/subtasks`, { label: 'Three' })
    await write('POST', `/tasks/${id}/move`, { to: 'top' })
    await write('PATCH', `/tasks/${id}`, { workflowLaneId: done })
    await write('PATCH', `/tasks/${id}`, { projectId: other, label: 'There' })
    await write('PATCH', `/tasks/${id}`, { status: 1, fields: { note: 'Newer' } })
    // in no order: from each version to others, over reverts
    for (const version of [1, 6, 2, 7, 5, 3, 4, 1]) {
      const { status, body } = await revert(tenant, id, version)
      expect(status).toBe(200)
      expect(content(body.task)).toEqual(content(versions[version - 1]))
      const [entry] = await historyOf(tenant, id)
      expect(entry).toMatchObject({ origin: { via: 'revert' }, at: body.task.updated_at })
    }
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}`)
    expect(body).toMatchObject({ project: { task_count: 1 } })
  })

  it('changes nothing when it is repeated, or when the version is the task’s', async () => {
    const tenant = await newTenant()
    const { id } = await newTask(tenant, { label: 'a' })
    await send(tenant, 'PATCH', `/tasks/${id}`, { label: 'b' })
    const first = await revert(tenant, id, 1)
    for (const version of [1, 3]) expect((await revert(tenant, id, version)).body).toEqual(first.body)
    expect(await historyOf(tenant, id)).toHaveLength(3)
  })

  it('brings a task out of the trash and back into it, and keeps the status there', async () => {
    const tenant = await newTenant()
    const done = await tenant.newLane(tenant.projectId, 'Done', 2)
    const { id } = await newTask(tenant, { workflowLaneId: done, status: 1 })
    await send(tenant, 'DELETE', `/tasks/${id}`)
    const back = await revert(tenant, id, 1)
    expect(back).toMatchObject({ status: 200, body: { task: { status: 1, workflow_lane_id: done } } })
    expect((await revert(tenant, id, 2)).status).toBe(200)
    expect((await tenant.send('GET', `/tasks/${id}`)).status).toBe(404)
    expect((await historyOf(tenant, id)).map(({ type }) => type)).toEqual([
      ...['task.deleted', 'task.restored', 'task.deleted', 'task.created'],
    ])
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}`)
    expect(body).toMatchObject({ project: { task_count: 0 } })
  })

  it('needs the scope delete only for what goes to the trash', async () => {
    const tenant = await newTenant()
    const writer = await tenant.newToken(['write'])
    const { id } = await newTask(tenant, { label: 'a' })
    await send(tenant, 'DELETE', `/tasks/${id}`)
    expect((await revert(tenant, id, 1, writer)).status).toBe(200)
    expect(await revert(tenant, id, 2, writer)).toMatchObject({
      status: 403,
      body: { error: { code: 'insufficient_scope', required_scope: 'delete' } },
    })
    expect((await tenant.send('GET', `/tasks/${id}`)).status).toBe(200)
  })

  it('writes nothing in a dry run, and shows what it would', async () => {
    const tenant = await newTenant()
    const { id } = await newTask(tenant, { label: 'a' })
    await send(tenant, 'PATCH', `/tasks/${id}`, { label: 'b' })
    const { status, body, headers } = await tenant.send('POST', `/tasks/${id}/revert?dryRun=true`, {
      body: { version: 1 },
    })
    expect(status).toBe(200)
    expect(headers['dry-run']).toBe('true')
    expect(body).toMatchObject({ task: { label: 'a' } })
    expect((await tenant.send('GET', `/tasks/${id}`)).body).toMatchObject({ task: { label: 'b' } })
  })

  it('writes only the version in If-Match', async () => {
    const tenant = await newTenant()
    const { id } = await newTask(tenant, { label: 'a' })
    await send(tenant, 'PATCH', `/tasks/${id}`, { label: 'b' })
    const guarded = (etag: string) =>
      tenant.send('POST', `/tasks/${id}/revert`, { body: { version: 1 }, headers: { 'If-Match': etag } })
    expect(await guarded('"1"')).toMatchObject({
      status: 412,
      body: { error: { code: 'precondition_failed' } },
    })
    expect((await guarded('"2"')).status).toBe(200)
  })

  const notKept = { status: 409, body: { error: { code: 'version_not_kept' } } }

  it('is refused where the history does not reach, and while it lacks the last write', async () => {
    const tenant = await newTenant({ historyDays: 10 })
    const { id } = await newTask(tenant, { label: 'a' })
    await send(tenant, 'PATCH', `/tasks/${id}`, { label: 'b' })
    expect(await revert(tenant, id, 3)).toMatchObject(notKept)
    await tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'c' } }) // the history does not know it yet
    expect(await revert(tenant, id, 1)).toMatchObject(notKept)
    const before = await newTenant({ historyDays: 10 })
    const old = await newTask(before, { label: 'a' })
    await send(before, 'PATCH', `/tasks/${old.id}`, { label: 'b' })
    vi.useFakeTimers({ now: Date.now() + 11 * 24 * 60 * 60 * 1000, toFake: ['Date'] })
    await send(before, 'PATCH', `/tasks/${old.id}`, { label: 'c' })
    expect(await revert(before, old.id, 1)).toMatchObject(notKept)
    expect((await revert(before, old.id, 2)).body).toMatchObject({ task: { label: 'b' } })
    expect(await revert(await newTenant(), old.id, 1)).toMatchObject({
      status: 404,
      body: { error: { code: 'task_not_found' } },
    })
  })

  it('leaves out a lane and a field that are deleted', async () => {
    const tenant = await newTenant()
    await tenant.send('POST', '/fields', { body: { key: 'note', label: 'Note', type: 'text' } })
    const lane = await tenant.newLane()
    const { id } = await newTask(tenant, { label: 'a', workflowLaneId: lane, fields: { note: 'Old' } })
    await send(tenant, 'PATCH', `/tasks/${id}`, { label: 'b', workflowLaneId: null, fields: { note: 'New' } })
    await tenant.send('DELETE', `/projects/${tenant.projectId}/lanes/${lane}`)
    await tenant.send('DELETE', '/fields/note')
    const { status, body } = await revert(tenant, id, 1)
    expect(status).toBe(200)
    expect(body.task).toMatchObject({ label: 'a', workflow_lane_id: null, fields: { note: 'New' } })
  })

  it('comes back from the trash without a lane if those that it was in are deleted', async () => {
    const tenant = await newTenant()
    const [first, second] = [await tenant.newLane(), await tenant.newLane()]
    const { id } = await newTask(tenant, { label: 'a', workflowLaneId: first })
    await send(tenant, 'PATCH', `/tasks/${id}`, { workflowLaneId: second })
    await send(tenant, 'DELETE', `/tasks/${id}`)
    for (const lane of [first, second])
      await tenant.send('DELETE', `/projects/${tenant.projectId}/lanes/${lane}`)
    const { status, body } = await revert(tenant, id, 1)
    expect(status).toBe(200)
    expect(body.task).toMatchObject({ label: 'a', workflow_lane_id: null })
  })

  it('is refused by the quota of the project to which the task would go back', async () => {
    const tenant = await newTenant({ taskQuota: 1 })
    const other = await tenant.newProject()
    const { id } = await newTask(tenant)
    await send(tenant, 'PATCH', `/tasks/${id}`, { projectId: other })
    await newTask(tenant)
    expect(await revert(tenant, id, 1)).toMatchObject({
      status: 429,
      body: { error: { code: 'quota_exceeded' } },
    })
  })

  it('gives a bound token nothing from before the task came to its projects', async () => {
    const tenant = await newTenant()
    const other = await tenant.newProject()
    const bound = await tenant.boundToken(other)
    const { id } = await newTask(tenant, { label: 'a' })
    await send(tenant, 'PATCH', `/tasks/${id}`, { label: 'b' })
    await send(tenant, 'PATCH', `/tasks/${id}`, { label: 'c', projectId: other })
    await send(tenant, 'PATCH', `/tasks/${id}`, { label: 'd' })
    for (const version of [1, 2]) expect(await revert(tenant, id, version, bound)).toMatchObject(notKept)
    expect((await revert(tenant, id, 3, bound)).body).toMatchObject({ task: { label: 'c' } })
  })

  it('goes back over a write of more than 100 KiB, whose event is shortened', async () => {
    const tenant = await newTenant()
    const subtasks = Array.from({ length: 100 }, () => ({ label: '😀'.repeat(500) }))
    const { id } = await newTask(tenant, { subtasks, description: 'Long' })
    await send(tenant, 'PATCH', `/tasks/${id}`, { description: 'Other' })
    const { status, body } = await revert(tenant, id, 1)
    expect(status).toBe(200)
    expect(body.task.description).toBe('Long')
    expect(body.task.subtasks).toHaveLength(100)
  })
})
