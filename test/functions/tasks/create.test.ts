import { describe, expect, it } from 'vitest'
import { errorBody, newTenant } from '../../support/tenant.ts'

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown
const rank = expect.stringMatching(/^0\|[0-9a-z]{6}:[0-9a-z]+$/) as unknown

describe('POST /tasks', () => {
  it('answers 201 with the whole task, Location and ETag', async () => {
    const { send, projectId } = await newTenant()
    const { status, body, headers } = await send('POST', '/tasks', {
      body: { projectId, label: '  Buy milk ' },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      task: {
        id: uuid,
        label: 'Buy milk',
        status: 0,
        project_id: projectId,
        workflow_lane_id: null,
        position: rank,
        description: null,
        subtasks: [],
        created_at: timestamp,
        updated_at: timestamp,
      },
    })
    const { task } = body as { task: { id: string } }
    expect(headers).toMatchObject({ location: `/v1/tasks/${task.id}`, etag: '"1"' })
    expect((await send('GET', `/tasks/${task.id}`)).body).toEqual(body)
  })

  it.each([0, 1, 2])('accepts status %d and a description', async (status) => {
    const { send, projectId } = await newTenant()
    const description = 'Two litres,\nfull fat 🥛'
    const reply = await send('POST', '/tasks', {
      body: { projectId, label: 'Buy milk', description, status },
    })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ task: { status, description } })
  })

  it('counts code points: a label may have 500 emoji, but not 501', async () => {
    const { send, projectId, taskCount } = await newTenant()
    expect((await send('POST', '/tasks', { body: { projectId, label: '🥛'.repeat(500) } })).status).toBe(201)
    const reply = await send('POST', '/tasks', { body: { projectId, label: '🥛'.repeat(501) } })
    expect(reply.status).toBe(400)
    expect(await taskCount()).toBe(1)
  })

  it('accepts a description of 10,000 characters and refuses one of 10,001', async () => {
    const { send, projectId } = await newTenant()
    const create = (length: number) =>
      send('POST', '/tasks', { body: { projectId, label: 'Long', description: 'é'.repeat(length) } })
    expect((await create(10_000)).status).toBe(201)
    expect((await create(10_001)).status).toBe(400)
  })

  it('accepts the project’s UUID in upper case', async () => {
    const { send, projectId } = await newTenant()
    const reply = await send('POST', '/tasks', {
      body: { projectId: projectId.toUpperCase(), label: 'Shout' },
    })
    expect(reply.body).toMatchObject({ task: { project_id: projectId } })
  })

  it('puts each new task after the earlier ones', async () => {
    const { createTask } = await newTenant()
    const positions: string[] = []
    for (let count = 0; count < 20; count++) positions.push((await createTask()).position)
    expect(positions).toEqual([...positions].sort())
    expect(new Set(positions).size).toBe(20)
  })

  it('names a mistyped field beside the one that is missing because of it', async () => {
    const { send, projectId } = await newTenant()
    const { status, body } = await send('POST', '/tasks', { body: { projectId, lable: 'Mow' } })
    expect(status).toBe(400)
    const { message } = (body as { error: { message: string } }).error
    expect(message).toMatch(
      /^label is required; lable is not a field of this request \(it takes projectId, label, .*\)$/,
    )
  })

  it.each([
    [{ label: '', status: 9, dueDate: 'x' }, /^label .* \(and 2 more in details\)$/],
    [{ lable: 'Mow', descripton: 'x' }, /^label is required; lable is not .* \(and 1 more in details\)$/],
  ])('says how many more faults the details name: %j', async (fields, expected) => {
    const { send, projectId } = await newTenant()
    const { status, body } = await send('POST', '/tasks', { body: { projectId, ...fields } })
    expect(status).toBe(400)
    expect((body as { error: { message: string } }).error.message).toMatch(expected)
  })

  it.each([
    ['{"label": "Mow" "status": 1}', 'The body is not valid JSON: look at line 1, column 17.'],
    ['{"label": ', 'The body is not valid JSON: it ends too early.'],
    [Buffer.from('{"label": "Caf\u00E9"}', 'latin1'), 'The body is not valid JSON: it is not UTF-8.'],
  ])('says where JSON is broken: %s', async (text, message) => {
    const { send } = await newTenant()
    const { status, body } = await send('POST', '/tasks', {
      body: text,
      headers: { 'Content-Type': 'application/json' },
    })
    expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_request', message) })
  })

  it('answers 400 invalid_request and names the missing fields', async () => {
    const { send, taskCount } = await newTenant()
    const { status, body } = await send('POST', '/tasks', { body: {} })
    expect(status).toBe(400)
    expect(body).toEqual(
      errorBody('invalid_request', 'projectId is required (and 1 more in details)', {
        details: [
          { path: 'projectId', message: 'is required' },
          { path: 'label', message: 'is required' },
        ],
      }),
    )
    expect(await taskCount()).toBe(0)
  })

  it('names a wrong field of a subtask by its path', async () => {
    const { send, projectId } = await newTenant()
    const subtasks = [{ label: '' }, { lable: 'x' }]
    const { status, body } = await send('POST', '/tasks', { body: { projectId, label: 'x', subtasks } })
    expect(status).toBe(400)
    expect(body).toEqual(
      errorBody(
        'invalid_request',
        'subtasks.0.label must contain at least one visible character (and 2 more in details)',
        {
          details: [
            { path: 'subtasks.0.label', message: 'must contain at least one visible character' },
            { path: 'subtasks.1.label', message: 'is required' },
            {
              path: 'subtasks.1.lable',
              message: 'is not a field of this request (it takes id, label, isCompleted)',
            },
          ],
        },
      ),
    )
  })

  it('answers the same 404 project_not_found for an unknown project and for another account’s', async () => {
    const { send } = await newTenant()
    const foreign = await newTenant()
    const create = (projectId: string) => send('POST', '/tasks', { body: { projectId, label: 'Lost' } })
    const unknown = await create('11111111-1111-1111-1111-111111111111')
    expect(unknown.status).toBe(404)
    expect(unknown.body).toEqual(errorBody('project_not_found', 'There is no such project.'))
    expect(await create(foreign.projectId)).toMatchObject({
      status: 404,
      body: errorBody('project_not_found', 'There is no such project.'),
    })
    expect(await foreign.taskCount()).toBe(0)
  })

  it('answers 429 quota_exceeded when the project is full, and stores nothing', async () => {
    const { send, projectId, createTask, taskCount } = await newTenant({ taskQuota: 1 })
    const only = await createTask()
    const { status, body } = await send('POST', '/tasks', { body: { projectId, label: 'Too many' } })
    expect(status).toBe(429)
    expect(body).toEqual(errorBody('quota_exceeded', "The project's task quota of 1 is reached."))
    expect(await taskCount()).toBe(1)
    expect((await send('GET', `/projects/${projectId}/tasks`)).body).toEqual({
      tasks: [only],
      next_cursor: null,
    })
  })

  it('keeps the quota exact when 50 concurrent creates meet room for 3 tasks', async () => {
    const { send, projectId, taskCount } = await newTenant({ taskQuota: 3 })
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        send('POST', '/tasks', { body: { projectId, label: `Racer ${n}` } }),
      ),
    )
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array<number>(3).fill(201), ...Array<number>(47).fill(429)])
    expect(await taskCount()).toBe(3)
    const { body } = await send('GET', `/projects/${projectId}/tasks`)
    expect((body as { tasks: unknown[] }).tasks).toHaveLength(3)
  })
})
