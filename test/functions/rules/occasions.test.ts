import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Rule } from '../../../lib/rules/rule.ts'
import { queryAll } from '../../../lib/table/read-items.ts'
import { rulePartition } from '../../../lib/rules/rule-item.ts'
import { runRule } from '../../../lib/rules/session.ts'
import { watchRecords } from '../../../lib/rules/watch.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { tap } from '../../support/api.ts'
import { getRule, logOf, newRule, runAt, runNow, watched } from '../../support/rules.ts'
import { recordsOf } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { newWebhook } from '../webhooks/support.ts'

const noon = Date.parse('2026-11-27T12:00:00Z')
const minuteMs = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
})
afterEach(() => {
  tap.reset()
  vi.useRealTimers()
})

const at = { type: 'date', field: 'at' }
const create = { type: 'create_task', task: { label: '{{task.label}} of {{date}}' } }
const start = { type: 'update_task', set: { status: 1 } }

async function tenantWithField(): Promise<TestTenant> {
  const tenant = await newTenant()
  await tenant.send('POST', '/fields', { body: { key: 'at', label: 'At', type: 'datetime' } })
  return tenant
}

const iso = (timeMs: number) => new Date(timeMs).toISOString()

const setAt = (tenant: TestTenant, { id }: Task, timeMs: number) =>
  watched(tenant, () => tenant.send('PATCH', `/tasks/${id}`, { body: { fields: { at: iso(timeMs) } } }))

const dueTimesOf = async (tenant: TestTenant, rule: Rule): Promise<string[]> =>
  (await logOf(tenant, rule)).map(({ due_at }) => due_at)

describe('the value of a date', () => {
  it.each([
    ['skip', 0, 1],
    ['skip', -0.99, 1],
    ['skip', -1.01, 0],
    ['fire', -1.01, 1],
    ['fire', -60 * 24 * 45, 1],
  ])('with late %s fires at once if its time is %d minutes away: %d times', async (late, minutes, times) => {
    const tenant = await tenantWithField()
    const task = await tenant.createTask()
    const rule = await newRule(tenant, { ...at, late }, create)
    await runNow(tenant, rule)
    await setAt(tenant, task, noon + minutes * minuteMs)
    await runNow(tenant, rule)
    expect(await logOf(tenant, rule)).toHaveLength(times)
  })

  it('of before the rule does not fire without late', async () => {
    const tenant = await tenantWithField()
    await tenant.createTask({ fields: { at: iso(noon - 10 * minuteMs) } })
    const [skips, fires] = [
      await newRule(tenant, at, create),
      await newRule(tenant, { ...at, late: 'fire' }, create),
    ]
    for (const rule of [skips, fires]) await runNow(tenant, rule)
    expect([await logOf(tenant, skips), await logOf(tenant, fires)]).toMatchObject([
      [],
      [{ outcome: 'done' }],
    ])
  })

  it.each(['made', 'resumed'])(
    'of before a rule is %s does not fire when the stream tells of it late',
    async (how) => {
      const tenant = await tenantWithField()
      const paused = how === 'resumed' && (await newRule(tenant, at, create))
      if (paused) await tenant.send('PATCH', `/rules/${paused.id}`, { body: { status: 'paused' } })
      const records = await recordsOf(tenant, () =>
        tenant.createTask({ fields: { at: iso(noon + 10 * minuteMs) } }),
      )
      vi.setSystemTime(noon + 20 * minuteMs)
      if (paused) await tenant.send('PATCH', `/rules/${paused.id}`, { body: { status: 'active' } })
      const rule = paused || (await newRule(tenant, at, create))
      await runNow(tenant, rule)
      await watchRecords(openStorage(Date.now() + 60_000), records)
      await runNow(tenant, rule)
      expect(await logOf(tenant, rule)).toEqual([])
    },
  )

  it('fires once, and a new one again, but not the same again', async () => {
    const tenant = await tenantWithField()
    const task = await tenant.createTask()
    const rule = await newRule(tenant, { ...at, late: 'fire' }, create)
    await runNow(tenant, rule)
    const [first, second] = [noon + minuteMs, noon + 2 * minuteMs]
    await setAt(tenant, task, first)
    await runAt(tenant, rule, first)
    await setAt(tenant, task, second)
    await runAt(tenant, rule, second)
    await setAt(tenant, task, first)
    await setAt(tenant, task, second)
    await runNow(tenant, rule)
    expect(await dueTimesOf(tenant, rule)).toEqual([iso(second), iso(first)])
  })

  it('does not fire for a task that is done, in the trash, elsewhere, or does not meet the conditions', async () => {
    const tenant = await tenantWithField()
    const other = await tenant.newProject()
    const [done, trashed, moved, unmet, met] = await Promise.all(
      ['Done', 'Trashed', 'Moved', 'Unmet', 'Met'].map((label) =>
        tenant.createTask({ label, fields: { at: iso(noon + minuteMs) } }),
      ),
    )
    const rule = await newRule(tenant, { ...at, where: { status: 1 } }, create)
    await runNow(tenant, rule)
    // the stream is behind: each is looked at when it is due
    for (const task of [done, trashed, moved, met])
      await tenant.send('PATCH', `/tasks/${task?.id}`, { body: { status: 1 } })
    await tenant.send('PATCH', `/tasks/${done?.id}`, { body: { status: 2 } })
    await tenant.send('DELETE', `/tasks/${trashed?.id}`)
    await tenant.send('PATCH', `/tasks/${moved?.id}`, { body: { projectId: other } })
    await runAt(tenant, rule, noon + minuteMs)
    expect((await logOf(tenant, rule)).map(({ task_id }) => task_id)).toEqual([met?.id])
    expect(unmet).toBeDefined()
  })

  it('in a year for which rules do not wait never fires, and does no harm', async () => {
    const tenant = await tenantWithField()
    await tenant.send('POST', '/fields', { body: { key: 'day', label: 'Day', type: 'date' } })
    for (const day of ['0001-01-01', '1969-12-31', '9999-12-31']) await tenant.createTask({ fields: { day } })
    const trigger = { type: 'date', field: 'day', offset: 'P1D', late: 'fire' }
    const rule = await newRule(tenant, trigger, create)
    await runNow(tenant, rule)
    await watched(tenant, () => tenant.createTask({ fields: { day: '9999-12-31' } }))
    expect(await getRule(tenant, rule)).toMatchObject({ preparing: false, next_at: null, last_run: null })
  })

  it('fires at a distance in hours', async () => {
    const tenant = await tenantWithField()
    await tenant.send('POST', '/fields', { body: { key: 'day', label: 'Day', type: 'date' } })
    await tenant.createTask({ fields: { day: '2026-11-28' } })
    const trigger = {
      type: 'date',
      field: 'day',
      offset: '-PT90M',
      timeOfDay: '08:00',
      timeZone: 'Asia/Kathmandu',
    }
    const rule = await newRule(tenant, trigger, { type: 'notify' })
    await runNow(tenant, rule)
    expect(await getRule(tenant, rule)).toMatchObject({ next_at: '2026-11-28T00:45:00.000Z' })
  })
})

describe('an event', () => {
  it('of a deleted task can make another, and tell of it', async () => {
    const tenant = await tenantWithField()
    const task = await tenant.createTask({ label: 'Old' })
    const trigger = { type: 'event', events: ['task.deleted'] }
    const [makes, tells] = [
      await newRule(tenant, trigger, create),
      await newRule(tenant, trigger, { type: 'notify' }),
    ]
    const { pending } = await newWebhook(tenant, { eventTypes: ['rule.fired'] })
    await watched(tenant, () => tenant.send('DELETE', `/tasks/${task.id}`))
    for (const rule of [makes, tells]) {
      await runNow(tenant, rule)
      expect(await logOf(tenant, rule)).toMatchObject([{ outcome: 'done', task_id: task.id }])
    }
    expect((await tenant.send('GET', '/tasks')).body).toMatchObject({
      tasks: [{ label: 'Old of 2026-11-27' }],
    })
    expect(await pending()).toHaveLength(1)
  })

  it('of a task that has moved counts for the project that it is in then', async () => {
    const tenant = await tenantWithField()
    const other = await tenant.newProject()
    const task = await tenant.createTask()
    const trigger = { type: 'event', events: ['task.updated'], changed: ['project_id'] }
    const [left, entered] = [
      await newRule(tenant, trigger, { type: 'notify' }),
      await newRule(tenant, trigger, { type: 'notify' }, { projectId: other }),
    ]
    await watched(tenant, () => tenant.send('PATCH', `/tasks/${task.id}`, { body: { projectId: other } }))
    for (const rule of [left, entered]) await runNow(tenant, rule)
    expect([await logOf(tenant, left), await logOf(tenant, entered)]).toMatchObject([
      [],
      [{ task_id: task.id }],
    ])
  })

  it('whose task is in the trash before its rule runs is skipped, and no failure of the rule', async () => {
    const tenant = await tenantWithField()
    const task = await tenant.createTask()
    const rule = await newRule(tenant, { type: 'event', events: ['task.completed'] }, start)
    await watched(tenant, () => tenant.send('PATCH', `/tasks/${task.id}`, { body: { status: 2 } }))
    await tenant.send('DELETE', `/tasks/${task.id}`)
    await runNow(tenant, rule)
    expect(await logOf(tenant, rule)).toMatchObject([
      { outcome: 'skipped', task_id: task.id, reason: 'Its task is in the trash.', error: null },
    ])
  })

  it('that a rule has caused triggers none: a rule that changes what triggers it runs once', async () => {
    const tenant = await tenantWithField()
    const task = await tenant.createTask()
    const trigger = { type: 'event', events: ['task.updated', 'task.created'] }
    const rules = [await newRule(tenant, trigger, start), await newRule(tenant, trigger, create)]
    await watched(tenant, () => tenant.send('PATCH', `/tasks/${task.id}`, { body: { label: 'New' } }))
    for (let round = 0; round < 3; round++) {
      await watched(tenant, async () => {
        for (const rule of rules) await runNow(tenant, rule)
      })
    }
    for (const rule of rules) expect(await logOf(tenant, rule)).toHaveLength(1)
    expect(((await tenant.send('GET', '/tasks')).body as { tasks: Task[] }).tasks).toHaveLength(2)
  })

  it('counts only while its rule is active', async () => {
    const tenant = await tenantWithField()
    const tasks = [await tenant.createTask(), await tenant.createTask(), await tenant.createTask()]
    const rule = await newRule(tenant, { type: 'event', events: ['task.completed'] }, start)
    const complete = async (index: number) => {
      vi.setSystemTime(Date.now() + 1_000)
      await watched(tenant, () => tenant.send('PATCH', `/tasks/${tasks[index]?.id}`, { body: { status: 2 } }))
    }
    const setStatus = async (status: string) => {
      vi.setSystemTime(Date.now() + 1_000)
      expect((await tenant.send('PATCH', `/rules/${rule.id}`, { body: { status } })).status).toBe(200)
    }
    await complete(0)
    await runNow(tenant, rule)
    await setStatus('paused')
    await complete(1)
    await setStatus('active')
    await complete(2)
    await runNow(tenant, rule)
    expect((await logOf(tenant, rule)).map(({ task_id }) => task_id)).toEqual([tasks[2]?.id, tasks[0]?.id])
  })
})

describe('a new task with ifOpen skip', () => {
  it('is not made while the last one is open', async () => {
    const tenant = await tenantWithField()
    const rule = await newRule(
      tenant,
      { type: 'schedule', rrule: 'FREQ=HOURLY', start: '2026-11-01T00:00' },
      { type: 'create_task', task: { label: 'At {{time}} in {{week}}' }, ifOpen: 'skip' },
    )
    const openTasks = async () => ((await tenant.send('GET', '/tasks')).body as { tasks: Task[] }).tasks
    await runAt(tenant, rule, noon + 60 * minuteMs)
    await runAt(tenant, rule, noon + 120 * minuteMs)
    expect(await openTasks()).toMatchObject([{ label: 'At 13:00 in 2026-W48' }])
    await tenant.send('DELETE', `/tasks/${(await openTasks())[0]?.id}`)
    await runAt(tenant, rule, noon + 180 * minuteMs)
    expect(await openTasks()).toMatchObject([{ label: 'At 15:00 in 2026-W48' }])
    expect((await logOf(tenant, rule)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['done', null],
      ['skipped', 'The task of the last occurrence is still open.'],
      ['done', null],
    ])
  })
})

describe('preparing', () => {
  const waitingFor = async (tenant: TestTenant, { id }: Rule) =>
    (
      await queryAll(tenant, { condition: 'pk = :rule', values: { ':rule': rulePartition(tenant, id) } })
    ).filter(({ sk }) => String(sk).startsWith('DUE#'))

  async function manyTasks(tenant: TestTenant, count: number): Promise<void> {
    const task = {
      op: 'create',
      projectId: tenant.projectId,
      label: 'A',
      fields: { at: iso(noon + minuteMs) },
    }
    for (let left = count; left > 0; left -= 100) {
      const operations = Array.from({ length: Math.min(left, 100) }, () => task)
      expect((await tenant.send('POST', '/tasks/bulk', { body: { operations } })).status).toBe(200)
    }
  }

  // ten thousand take half a minute
  const isByNight = process.env.TIMES !== undefined
  const many = isByNight ? 10_000 : 1_200
  const howMany = isByNight ? '10,000 tasks' : '1,200 tasks, by night of 10,000'

  it(`goes on where an earlier session ended, and misses none of ${howMany}`, async () => {
    const tenant = await tenantWithField()
    await manyTasks(tenant, many)
    const rule = await newRule(tenant, at, { type: 'notify' })
    expect(rule.preparing).toBe(true)
    let sessions = 0
    const most = many / 100
    for (; sessions < most && (await getRule(tenant, rule)).preparing; sessions++)
      // with hardly any time, each does one part
      await runRule(openStorage(Date.now() + 8_000 + 1), { account: tenant.accountId, rule: rule.id })
    expect(sessions).toBeLessThan(most)
    expect(await waitingFor(tenant, rule)).toHaveLength(many)
  })

  it('leaves nothing of a rule that was deleted meanwhile', async () => {
    const tenant = await tenantWithField()
    await manyTasks(tenant, 600)
    const rule = await newRule(tenant, at, { type: 'notify' })
    let isDeleted = false
    tap.answerInstead = async (operation) => {
      if (operation !== 'BatchWriteItem' || isDeleted) return undefined
      isDeleted = true
      expect((await tenant.send('DELETE', `/rules/${rule.id}`)).status).toBe(200)
      await runNow(tenant, rule) // what the message of the deletion does
      return undefined
    }
    await runNow(tenant, rule)
    expect(isDeleted).toBe(true)
    expect(await waitingFor(tenant, rule)).toEqual([])
  })

  it('leaves nothing of a rule that was deleted while the stream noted a date', async () => {
    const tenant = await tenantWithField()
    const task = await tenant.createTask()
    const rule = await newRule(tenant, at, { type: 'notify' })
    await runNow(tenant, rule)
    let isDeleted = false
    await watched(tenant, async () => {
      await tenant.send('PATCH', `/tasks/${task.id}`, { body: { fields: { at: iso(noon + minuteMs) } } })
      tap.answerInstead = async (operation) => {
        if (operation !== 'BatchWriteItem' || isDeleted) return undefined
        isDeleted = true
        await tenant.send('DELETE', `/rules/${rule.id}`)
        await runNow(tenant, rule)
        return undefined
      }
    })
    await runNow(tenant, rule) // what the message of the stream's function does
    expect(await waitingFor(tenant, rule)).toEqual([])
  })
})
