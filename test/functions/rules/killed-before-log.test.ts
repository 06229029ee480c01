import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rulePartition } from '../../../lib/rules/rule-item.ts'
import type { Rule } from '../../../lib/rules/rule.ts'
import { putMany, removeMany } from '../../../lib/table/write-items.ts'
import type { Key } from '../../../lib/table/item.ts'
import { logOf, newRule, runAt, runNow, watched } from '../../support/rules.ts'
import { partition, putWebhook } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Runs a rule, and leaves what a service leaves that is killed after the action, before it writes the log. */
async function runKilled(tenant: TestTenant, rule: Rule, at: string): Promise<void> {
  const own = async () => [
    ...[...(await partition(tenant, `ACCOUNT#${tenant.accountId}`)).values()].filter(
      ({ sk }) => sk === `RULE#${rule.id}`,
    ),
    ...(await partition(tenant, rulePartition(tenant, rule.id))).values(),
  ]
  const before = await own()
  await runAt(tenant, rule, at)
  const kept = new Set(before.map(({ sk }) => sk))
  await removeMany(
    tenant,
    (await own()).filter(({ sk }) => !kept.has(sk)).map(({ pk, sk }) => ({ pk, sk }) as Key),
  )
  await putMany(tenant, before)
}

const create = { type: 'create_task', task: { label: 'Report {{date}}' } }
const daily = { type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-11-01T16:00' }

describe('after a kill between an action and its log', () => {
  it.each(['last', 'all', 'none'])(
    'an occurrence that has made its task is done, and not missed, with catchUp %s',
    async (catchUp) => {
      const tenant = await newTenant()
      const rule = await newRule(tenant, { ...daily, catchUp }, create)
      await runKilled(tenant, rule, '2026-11-27T16:00:01Z')
      expect(await logOf(tenant, rule)).toEqual([])
      await runAt(tenant, rule, '2026-11-29T16:00:01Z')
      const log = await logOf(tenant, rule)
      const middle = catchUp === 'all' ? 'done' : 'skipped'
      expect(log.map(({ outcome }) => outcome)).toEqual(['done', middle, 'done'])
      const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks`)
      const ids = (body as { tasks: { id: string }[] }).tasks.map(({ id }) => id)
      expect(log.flatMap(({ created }) => created).toSorted()).toEqual(ids.toSorted())
    },
  )

  it('an occurrence whose event is queued is done', async () => {
    const tenant = await newTenant()
    await putWebhook(tenant, { event_types: ['rule.fired'] })
    const rule = await newRule(tenant, daily, { type: 'notify' })
    await runKilled(tenant, rule, '2026-11-27T16:00:01Z')
    await runAt(tenant, rule, '2026-11-28T16:00:01Z')
    expect((await logOf(tenant, rule)).map(({ outcome }) => outcome)).toEqual(['done', 'done'])
  })

  it.each([
    ['has another date', { fields: { due: '2026-12-24T12:00:00Z' } }],
    ['is done', { status: 2 }],
  ])('a date whose task has been made is in the log, although its task %s by then', async (_, change) => {
    const tenant = await newTenant()
    await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'datetime' } })
    const task = await tenant.createTask({ fields: { due: '2026-11-27T12:00:00Z' } })
    const rule = await newRule(tenant, { type: 'date', field: 'due' }, create)
    await runNow(tenant, rule)
    await runKilled(tenant, rule, '2026-11-27T12:00:01Z')
    expect(await logOf(tenant, rule)).toEqual([])
    await watched(tenant, () => tenant.send('PATCH', `/tasks/${task.id}`, { body: change }))
    await runNow(tenant, rule)
    expect(await logOf(tenant, rule)).toMatchObject([
      { outcome: 'done', task_id: task.id, created: [expect.any(String)] },
    ])
  })

  it('a date that has changed before its rule did anything is not in the log', async () => {
    const tenant = await newTenant()
    await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'datetime' } })
    const task = await tenant.createTask({ fields: { due: '2026-11-27T12:00:00Z' } })
    const rule = await newRule(tenant, { type: 'date', field: 'due' }, create)
    await runNow(tenant, rule)
    vi.setSystemTime('2026-11-27T12:00:01Z')
    const body = { fields: { due: '2026-12-24T12:00:00Z' } }
    await watched(tenant, () => tenant.send('PATCH', `/tasks/${task.id}`, { body }))
    await runNow(tenant, rule)
    expect(await logOf(tenant, rule)).toEqual([])
  })
})
