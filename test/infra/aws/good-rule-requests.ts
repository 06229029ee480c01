import { maxRuleWritesPerMinute } from '../../../lib/contract/limits.ts'
import { accountPartition } from '../../../lib/table/item.ts'
import { put } from '../../../lib/table/write-items.ts'
import type { Ids } from '../../harness/sample-requests.ts'
import type { TestTenant } from '../../support/tenant.ts'
import { putWebhook } from '../../support/webhooks.ts'
import type { Preparation } from './preparation.ts'

/** A rule on the dates of tasks, which looks for them at once. */
async function dated(tenant: TestTenant, { projectId = tenant.projectId }: Ids) {
  await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
  const trigger = { type: 'date', field: 'due', offset: 'P0D', timeOfDay: '09:00', timeZone: 'UTC' }
  return { projectId, label: 'Dated', trigger, action: { type: 'notify' } }
}

const datedRule: Preparation = async (tenant, ids) => {
  const { headers } = await tenant.send('POST', '/rules', { body: await dated(tenant, ids) })
  return { ids: { ruleId: String(headers.location).split('/').at(-1) ?? '' } }
}

/** A rule that does this when it is run by hand. */
const ruleDoing =
  (actionOf: (tenant: TestTenant) => object | Promise<object>): Preparation =>
  async (tenant, { projectId }) => {
    const body = {
      ...{ projectId, label: 'By hand', status: 'paused', action: await actionOf(tenant) },
      trigger: { type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-11-30T09:00' },
    }
    const { headers } = await tenant.send('POST', '/rules', { body })
    return { ids: { ruleId: String(headers.location).split('/').at(-1) ?? '' }, body: {} }
  }

const createsTask = ruleDoing(() => ({ type: 'create_task', task: { label: 'New' } }))

/** A rule that comments on the task for which it is run by hand. */
const comments: Preparation = async (tenant, { projectId = tenant.projectId }) => {
  const trigger = { type: 'event', events: ['task.completed'] }
  const action = { type: 'add_comment', text: 'Of {{task.label}}' }
  const body = { projectId, label: 'Comments', status: 'paused', trigger, action }
  const { headers } = await tenant.send('POST', '/rules', { body })
  const { id } = await tenant.createTask({ projectId })
  return { ids: { ruleId: String(headers.location).split('/').at(-1) ?? '' }, body: { taskId: id } }
}

/** The account's rules have written as much in this minute as they may: the run waits. */
const afterTooMany: Preparation = async (tenant, ids) => {
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()
  await put(tenant, {
    Item: {
      ...{ pk: `${accountPartition(tenant.accountId)}#RULES`, sk: `WRITES#${minute}` },
      tasks: maxRuleWritesPerMinute,
    },
  })
  return createsTask(tenant, ids)
}

/** Further requests to the endpoints of rules. */
export const ofRules: Record<string, Preparation[]> = {
  'rules.create': [
    async (tenant, ids) => ({ body: await dated(tenant, ids) }),
    async (tenant, ids) => ({ body: await dated(tenant, ids), query: '?dryRun=true' }),
  ],
  'rules.update': [
    async (tenant, ids) => ({
      body: { trigger: (await dated(tenant, ids)).trigger, action: { type: 'notify' }, status: 'active' },
    }),
  ],
  'rules.list': [(_, { projectId }) => Promise.resolve({ query: `?projectId=${projectId}` })],
  'rules.preview': [datedRule],
  'runs.create': [
    ruleDoing(() => ({ type: 'update_tasks', where: { status: 0 }, set: { status: 1 } })),
    ruleDoing(async (tenant) => ({
      type: 'create_task',
      task: { label: 'New', workflowLaneId: await tenant.newLane(), externalId: 'by-hand' },
    })),
    afterTooMany,
    comments,
    async (tenant, ids) => ({ ...(await createsTask(tenant, ids)), query: '?dryRun=true' }),
    async (tenant, ids) => {
      await putWebhook(tenant, { event_types: ['rule.fired'] })
      return ruleDoing(() => ({ type: 'notify' }))(tenant, ids)
    },
  ],
}
