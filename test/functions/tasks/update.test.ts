import { describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

const taskOf = (body: unknown) => (body as { task: Task }).task // the test has checked the status

describe('PATCH /tasks/{id}', () => {
  it.each([
    [{ label: ' New ' }, { label: 'New' }],
    [{ status: 2 }, { status: 2 }],
    [{ description: 'New' }, { description: 'New' }],
    [{ description: null }, { description: null }],
    [{ description: '' }, { description: '' }],
    [
      { label: 'New', status: 1, description: null },
      { label: 'New', status: 1, description: null },
    ],
  ])('changes only the given fields: %j', async (change, expected) => {
    const { send, createTask } = await newTenant()
    const task = await createTask({ description: 'Old' })
    const { status, body, headers } = await send('PATCH', `/tasks/${task.id}`, { body: change })
    expect(status).toBe(200)
    const { updated_at } = taskOf(body)
    expect(body).toEqual({ task: { ...task, ...expected, updated_at } })
    expect(updated_at >= task.updated_at).toBe(true)
    expect(headers.etag).toBe('"2"')
    expect((await send('GET', `/tasks/${task.id}`)).body).toEqual(body)
  })

  it('answers 200 to an empty object and changes nothing', async () => {
    const { send, createTask } = await newTenant()
    const task = await createTask()
    const { status, body, headers } = await send('PATCH', `/tasks/${task.id}`, { body: {} })
    expect(status).toBe(200)
    expect(body).toEqual({ task })
    expect(headers.etag).toBe('"1"')
  })

  it.each([0, 1, 2])('changes any status to %d', async (status) => {
    const { send, createTask } = await newTenant()
    for (const start of [0, 1, 2]) {
      const task = await createTask({ status: start })
      const { body } = await send('PATCH', `/tasks/${task.id}`, { body: { status } })
      expect(taskOf(body).status).toBe(status)
    }
  })

  it('moves the task to the end of another project, and counts it there', async () => {
    const { send, createTask, newProject, projectId, taskCount } = await newTenant()
    const target = await newProject()
    const there = await createTask({ projectId: target })
    const task = await createTask()
    const { status, body, headers } = await send('PATCH', `/tasks/${task.id}`, {
      body: { projectId: target, label: 'Moved' },
    })
    expect(status).toBe(200)
    const { position, updated_at } = taskOf(body)
    expect(body).toEqual({ task: { ...task, label: 'Moved', project_id: target, position, updated_at } })
    expect(position > there.position).toBe(true)
    expect(headers.etag).toBe('"2"')
    expect([await taskCount(), await taskCount(target)]).toEqual([0, 2])
    expect((await send('GET', `/projects/${projectId}/tasks`)).body).toEqual({ tasks: [], next_cursor: null })
    expect((await send('GET', `/projects/${target}/tasks`)).body).toEqual({
      tasks: [there, taskOf(body)],
      next_cursor: null,
    })
  })

  it('keeps the position of a task that is moved to its own project', async () => {
    const { send, createTask, projectId, taskCount } = await newTenant({ taskQuota: 1 })
    const task = await createTask()
    const { status, body } = await send('PATCH', `/tasks/${task.id}`, { body: { projectId, status: 2 } })
    expect(status).toBe(200)
    expect(body).toEqual({ task: { ...task, status: 2, updated_at: taskOf(body).updated_at } })
    expect(await taskCount()).toBe(1)
  })

  it('answers 429 when the other project is full, and changes nothing', async () => {
    const { send, createTask, newProject, taskCount } = await newTenant()
    const full = await newProject(0)
    const task = await createTask()
    const { status, body } = await send('PATCH', `/tasks/${task.id}`, {
      body: { projectId: full, label: 'New' },
    })
    expect(status).toBe(429)
    expect(body).toEqual(errorBody('quota_exceeded', "The project's task quota of 0 is reached."))
    expect((await send('GET', `/tasks/${task.id}`)).body).toEqual({ task })
    expect([await taskCount(), await taskCount(full)]).toEqual([1, 0])
  })

  it('answers 404 project_not_found for an unknown and a foreign project, and changes nothing', async () => {
    const { send, createTask } = await newTenant()
    const foreign = await newTenant()
    const task = await createTask()
    for (const projectId of ['11111111-1111-1111-1111-111111111111', foreign.projectId]) {
      const { status, body } = await send('PATCH', `/tasks/${task.id}`, { body: { projectId } })
      expect(status).toBe(404)
      expect(body).toEqual(errorBody('project_not_found', 'There is no such project.'))
    }
    expect((await send('GET', `/tasks/${task.id}`)).body).toEqual({ task })
    expect(await foreign.taskCount()).toBe(0)
  })

  it.each([{ label: 'New' }, { projectId: true }, {}])(
    'answers 404 for a trashed task with %j',
    async (change) => {
      const { send, createTask, newProject, taskCount } = await newTenant()
      const target = await newProject()
      const task = await createTask()
      await send('DELETE', `/tasks/${task.id}`)
      const body = 'projectId' in change ? { projectId: target } : change
      const reply = await send('PATCH', `/tasks/${task.id}`, { body })
      expect(reply.status).toBe(404)
      expect(reply.body).toEqual(errorBody('task_not_found', 'There is no such task.'))
      expect([await taskCount(), await taskCount(target)]).toEqual([0, 0])
    },
  )

  it('counts the task once when two moves to different projects run concurrently', async () => {
    const { send, createTask, newProject, taskCount } = await newTenant()
    const targets = [await newProject(), await newProject()]
    const task = await createTask()
    const replies = await Promise.all(
      targets.flatMap((projectId) =>
        [1, 2].map(() => send('PATCH', `/tasks/${task.id}`, { body: { projectId } })),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const last = taskOf((await send('GET', `/tasks/${task.id}`)).body).project_id
    expect(await taskCount()).toBe(0)
    for (const target of targets) expect(await taskCount(target)).toBe(target === last ? 1 : 0)
  })

  it('keeps both of two concurrent changes to different fields', async () => {
    const { send, createTask } = await newTenant()
    const task = await createTask()
    await Promise.all(
      [{ label: 'New' }, { status: 2 }, { description: 'New' }].map((body) =>
        send('PATCH', `/tasks/${task.id}`, { body }),
      ),
    )
    const { body, headers } = await send('GET', `/tasks/${task.id}`)
    expect(body).toMatchObject({ task: { label: 'New', status: 2, description: 'New' } })
    expect(headers.etag).toBe('"4"')
  })
})
