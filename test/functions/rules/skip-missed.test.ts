import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { skipMissed } from '../../../lib/rules/skip-missed.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { getRule, logOf, newRule, runNow, watched } from '../../support/rules.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const daily = { type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-11-01T16:00', catchUp: 'all' }
const create = { type: 'create_task', task: { label: 'Report' } }
const start = { type: 'update_task', set: { status: 1 } }

const skip = ({ accountId }: TestTenant) => skipMissed(openStorage(Infinity), accountId, Date.now())

it('notes what rules have missed as skipped, and lets them go on from now', async () => {
  const tenant = await newTenant()
  await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
  const tasks = [
    await tenant.createTask({ fields: { due: '2026-11-28' } }),
    await tenant.createTask({ fields: { due: '2026-12-24' } }),
  ]
  const onDue = { type: 'date', field: 'due', offset: 'P0D', timeOfDay: '09:00', timeZone: 'UTC' }
  const repeated = await newRule(tenant, daily, create)
  const single = await newRule(tenant, { type: 'schedule', at: '2026-11-28T09:00:00Z' }, create)
  const dated = await newRule(tenant, onDue, start)
  const paused = await newRule(tenant, daily, create, { status: 'paused' })
  const onDone = await newRule(tenant, { type: 'event', events: ['task.completed'] }, { type: 'notify' })
  await runNow(tenant, dated)
  const done = await tenant.createTask()
  await watched(tenant, () => tenant.send('PATCH', `/tasks/${done.id}`, { body: { status: 2 } }))

  vi.setSystemTime('2026-11-30T10:00:00Z')
  expect(await skip(tenant)).toBe(3 + 1 + 1)
  expect(await skip(tenant)).toBe(0)
  const reason = 'It was missed: the data is from a backup.'
  expect(await logOf(tenant, repeated)).toMatchObject(
    [29, 28, 27].map((day) => ({
      ...{ due_at: `2026-11-${day}T16:00:00.000Z`, outcome: 'skipped', reason, created: [] },
    })),
  )
  expect(await getRule(tenant, repeated)).toMatchObject({ next_at: '2026-11-30T16:00:00.000Z' })
  expect(await logOf(tenant, single)).toMatchObject([{ outcome: 'skipped', reason }])
  expect(await getRule(tenant, single)).toMatchObject({ status: 'paused', next_at: null })
  expect(await logOf(tenant, dated)).toMatchObject([{ outcome: 'skipped', reason, task_id: tasks[0]?.id }])
  expect(await getRule(tenant, dated)).toMatchObject({ next_at: '2026-12-24T09:00:00.000Z' })
  expect(await logOf(tenant, paused)).toEqual([])

  // nothing of that runs any more, but the event that waits
  for (const rule of [repeated, single, dated, paused])
    expect(await runNow(tenant, rule)).toMatchObject({ done: 0, skipped: 0 })
  expect(await runNow(tenant, onDone)).toMatchObject({ done: 1 })
  vi.setSystemTime('2026-11-30T16:00:00Z')
  expect(await runNow(tenant, repeated)).toMatchObject({ done: 1 })
})
