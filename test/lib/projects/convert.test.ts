import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { convertProject } from '../../../lib/projects/convert.ts'
import { projectKey } from '../../../lib/projects/project-item.ts'
import { findProject } from '../../../lib/projects/read.ts'
import { get } from '../../../lib/table/read-items.ts'
import { transact, update } from '../../../lib/table/write-items.ts'
import type { Tenant } from '../../../lib/table/tenant.ts'
import { tap } from '../../support/api.ts'
import { oldProject } from '../../support/old-project.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

const projectOf = (body: unknown) => (body as { project: Project }).project // the test has checked the status

/** A project in the old form, with a lane, a half-deleted lane with one task, and room for this many tasks. */
async function withOld(task_quota = 10_000) {
  const tenant = await newTenant()
  const [lane, half] = [randomUUID(), randomUUID()]
  const lanes = {
    [half]: { label: 'Half deleted', task_count: 0, deleted: true as const },
    [lane]: { label: 'Lane', task_count: 0 },
  }
  const projectId = await oldProject(tenant, { task_quota, lanes, lane_order: [lane] })
  return { tenant, projectId, lane, half, path: `/projects/${projectId}` }
}

const isOld = async (tenant: TestTenant, projectId: string) => (await findProject(tenant, projectId))?.isOld

/** The transaction with which an earlier release counts a task. */
const oldCount = (tenant: Tenant, projectId: string, places: number) =>
  transact(tenant, [
    {
      Update: {
        Key: projectKey(tenant, projectId),
        UpdateExpression: 'SET task_count = task_count + :places',
        ConditionExpression: `attribute_exists(pk)${places > 0 ? ' AND task_count < task_quota' : ''}`,
        ExpressionAttributeValues: { ':places': places },
      },
    },
  ])

describe('a project of an earlier release', () => {
  it('is read as before, with its half-deleted lane listed last, and a read does not convert it', async () => {
    const { tenant, projectId, lane, half, path } = await withOld()
    const project = projectOf((await tenant.send('GET', path)).body)
    expect(project).toMatchObject({ id: projectId, label: 'Old', task_count: 0, task_quota: 10_000 })
    expect(project.workflow_lanes).toEqual([
      { id: lane, label: 'Lane', task_count: 0 },
      { id: half, label: 'Half deleted', task_count: 0 },
    ])
    const { projects } = (await tenant.send('GET', '/projects')).body as { projects: Project[] }
    expect(projects.find(({ id }) => id === projectId)).toEqual(project)
    for (const list of ['/tasks', '/trash']) expect((await tenant.send('GET', path + list)).status).toBe(200)
    expect(await isOld(tenant, projectId)).toBe(true)
  })

  it.each<[string, number, (old: Awaited<ReturnType<typeof withOld>>) => [string, string, object?]]>([
    ['creation of a task', 201, ({ projectId }) => ['POST', '/tasks', { projectId, label: 'New' }]],
    [
      'creation in a lane',
      201,
      ({ projectId, lane }) => ['POST', '/tasks', { projectId, label: 'New', workflowLaneId: lane }],
    ],
    [
      'creation in a lane half deleted',
      404,
      ({ projectId, half }) => ['POST', '/tasks', { projectId, label: 'New', workflowLaneId: half }],
    ],
    ['new label', 200, ({ path }) => ['PATCH', path, { label: 'New' }]],
    ['new lane', 201, ({ path }) => ['POST', `${path}/lanes`, { label: 'New' }]],
    ['change of a lane', 200, ({ path, lane }) => ['PATCH', `${path}/lanes/${lane}`, { label: 'New' }]],
    ['deletion of a lane', 200, ({ path, lane }) => ['DELETE', `${path}/lanes/${lane}`]],
    ['deletion of the lane half deleted', 200, ({ path, half }) => ['DELETE', `${path}/lanes/${half}`]],
  ])('is converted by the %s, which answers %d', async (_, status, request) => {
    const old = await withOld()
    const [method, path, body] = request(old)
    expect((await old.tenant.send(method, path, { ...(body && { body }) })).status).toBe(status)
    expect(await isOld(old.tenant, old.projectId)).toBe(false)
    const item = await get(old.tenant, projectKey(old.tenant, old.projectId))
    expect(Object.keys(item ?? {}).sort()).toEqual([
      'created_at',
      'id',
      'label',
      'pk',
      'sk',
      'updated_at',
      'workflow_lanes',
    ])
  })

  it('can be deleted at once, and accepts a task from another project', async () => {
    const { tenant, projectId, path } = await withOld()
    const { id } = await tenant.createTask()
    expect((await tenant.send('PATCH', `/tasks/${id}`, { body: { projectId } })).status).toBe(200)
    expect((await tenant.send('DELETE', path)).status).toBe(409)
    expect((await tenant.send('DELETE', `/tasks/${id}`)).status).toBe(200)
    expect((await tenant.send('DELETE', path)).status).toBe(200)
    expect((await tenant.send('GET', path)).status).toBe(404)
  })

  it('counts every task, up to its quota, when creates run concurrently with its conversion', async () => {
    for (let round = 0; round < 3; round++) {
      const { tenant, projectId, lane, path } = await withOld(15)
      const body = { projectId, label: 'New', workflowLaneId: lane }
      const [, ...replies] = await Promise.all([
        convertProject(tenant, projectId),
        ...Array.from({ length: 20 }, () => tenant.send('POST', '/tasks', { body })),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(15).fill(201),
        ...Array<number>(5).fill(429),
      ])
      const { tasks } = (await tenant.send('GET', `${path}/tasks`)).body as { tasks: Task[] }
      expect(tasks).toHaveLength(15)
      const project = projectOf((await tenant.send('GET', path)).body)
      expect([project.task_count, project.workflow_lanes[0]?.task_count]).toEqual([15, 15])
    }
  })

  it('keeps each write of the earlier release before its conversion, and refuses those after it', async () => {
    const { tenant, projectId } = await withOld()
    let done = 0
    const counting = Array.from({ length: 40 }, async () => {
      if (!(await oldCount(tenant, projectId, 1))) done += 1
    })
    const [conversion] = await Promise.all([convertProject(tenant, projectId), ...counting])
    expect(conversion).toBe('converted')
    expect((await findProject(tenant, projectId))?.counts.task_count).toBe(done)
    expect(await oldCount(tenant, projectId, 1)).toHaveLength(1) // its condition refused it
    await expect(oldCount(tenant, projectId, -1)).rejects.toThrow(
      /ValidationError|does not exist in the item/,
    ) // the attributes to count in do not exist
    const label = { label: 'New', task_count: 0 }
    const addLane = await update(tenant, {
      Key: projectKey(tenant, projectId),
      UpdateExpression: 'SET lanes.#lane = :lane, lane_order = list_append(lane_order, :added)',
      ConditionExpression:
        'attribute_exists(pk) AND attribute_not_exists(lanes.#lane) AND size(lanes) < :most',
      ExpressionAttributeNames: { '#lane': randomUUID() },
      ExpressionAttributeValues: { ':lane': label, ':added': ['x'], ':most': 50 },
    })
    expect(addLane.refused).toBe(true)
    expect((await findProject(tenant, projectId))?.counts.task_count).toBe(done)
  })

  it('is converted once, even if the answer to the conversion is lost', async () => {
    const { tenant, projectId } = await withOld()
    tap.failNext('TransactWriteItems', 'lost-answer')
    expect(await convertProject(tenant, projectId)).toBe('converted')
    expect(await convertProject(tenant, projectId)).toBe('up to date')
    expect(await convertProject(tenant, randomUUID())).toBe('absent')
  })
})

describe('a query that sees one item of a transaction before the other', () => {
  it('is repeated: the project is neither absent nor incomplete', async () => {
    const { send, projectId } = await newTenant()
    await send('GET', '/tokens/self')
    for (const path of [`/projects/${projectId}`, '/projects']) {
      const whole = (await send('GET', path)).body
      const item = {
        ...{ pk: { S: 'x' }, sk: { S: `PROJECT#${projectId}` }, id: { S: projectId }, label: { S: 'Test' } },
        ...{ workflow_lanes: { L: [] }, created_at: { S: '' }, updated_at: { S: '' } },
      }
      let queries = 0
      tap.answerInstead = (operation) =>
        operation === 'Query' && queries++ === 0 ? { Items: [item], Count: 1 } : undefined
      const again = await send('GET', path)
      tap.reset()
      expect(again.body).toEqual(whole)
      expect(queries).toBe(2)
    }
  })
})
