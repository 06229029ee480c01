import { describe, expect, it } from 'vitest'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { findProject } from '../../../lib/projects/read.ts'
import { limits, tap } from '../../support/api.ts'
import { costs } from '../../support/costs.ts'
import { idExists, idReused, noUuid } from '../../support/own-id.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const noLane = errorBody('lane_not_found', 'There is no such lane.')
const lanesOf = (body: unknown) => (body as { project: Project }).project.workflow_lanes
const taskOf = (body: unknown) => (body as { task: Task }).task // the test has checked the status

const lanes = async ({ send, projectId }: TestTenant) =>
  lanesOf((await send('GET', `/projects/${projectId}`)).body)
const labels = async (tenant: TestTenant) => (await lanes(tenant)).map(({ label }) => label)

async function withLanes(...names: string[]) {
  const tenant = await newTenant()
  const ids: string[] = []
  for (const name of names) ids.push(await tenant.newLane(tenant.projectId, name))
  const path = (id: string | undefined) => `/projects/${tenant.projectId}/lanes/${String(id)}`
  return { tenant, ids, path }
}

describe('POST /projects/{projectId}/lanes', () => {
  it('answers 201 with the project and Location, the new lane after the others', async () => {
    const { tenant } = await withLanes('To do')
    const { status, body, headers } = await tenant.send('POST', `/projects/${tenant.projectId}/lanes`, {
      body: { label: ' Doing ' },
    })
    expect(status).toBe(201)
    expect(lanesOf(body).map(({ label }) => label)).toEqual(['To do', 'Doing'])
    expect(headers.location).toBe(`/v1/projects/${tenant.projectId}/lanes/${String(lanesOf(body)[1]?.id)}`)
    expect(await labels(tenant)).toEqual(['To do', 'Doing'])
  })

  it('answers 400 to the 51st lane, and keeps 50 when many requests run concurrently', async () => {
    const { tenant } = await withLanes()
    const create = () =>
      tenant.send('POST', `/projects/${tenant.projectId}/lanes`, { body: { label: 'Lane' } })
    const replies = await Promise.all(Array.from({ length: 55 }, create))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(50)
    const refused = replies.filter(({ status }) => status === 400)
    expect(refused).toHaveLength(5)
    expect(refused[0]?.body).toEqual(errorBody('invalid_request', 'A project has at most 50 lanes.'))
    expect(await lanes(tenant)).toHaveLength(50)
  })

  it('adds one lane when the answer is lost', async () => {
    const { tenant } = await withLanes()
    tap.failNext('UpdateItem', 'lost-answer')
    const { status } = await tenant.send('POST', `/projects/${tenant.projectId}/lanes`, {
      body: { label: 'One' },
    })
    expect(status).toBe(201)
    expect(await labels(tenant)).toEqual(['One'])
  })
})

describe('POST /projects/{projectId}/lanes with an id', () => {
  async function withOwnId(...names: string[]) {
    const world = await withLanes(...names)
    const id = crypto.randomUUID()
    const create = (body: object = {}, projectId = world.tenant.projectId) =>
      world.tenant.send('POST', `/projects/${projectId}/lanes`, { body: { id, label: 'Mine', ...body } })
    return { ...world, id, create }
  }

  it('adds the lane once, and answers a repeat with the project as it is now', async () => {
    const { tenant, id, create, path } = await withOwnId('A')
    await tenant.send('GET', '/tokens/self')
    tap.reset()
    const first = await create({ id: id.toUpperCase(), taskStatus: 1 })
    expect(tap.exchanges.map(({ operation, units }) => `${operation} ${units}`).sort()).toEqual(
      costs['lanes.create'],
    )
    expect(first).toMatchObject({ status: 201, headers: { location: `/v1${path(id)}` } })
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    expect(lanesOf(first.body)[1]).toEqual({ id, label: 'Mine', task_count: 0, task_status: 1 })
    await tenant.createTask({ workflowLaneId: id })
    await tenant.send('PATCH', path(id), { body: { label: 'Changed', taskStatus: null } })
    const again = await create({ taskStatus: 1 })
    expect(again).toMatchObject({
      status: 201,
      headers: { location: `/v1${path(id)}`, 'idempotency-replayed': 'true' },
    })
    expect(lanesOf(again.body)[1]).toEqual({ id, label: 'Changed', task_count: 1, task_status: null })
    expect(await lanes(tenant)).toEqual(lanesOf(again.body))
  })

  it('takes a lane that gives no status as one with the status null', async () => {
    const { create } = await withOwnId()
    await create()
    expect((await create({ taskStatus: null })).headers['idempotency-replayed']).toBe('true')
  })

  it('answers 422 to another body, and 409 to the id of a lane that was not made so', async () => {
    const { tenant, ids, create } = await withOwnId('A')
    await create()
    const before = await lanes(tenant)
    for (const body of [{ label: 'Other' }, { taskStatus: 0 }])
      expect(await create(body)).toMatchObject({
        status: 422,
        body: idReused('lane'),
      })
    expect(await create({ id: ids[0] })).toMatchObject({
      status: 409,
      body: idExists('lane'),
    })
    expect(await lanes(tenant)).toEqual(before)
  })

  it('adds it again after it was deleted, in another project, and in another account', async () => {
    const { tenant, id, create, path } = await withOwnId()
    await create()
    await tenant.send('DELETE', path(id))
    const stranger = await newTenant()
    const body = { id, label: 'Theirs' }
    const theirs = await stranger.send('POST', `/projects/${stranger.projectId}/lanes`, { body })
    for (const { status, headers } of [await create(), await create({}, await tenant.newProject()), theirs]) {
      expect(status).toBe(201)
      expect(headers).not.toHaveProperty('idempotency-replayed')
    }
    expect(await labels(tenant)).toEqual(['Mine'])
  })

  it('adds one of 10 concurrent requests, also as the 50th, and answers 201 to all', async () => {
    const { tenant, create } = await withOwnId(...Array<string>(49).fill('x'))
    const replies = await Promise.all(Array.from({ length: 10 }, () => create()))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(9)
    expect(await lanes(tenant)).toHaveLength(50)
    expect((await create({ id: crypto.randomUUID() })).status).toBe(400)
  })

  it('adds it once when all answers of storage are lost and the request is repeated', async () => {
    const { tenant, create } = await withOwnId()
    tap.failNext('TransactWriteItems', 'lost-answer', 'lost-answer', 'lost-answer')
    expect((await create()).status).toBe(503)
    tap.reset()
    expect(await create()).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } })
    expect(await lanes(tenant)).toHaveLength(1)
  })

  it('answers 400 to what is no UUID', async () => {
    const { create } = await withOwnId()
    expect(await create({ id: 'one' })).toMatchObject({ status: 400, body: noUuid })
  })
})

describe('PATCH /projects/{projectId}/lanes/{laneId}', () => {
  it('renames a lane', async () => {
    const { tenant, ids, path } = await withLanes('A', 'B')
    const { status, body } = await tenant.send('PATCH', path(ids[0]), { body: { label: 'New' } })
    expect(status).toBe(200)
    expect(lanesOf(body)).toEqual([
      { id: ids[0], label: 'New', task_count: 0, task_status: null },
      { id: ids[1], label: 'B', task_count: 0, task_status: null },
    ])
  })

  it.each([
    [0, 'afterLaneId', 2, 'BCAD'],
    [0, 'beforeLaneId', 3, 'BCAD'],
    [3, 'beforeLaneId', 0, 'DABC'],
    [3, 'afterLaneId', 0, 'ADBC'],
    [1, 'beforeLaneId', 1, 'ABCD'],
    [1, 'afterLaneId', 0, 'ABCD'],
  ])('moves lane %d: %s %d gives %s', async (moved, field, anchor, expected) => {
    const { tenant, ids, path } = await withLanes('A', 'B', 'C', 'D')
    const { status } = await tenant.send('PATCH', path(ids[moved]), { body: { [field]: ids[anchor] } })
    expect(status).toBe(200)
    expect((await labels(tenant)).join('')).toBe(expected)
  })

  it('keeps every lane when renames and moves run concurrently', async () => {
    const { tenant, ids, path } = await withLanes('A', 'B', 'C', 'D')
    const replies = await Promise.all(
      ids.flatMap((id, n) => [
        tenant.send('PATCH', path(id), { body: { label: `New ${n}` } }),
        tenant.send('PATCH', path(id), { body: { afterLaneId: ids[(n + 1) % 4] } }),
      ]),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await labels(tenant)).sort()).toEqual(['New 0', 'New 1', 'New 2', 'New 3'])
  })

  it('answers 404 for an absent lane, project or neighbour, and 400 for two neighbours', async () => {
    const { tenant, ids, path } = await withLanes('A', 'B')
    const absent = crypto.randomUUID()
    expect((await tenant.send('PATCH', path(absent), { body: { label: 'x' } })).body).toEqual(noLane)
    expect((await tenant.send('PATCH', path(ids[0]), { body: { afterLaneId: absent } })).body).toEqual(noLane)
    const elsewhere = `/projects/${absent}/lanes/${String(ids[0])}`
    expect((await tenant.send('PATCH', elsewhere, { body: { label: 'x' } })).body).toEqual(
      errorBody('project_not_found', 'There is no such project.'),
    )
    const both = { beforeLaneId: ids[1], afterLaneId: ids[1] }
    expect((await tenant.send('PATCH', path(ids[0]), { body: both })).body).toMatchObject({
      error: { message: 'The body must have at most one of beforeLaneId, afterLaneId' },
    })
  })
})

describe('a task in a lane', () => {
  it('can be created in it, change it, leave it, and leaves it with its project', async () => {
    const { tenant, ids } = await withLanes('A', 'B')
    const task = await tenant.createTask({ workflowLaneId: ids[0] })
    expect(task.workflow_lane_id).toBe(ids[0])
    const patch = async (body: object) =>
      taskOf((await tenant.send('PATCH', `/tasks/${task.id}`, { body })).body)
    expect((await patch({ workflowLaneId: ids[1] })).workflow_lane_id).toBe(ids[1])
    expect((await patch({ workflowLaneId: null })).workflow_lane_id).toBeNull()
    expect((await patch({ workflowLaneId: ids[0], label: 'New' })).workflow_lane_id).toBe(ids[0])
    const projectId = await tenant.newProject()
    const lane = await tenant.newLane(projectId)
    expect((await patch({ projectId })).workflow_lane_id).toBeNull()
    expect((await patch({ projectId: tenant.projectId, workflowLaneId: ids[0] })).workflow_lane_id).toBe(
      ids[0],
    )
    expect((await patch({ projectId, workflowLaneId: lane })).workflow_lane_id).toBe(lane)
    expect((await lanes(tenant)).map(({ task_count }) => task_count)).toEqual([0, 0])
  })

  it('cannot enter an absent lane or one of another project: 404 lane_not_found', async () => {
    const { tenant } = await withLanes('A')
    const foreignLane = await tenant.newLane(await tenant.newProject())
    const task = await tenant.createTask()
    for (const workflowLaneId of [foreignLane, crypto.randomUUID()]) {
      const body = { projectId: tenant.projectId, label: 'x', workflowLaneId }
      for (const reply of [
        await tenant.send('POST', '/tasks', { body }),
        await tenant.send('PATCH', `/tasks/${task.id}`, { body: { workflowLaneId } }),
      ]) {
        expect(reply.status).toBe(404)
        expect(reply.body).toEqual(noLane)
      }
    }
    expect(await tenant.taskCount()).toBe(1)
  })
})

describe('DELETE /projects/{projectId}/lanes/{laneId}', () => {
  it('answers 200, and its tasks have no lane, a new version, and a change in the feed', async () => {
    const { tenant, ids, path } = await withLanes('A', 'B')
    const inLane: Task[] = []
    for (let n = 0; n < 25; n++) inLane.push(await tenant.createTask({ workflowLaneId: ids[0] }))
    const other = await tenant.createTask({ workflowLaneId: ids[1] })
    const { status, body } = await tenant.send('DELETE', path(ids[0]))
    expect(status).toBe(200)
    expect(body).toEqual({ success: true })
    expect(await lanes(tenant)).toEqual([{ id: ids[1], label: 'B', task_count: 1, task_status: null }])
    const { body: feed } = await tenant.send('GET', '/changes?limit=100')
    const changes = new Map(
      (feed as { changes: { task: Task }[] }).changes.map(({ task }) => [task.id, task] as const),
    )
    for (const task of inLane) {
      const reply = await tenant.send('GET', `/tasks/${task.id}`)
      const { updated_at } = taskOf(reply.body)
      expect(reply.body).toEqual({ task: { ...task, workflow_lane_id: null, updated_at } })
      expect(reply.headers.etag).toBe('"2"')
      expect(changes.get(task.id)).toEqual(taskOf(reply.body))
    }
    expect((await tenant.send('GET', `/tasks/${other.id}`)).headers.etag).toBe('"1"')
    expect(Object.values((await findProject(tenant, tenant.projectId))?.counts.lanes ?? {})).toEqual([1])
    expect((await tenant.send('DELETE', path(ids[0]))).body).toEqual(noLane)
  })

  it('leaves no task in the lane, even if tasks enter, leave or are deleted at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { tenant, ids, path } = await withLanes('A')
      const [lane] = ids
      const tasks = await Promise.all(
        Array.from({ length: 12 }, () => tenant.createTask({ workflowLaneId: lane })),
      )
      const free = await Promise.all(Array.from({ length: 6 }, () => tenant.createTask()))
      const [deleted, ...others] = await Promise.all([
        tenant.send('DELETE', path(lane)),
        ...free.map(({ id }) => tenant.send('PATCH', `/tasks/${id}`, { body: { workflowLaneId: lane } })),
        ...tasks.slice(0, 4).map(({ id }) => tenant.send('DELETE', `/tasks/${id}`)),
        ...tasks.slice(4, 8).map(({ id }) => tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'x' } })),
        tenant.send('POST', '/tasks', {
          body: { projectId: tenant.projectId, label: 'New', workflowLaneId: lane },
        }),
      ])
      expect(deleted.status).toBe(200)
      expect(others.every(({ status }) => [200, 201, 404].includes(status))).toBe(true)
      const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks`)
      const left = (body as { tasks: Task[] }).tasks
      expect(left.filter(({ workflow_lane_id }) => workflow_lane_id !== null)).toEqual([])
      const stored = await findProject(tenant, tenant.projectId)
      expect(stored?.project.workflow_lanes).toEqual([])
      expect(stored?.counts).toMatchObject({ task_count: left.length, lanes: {} })
      expect(stored?.counts.closing).toBeUndefined()
    }
  })

  it('answers 429 when others’ writes take its time, and lists the lane with the remaining tasks until a repeat', async () => {
    const { tenant, ids, path } = await withLanes('A', 'B')
    const task = await tenant.createTask({ workflowLaneId: ids[0] })
    const other = await tenant.createTask()
    limits.functionTimeoutMs = 1_000
    tap.faults = (operation) => (operation === 'TransactWriteItems' ? 'conflict' : undefined)
    const late = await tenant.send('DELETE', path(ids[0]))
    limits.functionTimeoutMs = 10_000
    tap.reset()
    expect([late.status, late.headers['retry-after']]).toEqual([429, '1'])
    expect(await lanes(tenant)).toEqual([
      { id: ids[0], label: 'A', task_count: 1, task_status: null },
      { id: ids[1], label: 'B', task_count: 0, task_status: null },
    ])
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks?workflowLaneId=${ids[0]}`)
    expect((body as { tasks: Task[] }).tasks).toEqual([task])
    expect((await tenant.send('DELETE', path(ids[0]))).status).toBe(200)
    expect(await lanes(tenant)).toEqual([{ id: ids[1], label: 'B', task_count: 0, task_status: null }])
    for (const { id } of [task, other])
      expect(taskOf((await tenant.send('GET', `/tasks/${id}`)).body).workflow_lane_id).toBeNull()
    expect((await tenant.send('DELETE', path(ids[0]))).body).toEqual(noLane)
  })
})
