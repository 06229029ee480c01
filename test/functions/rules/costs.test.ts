import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wakeDueRules } from '../../../lib/rules/wake.ts'
import { watchRecords } from '../../../lib/rules/watch.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { useTable } from '../../../lib/table/table.ts'
import { deliver, realSurroundings } from '../../../lib/webhooks/deliver.ts'
import { tap, testTable } from '../../support/api.ts'
import { costs } from '../../support/costs.ts'
import { ruleCosts, roundTripsOnOneMachine, type RuleCost } from '../../support/rule-costs.ts'
import { newRule, runAt, runNow, watched } from '../../support/rules.ts'
import { isOwnWork, withoutSharing } from '../../support/shared-counts.ts'
import { recordsOf } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { putWebhook } from '../../support/webhooks.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  tap.reset()
  useTable(testTable)
})

/** Acts, and returns each exchange with the engine with its units, in their order: `GetItem 1`. */
async function costOf(act: () => Promise<unknown>): Promise<string[]> {
  tap.reset()
  tap.answerInstead = withoutSharing
  await act()
  return tap.exchanges.filter(isOwnWork).map(({ operation, units }) => `${operation} ${units}`)
}

const daily = { type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-11-01T16:00' }
const due = '2026-11-27T16:00:00Z'
const onDue = { type: 'date', field: 'due', offset: 'P0D', timeOfDay: '16:00', timeZone: 'UTC' }
const onDone = { type: 'event', events: ['task.completed'] }
const start = { type: 'update_task', set: { status: 1 } }
const notify = { type: 'notify' }
const storage = () => openStorage(Infinity)

/** An account with a field, and a webhook for what its rules tell. */
async function account(): Promise<TestTenant> {
  const tenant = await newTenant()
  await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
  await putWebhook(tenant, { event_types: ['rule.fired'] })
  return tenant
}

/** A rule with a schedule that runs for the first time, with one task beside it. */
const ofSchedule = (action: object) => async (tenant: TestTenant) => {
  await tenant.createTask()
  const rule = await newRule(tenant, daily, action)
  return () => runAt(tenant, rule, due)
}

/** A rule with a date that has come for some tasks. */
const ofDates = (count: number, action: object) => async (tenant: TestTenant) => {
  for (let one = 0; one < count; one++) await tenant.createTask({ fields: { due: '2026-11-27' } })
  const rule = await newRule(tenant, onDue, action)
  await runNow(tenant, rule)
  return () => runAt(tenant, rule, due)
}

const done = async (tenant: TestTenant) => {
  const { id } = await tenant.createTask()
  return recordsOf(tenant, () => tenant.send('PATCH', `/tasks/${id}`, { body: { status: 2 } }))
}

/** What is prepared for each cost, and then measured. */
const measured: Record<RuleCost, (tenant: TestTenant) => Promise<() => Promise<unknown>>> = {
  create_task: ofSchedule({ type: 'create_task', task: { label: 'Report {{date}}' } }),
  'create_task, while the last task is open: skipped': async (tenant) => {
    const action = { type: 'create_task', task: { label: 'Report' }, ifOpen: 'skip' }
    const rule = await newRule(tenant, daily, action)
    await runAt(tenant, rule, due)
    return () => runAt(tenant, rule, '2026-11-28T16:00:00Z')
  },
  'update_tasks, one task': ofSchedule({ type: 'update_tasks', where: { status: 0 }, set: { status: 1 } }),
  'delete_tasks, one task': ofSchedule({ type: 'delete_tasks', where: { status: 0 } }),
  notify: ofSchedule(notify),
  'notify with a digest, one task': ofSchedule({ ...notify, where: { status: 0 } }),
  'an occurrence that was missed: skipped': async (tenant) => {
    const rule = await newRule(tenant, { ...daily, catchUp: 'none' }, notify)
    return () => runAt(tenant, rule, '2026-11-27T18:00:00Z')
  },
  'update_task, for one date': ofDates(1, start),
  'update_task, for ten dates at one time': ofDates(10, start),
  'update_task, for one event': async (tenant) => {
    const { id } = await tenant.createTask()
    const rule = await newRule(tenant, onDone, start)
    await watched(tenant, () => tenant.send('PATCH', `/tasks/${id}`, { body: { status: 2 } }))
    return () => runNow(tenant, rule)
  },
  'add_comment, for one date': ofDates(1, { type: 'add_comment', text: 'Due: {{task.label}}' }),
  'notify, for one date': ofDates(1, notify),
  'notify, for ten dates at one time': ofDates(10, notify),
  'the clock, while nothing is due': () => Promise.resolve(() => wakeDueRules(storage(), 0)),
  'the watch of a write, without rules': async (tenant) => {
    const records = await done(tenant)
    return () => watchRecords(storage(), records)
  },
  'the watch of a write that sets a date': async (tenant) => {
    await runNow(tenant, await newRule(tenant, onDue, start))
    const records = await recordsOf(tenant, () => tenant.createTask({ fields: { due: '2026-12-27' } }))
    return () => watchRecords(storage(), records)
  },
  'the watch of an event': async (tenant) => {
    await newRule(tenant, onDone, start)
    const records = await done(tenant)
    return () => watchRecords(storage(), records)
  },
}

describe('the cost of rules', () => {
  it.each(Object.entries(measured))('%s', async (name, prepare) => {
    const act = await prepare(await account())
    const made = await costOf(act)
    const line = `test/support/rule-costs.ts: write what it may cost, such as '${name}': ${JSON.stringify(made)}`
    expect(made, line).toEqual(ruleCosts[name as RuleCost]) // the keys of `measured`
  })

  it.each(Object.entries(roundTripsOnOneMachine))('on one machine: %s', async (name, expected) => {
    useTable({ ...testTable, isEmbedded: true })
    const act = await measured[name as RuleCost](await account()) // the keys of `roundTripsOnOneMachine`
    const made = (await costOf(act)).map((exchange) => exchange.split(' ', 1)[0])
    expect(made, `test/support/rule-costs.ts: '${name}': ${JSON.stringify(made)}`).toEqual(expected)
  })

  it('is on one machine no read of the event that a webhook gets', async () => {
    useTable({ ...testTable, isEmbedded: true })
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant, { event_types: ['rule.fired'] })
    await runAt(tenant, await newRule(tenant, daily, notify), due)
    const send = () => Promise.resolve({ kind: 'answer' as const, status: 204, durationMs: 1, excerpt: '' })
    const wake = { account: tenant.accountId, webhook: webhook.id, crowd: false }
    const made = await costOf(async () => {
      expect(await deliver(openStorage(Infinity), wake, { ...realSurroundings, send })).toMatchObject({
        delivered: 1,
      })
    })
    expect(made.map((exchange) => exchange.split(' ', 1)[0])).toEqual([
      'GetItem',
      'Query',
      'TransactWriteItems',
    ])
  })

  it('is nothing in the idle minute but half a read unit for each of sixteen partitions, and no write', () => {
    expect(ruleCosts['the clock, while nothing is due']).toEqual(
      Array.from({ length: 16 }, () => 'Query 0.5'),
    )
  })

  it.each([
    ['ten rules on dates', onDue],
    ['ten rules on events', onDone],
  ])(
    'is nothing for a write of a task in an account with %s: the stream brings it to them',
    async (_, trigger) => {
      const tenant = await account()
      for (let count = 0; count < 10; count++) await newRule(tenant, trigger, start)
      const body = { projectId: tenant.projectId, label: 'A task', fields: { due: '2026-12-27' } }
      await tenant.createTask(body) // the definitions of fields are known then
      expect(await costOf(() => tenant.send('POST', '/tasks', { body }))).toEqual(costs['tasks.create'])
      const { id } = await tenant.createTask(body)
      const change = { body: { fields: { due: '2026-12-28' }, status: 2 } }
      expect(await costOf(() => tenant.send('PATCH', `/tasks/${id}`, change))).toEqual(costs['tasks.update'])
    },
  )
})
