import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { breakLeases, leaseMs, release, takeLease } from '../../../lib/rules/lease.ts'
import { noteWaiting } from '../../../lib/rules/waiting.ts'
import { ruleItems } from '../../../lib/rules/rule-item.ts'
import { getRuleItem } from '../../../lib/rules/rules.ts'
import type { Rule } from '../../../lib/rules/rule.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { eachDueTimer } from '../../../lib/table/timers.ts'
import { getRule, logOf, newRule, runAt, runNow, watched } from '../../support/rules.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

const noon = Date.parse('2026-11-27T12:00:00Z')
const hourMs = 60 * 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

const hourly = { type: 'schedule', rrule: 'FREQ=HOURLY', start: '2026-11-27T00:30' }
const create = { type: 'create_task', task: { label: 'At {{time}}' } }
const completed = { type: 'event', events: ['task.completed'] }
const due = { type: 'date', field: 'at' }

async function tenantWithField(): Promise<TestTenant> {
  const tenant = await newTenant()
  await tenant.send('POST', '/fields', { body: { key: 'at', label: 'At', type: 'datetime' } })
  return tenant
}

const labelsOf = async (tenant: TestTenant): Promise<string[]> =>
  ((await tenant.send('GET', '/tasks')).body as { tasks: Task[] }).tasks.map(({ label }) => label).sort()

/** When the clock finds a rule, in ms since 1970. */
async function timerOf(tenant: TestTenant, { id }: Rule): Promise<number | undefined> {
  let found: number | undefined
  await eachDueTimer(tenant, Date.parse('2100-01-01'), (timers) => {
    found ??= timers.find((timer) => timer.id === id)?.atMs
    return Promise.resolve()
  })
  return found
}

const leaseOf = async (tenant: TestTenant, { id }: Rule) => {
  const lease = await takeLease(tenant, id, Date.now())
  if (!lease || lease === 'gone') throw new Error('There was no lease to take.')
  return lease
}

describe('the lease of a rule', () => {
  it('that a killed service has left is given back at the next start, so that what was due runs at once', async () => {
    const tenant = await newTenant()
    const rule = await newRule(tenant, hourly, create)
    const other = await newRule(tenant, hourly, create)
    const before = await timerOf(tenant, other)
    vi.setSystemTime('2026-11-27T12:30:00Z')
    await leaseOf(tenant, rule)
    vi.setSystemTime('2026-11-27T12:30:05Z')
    expect(await runNow(tenant, rule)).toMatchObject({ done: 0 })
    await breakLeases(tenant, await ruleItems(tenant, tenant.accountId), Date.now())
    expect(await timerOf(tenant, other)).toBe(before)
    expect(await runNow(tenant, rule)).toMatchObject({ done: 1 })
    expect(await labelsOf(tenant)).toEqual(['At 12:30'])
  })

  it('lets one of two sessions run what is due', async () => {
    const tenant = await newTenant()
    const rule = await newRule(tenant, hourly, create)
    vi.setSystemTime('2026-11-27T12:30:00Z')
    const tallies = await Promise.all([runNow(tenant, rule), runNow(tenant, rule), runNow(tenant, rule)])
    expect(tallies.map(({ done }) => done).sort()).toEqual([0, 0, 1])
    expect(await labelsOf(tenant)).toEqual(['At 12:30'])
  })

  it('keeps others from a rule until it ends, and then leaves the rule to the next', async () => {
    const tenant = await newTenant()
    const rule = await newRule(tenant, hourly, create)
    vi.setSystemTime('2026-11-27T12:30:00Z')
    await leaseOf(tenant, rule)
    expect(await runAt(tenant, rule, Date.now() + leaseMs - 1)).toMatchObject({ done: 0 })
    expect(await runAt(tenant, rule, Date.now() + 1)).toMatchObject({ done: 1 })
    expect(await labelsOf(tenant)).toEqual(['At 12:30'])
  })

  it('is broken by a change: the next session starts, and the first writes nothing more of the rule', async () => {
    const tenant = await newTenant()
    const rule = await newRule(tenant, hourly, create)
    vi.setSystemTime('2026-11-27T12:30:00Z')
    const lease = await leaseOf(tenant, rule)
    expect((await tenant.send('PATCH', `/rules/${rule.id}`, { body: { label: 'Other' } })).status).toBe(200)
    expect(await runNow(tenant, rule)).toMatchObject({ done: 1 })
    expect(await release(tenant, lease, { label: 'Mine' }, undefined)).toBe('lost')
    expect(await getRule(tenant, rule)).toMatchObject({ label: 'Other', next_at: '2026-11-27T13:30:00.000Z' })
    expect(await labelsOf(tenant)).toEqual(['At 12:30'])
  })

  it('is found at its end although something later came in: what a killed session left is not forgotten', async () => {
    const tenant = await tenantWithField()
    await tenant.createTask({ label: 'Soon', fields: { at: '2026-11-27T12:30:00Z' } })
    const rule = await newRule(tenant, due, { type: 'update_task', set: { status: 2 } })
    await runNow(tenant, rule)
    vi.setSystemTime('2026-11-27T12:30:00Z')
    await leaseOf(tenant, rule)
    await watched(tenant, () => tenant.createTask({ label: 'Later', fields: { at: '2027-01-01T00:00:00Z' } }))
    expect(await timerOf(tenant, rule)).toBe(Date.now() + leaseMs)
    expect(await runAt(tenant, rule, Date.now() + leaseMs)).toMatchObject({ done: 1 })
    expect(await getRule(tenant, rule)).toMatchObject({ next_at: '2027-01-01T00:00:00.000Z' })
  })

  it('is not given back while something came in', async () => {
    const tenant = await tenantWithField()
    const task = await tenant.createTask()
    const rule = await newRule(tenant, completed, create)
    await watched(tenant, () => tenant.send('PATCH', `/tasks/${task.id}`, { body: { status: 2 } }))
    const lease = await leaseOf(tenant, rule)
    await noteWaiting(tenant, lease.rule, Date.now())
    expect(await release(tenant, lease, {}, undefined)).toBe('woken')
  })
})

describe('a rule that was just made, and is not looked at yet', () => {
  it('still looks for the tasks that are there when a later date comes in', async () => {
    const tenant = await tenantWithField()
    await tenant.createTask({ label: 'Soon', fields: { at: '2026-11-27T12:30:00Z' } })
    const rule = await newRule(tenant, due, { type: 'update_task', set: { status: 2 } })
    await watched(tenant, () => tenant.createTask({ label: 'Later', fields: { at: '2027-01-01T00:00:00Z' } }))
    expect(await timerOf(tenant, rule)).toBe(noon)
    await runNow(tenant, rule)
    expect(await getRule(tenant, rule)).toMatchObject({
      preparing: false,
      next_at: '2026-11-27T12:30:00.000Z',
    })
  })
})

describe('a rule that does not run', () => {
  it('is not looked at again when a last event of before comes in', async () => {
    const tenant = await tenantWithField()
    const rule = await newRule(tenant, completed, create)
    const item = await getRuleItem(tenant, rule.id)
    await tenant.send('PATCH', `/rules/${rule.id}`, { body: { status: 'paused' } })
    await noteWaiting(tenant, item, Date.now())
    expect(await timerOf(tenant, rule)).toBeUndefined()
  })
})

describe('a clock that is set', () => {
  it('back and forward by an hour runs each occurrence once', async () => {
    const tenant = await newTenant()
    const rule = await newRule(tenant, hourly, create)
    const atHours = [0.5, -0.5, 0.51, 1.5, 0.6, 1.4, 1.51, 2.5, 3.5]
    for (const hours of atHours) await runAt(tenant, rule, noon + hours * hourMs)
    expect(await labelsOf(tenant)).toEqual(['At 12:30', 'At 13:30', 'At 14:30', 'At 15:30'])
    expect((await logOf(tenant, rule)).map(({ outcome }) => outcome)).toEqual(Array(4).fill('done'))
  })

  it('back by an hour loses no event, and repeats none when it is set forward again', async () => {
    const tenant = await tenantWithField()
    vi.setSystemTime(noon - 2 * hourMs)
    const tasks = [await tenant.createTask(), await tenant.createTask(), await tenant.createTask()]
    vi.setSystemTime(noon)
    const rule = await newRule(tenant, completed, create)
    for (const [index, hours] of [0, -1, 0.1].entries()) {
      vi.setSystemTime(noon + hours * hourMs + 1_000)
      await watched(tenant, () => tenant.send('PATCH', `/tasks/${tasks[index]?.id}`, { body: { status: 2 } }))
      await runNow(tenant, rule)
    }
    await runAt(tenant, rule, noon + hourMs)
    expect(await logOf(tenant, rule)).toHaveLength(3)
  })

  it('back by an hour fires no date twice', async () => {
    const tenant = await tenantWithField()
    await tenant.createTask({ fields: { at: '2026-11-27T12:30:00Z' } })
    const rule = await newRule(tenant, due, create)
    for (const hours of [0, 0.5, -0.5, 0.5, 1.5]) await runAt(tenant, rule, noon + hours * hourMs)
    expect(await logOf(tenant, rule)).toHaveLength(1)
  })
})
