import { describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { tap } from '../../support/api.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

const taskOf = (body: unknown) => (body as { task: Task }).task // the test has checked the status
const noSubtask = errorBody('subtask_not_found', 'There is no such subtask.')

async function withSubtasks(...names: string[]) {
  const tenant = await newTenant()
  const task = await tenant.createTask({ subtasks: names.map((label) => ({ label })) })
  const ids = task.subtasks.map(({ id }) => id)
  const path = (id: string | undefined) => `/tasks/${task.id}/subtasks/${String(id)}`
  const labels = async () =>
    taskOf((await tenant.send('GET', `/tasks/${task.id}`)).body)
      .subtasks.map(({ label }) => label)
      .join('')
  return { tenant, task, ids, path, labels }
}

describe('POST /tasks/{id}/subtasks', () => {
  it('answers 201 with the task, the new subtask after the others, ETag and Location', async () => {
    const { tenant, task } = await withSubtasks('A')
    const sending = { body: { label: ' B ', isCompleted: true } }
    const { status, body, headers } = await tenant.send('POST', `/tasks/${task.id}/subtasks`, sending)
    expect(status).toBe(201)
    const added = taskOf(body).subtasks[1]
    expect(body).toEqual({
      task: {
        ...task,
        subtasks: [...task.subtasks, { id: added?.id, label: 'B', is_completed: true }],
        updated_at: taskOf(body).updated_at,
      },
    })
    expect(headers).toMatchObject({
      etag: '"2"',
      location: `/v1/tasks/${task.id}/subtasks/${String(added?.id)}`,
    })
  })

  it('accepts 100 subtasks and answers 400 to the 101st, also when requests run concurrently', async () => {
    const { tenant, task } = await withSubtasks(...Array<string>(95).fill('x'))
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        tenant.send('POST', `/tasks/${task.id}/subtasks`, { body: { label: 'y' } }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5)
    const [refused] = replies.filter(({ status }) => status === 400)
    expect(refused?.body).toEqual(errorBody('invalid_request', 'A task has at most 100 subtasks.'))
    expect(taskOf((await tenant.send('GET', `/tasks/${task.id}`)).body).subtasks).toHaveLength(100)
  })

  it('adds one subtask when the answer is lost', async () => {
    const { tenant, task, labels } = await withSubtasks()
    tap.failNext('UpdateItem', 'lost-answer')
    const reply = await tenant.send('POST', `/tasks/${task.id}/subtasks`, { body: { label: 'A' } })
    expect(reply.status).toBe(201)
    expect(reply.headers.etag).toBe('"2"')
    expect(await labels()).toBe('A')
  })

  it('answers 404 for a task in the trash', async () => {
    const { tenant, task } = await withSubtasks()
    await tenant.send('DELETE', `/tasks/${task.id}`)
    const reply = await tenant.send('POST', `/tasks/${task.id}/subtasks`, { body: { label: 'A' } })
    expect(reply.body).toEqual(errorBody('task_not_found', 'There is no such task.'))
  })
})

describe('PATCH /tasks/{id}/subtasks/{subtaskId}', () => {
  it.each([
    [{ label: 'New' }, { label: 'New', is_completed: false }],
    [{ isCompleted: true }, { label: 'A', is_completed: true }],
    [
      { label: 'New', isCompleted: true },
      { label: 'New', is_completed: true },
    ],
  ])('changes only the given fields: %j', async (change, expected) => {
    const { tenant, task, ids, path } = await withSubtasks('A', 'B')
    const { status, body } = await tenant.send('PATCH', path(ids[0]), { body: change })
    expect(status).toBe(200)
    expect(taskOf(body).subtasks).toEqual([{ id: ids[0], ...expected }, task.subtasks[1]])
  })

  it.each([
    [0, 'afterSubtaskId', 2, 'BCAD'],
    [0, 'beforeSubtaskId', 3, 'BCAD'],
    [3, 'beforeSubtaskId', 0, 'DABC'],
    [3, 'afterSubtaskId', 0, 'ADBC'],
    [0, 'afterSubtaskId', 3, 'BCDA'],
  ])('moves subtask %d: %s %d gives %s', async (moved, field, anchor, expected) => {
    const { tenant, ids, path, labels } = await withSubtasks('A', 'B', 'C', 'D')
    const { status } = await tenant.send('PATCH', path(ids[moved]), { body: { [field]: ids[anchor] } })
    expect(status).toBe(200)
    expect(await labels()).toBe(expected)
  })

  it('keeps the order over 300 moves into the same gap', async () => {
    const { tenant, ids, path, labels } = await withSubtasks('A', 'B', 'C')
    const order = ['A', 'B', 'C']
    for (let n = 0; n < 300; n++) {
      const [moved = ''] = order.splice(2, 1)
      order.splice(1, 0, moved)
      const [id, anchor] = [moved, order[2] ?? ''].map((label) => ids['ABC'.indexOf(label)])
      const { status } = await tenant.send('PATCH', path(id), { body: { beforeSubtaskId: anchor } })
      expect(status).toBe(200)
    }
    expect(await labels()).toBe(order.join(''))
    await tenant.send('POST', path('').slice(0, -1), { body: { label: 'D' } })
    expect(await labels()).toBe(`${order.join('')}D`)
  }, 120_000)

  it('gives 100 subtasks new ranks in one expression below DynamoDB’s 4 KB', async () => {
    const { tenant, ids, path } = await withSubtasks(...Array.from({ length: 100 }, () => 'x'))
    const lengths: number[] = []
    tap.answerInstead = (operation, request) => {
      const { UpdateExpression = '' } = request as { UpdateExpression?: string }
      if (operation === 'UpdateItem') lengths.push(UpdateExpression.length)
      return undefined
    }
    const order = [...ids]
    while (Math.max(0, ...lengths) < 1_000 && lengths.length < 400) {
      const [moved = ''] = order.splice(50, 1)
      order.splice(49, 0, moved)
      const { status } = await tenant.send('PATCH', path(moved), { body: { beforeSubtaskId: order[50] } })
      expect(status).toBe(200)
    }
    expect(Math.max(...lengths)).toBeGreaterThan(1_000) // all 100 ranks in one expression
    expect(Math.max(...lengths)).toBeLessThan(4_096)
    const { body } = await tenant.send('GET', path('').replace('/subtasks/', ''))
    expect(taskOf(body).subtasks.map(({ id }) => id)).toEqual(order)
  }, 120_000)

  it('keeps all concurrent writes to different subtasks', async () => {
    const { tenant, task, ids, path } = await withSubtasks(...Array.from({ length: 20 }, () => 'x'))
    const replies = await Promise.all(
      ids.map((id) => tenant.send('PATCH', path(id), { body: { isCompleted: true } })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const { body, headers } = await tenant.send('GET', `/tasks/${task.id}`)
    expect(taskOf(body).subtasks.every(({ is_completed }) => is_completed)).toBe(true)
    expect(headers.etag).toBe('"21"')
  })

  it('changes nothing when the object is empty or names the subtask itself', async () => {
    const { tenant, task, ids, path } = await withSubtasks('A')
    for (const body of [{}, { beforeSubtaskId: ids[0] }]) {
      const reply = await tenant.send('PATCH', path(ids[0]), { body })
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ task })
    }
  })

  it('answers 404 for an absent subtask and for an absent neighbour', async () => {
    const { tenant, ids, path } = await withSubtasks('A')
    const absent = crypto.randomUUID()
    for (const body of [{ label: 'x' }, {}, { label: 'x', beforeSubtaskId: ids[0] }]) {
      expect((await tenant.send('PATCH', path(absent), { body })).body).toEqual(noSubtask)
    }
    expect((await tenant.send('PATCH', path(ids[0]), { body: { afterSubtaskId: absent } })).body).toEqual(
      noSubtask,
    )
  })
})

describe('DELETE /tasks/{id}/subtasks/{subtaskId}', () => {
  it('answers 200 with success and keeps the others', async () => {
    const { tenant, task, ids, path, labels } = await withSubtasks('A', 'B', 'C')
    const { status, body } = await tenant.send('DELETE', path(ids[1]))
    expect(status).toBe(200)
    expect(body).toEqual({ success: true })
    expect(await labels()).toBe('AC')
    expect((await tenant.send('GET', `/tasks/${task.id}`)).headers.etag).toBe('"2"')
    expect((await tenant.send('DELETE', path(ids[1]))).body).toEqual(noSubtask)
  })
})
