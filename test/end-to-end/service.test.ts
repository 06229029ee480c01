import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertDeclared } from '../support/conformance.ts'
import { startTarget, targetNames, type Target } from '../support/targets.ts'

interface Task {
  id: string
  label: string
  status: number
  project_id: string
  workflow_lane_id: string | null
  subtasks: { id: string; label: string; is_completed: boolean }[]
}

/** The members that these tests look at; that an answer is as declared is checked before. */
interface Body {
  task: Task
  tasks: Task[]
  project: { id: string; task_count: number; workflow_lanes: { id: string; label: string }[] }
  projects: { id: string }[]
  token: { id: string; secret: string; scopes: string[] }
  tokens: { id: string }[]
  changes: { type: string; task: Task }[]
  next_cursor: string
  error: { code: string; required_scope?: string }
}

interface Sending {
  body?: object
  headers?: Record<string, string>
  token?: string
}

const deleted = { success: true }

describe.each(targetNames)('the service: %s', (name) => {
  let target: Target
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    target = await startTarget(name)
    stop = target.stop
  }, 120_000)
  afterAll(() => stop())

  /** Sends one request, and shows status and body in one value. */
  async function send(method: string, path: string, { body, headers, token = target.token }: Sending = {}) {
    const response = await fetch(target.baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = (text === '' ? undefined : JSON.parse(text)) as Body
    assertDeclared(method, path, response.status, answer)
    return { status: response.status, headers: response.headers, body: answer }
  }

  const post = async (path: string, body: object) => {
    const reply = await send('POST', path, { body })
    expect(reply).toMatchObject({ status: 201 })
    return { ...reply.body, madeId: reply.headers.get('Location')?.split('/').at(-1) ?? '' }
  }

  const createTask = async (more: object = {}) =>
    (await post('/tasks', { projectId: target.projectId, label: 'A task', ...more })).task

  const remove = async (path: string) => {
    expect((await send('DELETE', path)).body).toEqual(deleted)
  }

  /** Asks again until it holds: on AWS the indexes follow the table. */
  async function eventually<T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
    for (let tries = 0; ; tries++) {
      const value = await ask()
      if (holds(value) || tries === 40) return value
      await sleep(250)
    }
  }

  it('creates, reads, updates and deletes a task, and knows it no more', async () => {
    const task = await createTask({ label: ' Call the customer ' })
    expect(task).toMatchObject({ label: 'Call the customer', status: 0, project_id: target.projectId })
    const read = await send('GET', `/tasks/${task.id}`)
    expect(read.body).toEqual({ task })
    const etag = read.headers.get('ETag') ?? ''
    const notModified = await send('GET', `/tasks/${task.id}`, { headers: { 'If-None-Match': etag } })
    expect(notModified.status).toBe(304)
    const sending = { body: { status: 2 }, headers: { 'If-Match': etag } }
    const updated = await send('PATCH', `/tasks/${task.id}`, sending)
    expect(updated.body.task).toMatchObject({ id: task.id, label: task.label, status: 2 })
    expect(await send('PATCH', `/tasks/${task.id}`, sending)).toMatchObject({
      status: 412,
      body: { error: { code: 'precondition_failed' } },
    })
    await remove(`/tasks/${task.id}`)
    expect(await send('GET', `/tasks/${task.id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'task_not_found' } },
    })
  })

  it('makes one task of a create that is sent twice', async () => {
    const sending = {
      body: { projectId: target.projectId, label: 'Once' },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    }
    const first = await send('POST', '/tasks', sending)
    const second = await send('POST', '/tasks', sending)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    await remove(`/tasks/${first.body.task.id}`)
  })

  it('lists the tasks of a project in their order, also after a move', async () => {
    const projectId = (await post('/projects', { label: 'List' })).project.id
    const made = [await createTask({ projectId }), await createTask({ projectId })].map(({ id }) => id)
    const list = async () =>
      (await send('GET', `/projects/${projectId}/tasks`)).body.tasks.map(({ id }) => id)
    expect(await eventually(list, ({ length }) => length === 2)).toEqual(made)
    expect((await send('POST', `/tasks/${String(made[1])}/move`, { body: { to: 'top' } })).status).toBe(200)
    expect(await eventually(list, ([first]) => first === made[1])).toEqual([...made].reverse())
    for (const id of made) await remove(`/tasks/${id}`)
    await remove(`/projects/${projectId}`)
  })

  it('keeps the subtasks of a task', async () => {
    const task = await createTask({ subtasks: [{ label: 'First' }] })
    const { madeId } = await post(`/tasks/${task.id}/subtasks`, { label: 'Second' })
    const path = `/tasks/${task.id}/subtasks/${madeId}`
    const { body } = await send('PATCH', path, { body: { isCompleted: true } })
    expect(body.task.subtasks.map(({ label, is_completed }) => [label, is_completed])).toEqual([
      ['First', false],
      ['Second', true],
    ])
    await remove(path)
    expect((await send('GET', `/tasks/${task.id}`)).body.task.subtasks).toEqual(task.subtasks)
    await remove(`/tasks/${task.id}`)
  })

  it('shows a deleted task in the trash and brings it back', async () => {
    const task = await createTask()
    await remove(`/tasks/${task.id}`)
    const trash = async () =>
      (await send('GET', `/projects/${target.projectId}/trash`)).body.tasks.map(({ id }) => id)
    expect(await eventually(trash, (ids) => ids.includes(task.id))).toContain(task.id)
    expect((await send('POST', `/tasks/${task.id}/restore`)).body.task).toMatchObject({
      id: task.id,
      label: task.label,
    })
    expect(await eventually(trash, (ids) => !ids.includes(task.id))).not.toContain(task.id)
    await remove(`/tasks/${task.id}`)
  })

  it('tells a sync client of every change, deletions included', async () => {
    const task = await createTask()
    const seen: { type: string; id: string }[] = []
    let cursor = ''
    const follow = async () => {
      const { body } = await send('GET', `/changes?limit=100${cursor && `&cursor=${cursor}`}`)
      cursor = encodeURIComponent(body.next_cursor)
      seen.push(...body.changes.map(({ type, task: { id } }) => ({ type, id })))
      return seen.filter(({ id }) => id === task.id).map(({ type }) => type)
    }
    expect(await eventually(follow, (types) => types.includes('updated'))).toContain('updated')
    await remove(`/tasks/${task.id}`)
    expect(await eventually(follow, (types) => types.includes('deleted'))).toContain('deleted')
  })

  it('keeps projects with their lanes', async () => {
    const projectId = (await post('/projects', { label: 'Lanes' })).project.id
    const path = `/projects/${projectId}`
    const { madeId: laneId } = await post(`${path}/lanes`, { label: 'Doing' })
    await send('PATCH', `${path}/lanes/${laneId}`, { body: { label: 'Done' } })
    const task = await createTask({ projectId, workflowLaneId: laneId })
    expect(task.workflow_lane_id).toBe(laneId)
    expect((await send('PATCH', path, { body: { label: 'Renamed' } })).body.project).toMatchObject({
      label: 'Renamed',
      task_count: 1,
      workflow_lanes: [{ id: laneId, label: 'Done', task_count: 1, task_status: null }],
    })
    expect(await send('DELETE', path)).toMatchObject({
      status: 409,
      body: { error: { code: 'project_not_empty' } },
    })
    await remove(`${path}/lanes/${laneId}`)
    await remove(`/tasks/${task.id}`)
    expect((await send('GET', path)).body.project).toMatchObject({ task_count: 0, workflow_lanes: [] })
    await remove(path)
    const list = async () => (await send('GET', '/projects')).body.projects.map(({ id }) => id)
    expect(await eventually(list, (ids) => !ids.includes(projectId))).not.toContain(projectId)
  })

  it('lets a token do what its scopes say, and no more', async () => {
    const { token } = await post('/tokens', { name: 'Reader', scopes: ['read'] })
    expect((await send('GET', '/tokens/self', { token: token.secret })).body.token.scopes).toEqual(['read'])
    const sending = { body: { projectId: target.projectId, label: 'No' }, token: token.secret }
    expect(await send('POST', '/tasks', sending)).toMatchObject({
      status: 403,
      body: { error: { code: 'insufficient_scope', required_scope: 'write' } },
    })
    expect((await send('GET', '/tokens')).body.tokens.map(({ id }) => id)).toContain(token.id)
    await remove(`/tokens/${token.id}`)
    expect((await send('GET', '/tokens/self', { token: `${token.secret.slice(0, -1)}!` })).status).toBe(401)
  })

  it('answers for routes that are not there', async () => {
    expect((await send('GET', '/nothing')).body.error.code).toBe('route_not_found')
    expect((await send('PUT', '/tasks')).body.error.code).toBe('method_not_allowed')
  })
})
