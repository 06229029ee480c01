import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxFailedRuns, maxRules } from '../../../lib/contract/limits.ts'
import type { Rule } from '../../../lib/rules/rule.ts'
import type { WebhookEvent } from '../../../lib/webhooks/event.ts'
import { eventKey } from '../../../lib/webhooks/webhook-item.ts'
import { get } from '../../../lib/table/read-items.ts'
import { getRule, logOf, newRule, runAt, runNow, watched } from '../../support/rules.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { newWebhook } from '../webhooks/support.ts'

const noon = Date.parse('2026-11-27T12:00:00Z')
const hourMs = 60 * 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

const hourly = { type: 'schedule', rrule: 'FREQ=HOURLY', start: '2026-11-01T00:00' }
const completed = { type: 'event', events: ['task.completed'] }

const fields = [
  { key: 'size', label: 'Size', type: 'number' },
  { key: 'priority', label: 'Priority', type: 'select', options: [{ value: 'high' }, { value: 'low' }] },
]

async function newScene() {
  const tenant = await newTenant()
  for (const body of fields) await tenant.send('POST', '/fields', { body })
  const lane = await tenant.newLane()
  return { tenant, lane }
}
type Scene = Awaited<ReturnType<typeof newScene>>

const ok = async (tenant: TestTenant, method: string, path: string, body?: object) => {
  expect(await tenant.send(method, path, { body })).toMatchObject({ status: 200 })
}

/** Makes a schedule due `times` times, and runs it at each. */
async function runEach(tenant: TestTenant, rule: Rule, times: number, fromHour = 1): Promise<void> {
  for (let hour = fromHour; hour < fromHour + times; hour++) await runAt(tenant, rule, noon + hour * hourMs)
}

/** Whatever a rule refers to, and what takes it away. */
const parts: [
  string,
  (scene: Scene) => { action: object; remove: () => Promise<void> },
  code: string,
  path?: string,
][] = [
  ...[{ type: 'update_tasks', set: { status: 1 } }, { type: 'delete_tasks' }, { type: 'notify' }].map(
    (action): (typeof parts)[number] => [
      `lane in the conditions of ${action.type}`,
      ({ tenant, lane }) => ({
        action: { ...action, where: { workflowLaneId: lane } },
        remove: () => ok(tenant, 'DELETE', `/projects/${tenant.projectId}/lanes/${lane}`),
      }),
      'lane_not_found',
    ],
  ),
  [
    'lane that new tasks enter',
    ({ tenant, lane }) => ({
      action: { type: 'create_task', task: { label: 'A', workflowLaneId: lane } },
      remove: () => ok(tenant, 'DELETE', `/projects/${tenant.projectId}/lanes/${lane}`),
    }),
    'lane_not_found',
  ],
  [
    'lane that changed tasks enter',
    ({ tenant, lane }) => ({
      action: { type: 'update_tasks', where: { status: 0 }, set: { workflowLaneId: lane } },
      remove: () => ok(tenant, 'DELETE', `/projects/${tenant.projectId}/lanes/${lane}`),
    }),
    'lane_not_found',
  ],
  [
    'field of new tasks',
    ({ tenant }) => ({
      action: { type: 'create_task', task: { label: 'A', fields: { size: 1 } } },
      remove: () => ok(tenant, 'DELETE', '/fields/size'),
    }),
    'invalid_request',
    'fields.size',
  ],
  [
    'option of changed tasks',
    ({ tenant }) => ({
      action: { type: 'update_tasks', where: { status: 0 }, set: { fields: { priority: 'high' } } },
      remove: () => ok(tenant, 'PATCH', '/fields/priority', { options: [{ value: 'low' }] }),
    }),
    'invalid_request',
    'fields.priority',
  ],
]

describe.each(parts)('a rule whose %s is gone', (_, partOf, code, path = '') => {
  it('fails with the error of the API, is disabled after ten runs, and begins anew when it is resumed', async () => {
    const scene = await newScene()
    const { tenant } = scene
    await tenant.createTask()
    const { action, remove } = partOf(scene)
    const rule = await newRule(tenant, hourly, action)
    await remove()
    await runEach(tenant, rule, maxFailedRuns - 1)
    const log = await logOf(tenant, rule)
    expect(log).toHaveLength(maxFailedRuns - 1)
    for (const run of log) {
      expect(run).toMatchObject({ outcome: 'failed', error: { code }, created: [], updated: 0 })
      expect(run.error?.message).toContain(path)
    }
    expect(await getRule(tenant, rule)).toMatchObject({ status: 'active', last_run: { outcome: 'failed' } })
    await runEach(tenant, rule, 3, maxFailedRuns)
    expect(await logOf(tenant, rule)).toHaveLength(maxFailedRuns)
    expect(await getRule(tenant, rule)).toMatchObject({
      status: 'disabled',
      disabled_reason: `10 runs in a row have failed, the last with ${code}: ${log[0]?.error?.message}`,
      next_at: null,
    })
    await ok(tenant, 'PATCH', `/rules/${rule.id}`, { status: 'active' })
    expect(await getRule(tenant, rule)).toMatchObject({
      status: 'active',
      disabled_reason: null,
      next_at: new Date(noon + (maxFailedRuns + 3) * hourMs).toISOString(),
    })
    await runEach(tenant, rule, 2, maxFailedRuns + 3)
    expect(await getRule(tenant, rule)).toMatchObject({ status: 'active' })
  })
})

describe('a rule whose project is gone', () => {
  it.each([
    ['create_task', { task: { label: 'A' } }],
    ['update_tasks', { where: { status: 0 }, set: { status: 1 } }],
    ['delete_tasks', { where: { status: 0 } }],
    ['notify', { where: { status: 0 } }],
  ])('is disabled at its next run: %s %j', async (type, more) => {
    const tenant = await newTenant()
    const rule = await newRule(tenant, hourly, { type, ...more })
    await ok(tenant, 'DELETE', `/projects/${tenant.projectId}`)
    await runEach(tenant, rule, 2)
    expect(await getRule(tenant, rule)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'Its project is gone.',
      next_at: null,
    })
    expect(await logOf(tenant, rule)).toMatchObject([
      { outcome: 'failed', error: { code: 'project_not_found' } },
    ])
  })

  it('fails if it is the project that tasks move to', async () => {
    const tenant = await newTenant()
    const other = await tenant.newProject()
    const task = await tenant.createTask()
    const rule = await newRule(tenant, completed, { type: 'update_task', projectId: other })
    await ok(tenant, 'DELETE', `/projects/${other}`)
    await watched(tenant, () => tenant.send('PATCH', `/tasks/${task.id}`, { body: { status: 2 } }))
    await runNow(tenant, rule)
    expect(await logOf(tenant, rule)).toMatchObject([
      { outcome: 'failed', error: { code: 'project_not_found' } },
    ])
    expect(await getRule(tenant, rule)).toMatchObject({ status: 'active' })
  })
})

describe('the notices of a rule', () => {
  it('tell webhooks that list them of each failed run, and once that the rule is disabled', async () => {
    const { tenant, lane } = await newScene()
    const rule = await newRule(tenant, hourly, {
      type: 'create_task',
      task: { label: 'A', workflowLaneId: lane },
    })
    await ok(tenant, 'DELETE', `/projects/${tenant.projectId}/lanes/${lane}`)
    const other = await tenant.newProject()
    const all = await newWebhook(tenant, { eventTypes: ['rule.failed', 'rule.disabled'] })
    const elsewhere = await newWebhook(tenant, { eventTypes: ['rule.disabled'], projectIds: [other] })
    const tasks = await newWebhook(tenant, {})
    await runEach(tenant, rule, maxFailedRuns + 1)
    const events = await Promise.all(
      (await all.pending()).map(async ({ event_id }) => {
        const item = await get(tenant, eventKey(tenant, event_id))
        return JSON.parse(String(item?.body)) as WebhookEvent
      }),
    )
    const named = { id: rule.id, label: 'A rule', project_id: tenant.projectId }
    const failed = events.filter(({ type }) => type === 'rule.failed')
    expect(failed).toHaveLength(maxFailedRuns)
    const runs = (await logOf(tenant, rule)).map(({ id }) => id)
    expect(failed.map(({ data }) => (data as { run: { id: string } }).run.id).sort()).toEqual(runs.sort())
    expect(failed[0]?.data).toMatchObject({ rule: named, run: { error: { code: 'lane_not_found' } } })
    const disabled = events.filter(({ type }) => type === 'rule.disabled')
    expect(disabled).toMatchObject([
      {
        data: { rule: { ...named, disabled_reason: expect.stringContaining('10 runs in a row') as unknown } },
      },
    ])
    expect(await elsewhere.pending()).toEqual([])
    expect(await tasks.pending()).toEqual([])
  })
})

describe('a full quota', () => {
  it('is a failed run, and the same error in a dry run of it', async () => {
    const tenant = await newTenant({ taskQuota: 1 })
    const rule = await newRule(tenant, hourly, { type: 'create_task', task: { label: 'A' } })
    await tenant.createTask()
    const dry = await tenant.send('POST', `/rules/${rule.id}/runs?dryRun=true`, { body: {} })
    expect(dry).toMatchObject({ status: 429, body: { error: { code: 'quota_exceeded' } } })
    await runEach(tenant, rule, 1)
    expect(await logOf(tenant, rule)).toMatchObject([
      { outcome: 'failed', error: { code: 'quota_exceeded' } },
    ])
  })

  it('of rules is 429, and in a dry run', async () => {
    const tenant = await newTenant()
    const body = {
      ...{ projectId: tenant.projectId, label: 'A', trigger: hourly },
      action: { type: 'notify' },
    }
    for (let count = 0; count < maxRules; count++)
      expect((await tenant.send('POST', '/rules', { body })).status).toBe(201)
    const full = { status: 429, body: { error: { code: 'quota_exceeded' } } }
    expect(await tenant.send('POST', '/rules?dryRun=true', { body })).toMatchObject(full)
    expect(await tenant.send('POST', '/rules', { body })).toMatchObject(full)
  })
})
