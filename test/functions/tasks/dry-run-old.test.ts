import { afterEach, describe, expect, it } from 'vitest'
import { convertProject } from '../../../lib/projects/convert.ts'
import { findProject } from '../../../lib/projects/read.ts'
import { tap } from '../../support/api.ts'
import { oldProject } from '../../support/old-project.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { taskOf, tried, withoutId } from './try.ts'

afterEach(() => {
  tap.reset()
})

/** A project as an earlier release stored it, with a lane, a lane half deleted, and room for this many tasks. */
async function withOld(task_quota = 10_000) {
  const tenant = await newTenant()
  const [lane, half] = [crypto.randomUUID(), crypto.randomUUID()]
  const lanes = {
    [half]: { label: 'Half deleted', task_count: 0, deleted: true as const },
    [lane]: { label: 'Lane', task_count: 0 },
  }
  const projectId = await oldProject(tenant, { task_quota, lanes, lane_order: [lane] })
  return { tenant, projectId, lane, half }
}

describe('a dry run in a project that an earlier release stored', () => {
  it.each<[string, number, (old: Awaited<ReturnType<typeof withOld>>) => object, number?]>([
    ['a create', 200, () => ({})],
    ['a create in a lane', 200, ({ lane }) => ({ workflowLaneId: lane })],
    ['a create in a lane half deleted', 404, ({ half }) => ({ workflowLaneId: half })],
    ['a create in a lane that is not there', 404, () => ({ workflowLaneId: crypto.randomUUID() })],
    ['a create without room', 429, () => ({}), 0],
    ['a create in a lane, without room', 429, ({ lane }) => ({ workflowLaneId: lane }), 0],
  ])('answers %s with %d as the write does, and does not convert it', async (_, status, more, quota) => {
    const old = await withOld(quota)
    const sending = { body: { projectId: old.projectId, label: 'New', ...more(old) } }
    const dry = await tried(old.tenant, 'POST', '/tasks', sending)
    expect(dry.status).toBe(status)
    expect((await findProject(old.tenant, old.projectId))?.isOld).toBe(true)
    const real = await old.tenant.send('POST', '/tasks', sending)
    if (status === 200) expect(real.status).toBe(201)
    else expect(withoutId(real)).toEqual(withoutId(dry))
    expect((await findProject(old.tenant, old.projectId))?.isOld).toBe(false)
  })

  it('moves a task there, and out of it, as the write does', async () => {
    const { tenant, projectId, lane } = await withOld(1)
    const { id } = await tenant.createTask()
    const body = { projectId, workflowLaneId: lane }
    const dry = await tried(tenant, 'PATCH', `/tasks/${id}`, { body })
    expect(taskOf(dry.body)).toMatchObject({ id, project_id: projectId, workflow_lane_id: lane })
    const full = await withOld(0)
    const path = `/tasks/${(await full.tenant.createTask()).id}`
    expect((await tried(full.tenant, 'PATCH', path, { body: { projectId: full.projectId } })).body).toEqual(
      errorBody('quota_exceeded', "The project's task quota of 0 is reached."),
    )
  })

  it.each([
    ['converted', async (tenant: TestTenant, id: string) => convertProject(tenant, id), 404],
    ['deleted', async (tenant: TestTenant, id: string) => tenant.send('DELETE', `/projects/${id}`), 404],
  ])('looks again when it is %s meanwhile', async (_, meanwhile, status) => {
    const { tenant, projectId, half } = await withOld()
    const body = { projectId, label: 'New', workflowLaneId: half }
    await tenant.send('GET', '/tokens/self')
    const operations: string[] = []
    tap.answerInstead = async (operation) => {
      operations.push(operation)
      if (operations.length !== 3) return undefined
      const found = [...operations]
      tap.answerInstead = () => undefined
      expect(found).toEqual(['TransactWriteItems', 'BatchGetItem', 'TransactWriteItems'])
      await meanwhile(tenant, projectId)
      return undefined
    }
    const reply = await tenant.send('POST', '/tasks?dryRun=true', { body })
    expect(operations).toHaveLength(3)
    expect(reply.status).toBe(status)
  })
})
