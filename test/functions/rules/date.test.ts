import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { getRule, logOf, newRule, runAt, runNow, watched } from '../../support/rules.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const dueTomorrow = {
  type: 'date',
  field: 'due',
  offset: '-P1D',
  timeOfDay: '09:00',
  timeZone: 'Europe/Berlin',
}
const finish = { type: 'update_task', set: { status: 1 } }

async function tenantWithDue(): Promise<TestTenant> {
  const tenant = await newTenant()
  await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
  return tenant
}

const statusOf = async (tenant: TestTenant, id: string) =>
  ((await tenant.send('GET', `/tasks/${id}`)).body as { task: { status: number } }).task.status

describe('a rule on a date', () => {
  it('knows the tasks that are there, and fires once for each', async () => {
    const tenant = await tenantWithDue()
    const soon = await tenant.createTask({ fields: { due: '2026-11-30' } })
    const late = await tenant.createTask({ fields: { due: '2026-12-10' } })
    await tenant.createTask({ fields: { due: '2026-11-20' } })
    const rule = await newRule(tenant, dueTomorrow, finish)
    expect(rule.preparing).toBe(true)
    await runNow(tenant, rule)
    expect(await getRule(tenant, rule)).toMatchObject({
      preparing: false,
      next_at: '2026-11-29T08:00:00.000Z',
    })
    expect((await tenant.send('GET', `/rules/${rule.id}/preview`)).body).toEqual({
      status: 'active',
      occurrences: [
        { at: '2026-11-29T08:00:00.000Z', task_id: soon.id },
        { at: '2026-12-09T08:00:00.000Z', task_id: late.id },
      ],
    })
    await runAt(tenant, rule, '2026-11-29T08:00:00Z')
    await runAt(tenant, rule, '2026-11-29T08:00:02Z')
    expect(await statusOf(tenant, soon.id)).toBe(1)
    expect(await statusOf(tenant, late.id)).toBe(0)
    expect(await logOf(tenant, rule)).toMatchObject([{ outcome: 'done', task_id: soon.id, updated: 1 }])
    expect(await getRule(tenant, rule)).toMatchObject({ next_at: '2026-12-09T08:00:00.000Z' })
  })

  it('follows a value that changes, a task that is done, and one that is deleted', async () => {
    const tenant = await tenantWithDue()
    const rule = await newRule(tenant, dueTomorrow, finish)
    await runNow(tenant, rule)
    const [moved, done, deleted, added] = await Promise.all(
      [1, 2, 3, 4].map(() => tenant.createTask({ fields: { due: '2026-11-30' } })),
    )
    const all = [moved, done, deleted, added].map((task) => task?.id ?? '')
    // the stream shows these creates and then the changes
    await watched(tenant, async () => {
      for (const id of all)
        await tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'x', fields: { due: '2026-12-01' } } })
    })
    await watched(tenant, async () => {
      await tenant.send('PATCH', `/tasks/${all[0]}`, { body: { fields: { due: '2026-12-05' } } })
      await tenant.send('PATCH', `/tasks/${all[1]}`, { body: { status: 2 } })
      await tenant.send('DELETE', `/tasks/${all[2]}`)
    })
    await runNow(tenant, rule)
    expect((await tenant.send('GET', `/rules/${rule.id}/preview`)).body).toEqual({
      status: 'active',
      occurrences: [
        { at: '2026-11-30T08:00:00.000Z', task_id: all[3] },
        { at: '2026-12-04T08:00:00.000Z', task_id: all[0] },
      ],
    })
  })
})

describe('a rule on an event', () => {
  const completed = { type: 'event', events: ['task.completed'] }

  it('runs once for each event that meets its conditions, and not for its own writes', async () => {
    const tenant = await tenantWithDue()
    const lane = await tenant.newLane()
    const task = await tenant.createTask({ label: 'Urgent' })
    const other = await tenant.createTask({ label: 'Other' })
    const rule = await newRule(
      tenant,
      { type: 'event', events: ['task.completed', 'task.updated'], where: { q: 'urgent' } },
      { type: 'update_task', set: { workflowLaneId: lane } },
    )
    await watched(tenant, async () => {
      await tenant.send('PATCH', `/tasks/${task.id}`, { body: { status: 2 } })
      await tenant.send('PATCH', `/tasks/${other.id}`, { body: { status: 2 } })
    })
    await watched(tenant, () => runNow(tenant, rule))
    await runNow(tenant, rule)
    expect(await logOf(tenant, rule)).toMatchObject([{ task_id: task.id, outcome: 'done', updated: 1 }])
    const { body } = await tenant.send('GET', '/changes')
    const last = (body as { changes: { id: string; task: { id: string }; origin: unknown }[] }).changes.at(-1)
    expect(last).toMatchObject({
      task: { id: task.id, workflow_lane_id: lane },
      origin: { via: 'rule', rule_id: rule.id, token_id: null },
    })
  })

  it('fails with the error of the API where its lane is gone, and is disabled after ten times', async () => {
    const tenant = await tenantWithDue()
    const lane = await tenant.newLane()
    const rule = await newRule(tenant, completed, { type: 'update_task', set: { workflowLaneId: lane } })
    expect((await tenant.send('DELETE', `/projects/${tenant.projectId}/lanes/${lane}`)).status).toBe(200)
    const tasks = await Promise.all(Array.from({ length: 11 }, () => tenant.createTask()))
    await watched(tenant, async () => {
      for (const { id } of tasks) await tenant.send('PATCH', `/tasks/${id}`, { body: { status: 2 } })
    })
    await runNow(tenant, rule)
    const log = await logOf(tenant, rule)
    expect(log).toHaveLength(10)
    expect(log[0]).toMatchObject({ outcome: 'failed', error: { code: 'lane_not_found' } })
    expect(await getRule(tenant, rule)).toMatchObject({
      status: 'disabled',
      disabled_reason: expect.stringContaining('lane_not_found') as unknown,
    })
  })
})
