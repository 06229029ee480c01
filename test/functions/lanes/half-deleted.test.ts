import { describe, expect, it } from 'vitest'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { findProject } from '../../../lib/projects/read.ts'
import { limits, tap, testTable } from '../../support/api.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const noLane = errorBody('lane_not_found', 'There is no such lane.')
const taskOf = (body: unknown) => (body as { task: Task }).task // the test has checked the status

const lanes = async ({ send, projectId }: TestTenant) =>
  ((await send('GET', `/projects/${projectId}`)).body as { project: Project }).project.workflow_lanes
const labels = async (tenant: TestTenant) => (await lanes(tenant)).map(({ label }) => label)

describe('a lane whose deletion has not finished', () => {
  /** A lane A whose deletion ran out of time, with one task in it and one in the trash. */
  async function halfDeleted() {
    const tenant = await newTenant()
    const [lane, other] = [await tenant.newLane(undefined, 'A'), await tenant.newLane(undefined, 'B')]
    const path = (id: string) => `/projects/${tenant.projectId}/lanes/${id}`
    const task = await tenant.createTask({ workflowLaneId: lane })
    const trashed = await tenant.createTask({ workflowLaneId: lane })
    await tenant.send('DELETE', `/tasks/${trashed.id}`)
    tap.exchanges.length = 0
    tap.faults = (operation) => (operation === 'TransactWriteItems' ? 'conflict' : undefined)
    const takesTasksOut = () => tap.exchanges.some(({ operation }) => operation === 'TransactWriteItems')
    // on a busy machine half a second may not be enough for it to begin
    for (limits.functionTimeoutMs = 500; !takesTasksOut(); limits.functionTimeoutMs *= 2)
      expect([429, 503]).toContain((await tenant.send('DELETE', path(lane))).status) // 503 if it ran out of time by itself
    limits.functionTimeoutMs = 10_000
    tap.reset()
    const patch = (id: string, body: object) => tenant.send('PATCH', `/tasks/${id}`, { body })
    return { tenant, lane, other, task, trashed, path, patch }
  }

  it('refuses other tasks with 404 lane_not_found', async () => {
    const { tenant, lane, patch } = await halfDeleted()
    const { id } = await tenant.createTask()
    const create = { projectId: tenant.projectId, label: 'x', workflowLaneId: lane }
    for (const reply of [
      await tenant.send('POST', '/tasks', { body: create }),
      await patch(id, { workflowLaneId: lane }),
      await tenant.send('POST', `/tasks/${id}/move`, { body: { to: 'top', workflowLaneId: lane } }),
    ]) {
      expect([reply.status, reply.body]).toEqual([404, noLane])
    }
  })

  it('lets its tasks be changed, moved and taken out', async () => {
    const { tenant, lane, other, task, patch } = await halfDeleted()
    await tenant.createTask()
    expect((await patch(task.id, { label: 'New' })).status).toBe(200)
    expect((await patch(task.id, { workflowLaneId: lane })).status).toBe(200) // the task is already in the lane
    const moved = await tenant.send('POST', `/tasks/${task.id}/move`, { body: { to: 'bottom' } })
    expect([moved.status, taskOf(moved.body).workflow_lane_id]).toEqual([200, lane])
    expect((await patch(task.id, { workflowLaneId: other })).status).toBe(200)
    expect((await lanes(tenant)).map(({ task_count }) => task_count)).toEqual([0, 1])
  })

  it('can be renamed and moved, because it is still listed', async () => {
    const { tenant, lane, other, path } = await halfDeleted()
    const body = { label: 'On its way', afterLaneId: other }
    expect((await tenant.send('PATCH', path(lane), { body })).status).toBe(200)
    expect(await labels(tenant)).toEqual(['B', 'On its way'])
    expect((await tenant.send('DELETE', path(lane))).status).toBe(200)
    expect(await labels(tenant)).toEqual(['B'])
  })

  it('takes no restored task: a task restored from the trash has no lane', async () => {
    const { tenant, lane, trashed } = await halfDeleted()
    const { status, body } = await tenant.send('POST', `/tasks/${trashed.id}/restore`)
    expect([status, taskOf(body).workflow_lane_id]).toEqual([200, null])
    expect((await lanes(tenant)).find(({ id }) => id === lane)?.task_count).toBe(1)
  })

  it('does not keep its project from being deleted once its last task is gone', async () => {
    const { tenant, task } = await halfDeleted()
    await tenant.send('DELETE', `/tasks/${task.id}`)
    expect((await tenant.send('DELETE', `/projects/${tenant.projectId}`)).status).toBe(200)
    expect(await findProject(tenant, tenant.projectId)).toBeUndefined()
  })
})

describe('an id similar to a lane’s', () => {
  it.each([8, 13, 18, 23, 35])('that shares its first %d characters is not that lane', async (length) => {
    const tenant = await newTenant()
    const lane = await tenant.newLane()
    const rest = lane.slice(length).replace(/[0-9a-f]/g, (digit) => (digit === '0' ? '1' : '0'))
    const body = { projectId: tenant.projectId, label: 'x', workflowLaneId: lane.slice(0, length) + rest }
    const { status, body: answer } = await tenant.send('POST', '/tasks', { body })
    expect([status, answer]).toEqual([404, noLane])
    expect((await lanes(tenant))[0]?.task_count).toBe(0)
  })
})

describe('the deletion of a lane', () => {
  it('pauses while the index lags, instead of reading it again and again', async () => {
    const tenant = await newTenant()
    const lane = await tenant.newLane()
    for (let n = 0; n < 10; n++) await tenant.createTask({ workflowLaneId: lane })
    await tap.lagIndexes(testTable, tenant.accountId, 1_500)
    await tenant.createTask({ workflowLaneId: lane }) // the index does not show it yet
    tap.exchanges.length = 0
    const { status } = await tenant.send('DELETE', `/projects/${tenant.projectId}/lanes/${lane}`)
    const transactions = tap.exchanges.filter(({ operation }) => operation === 'TransactWriteItems').length
    expect(status).toBe(200)
    expect(transactions).toBeLessThan(40) // without a pause there were 166
  })
})
