import { describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { tap } from '../../support/api.ts'
import { costs } from '../../support/costs.ts'
import { idExists, idReused, noUuid } from '../../support/own-id.ts'
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

  describe('with an id', () => {
    const withOwnId = async (...names: string[]) => {
      const world = await withSubtasks(...names)
      const id = crypto.randomUUID()
      const create = (body: object = {}, headers: Record<string, string> = {}) =>
        world.tenant.send('POST', `/tasks/${world.task.id}/subtasks`, {
          body: { id, label: 'Mine', ...body },
          headers,
        })
      const shown = async () =>
        taskOf((await world.tenant.send('GET', `/tasks/${world.task.id}`)).body).subtasks
      return { ...world, id, create, shown }
    }

    it('adds the subtask once, and answers a repeat with the task as it is now, at any version', async () => {
      const { task, id, create, path, tenant, shown } = await withOwnId('A')
      const headers = { 'If-Match': '"1"' }
      tap.reset()
      const first = await create({ id: id.toUpperCase() }, headers)
      expect(tap.exchanges.map(({ operation, units }) => `${operation} ${units}`)).toEqual(
        costs['subtasks.create'],
      )
      expect(first).toMatchObject({ status: 201, headers: { etag: '"2"', location: `/v1${path(id)}` } })
      expect(first.headers).not.toHaveProperty('idempotency-replayed')
      expect(taskOf(first.body).subtasks).toEqual([
        ...task.subtasks,
        { id, label: 'Mine', is_completed: false },
      ])
      await tenant.send('PATCH', path(id), { body: { label: 'Changed', isCompleted: true } })
      const again = await create({}, headers)
      expect(again).toMatchObject({
        status: 201,
        headers: { etag: '"3"', location: `/v1${path(id)}`, 'idempotency-replayed': 'true' },
      })
      expect(taskOf(again.body).subtasks).toEqual([
        ...task.subtasks,
        { id, label: 'Changed', is_completed: true },
      ])
      expect(await shown()).toEqual(taskOf(again.body).subtasks)
    })

    it('answers 422 to another body, and 409 to the id of a subtask that was not made so', async () => {
      const { ids, create, shown } = await withOwnId('A')
      await create()
      const before = await shown()
      for (const body of [{ label: 'Other' }, { isCompleted: true }])
        expect(await create(body)).toMatchObject({
          status: 422,
          body: idReused('subtask'),
        })
      expect(await create({ id: ids[0] })).toMatchObject({
        status: 409,
        body: idExists('subtask'),
      })
      expect(await shown()).toEqual(before)
    })

    it('adds it again after it was deleted, and in another task', async () => {
      const { tenant, id, create, path, labels } = await withOwnId('A')
      await create()
      await tenant.send('DELETE', path(id))
      const again = await create()
      expect(again.status).toBe(201)
      expect(again.headers).not.toHaveProperty('idempotency-replayed')
      expect(await labels()).toBe('AMine')
      const other = await tenant.createTask()
      const body = { id, label: 'Theirs' }
      expect((await tenant.send('POST', `/tasks/${other.id}/subtasks`, { body })).status).toBe(201)
    })

    it('adds one of 10 concurrent requests, also as the 100th, and answers 201 to all', async () => {
      const { create, shown } = await withOwnId(...Array<string>(99).fill('x'))
      const replies = await Promise.all(Array.from({ length: 10 }, () => create()))
      expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
      expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(9)
      expect(await shown()).toHaveLength(100)
      expect((await create({ id: crypto.randomUUID() })).status).toBe(400)
      expect((await create()).status).toBe(201)
    })

    it('adds it once when all answers of storage are lost and the request is repeated', async () => {
      const { create, shown } = await withOwnId()
      const headers = { 'If-Match': '"1"' }
      tap.failNext('UpdateItem', 'lost-answer', 'lost-answer', 'lost-answer')
      expect((await create({}, headers)).status).toBe(503)
      tap.reset()
      expect(await create({}, headers)).toMatchObject({
        status: 201,
        headers: { etag: '"2"', 'idempotency-replayed': 'true' },
      })
      expect(await shown()).toHaveLength(1)
    })

    it('answers 400 to what is no UUID', async () => {
      const { create } = await withOwnId()
      expect(await create({ id: 'one' })).toMatchObject({ status: 400, body: noUuid })
    })
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

  it('moves one at once, although another was changed since the task was read', async () => {
    const { tenant, ids, path, labels } = await withSubtasks('A', 'B', 'C')
    let isChanged = false
    tap.reset()
    tap.answerInstead = async (operation, request) => {
      const isMove = operation === 'UpdateItem' && JSON.stringify(request).includes('#rank')
      if (isMove && !isChanged) {
        isChanged = true
        await tenant.send('PATCH', path(ids[1]), { body: { isCompleted: true } })
      }
      return undefined
    }
    const { status } = await tenant.send('PATCH', path(ids[2]), { body: { beforeSubtaskId: ids[0] } })
    expect(status).toBe(200)
    expect(isChanged).toBe(true)
    expect(tap.exchanges.filter(({ operation }) => operation === 'GetItem')).toHaveLength(1) // it is not read again
    tap.reset()
    expect(await labels()).toBe('CAB')
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
