import { afterEach, describe, expect, it } from 'vitest'
import type { Change } from '../../../lib/tasks/change.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { tap } from '../../support/api.ts'
import { anyEvent } from '../../support/feed.ts'
import { newTenant } from '../../support/tenant.ts'

const taskOf = (body: unknown) => (body as { task: Task }).task // the test has checked the status

afterEach(() => {
  tap.reset()
})

/** An account with a deleted project, whose trash contains a task with an external id. */
async function withLostTask(externalId: string) {
  const tenant = await newTenant()
  const goneId = await tenant.newProject()
  const lost = await tenant.createTask({ projectId: goneId, externalId, description: 'Before' })
  const trashed = await tenant.send('DELETE', `/tasks/${lost.id}`)
  const deleted = await tenant.send('DELETE', `/projects/${goneId}`)
  expect([trashed.status, deleted.status]).toEqual([200, 200])
  const create = (body: object = {}, headers: Record<string, string> = {}) =>
    tenant.send('POST', '/tasks', {
      body: { projectId: tenant.projectId, label: 'Again', externalId, ...body },
      headers,
    })
  return { tenant, lost, create }
}

describe('POST /tasks with the external id of a task whose project was deleted', () => {
  it('creates the task again with the same id, and with everything else new, the ETag included', async () => {
    const { tenant, lost, create } = await withLostTask('order-17')
    const { status, headers, body } = await create()
    expect(status).toBe(201)
    const task = taskOf(body)
    expect(task).toMatchObject({
      id: lost.id,
      label: 'Again',
      description: null,
      project_id: tenant.projectId,
    })
    expect(task.created_at > lost.updated_at).toBe(true)
    expect(headers.etag).toBe('"3"') // version 1 created it, version 2 deleted it: an ETag never stands for two states
    expect((await tenant.send('GET', '/tasks/ext:order-17')).body).toEqual(body)
    expect(await tenant.taskCount()).toBe(1)
    const { changes } = (await tenant.send('GET', '/changes')).body as { changes: Change[] }
    expect(changes).toEqual([{ ...anyEvent, type: 'updated', task }])
  })

  it('answers a repeat with the same key like the first request', async () => {
    const { tenant, create } = await withLostTask('order-18')
    const key = { 'Idempotency-Key': 'again' }
    const first = await create({}, key)
    await tenant.send('PATCH', '/tasks/ext:order-18', { body: { label: 'Changed since' } })
    const second = await create({}, key)
    expect([first.status, second.status, second.headers.etag]).toEqual([201, 201, first.headers.etag])
    expect(second.body).toEqual(first.body)
    expect((await create({ label: 'Other' }, key)).status).toBe(422)
  })

  it('creates one task of 10 concurrent requests', async () => {
    const { tenant, create } = await withLostTask('order-19')
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => create()))).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([201, ...Array<number>(9).fill(409)])
    expect(await tenant.taskCount()).toBe(1)
  })

  it.each([
    ['one answer of storage is', 1, 201],
    ['all answers of storage are', 3, 503],
  ])('creates it once when %s lost, and recognises repeats', async (_, lostAnswers, expected) => {
    const { tenant, lost, create } = await withLostTask('order-21')
    const key = { 'Idempotency-Key': 'lost-answers' }
    let tries = 0
    // the first transaction is refused, because it finds the old task; the second one replaces that
    tap.faults = (operation) => {
      if (operation === 'TransactWriteItems') tries += 1
      return tries > 1 && tries <= 1 + lostAnswers ? 'lost-answer' : undefined
    }
    expect((await create({}, key)).status).toBe(expected)
    tap.reset()
    const replies = await Promise.all(Array.from({ length: 5 }, () => create({}, key)))
    const seen = replies.map(({ status, headers }) => [status, headers.etag, headers['idempotency-replayed']])
    expect(seen).toEqual(Array(5).fill([201, '"3"', 'true']))
    expect((await create()).body).toMatchObject({ error: { task_id: lost.id } })
    expect(await tenant.taskCount()).toBe(1)
  })

  it('replays, and does not create it again, while its project exists or it is active elsewhere', async () => {
    const tenant = await newTenant()
    const homeId = await tenant.newProject()
    const sending = {
      body: { projectId: homeId, label: 'Once', externalId: 'order-22' },
      headers: { 'Idempotency-Key': 'order-22' },
    }
    const first = await tenant.send('POST', '/tasks', sending)
    const repeat = async () => {
      const { status, headers, body } = await tenant.send('POST', '/tasks', sending)
      expect([status, headers.etag, headers['idempotency-replayed']]).toEqual([201, '"1"', 'true'])
      expect(body).toEqual(first.body)
    }
    await tenant.send('DELETE', '/tasks/ext:order-22')
    await repeat()
    await tenant.send('POST', '/tasks/ext:order-22/restore')
    const body = { projectId: tenant.projectId }
    const moved = await tenant.send('PATCH', '/tasks/ext:order-22', { body })
    expect((await tenant.send('DELETE', `/projects/${homeId}`)).status).toBe(200)
    await repeat()
    await tenant.send('DELETE', '/tasks/ext:order-22')
    await repeat()
    expect(taskOf(moved.body).project_id).toBe(tenant.projectId)
    expect(await tenant.taskCount()).toBe(0)
  })

  it('leaves the old task unchanged when the new project is full or absent', async () => {
    const { tenant, lost, create } = await withLostTask('order-20')
    const full = await tenant.newProject(0)
    expect((await create({ projectId: full })).status).toBe(429)
    expect((await create({ projectId: lost.project_id })).status).toBe(404)
    const { changes } = (await tenant.send('GET', '/changes')).body as { changes: Change[] }
    expect(changes).toMatchObject([{ type: 'deleted', task: { id: lost.id, project_id: lost.project_id } }])
  })
})
