import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openClock } from '../../../infra/local/clock.ts'
import { useClock, type Clock } from '../../../lib/table/clock.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { logOf, newRule, runAt, runNow, watched } from '../../support/rules.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

const startMs = Date.parse('2026-11-27T10:00:30Z')
const hourMs = 60 * 60_000
let before: Clock

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: startMs })
  before = useClock(openClock(newTempFolder()))
})
afterEach(() => {
  useClock(before)
  vi.useRealTimers()
})

const tasksOf = async (tenant: TestTenant): Promise<Task[]> =>
  ((await tenant.send('GET', `/projects/${tenant.projectId}/tasks?limit=100`)).body as { tasks: Task[] })
    .tasks

const fiveMinutes = Array.from({ length: 12 }, (_, five) => five * 5).join(',')

/** The machine's time at each look of the clock: an hour forward after ten minutes, and back after twenty more. */
const forwardAndBack = [
  ...Array.from({ length: 11 }, (_, minute) => startMs + minute * 60_000),
  ...Array.from({ length: 20 }, (_, minute) => startMs + hourMs + (10 + minute) * 60_000),
  ...Array.from({ length: 38 }, (_, look) => startMs + (30 + 2 * look) * 60_000),
]
/** The same with the hour back first. */
const backAndForward = [
  ...Array.from({ length: 11 }, (_, minute) => startMs + minute * 60_000),
  ...Array.from({ length: 20 }, (_, minute) => startMs - hourMs + (10 + minute) * 60_000),
  ...Array.from({ length: 38 }, (_, look) => startMs + (30 + 2 * look) * 60_000),
]

describe.each([
  ['forward and back', forwardAndBack],
  ['back and forward', backAndForward],
])('when the clock is set by an hour, %s,', (_, looks) => {
  it.each(['last', 'all', 'none'])(
    'a schedule with catchUp %s has each occurrence once in its log, with one task for each run',
    async (catchUp) => {
      const tenant = await newTenant()
      const rule = await newRule(
        tenant,
        {
          type: 'schedule',
          rrule: `FREQ=HOURLY;BYMINUTE=${fiveMinutes}`,
          start: '2026-01-01T00:00',
          catchUp,
        },
        { type: 'create_task', task: { label: 'At {{date}} {{time}}' } },
      )
      for (const at of looks) await runAt(tenant, rule, at)
      const log = (await logOf(tenant, rule)).toReversed()
      const lastMs = looks.at(-1) ?? NaN
      const count = Math.floor((lastMs - Date.parse('2026-11-27T10:00:00Z')) / (5 * 60_000))
      const due = Array.from({ length: count }, (_, occurrence) =>
        new Date(Date.parse('2026-11-27T10:05:00Z') + occurrence * 5 * 60_000).toISOString(),
      )
      expect(log.map(({ due_at }) => due_at)).toEqual(due)
      const skipped = log.filter(({ outcome }) => outcome === 'skipped')
      expect(skipped.every(({ reason }) => reason?.startsWith('It was missed'))).toBe(true)
      const created = log.flatMap(({ outcome, created }) => (outcome === 'done' ? created : []))
      expect(created).toHaveLength(count - skipped.length)
      expect(new Set((await tasksOf(tenant)).map(({ id }) => id))).toEqual(new Set(created))
      expect(await tasksOf(tenant)).toHaveLength(created.length)
    },
  )

  it('a date comes once', async () => {
    const tenant = await newTenant()
    await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'datetime' } })
    const rule = await newRule(
      tenant,
      { type: 'date', field: 'due' },
      { type: 'create_task', task: { label: 'Of {{task.id}}' } },
    )
    await runNow(tenant, rule)
    const ids: string[] = []
    const addedAtStep = new Set([2, 12, 32])
    for (const [step, at] of looks.entries()) {
      vi.setSystemTime(at)
      if (addedAtStep.has(step))
        await watched(tenant, async () => {
          for (const minutes of [1, 15, 25]) {
            const due = new Date(at + minutes * 60_000).toISOString()
            ids.push((await tenant.createTask({ fields: { due } })).id)
          }
        })
      await runNow(tenant, rule)
    }
    const log = await logOf(tenant, rule)
    expect(log.map(({ task_id }) => task_id).toSorted()).toEqual(ids.toSorted())
    expect(log.every(({ outcome, created }) => outcome === 'done' && created.length === 1)).toBe(true)
    expect(await tasksOf(tenant)).toHaveLength(2 * ids.length)
  })

  it('an event comes once, and at once', async () => {
    const tenant = await newTenant()
    const rule = await newRule(
      tenant,
      { type: 'event', events: ['task.created'] },
      { type: 'create_task', task: { label: 'Of {{task.id}}' } },
    )
    const ids: string[] = []
    for (const at of looks.filter((_, step) => step % 5 === 0)) {
      vi.setSystemTime(at)
      await watched(tenant, async () => {
        ids.push((await tenant.createTask()).id)
      })
      await runNow(tenant, rule)
      expect((await logOf(tenant, rule)).map(({ task_id }) => task_id).toSorted()).toEqual(ids.toSorted())
    }
  })
})
