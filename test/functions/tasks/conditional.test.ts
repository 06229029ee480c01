import { describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { tap } from '../../support/api.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const taskOf = (body: unknown) => (body as { task: Task }).task // the test has checked the status

const stale = (task: Task) =>
  errorBody(
    'precondition_failed',
    'The task has changed since you read it: read its current state, then decide again.',
    { task },
  )

describe('If-None-Match', () => {
  it.each(['"1"', 'W/"1"', '"7", "1"', '*'])('answers 304 with ETag and no body to %s', async (tag) => {
    const { send, createTask } = await newTenant()
    const { id } = await createTask()
    const { status, body, headers } = await send('GET', `/tasks/${id}`, { headers: { 'If-None-Match': tag } })
    expect(status).toBe(304)
    expect(body).toBeUndefined()
    expect(headers.etag).toBe('"1"')
    expect(headers).not.toHaveProperty('content-length') // RFC 9110, section 8.6: it would be the length of the task
  })

  it('answers 200 once the task has changed', async () => {
    const { send, createTask } = await newTenant()
    const { id } = await createTask()
    await send('PATCH', `/tasks/${id}`, { body: { status: 1 } })
    const { status, headers } = await send('GET', `/tasks/${id}`, { headers: { 'If-None-Match': '"1"' } })
    expect(status).toBe(200)
    expect(headers.etag).toBe('"2"')
  })

  it('answers 404, not 304, for a deleted task', async () => {
    const { send, createTask } = await newTenant()
    const { id } = await createTask()
    await send('DELETE', `/tasks/${id}`)
    expect((await send('GET', `/tasks/${id}`, { headers: { 'If-None-Match': '*' } })).status).toBe(404)
  })
})

interface Write {
  name: string
  method: string
  path: (task: Task) => string
  body?: (tenant: TestTenant) => object | Promise<object>
  success: number
}

const writes: Write[] = [
  {
    name: 'PATCH',
    method: 'PATCH',
    path: ({ id }) => `/tasks/${id}`,
    body: () => ({ status: 2 }),
    success: 200,
  },
  {
    name: 'PATCH {}',
    method: 'PATCH',
    path: ({ id }) => `/tasks/${id}`,
    body: () => ({}),
    success: 200,
  },
  {
    name: 'PATCH projectId',
    method: 'PATCH',
    path: ({ id }) => `/tasks/${id}`,
    body: async ({ newProject }) => ({ projectId: await newProject() }),
    success: 200,
  },
  { name: 'DELETE', method: 'DELETE', path: ({ id }) => `/tasks/${id}`, success: 200 },
  {
    name: 'move',
    method: 'POST',
    path: ({ id }) => `/tasks/${id}/move`,
    body: () => ({ to: 'bottom' }),
    success: 200,
  },
  { name: 'restore', method: 'POST', path: ({ id }) => `/tasks/${id}/restore`, success: 200 },
  {
    name: 'POST subtasks',
    method: 'POST',
    path: ({ id }) => `/tasks/${id}/subtasks`,
    body: () => ({ label: 'New' }),
    success: 201,
  },
  {
    name: 'PATCH subtask',
    method: 'PATCH',
    path: ({ id, subtasks }) => `/tasks/${id}/subtasks/${String(subtasks[0]?.id)}`,
    body: () => ({ isCompleted: true }),
    success: 200,
  },
  {
    name: 'PATCH subtask order',
    method: 'PATCH',
    path: ({ id, subtasks }) => `/tasks/${id}/subtasks/${String(subtasks[0]?.id)}`,
    body: () => ({}),
    success: 200,
  },
  {
    name: 'DELETE subtask',
    method: 'DELETE',
    path: ({ id, subtasks }) => `/tasks/${id}/subtasks/${String(subtasks[0]?.id)}`,
    success: 200,
  },
]

describe.each(writes)('If-Match on $name', ({ method, path, body, success }) => {
  const prepare = async () => {
    const tenant = await newTenant()
    const task = await tenant.createTask({ subtasks: [{ label: 'Sub' }] })
    await tenant.createTask()
    const sent = await body?.(tenant)
    const write = (tag: string, token = tenant.token) =>
      tenant.send(method, path(task), { token, ...(sent && { body: sent }), headers: { 'If-Match': tag } })
    return { tenant, task, write }
  }

  it.each(['"1"', '"9", "1"', '*'])('lets the write through with %s', async (tag) => {
    const { write } = await prepare()
    expect((await write(tag)).status).toBe(success)
  })

  it.each(['W/"1"', '"1-gzip"', '"1--gzip"', '"1;br"', 'W/"1-gzip"', '"7", W/"1"'])(
    'answers 412 to %s, which a proxy has rewritten, and says so',
    async (tag) => {
      const { tenant, task, write } = await prepare()
      const { status, body: answer } = await write(tag)
      const message =
        'A proxy that compresses has rewritten the ETag that If-Match names, such as W/"2" or "2-gzip" for "2", so it never matches. Send the version alone, such as "2".'
      expect({ status, answer }).toEqual({
        status: 412,
        answer: errorBody('precondition_failed', message, { task }),
      })
      expect((await tenant.send('GET', `/tasks/${task.id}`)).body).toEqual({ task })
    },
  )

  it.each(['"2"', 'W/"abc"', '"abc"', '""', '"01"', '"1gzip"', '"1-2"'])(
    'answers 412 with the unchanged task to %s',
    async (tag) => {
      const { tenant, task, write } = await prepare()
      const reply = await write(tag)
      expect(reply.status).toBe(412)
      expect(reply.headers.etag).toBe('"1"')
      expect(reply.body).toEqual(stale(task))
      expect((await tenant.send('GET', `/tasks/${task.id}`)).body).toEqual({ task })
      expect(await tenant.taskCount()).toBe(2)
    },
  )

  it('answers 412 with only the ETag to a token without the scope read', async () => {
    const { tenant, task, write } = await prepare()
    const token = await tenant.newToken(['write', 'delete', 'admin'])
    const reply = await write('"2"', token)
    expect(reply.status).toBe(412)
    expect(reply.headers.etag).toBe('"1"')
    const { error } = stale(task)
    expect(reply.body).toEqual(errorBody('precondition_failed', error.message))
  })

  it.each(['1', '"1', 'x, y', '"1" "2"'])('answers 400 to %s', async (tag) => {
    const { write } = await prepare()
    const reply = await write(tag)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      error: { message: 'If-Match must be * or a list of entity tags such as "3"' },
    })
  })
})

describe('concurrent writers', () => {
  it('with the same ETag: exactly one of 10 succeeds, and the others get its result', async () => {
    const { send, createTask } = await newTenant()
    const { id } = await createTask()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        send('PATCH', `/tasks/${id}`, { body: { label: `Writer ${n}` }, headers: { 'If-Match': '"1"' } }),
      ),
    )
    const winners = replies.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const losers = replies.filter(({ status }) => status === 412)
    expect(losers).toHaveLength(9)
    const winner = taskOf(winners[0]?.body)
    for (const { body } of losers) expect(body).toEqual(stale(winner))
    expect((await send('GET', `/tasks/${id}`)).headers.etag).toBe('"2"')
  })

  it('of different kinds with the same ETag: exactly one succeeds', async () => {
    const tenant = await newTenant()
    const task = await tenant.createTask({ subtasks: [{ label: 'Sub' }] })
    const replies = await Promise.all(
      writes
        .filter(({ name }) => !['PATCH {}', 'restore', 'PATCH subtask order'].includes(name))
        .map(async ({ method, path, body }) => {
          const sent = await body?.(tenant)
          const headers = { 'If-Match': '"1"' }
          return tenant.send(method, path(task), { ...(sent && { body: sent }), headers })
        }),
    )
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(replies.every(({ status }) => status < 300 || status === 412 || status === 404)).toBe(true)
    // exactly one write was made: the others saw the version after it, or a task in the trash
    for (const { status, headers } of replies) if (status === 412) expect(headers.etag).toBe('"2"')
    const deleted = (await tenant.send('GET', `/tasks/${task.id}`)).status === 404
    expect(replies.some(({ status }) => status === 404)).toBe(deleted)
  })
})

describe('a conditional write whose answer is lost', () => {
  it('is recognised by its retry, so it does not answer 412', async () => {
    const { send, createTask } = await newTenant()
    const { id } = await createTask()
    tap.failNext('UpdateItem', 'lost-answer')
    const sending = { body: { status: 2 }, headers: { 'If-Match': '"1"' } }
    const { status, headers } = await send('PATCH', `/tasks/${id}`, sending)
    expect(status).toBe(200)
    expect(headers.etag).toBe('"2"')
  })

  it('answers 503, not 412, when another write came before the retry', async () => {
    const { send, createTask } = await newTenant()
    const { id } = await createTask()
    let updates = 0
    tap.faults = (operation) => (operation === 'UpdateItem' && ++updates === 1 ? 'lost-answer' : undefined)
    const [ours] = await Promise.all([
      send('PATCH', `/tasks/${id}`, { body: { label: 'Ours' }, headers: { 'If-Match': '"1"' } }),
      (async () => {
        while (updates === 0) await new Promise((resolve) => setTimeout(resolve, 1))
        await send('PATCH', `/tasks/${id}`, { body: { label: 'Theirs' } })
      })(),
    ])
    // in either order: our write was made once, and is never reported as refused
    expect([200, 503]).toContain(ours.status)
    const { body } = await send('GET', `/tasks/${id}`)
    expect(taskOf(body).label).toMatch(/^(Ours|Theirs)$/)
  })
})
