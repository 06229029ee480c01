import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxRuleWritesPerMinute } from '../../../lib/contract/limits.ts'
import { accountPartition } from '../../../lib/table/item.ts'
import { update } from '../../../lib/table/write-items.ts'
import { updateOf } from '../../../lib/table/update-expression.ts'
import type { Rule } from '../../../lib/rules/rule.ts'
import type { Run } from '../../../lib/rules/run.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { killedBefore, runKilled } from '../../support/kills.ts'
import { getRule, logOf, newRule, runAt, runNow, watched } from '../../support/rules.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const every5 = {
  type: 'schedule',
  rrule: 'FREQ=HOURLY;BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,55',
  start: '2026-11-01T00:00',
}
const hourly = { type: 'schedule', rrule: 'FREQ=HOURLY', start: '2026-11-01T00:00' }
const completed = { type: 'event', events: ['task.completed'] }
const create = { type: 'create_task', task: { label: 'Report' } }
const start = { type: 'update_tasks', where: { status: 0 }, set: { status: 1 } }
const waited = `It waited: the rules of the account had made ${maxRuleWritesPerMinute} writes within a minute.`
const stopped = 'It was stopped: the rule was paused or changed.'

const countOf = async (tenant: TestTenant, status = 0): Promise<number> =>
  ((await tenant.send('GET', `/tasks?status=${status}&limit=100`)).body as { tasks: Task[] }).tasks.length

const patch = async (tenant: TestTenant, { id }: Rule, body: object): Promise<void> => {
  expect(await tenant.send('PATCH', `/rules/${id}`, { body })).toMatchObject({ status: 200 })
}

/** The account's rules have written so many tasks in this minute that `left` are left. */
async function useUp(tenant: TestTenant, left = 0): Promise<void> {
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()
  await update(tenant, {
    Key: { pk: `${accountPartition(tenant.accountId)}#RULES`, sk: `WRITES#${minute}` },
    ...updateOf({ tasks: maxRuleWritesPerMinute - left }),
  })
}

describe('more than a hundred missed occurrences', () => {
  it.each([
    ['last', { done: 1, skipped: 99 }],
    ['all', { done: 100, skipped: 0 }],
    ['none', { done: 1, skipped: 99 }],
  ])(
    'with catchUp %s: the latest hundred, and one entry for the rest with its number',
    async (catchUp, counts) => {
      const tenant = await newTenant()
      const action = { type: 'notify' }
      const rule = await newRule(tenant, { ...every5, catchUp }, action)
      await runAt(tenant, rule, '2026-11-27T20:52:30Z')
      const log: Run[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const query = cursor === '' ? '' : `&cursor=${cursor}`
        const { body } = await tenant.send('GET', `/rules/${rule.id}/runs?limit=100${query}`)
        const page = body as { runs: Run[]; next_cursor: string | null }
        log.push(...page.runs)
        cursor = page.next_cursor
      }
      // 130 were due, from 10:05 to 20:50
      expect(log).toHaveLength(101)
      expect(log.at(-1)).toMatchObject({
        due_at: '2026-11-27T12:30:00.000Z',
        outcome: 'skipped',
        reason: 'It was missed: the service did not run. So were 29 before it.',
      })
      const latest = log.slice(0, -1)
      expect({
        done: latest.filter(({ outcome }) => outcome === 'done').length,
        skipped: latest.filter(({ outcome }) => outcome === 'skipped').length,
      }).toEqual(counts)
      expect(latest.at(-1)).toMatchObject({ due_at: '2026-11-27T12:35:00.000Z' })
    },
  )
})

describe('the log of a run that was killed', () => {
  it('keeps what the run did, if it had ended', async () => {
    const tenant = await newTenant()
    await tenant.createTask()
    const rule = await newRule(tenant, hourly, start)
    // lease, allowance, task, log: the fifth write gives the rule back
    await runKilled(tenant, rule, '2026-11-27T11:00:00Z', 5)
    expect(await logOf(tenant, rule)).toMatchObject([{ outcome: 'done', matched: 1, updated: 1 }])
    expect(await getRule(tenant, rule)).toMatchObject({ last_run: { outcome: 'done', tasks: 1 } })
  })

  it('keeps a run that had ended although the service then stood still over the next', async () => {
    const tenant = await newTenant()
    const rule = await newRule(tenant, hourly, { ...create, ifOpen: 'skip' })
    // lease, allowance, task, log
    await killedBefore(5, () => runAt(tenant, rule, '2026-11-27T11:00:00Z'))
    await runAt(tenant, rule, '2026-11-27T13:00:00Z')
    expect(
      (await logOf(tenant, rule)).map(({ due_at, outcome, created }) => [due_at, outcome, created.length]),
    ).toEqual([
      ['2026-11-27T13:00:00.000Z', 'skipped', 0], // its task is still open
      ['2026-11-27T12:00:00.000Z', 'skipped', 0], // it was missed
      ['2026-11-27T11:00:00.000Z', 'done', 1],
    ])
    expect(await countOf(tenant)).toBe(1)
  })
})

describe('the tasks that rules may write in a minute', () => {
  it('let a change of many tasks go on in the next minute, and the log says so', async () => {
    const tenant = await newTenant()
    for (let count = 0; count < 3; count++) await tenant.createTask()
    const rule = await newRule(tenant, hourly, start)
    vi.setSystemTime('2026-11-27T11:00:00Z')
    await useUp(tenant, 1)
    await runNow(tenant, rule)
    expect(await countOf(tenant, 1)).toBe(1)
    expect(await logOf(tenant, rule)).toMatchObject([
      { outcome: null, ended_at: null, updated: 1, reason: waited },
    ])
    expect(await runAt(tenant, rule, '2026-11-27T11:00:59Z')).toMatchObject({ done: 0 })
    expect(await runAt(tenant, rule, '2026-11-27T11:01:00Z')).toMatchObject({ done: 1 })
    expect(await logOf(tenant, rule)).toMatchObject([
      { outcome: 'done', started_at: '2026-11-27T11:00:00.000Z', matched: 3, updated: 3, reason: waited },
    ])
    expect(await getRule(tenant, rule)).toMatchObject({ next_at: '2026-11-27T12:00:00.000Z' })
  })

  it('let a new task wait, and the log says so', async () => {
    const tenant = await newTenant()
    const rule = await newRule(tenant, hourly, create)
    vi.setSystemTime('2026-11-27T11:00:00Z')
    await useUp(tenant)
    await runNow(tenant, rule)
    await runAt(tenant, rule, '2026-11-27T11:01:00Z')
    expect(await logOf(tenant, rule)).toMatchObject([
      { outcome: 'done', started_at: '2026-11-27T11:00:00.000Z', reason: waited },
    ])
    expect(await countOf(tenant)).toBe(1)
  })

  it('let the runs for many events wait, in their order', async () => {
    const tenant = await newTenant()
    const tasks = [await tenant.createTask(), await tenant.createTask(), await tenant.createTask()]
    const rule = await newRule(tenant, completed, { type: 'create_task', task: { label: '{{task.id}}' } })
    await watched(tenant, async () => {
      for (const { id } of tasks) {
        vi.setSystemTime(Date.now() + 1_000)
        await tenant.send('PATCH', `/tasks/${id}`, { body: { status: 2 } })
      }
    })
    await useUp(tenant, 1)
    expect(await runNow(tenant, rule)).toMatchObject({ done: 1 })
    expect((await logOf(tenant, rule)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      [null, waited],
      ['done', null],
    ])
    expect(await runAt(tenant, rule, '2026-11-27T10:01:00Z')).toMatchObject({ done: 2 })
    expect((await logOf(tenant, rule)).map(({ task_id, reason }) => [task_id, reason])).toEqual([
      [tasks[2]?.id, null],
      [tasks[1]?.id, waited],
      [tasks[0]?.id, null],
    ])
  })

  it.each(['last', 'none', 'all'])(
    'end a run that waits longer than to its next time, with catchUp %s',
    async (catchUp) => {
      const tenant = await newTenant()
      for (let count = 0; count < 2; count++) await tenant.createTask()
      const rule = await newRule(tenant, { ...hourly, catchUp }, start)
      vi.setSystemTime('2026-11-27T11:00:00Z')
      await useUp(tenant, 1)
      await runNow(tenant, rule)
      await runAt(tenant, rule, '2026-11-27T12:00:30Z')
      expect(
        (await logOf(tenant, rule)).map(({ due_at, outcome, updated }) => [due_at, outcome, updated]),
      ).toEqual([
        ['2026-11-27T12:00:00.000Z', 'done', 0],
        ['2026-11-27T11:00:00.000Z', 'done', 2],
      ])
    },
  )
})

describe('a run that waits', () => {
  async function waiting(trigger: object, action: object = start) {
    const tenant = await newTenant()
    for (let count = 0; count < 2; count++) await tenant.createTask()
    const rule = await newRule(tenant, trigger, action)
    vi.setSystemTime('2026-11-27T11:00:00Z')
    await useUp(tenant, 1)
    await runNow(tenant, rule)
    return { tenant, rule }
  }

  it('is stopped when its rule is paused, and the log says so when it is resumed', async () => {
    const { tenant, rule } = await waiting(hourly)
    await patch(tenant, rule, { status: 'paused' })
    await runAt(tenant, rule, '2026-11-27T11:30:00Z')
    expect(await countOf(tenant, 1)).toBe(1)
    await patch(tenant, rule, { status: 'active' })
    await runAt(tenant, rule, '2026-11-27T12:00:00Z')
    expect(
      (await logOf(tenant, rule)).map(({ outcome, updated, reason }) => [outcome, updated, reason]),
    ).toEqual([
      ['done', 1, null],
      ['skipped', 1, stopped],
    ])
  })

  it('is stopped when its action is changed', async () => {
    const { tenant, rule } = await waiting(hourly)
    await patch(tenant, rule, { action: { ...start, set: { status: 2 } } })
    await runAt(tenant, rule, '2026-11-27T11:01:00Z')
    expect(await logOf(tenant, rule)).toMatchObject([{ outcome: 'skipped', updated: 1, reason: stopped }])
    await runAt(tenant, rule, '2026-11-27T12:00:00Z')
    expect(await countOf(tenant, 2)).toBe(1)
  })

  it('goes on when only the name of its rule is changed', async () => {
    const { tenant, rule } = await waiting(hourly)
    await patch(tenant, rule, { label: 'Other' })
    await runAt(tenant, rule, '2026-11-27T11:01:00Z')
    expect(await logOf(tenant, rule)).toMatchObject([{ outcome: 'done', updated: 2, reason: waited }])
  })

  it.each(['active', 'paused'])(
    'goes on if a person has started it, also when its rule becomes %s',
    async (status) => {
      const tenant = await newTenant()
      for (let count = 0; count < 2; count++) await tenant.createTask()
      const rule = await newRule(tenant, hourly, start, { status: 'paused' })
      await useUp(tenant, 1)
      const { body } = await tenant.send('POST', `/rules/${rule.id}/runs`, { body: {} })
      expect(body).toMatchObject({ run: { outcome: null, ended_at: null, updated: 1, reason: waited } })
      await patch(tenant, rule, { status: 'active' })
      await patch(tenant, rule, { status })
      await runAt(tenant, rule, '2026-11-27T10:01:00Z')
      expect(await logOf(tenant, rule)).toMatchObject([{ outcome: 'done', updated: 2, reason: waited }])
    },
  )
})
