import { describe, expect, it } from 'vitest'
import { get } from '../../../lib/table/read-items.ts'
import { taskKey } from '../../../lib/tasks/task-item.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

const fortyDaysInSeconds = 40 * 24 * 60 * 60

describe('DELETE /tasks/{id}', () => {
  it('answers 200 with success, and get, list, update and delete no longer find the task', async () => {
    const { send, createTask, projectId } = await newTenant()
    const task = await createTask()
    const { status, body } = await send('DELETE', `/tasks/${task.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ success: true })
    const gone = errorBody('task_not_found', 'There is no such task.')
    for (const [method, sending] of [['GET'], ['PATCH', { body: { status: 2 } }], ['DELETE']] as const) {
      const reply = await send(method, `/tasks/${task.id}`, sending)
      expect(reply.status).toBe(404)
      expect(reply.body).toEqual(gone)
    }
    expect((await send('GET', `/projects/${projectId}/tasks`)).body).toEqual({ tasks: [], next_cursor: null })
  })

  it('keeps the item as a tombstone that expires 40 days after the deletion', async () => {
    const tenant = await newTenant()
    const task = await tenant.createTask({ label: 'Keep me' })
    const beforeMs = Date.now()
    await tenant.send('DELETE', `/tasks/${task.id}`)
    const item = await get(tenant, taskKey(tenant, task.id))
    expect(item).toMatchObject({ id: task.id, label: 'Keep me', version: 2 })
    const deletedMs = Date.parse(String(item?.deleted_at))
    expect(deletedMs).toBeGreaterThanOrEqual(beforeMs)
    expect(deletedMs).toBeLessThanOrEqual(Date.now())
    expect(item?.expires_at).toBe(Math.floor(deletedMs / 1000) + fortyDaysInSeconds)
  })

  it('lets another task be created within the quota', async () => {
    const { send, createTask, taskCount } = await newTenant({ taskQuota: 1 })
    const task = await createTask()
    await send('DELETE', `/tasks/${task.id}`)
    expect(await taskCount()).toBe(0)
    await createTask()
    expect(await taskCount()).toBe(1)
  })

  it('counts the task out of the quota once when ten deletes run concurrently', async () => {
    const { send, createTask, taskCount } = await newTenant()
    await createTask()
    const task = await createTask()
    const replies = await Promise.all(Array.from({ length: 10 }, () => send('DELETE', `/tasks/${task.id}`)))
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array<number>(9).fill(404)])
    expect(await taskCount()).toBe(1)
  })

  it('answers 404 for an unknown and a foreign task, and keeps the foreign one', async () => {
    const { send } = await newTenant()
    const foreign = await newTenant()
    const foreignTask = await foreign.createTask()
    for (const id of ['11111111-1111-1111-1111-111111111111', foreignTask.id]) {
      const { status, body } = await send('DELETE', `/tasks/${id}`)
      expect(status).toBe(404)
      expect(body).toEqual(errorBody('task_not_found', 'There is no such task.'))
    }
    expect((await foreign.send('GET', `/tasks/${foreignTask.id}`)).status).toBe(200)
  })
})
