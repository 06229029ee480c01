import type { DynamoDBRecord } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wakeDueRules } from '../../../lib/rules/wake.ts'
import { watchRecords } from '../../../lib/rules/watch.ts'
import { accountPartition } from '../../../lib/table/item.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { useQueue } from '../../../lib/table/queue/queue.ts'
import { updateOf } from '../../../lib/table/update-expression.ts'
import { update } from '../../../lib/table/write-items.ts'
import { queued } from '../../support/queue.ts'
import { getRule, logOf, newRule, runAt, runNow, watched } from '../../support/rules.ts'
import { putWebhook, recordsOf } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { pendingOf } from '../../support/webhooks.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const onDue = (more: object = {}) => ({
  ...{ type: 'date', field: 'due', offset: 'P0D', timeOfDay: '09:00', timeZone: 'Europe/Berlin' },
  ...more,
})
const start = { type: 'update_task', set: { status: 1 } }

async function tenantWithDue(): Promise<TestTenant> {
  const tenant = await newTenant()
  await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
  return tenant
}

const occurrencesOf = async (tenant: TestTenant, id: string) =>
  ((await tenant.send('GET', `/rules/${id}/preview`)).body as { occurrences: object[] }).occurrences

/** What the function on the stream does with records, where somebody takes what it sets aside. */
async function watchAside(records: readonly DynamoDBRecord[], isLate = false) {
  const aside: DynamoDBRecord[] = []
  const setAside = (some: readonly DynamoDBRecord[]) => {
    aside.push(...some)
    return Promise.resolve()
  }
  const handled = await watchRecords(openStorage(Date.now() + 60_000), records, { setAside, isLate })
  return { ...handled, aside }
}

const ofTasks = (records: readonly DynamoDBRecord[]) =>
  records.filter(({ dynamodb }) => dynamodb?.Keys?.sk?.S?.startsWith('TASK#'))

/** A record that no function can read. */
const broken = (record: DynamoDBRecord | undefined): DynamoDBRecord => ({
  ...record,
  dynamodb: {
    ...record?.dynamodb,
    NewImage: { ...record?.dynamodb?.NewImage, label: { X: 'odd' } as never },
  },
})

describe('rules.watch', () => {
  it('sets a record aside that is itself at fault, and goes on with the others', async () => {
    const tenant = await tenantWithDue()
    const rule = await newRule(tenant, onDue(), start)
    await runNow(tenant, rule)
    const [first, second, third] = [
      ...ofTasks(await recordsOf(tenant, () => tenant.createTask({ fields: { due: '2026-12-01' } }))),
      ...ofTasks(await recordsOf(tenant, () => tenant.createTask({ fields: { due: '2026-12-02' } }))),
      ...ofTasks(await recordsOf(tenant, () => tenant.createTask({ fields: { due: '2026-12-03' } }))),
    ] as [DynamoDBRecord, DynamoDBRecord, DynamoDBRecord]
    expect(await watchAside([first, broken(second), third])).toMatchObject({
      failedFrom: undefined,
      setAside: 1,
      aside: [broken(second)],
    })
    expect(await occurrencesOf(tenant, rule.id)).toHaveLength(2)
  })

  it('keeps what later changes have brought when it gets an earlier one again, which was set aside', async () => {
    const tenant = await tenantWithDue()
    const rule = await newRule(tenant, onDue(), start)
    const task = await tenant.createTask({ fields: { due: '2026-12-01' } })
    await runNow(tenant, rule)
    const to = (due: string) => () => tenant.send('PATCH', `/tasks/${task.id}`, { body: { fields: { due } } })
    const away = await recordsOf(tenant, to('2026-12-24'))
    const back = await recordsOf(tenant, to('2026-12-01'))
    await watchAside(back)
    await watchAside(away, true)
    expect(await occurrencesOf(tenant, rule.id)).toContainEqual({
      at: '2026-12-01T08:00:00.000Z',
      task_id: task.id,
    })
    // the other entry is out of date, and dropped when it is due
    await runAt(tenant, rule, '2026-12-01T08:00:00Z')
    await tenant.send('PATCH', `/tasks/${task.id}`, { body: { status: 0 } })
    await runAt(tenant, rule, '2026-12-24T08:00:00Z')
    expect(await logOf(tenant, rule)).toMatchObject([{ due_at: '2026-12-01T08:00:00.000Z', updated: 1 }])
  })

  it('goes on when what a rule’s conditions refer to is gone: the run fails, and its log says why', async () => {
    const tenant = await tenantWithDue()
    await tenant.send('POST', '/fields', { body: { key: 'team', label: 'Team', type: 'text' } })
    const trigger = { type: 'event', events: ['task.completed'], where: { fields: { team: 'ops' } } }
    const rule = await newRule(tenant, trigger, start)
    const task = await tenant.createTask()
    expect(await tenant.send('DELETE', '/fields/team')).toMatchObject({ status: 200 })
    // as after two hundred more deletions: so many are remembered
    const Key = { pk: accountPartition(tenant.accountId), sk: 'FIELDS' }
    await update(tenant, { Key, ...updateOf({ retired: [] }) })
    vi.setSystemTime(Date.now() + 120_000) // definitions are cached for a minute
    await watched(tenant, () => tenant.send('PATCH', `/tasks/${task.id}`, { body: { status: 2 } }))
    await runNow(tenant, rule)
    expect(await logOf(tenant, rule)).toMatchObject([
      { outcome: 'failed', task_id: task.id, error: { code: 'invalid_request' } },
    ])
  })

  it.each(['1969-12-31', '2200-01-01', '9999-12-31'])(
    'goes on when a task has a date for which no rule can wait: %s',
    async (due) => {
      const tenant = await tenantWithDue()
      const before = await tenant.createTask({ fields: { due } })
      const rule = await newRule(tenant, onDue({ offset: 'P366D', late: 'fire' }), start)
      await runNow(tenant, rule)
      expect(await getRule(tenant, rule)).toMatchObject({ preparing: false, next_at: null })
      await watched(tenant, () => tenant.createTask({ fields: { due } }))
      await watched(tenant, () => tenant.send('PATCH', `/tasks/${before.id}`, { body: { label: 'x' } }))
      await runNow(tenant, rule)
      expect(await logOf(tenant, rule)).toEqual([])
    },
  )

  it('disables the rules of a project that is deleted, active or paused, at once, and tells', async () => {
    const tenant = await tenantWithDue()
    const projectId = await tenant.newProject()
    const webhook = await putWebhook(tenant, { event_types: ['rule.disabled'] })
    const own = { projectId }
    const rules = [
      await newRule(tenant, onDue(), start, own),
      await newRule(tenant, { type: 'schedule', at: '2026-12-01T09:00:00Z' }, { type: 'notify' }, own),
      await newRule(tenant, onDue(), start, { ...own, status: 'paused' }),
    ]
    const other = await newRule(tenant, onDue(), start)
    const records = await recordsOf(tenant, () => tenant.send('DELETE', `/projects/${projectId}`))
    for (let time = 0; time < 2; time++) await watchAside(records)
    for (const rule of rules)
      expect(await getRule(tenant, rule)).toMatchObject({
        ...{ status: 'disabled', disabled_reason: 'Its project is gone.', next_at: null, preparing: false },
      })
    expect(await getRule(tenant, other)).toMatchObject({ status: 'active' })
    expect(await pendingOf(tenant, webhook.id)).toHaveLength(rules.length)
    // nothing of them is due any more
    queued.length = 0
    for (const rule of rules)
      expect(await runAt(tenant, rule, '2026-12-02T00:00:00Z')).toMatchObject({ done: 0 })
  })
})

describe('while the queue takes no message, a rule', () => {
  beforeEach(() => {
    useQueue({ sendMessages: () => Promise.reject(new Error('The queue is down.')) })
  })

  it('is made, changed and deleted all the same: the clock finds it, and the TTL removes what waited for it', async () => {
    const tenant = await tenantWithDue()
    const rule = await newRule(tenant, onDue(), start)
    const path = `/rules/${rule.id}`
    const trigger = onDue({ timeOfDay: '10:00' })
    expect(await tenant.send('PATCH', path, { body: { trigger } })).toMatchObject({ status: 200 })
    expect(await tenant.send('GET', '/rules')).toMatchObject({ body: { rules: [{ id: rule.id }] } })
    const found: string[] = []
    useQueue({
      sendMessages: (_, messages) => {
        found.push(...messages.map(({ body }) => body))
        return Promise.resolve()
      },
    })
    await wakeDueRules(openStorage(Infinity), Date.now())
    expect(found.join()).toContain(rule.id)
    useQueue({ sendMessages: () => Promise.reject(new Error('The queue is down.')) })
    expect((await tenant.send('DELETE', path)).status).toBe(200)
    expect((await tenant.send('GET', path)).status).toBe(404)
  })
})
