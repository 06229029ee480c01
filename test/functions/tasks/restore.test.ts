import { describe, expect, it, vi } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

const taskOf = (body: unknown) => (body as { task: Task }).task // the test has checked the status
const noTask = errorBody('task_not_found', 'There is no such task.')
const fortyDaysMs = 40 * 24 * 60 * 60 * 1000

describe('POST /tasks/{id}/restore', () => {
  it('answers 200 with the task at its old position, with its subtasks', async () => {
    const { send, createTask, projectId, taskCount } = await newTenant()
    const first = await createTask({ subtasks: [{ label: 'Sub', isCompleted: true }], description: 'Words' })
    const second = await createTask()
    await send('DELETE', `/tasks/${first.id}`)
    const { status, body, headers } = await send('POST', `/tasks/${first.id}/restore`)
    expect(status).toBe(200)
    expect(body).toEqual({ task: { ...first, updated_at: taskOf(body).updated_at } })
    expect(headers.etag).toBe('"3"')
    const list = await send('GET', `/projects/${projectId}/tasks`)
    expect(list.body).toEqual({ tasks: [taskOf(body), second], next_cursor: null })
    expect((await send('GET', `/projects/${projectId}/trash`)).body).toEqual({ tasks: [], next_cursor: null })
    expect(await taskCount()).toBe(2)
  })

  it('does not change a task that is not in the trash', async () => {
    const { send, createTask, taskCount } = await newTenant()
    const task = await createTask()
    const { status, body, headers } = await send('POST', `/tasks/${task.id}/restore`)
    expect(status).toBe(200)
    expect(body).toEqual({ task })
    expect(headers.etag).toBe('"1"')
    expect(await taskCount()).toBe(1)
  })

  it('counts the task once when ten restores run concurrently', async () => {
    const { send, createTask, taskCount } = await newTenant()
    const { id } = await createTask()
    await send('DELETE', `/tasks/${id}`)
    const replies = await Promise.all(Array.from({ length: 10 }, () => send('POST', `/tasks/${id}/restore`)))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await taskCount()).toBe(1)
  })

  it('answers 429 when the project is full, and the task stays in the trash', async () => {
    const { send, createTask, projectId, taskCount } = await newTenant({ taskQuota: 1 })
    const { id } = await createTask()
    await send('DELETE', `/tasks/${id}`)
    await createTask()
    const { status, body } = await send('POST', `/tasks/${id}/restore`)
    expect(status).toBe(429)
    expect(body).toEqual(errorBody('quota_exceeded', "The project's task quota of 1 is reached."))
    expect(await taskCount()).toBe(1)
    const { body: trash } = await send('GET', `/projects/${projectId}/trash`)
    expect((trash as { tasks: Task[] }).tasks.map((task) => task.id)).toEqual([id])
  })

  it('answers 404 project_not_found when the project was deleted', async () => {
    const { send, createTask, newProject } = await newTenant()
    const projectId = await newProject()
    const { id } = await createTask({ projectId })
    await send('DELETE', `/tasks/${id}`)
    expect((await send('DELETE', `/projects/${projectId}`)).status).toBe(200)
    const { status, body } = await send('POST', `/tasks/${id}/restore`)
    expect(status).toBe(404)
    expect(body).toEqual(errorBody('project_not_found', 'There is no such project.'))
  })

  it('restores the task without its lane when the lane was deleted', async () => {
    const { send, createTask, newLane, projectId, taskCount } = await newTenant()
    const laneId = await newLane()
    const task = await createTask({ workflowLaneId: laneId })
    await send('DELETE', `/tasks/${task.id}`)
    await send('DELETE', `/projects/${projectId}/lanes/${laneId}`)
    const { status, body } = await send('POST', `/tasks/${task.id}/restore`)
    expect(status).toBe(200)
    expect(taskOf(body)).toEqual({ ...task, workflow_lane_id: null, updated_at: taskOf(body).updated_at })
    expect(await taskCount()).toBe(1)
  })

  it('answers 404 after 40 days, even if the item is not purged yet', async () => {
    const { send, createTask, projectId, taskCount } = await newTenant()
    const { id } = await createTask()
    await send('DELETE', `/tasks/${id}`)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + fortyDaysMs })
    try {
      const { status, body } = await send('POST', `/tasks/${id}/restore`)
      expect(status).toBe(404)
      expect(body).toEqual(noTask)
      const trash = await send('GET', `/projects/${projectId}/trash`)
      expect(trash.body).toEqual({ tasks: [], next_cursor: null })
    } finally {
      vi.useRealTimers()
    }
    expect(await taskCount()).toBe(0)
  })

  it('answers 404 for a task that never existed', async () => {
    const { send } = await newTenant()
    const { status, body } = await send('POST', `/tasks/${crypto.randomUUID()}/restore`)
    expect(status).toBe(404)
    expect(body).toEqual(noTask)
  })
})

describe('GET /projects/{projectId}/trash', () => {
  it('lists deleted tasks in pages, the last deleted first, each with the time of its purge', async () => {
    const { send, createTask, newProject, projectId } = await newTenant()
    const tasks = [await createTask(), await createTask(), await createTask()]
    await createTask()
    for (const { id } of tasks) await send('DELETE', `/tasks/${id}`)
    const elsewhere = await createTask({ projectId: await newProject() })
    await send('DELETE', `/tasks/${elsewhere.id}`)
    const first = await send('GET', `/projects/${projectId}/trash?limit=2`)
    expect(first.status).toBe(200)
    const page = first.body as {
      tasks: (Task & { deleted_at: string; purge_at: string })[]
      next_cursor: string
    }
    expect(page.tasks.map(({ id }) => id)).toEqual([tasks[2]?.id, tasks[1]?.id])
    for (const { deleted_at, purge_at, updated_at } of page.tasks) {
      expect(updated_at).toBe(deleted_at)
      expect(Date.parse(purge_at) - Date.parse(deleted_at)).toBe(fortyDaysMs)
    }
    expect(first.headers.link).toBe(
      `</v1/projects/${projectId}/trash?limit=2&cursor=${page.next_cursor}>; rel="next"`,
    )
    const second = await send('GET', `/projects/${projectId}/trash?limit=2&cursor=${page.next_cursor}`)
    expect(second.body).toMatchObject({ tasks: [{ id: tasks[0]?.id }], next_cursor: null })
    expect(second.headers).not.toHaveProperty('link')
  })

  it('refuses a cursor of the list of tasks', async () => {
    const { send, createTask, projectId } = await newTenant()
    await createTask()
    await createTask()
    const { body } = await send('GET', `/projects/${projectId}/tasks?limit=1`)
    const { next_cursor } = body as { next_cursor: string }
    expect((await send('GET', `/projects/${projectId}/trash?cursor=${next_cursor}`)).status).toBe(400)
  })
})
