import { describe, expect, it } from 'vitest'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { tap, type Sending } from '../../support/api.ts'
import { isOwnWork } from '../../support/shared-counts.ts'
import { storeTasks } from '../../support/stored-tasks.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const path = ({ projectId }: TestTenant, query = '') => `/projects/${projectId}/tasks${query}`

const patch = (tenant: TestTenant, body: object, sending: Sending = {}) =>
  tenant.send('PATCH', path(tenant), { body, ...sending })

/** Sends a change that succeeds. */
async function change(tenant: TestTenant, body: object, query = '') {
  const reply = await tenant.send('PATCH', path(tenant, query), { body })
  expect(reply).toMatchObject({ status: 200 })
  return reply.body as { matched: number; next_cursor: string | null } // `send` has checked it
}

/** The answer to a change that has come to its end. */
const ended = (updated: number, skipped = 0) => ({
  ...{ matched: updated + skipped, updated, skipped, has_more: false, next_cursor: null },
})

async function tasksOf(tenant: TestTenant): Promise<Task[]> {
  const { body } = await tenant.send('GET', path(tenant, '?limit=100'))
  return (body as { tasks: Task[] }).tasks // `send` has checked it
}

/** The number of tasks in each lane, as the project counts them. */
async function laneCounts(tenant: TestTenant): Promise<Record<string, number>> {
  const { body } = await tenant.send('GET', `/projects/${tenant.projectId}`)
  const { project } = body as { project: Project } // `send` has checked it
  return Object.fromEntries(project.workflow_lanes.map(({ id, task_count }) => [id, task_count]))
}

const later = '2099-01-01T00:00:00Z'
const earlier = '2020-01-01T00:00:00Z'

describe('PATCH /projects/{projectId}/tasks', () => {
  it('changes what matches, and leaves the other tasks and the other fields alone', async () => {
    const tenant = await newTenant()
    const open = await tenant.createTask({ description: 'Keep me', subtasks: [{ label: 'Me too' }] })
    const done = await tenant.createTask({ status: 2 })
    const other = await tenant.createTask({ projectId: await tenant.newProject() })
    expect(await change(tenant, { where: { status: 0 }, set: { status: 2 } })).toEqual(ended(1))
    const [changed, untouched] = await tasksOf(tenant)
    expect(changed).toEqual({ ...open, status: 2, updated_at: changed?.updated_at })
    expect(changed?.updated_at).not.toBe(open.updated_at)
    expect(untouched).toEqual(done)
    expect((await tenant.send('GET', `/tasks/${other.id}`)).body).toEqual({ task: other })
  })

  it.each<[name: string, where: object]>([
    ['a status', { status: 1 }],
    ['a list of statuses', { status: [1, 1, 1] }],
    ['no lane', { workflowLaneId: null }],
    ['updatedBefore', { updatedBefore: later, status: [1, 2] }],
    ['updatedAfter', { updatedAfter: earlier, status: [1] }],
    ['createdBefore', { createdBefore: later, q: 'find' }],
    ['createdAfter', { createdAfter: earlier, q: 'FÍND' }],
    ['q', { q: 'find me' }],
  ])('finds tasks by %s', async (_, where) => {
    const tenant = await newTenant()
    const workflowLaneId = await tenant.newLane()
    const { id } = await tenant.createTask({ label: 'Find me', status: 1 })
    await tenant.createTask({ label: 'Leave me', workflowLaneId })
    expect(await change(tenant, { where, set: { description: 'Found' } })).toEqual(ended(1))
    const found = (await tasksOf(tenant)).filter(({ description }) => description === 'Found')
    expect(found.map((task) => task.id)).toEqual([id])
  })

  it('finds tasks by their lane, and by nothing when the times exclude each other', async () => {
    const tenant = await newTenant()
    const workflowLaneId = await tenant.newLane()
    await tenant.createTask({ workflowLaneId })
    await tenant.createTask()
    const none = { createdAfter: later, createdBefore: earlier }
    expect(await change(tenant, { where: none, set: { status: 2 } })).toEqual(ended(0))
    expect(await change(tenant, { where: { workflowLaneId }, set: { status: 2 } })).toEqual(ended(1))
  })

  it.each<[set: object, shown: object]>([
    [{ status: 2 }, { status: 2 }],
    [{ description: 'New' }, { description: 'New' }],
    [{ description: '' }, { description: '' }],
    [{ description: null }, { description: null }],
    [
      { status: 1, description: 'New' },
      { status: 1, description: 'New' },
    ],
  ])('sets %j, and a repeat writes nothing', async (set, shown) => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ description: 'Old' })
    const body = { where: { createdBefore: later }, set }
    expect(await change(tenant, body)).toEqual(ended(1))
    const { body: answer, headers } = await tenant.send('GET', `/tasks/${id}`)
    expect(answer).toMatchObject({ task: shown })
    tap.reset()
    expect(await change(tenant, body)).toEqual(ended(0))
    expect(tap.exchanges.filter(isOwnWork).map(({ operation }) => operation)).toEqual(['Query', 'Query'])
    expect((await tenant.send('GET', `/tasks/${id}`)).headers.etag).toBe(headers.etag)
  })

  it('moves tasks into a lane, between lanes and out of them, and counts them exactly', async () => {
    const tenant = await newTenant()
    const [from, to] = [await tenant.newLane(), await tenant.newLane()]
    const start = [...Array<undefined>(7), ...Array<string>(5).fill(from), ...Array<string>(2).fill(to)]
    for (const workflowLaneId of start) await tenant.createTask({ workflowLaneId: workflowLaneId ?? null })
    const everything = { createdBefore: later }
    expect(await change(tenant, { where: everything, set: { workflowLaneId: to } })).toEqual(ended(12))
    expect(await laneCounts(tenant)).toEqual({ [from]: 0, [to]: 14 })
    const outOf = { where: { workflowLaneId: to }, set: { workflowLaneId: null, status: 1 } }
    expect(await change(tenant, outOf)).toEqual(ended(14))
    expect(await laneCounts(tenant)).toEqual({ [from]: 0, [to]: 0 })
    expect(await tenant.taskCount()).toBe(14)
    expect((await tasksOf(tenant)).map(({ status }) => status)).toEqual(Array(14).fill(1))
  })

  it('changes 100 tasks in one request, or as many as `limit` says, and goes on from the cursor', async () => {
    const tenant = await newTenant()
    await storeTasks(tenant, Array<object>(205).fill({}))
    const body = { where: { status: 0 }, set: { status: 2 } }
    const more = { skipped: 0, has_more: true, next_cursor: expect.any(String) as unknown }
    const first = await change(tenant, body)
    expect(first).toEqual({ matched: 100, updated: 100, ...more })
    const second = await change(tenant, { ...body, cursor: first.next_cursor, limit: 4 })
    expect(second).toMatchObject({ matched: 4, updated: 4, ...more })
    const third = await change(tenant, { ...body, cursor: second.next_cursor })
    expect(await change(tenant, { ...body, cursor: third.next_cursor })).toEqual(ended(1))
  })

  it('says that no more may match when the last match ends the request', async () => {
    const tenant = await newTenant()
    await storeTasks(tenant, [{}, {}, { status: 2 }])
    expect(await change(tenant, { where: { status: 0 }, set: { status: 1 }, limit: 2 })).toEqual(ended(2))
  })

  it('leaves what is in the trash alone', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    await tenant.send('DELETE', `/tasks/${id}`)
    expect(await change(tenant, { where: { status: 0 }, set: { status: 2 } })).toEqual(ended(0))
    const { body } = await tenant.send('POST', `/tasks/${id}/restore`)
    expect(body).toMatchObject({ task: { status: 0 } })
  })

  it('puts the Origin-Id and one change per task into the feed', async () => {
    const tenant = await newTenant()
    await storeTasks(tenant, [{}, {}])
    const body = { where: { status: 0 }, set: { status: 2 } }
    expect((await patch(tenant, body, { headers: { 'Origin-Id': 'cron' } })).status).toBe(200)
    const { body: feed } = await tenant.send('GET', '/changes')
    const origin = {
      via: 'api',
      token_id: expect.any(String) as unknown,
      origin_id: 'cron',
      member_id: null,
      rule_id: null,
    }
    const { changes } = feed as { changes: unknown[] } // `send` has checked it
    expect(changes).toHaveLength(2)
    for (const one of changes) expect(one).toMatchObject({ version: 2, origin, task: { status: 2 } })
    expect((await tenant.send('GET', '/changes?excludeOriginId=cron')).body).toMatchObject({ changes: [] })
  })

  it('counts as one request for every ten tasks', async () => {
    const tenant = await newTenant({ rateLimit: 100 })
    await storeTasks(tenant, Array<object>(31).fill({}))
    const left = (headers: Record<string, unknown>) =>
      Number(/"token";r=(\d+)/.exec(String(headers.ratelimit))?.[1])
    const before = left((await tenant.send('GET', '/tokens/self')).headers)
    const body = { where: { status: 0 }, set: { status: 2 } }
    const { headers } = await patch(tenant, { ...body, limit: 10 })
    expect(before - left(headers)).toBe(1)
    expect(left(headers) - left((await patch(tenant, body)).headers)).toBe(3)
    expect(before - 5 - left((await patch(tenant, body)).headers)).toBe(0)
  })

  it('writes nothing when the tasks are more than the rate limit has left', async () => {
    const tenant = await newTenant({ rateLimit: 10 }) // 4 of them for a token
    await storeTasks(tenant, Array<object>(60).fill({}))
    await tenant.send('GET', '/tokens/self')
    const { status, body } = await patch(tenant, { where: { status: 0 }, set: { status: 2 } })
    expect(status).toBe(429)
    expect(body).toMatchObject({ error: { code: 'rate_limited' } })
  })
})

const nowhere = '11111111-1111-4111-8111-111111111111'

describe('a change of all tasks is refused', () => {
  const set = { status: 2 }
  const where = { status: 0 }
  const time = 'must be a time such as 2026-11-21T12:00:00Z'
  const statuses = 'must be 0, 1 or 2, or a list of at least one of them'
  const notOfWhere =
    'is not a field of this request (it takes status, workflowLaneId, updatedBefore, updatedAfter, createdBefore, ' +
    'createdAfter, q, fields)'
  const notOfSet = 'is not a field of this request (it takes status, workflowLaneId, description, fields)'

  it.each<[body: object, field: string, message: string]>([
    [{ where: {}, set }, 'where', 'must say which tasks are meant: it is empty'],
    [{ where, set: {} }, 'set', 'must say what the tasks become: it is empty'],
    [{ set }, 'where', 'is required'],
    [{ where }, 'set', 'is required'],
    [{ where: { label: 'x' }, set }, 'where.label', notOfWhere],
    [{ where, set: { label: 'x' } }, 'set.label', notOfSet],
    [{ where, set: { projectId: nowhere } }, 'set.projectId', notOfSet],
    [{ where: { status: 3 }, set }, 'where.status', statuses],
    [{ where: { status: [] }, set }, 'where.status', statuses],
    [{ where: { status: [0, 3] }, set }, 'where.status', statuses],
    [{ where: { status: '0' }, set }, 'where.status', statuses],
    [{ where: { workflowLaneId: 'none' }, set }, 'where.workflowLaneId', 'must be a UUID'],
    [{ where: { updatedBefore: 'now' }, set }, 'where.updatedBefore', time],
    [{ where: { updatedAfter: 1 }, set }, 'where.updatedAfter', 'must be a string'],
    [{ where: { createdBefore: '2026-11-01' }, set }, 'where.createdBefore', time],
    [{ where: { createdAfter: '' }, set }, 'where.createdAfter', time],
    [
      { where: { createdAfter: '9999-12-31T23:59:59-00:01' }, set },
      'where.createdAfter',
      'must be in the years 0000 to 9999 in UTC',
    ],
    [{ where: { q: '' }, set }, 'where.q', 'must contain at least one visible character'],
    [{ where: { q: '\u0301' }, set }, 'where.q', 'must contain more than accents'],
    [{ where: { q: 'x'.repeat(101) }, set }, 'where.q', 'must be at most 100 characters long'],
    [{ where, set: { status: 3 } }, 'set.status', 'must be one of 0, 1, 2'],
    [{ where, set, limit: 0 }, 'limit', 'must be a whole number from 1 to 100'],
    [{ where, set, limit: 101 }, 'limit', 'must be a whole number from 1 to 100'],
    [{ where, set, cursor: 'x' }, 'cursor', 'is not a next_cursor of this list with these filters'],
  ])('for %j', async (body, field, message) => {
    const tenant = await newTenant()
    const task = await tenant.createTask()
    const reply = await patch(tenant, body)
    expect(reply.status).toBe(400)
    const { error } = reply.body as { error: { code: string; message: string; details: object[] } } // a refusal
    expect(error.code).toBe('invalid_request')
    expect(error.message.replace(/ \(and 1 more in details\)$/, '')).toBe(`${field} ${message}`)
    expect(error.details[0]).toEqual({ path: field, message })
    expect(await tasksOf(tenant)).toEqual([task])
  })

  it.each<[string, object]>([
    ['where', { where: { status: 1 }, set }],
    ['set', { where, set: { status: 1 } }],
  ])('with the cursor of a change with another %s, or of a dry run', async (_, other) => {
    const tenant = await newTenant()
    await storeTasks(tenant, Array<object>(3).fill({}))
    const dry = await change(tenant, { where, set, limit: 1 }, '?dryRun=true')
    const { next_cursor: cursor } = await change(tenant, { where, set, limit: 1 })
    expect(await change(tenant, { where, set, cursor })).toMatchObject({ matched: 2 })
    for (const body of [
      { ...other, cursor },
      { where, set, cursor: dry.next_cursor },
    ]) {
      expect((await patch(tenant, body)).body).toMatchObject({ error: { details: [{ path: 'cursor' }] } })
    }
    const list = await tenant.send('GET', path(tenant, `?status=0&cursor=${String(cursor)}`))
    expect(list.status).toBe(400)
  })

  it('into a lane that does not exist, or is another project’s, and nothing is written', async () => {
    const tenant = await newTenant()
    const task = await tenant.createTask()
    const otherLane = await tenant.newLane(await tenant.newProject())
    for (const workflowLaneId of [nowhere, otherLane]) {
      for (const query of ['', '?dryRun=true']) {
        const body = { where, set: { status: 2, workflowLaneId } }
        const reply = await tenant.send('PATCH', path(tenant, query), { body })
        expect(reply.status).toBe(404)
        expect(reply.body).toEqual(errorBody('lane_not_found', 'There is no such lane.'))
      }
    }
    expect(await tasksOf(tenant)).toEqual([task])
  })

  it('in a project that does not exist, or is another account’s, and with a lane too', async () => {
    const tenant = await newTenant()
    const foreign = await newTenant()
    await foreign.createTask()
    for (const projectId of [nowhere, foreign.projectId]) {
      for (const more of [{}, { workflowLaneId: nowhere }]) {
        const body = { where, set: { ...set, ...more } }
        const reply = await tenant.send('PATCH', `/projects/${projectId}/tasks`, { body })
        expect(reply.status).toBe(404)
        expect(reply.body).toEqual(errorBody('project_not_found', 'There is no such project.'))
      }
    }
  })
})
