import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaseMs } from '../../../lib/rules/lease.ts'
import { watchRecords } from '../../../lib/rules/watch.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { eachDueTimer } from '../../../lib/table/timers.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { tap } from '../../support/api.ts'
import { logOf, newRule, runNow, watched } from '../../support/rules.ts'
import { recordsOf } from '../../support/stream.ts'
import { newTenant } from '../../support/tenant.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

type Act = () => Promise<unknown>

/**
 * Acts, and lets others act before its exchange of a number with the engine.
 * @param isKilled whether its process is killed then: it reaches the engine no more
 * @returns whether there were so many exchanges
 */
async function interrupted(act: Act, before: number, others: readonly Act[], isKilled: boolean) {
  let count = 0
  let goesOn = false
  tap.answerInstead = async () => {
    // those of others are counted, too
    if (++count === before) {
      for (const other of others) await other()
      goesOn = true
    }
    if (goesOn && isKilled) throw new Error('killed')
    return undefined
  }
  try {
    await act()
  } catch (error) {
    if (!isKilled) throw error
  } finally {
    tap.reset()
  }
  return goesOn
}

/** A rule for which one event waits, another one that the stream has not told yet, and who may do something with them. */
async function sceneOf() {
  const tenant = await newTenant()
  const made = { type: 'create_task', task: { label: 'Of {{task.id}}' } }
  const rule = await newRule(tenant, { type: 'event', events: ['task.created'] }, made)
  const ids: string[] = []
  const create = async () => {
    vi.setSystemTime(Date.now() + 1_000)
    ids.push((await tenant.createTask()).id)
  }
  await watched(tenant, create)
  const records = await recordsOf(tenant, create)
  let isHeard = false
  const change = (body: object) => async () => {
    vi.setSystemTime(Date.now() + 1_000)
    expect((await tenant.send('PATCH', `/rules/${rule.id}`, { body })).status).toBe(200)
  }
  const acts = {
    session: () => runNow(tenant, rule),
    stream: async () => {
      const { failedFrom } = await watchRecords(openStorage(Date.now() + 60_000), records)
      isHeard ||= failedFrom === undefined
    },
    label: change({ label: 'Other' }),
    action: change({ action: { ...made, ifOpen: 'create' } }),
    pause: change({ status: 'paused' }),
    resume: change({ status: 'active' }),
  }
  /** What the stream and the clock do in the end, without a message of the queue. */
  const settle = async () => {
    if (!isHeard) await acts.stream()
    for (let looks = 0; looks < 5; looks++) {
      let atMs: number | undefined
      await eachDueTimer(tenant, Date.now() + leaseMs, (timers) => {
        atMs ??= timers.find((timer) => timer.id === rule.id)?.atMs
        return Promise.resolve()
      })
      if (atMs === undefined) return
      vi.setSystemTime(Math.max(atMs, Date.now()))
      await runNow(tenant, rule)
    }
    throw new Error('The rule is looked at again and again.')
  }
  /** The events in the log, and those for which there is a task, each by its number. */
  const outcome = async () => {
    const log = await logOf(tenant, rule)
    const { tasks } = (await tenant.send('GET', '/tasks?limit=100')).body as { tasks: Task[] } // as the contract says
    const labels = tasks.map(({ label }) => label).filter((label) => label.startsWith('Of '))
    return {
      logged: log.map(({ task_id, outcome: end }) => [ids.indexOf(task_id ?? ''), end]).reverse(),
      made: labels.map((label) => ids.indexOf(label.slice('Of '.length))).sort(),
    }
  }
  return { tenant, acts, create, settle, outcome }
}

type Name = keyof Awaited<ReturnType<typeof sceneOf>>['acts']

const cases: [first: Name, others: Name[]][] = [
  ['session', ['stream']],
  ['session', ['action', 'stream', 'session']],
  ['stream', ['session']],
  ['stream', ['label']],
  ['stream', ['action', 'session']],
]

describe.each(cases)('a %s, with %j in between', (first, others) => {
  it.each([false, true])('loses no event, and runs none twice; killed: %s', async (isKilled) => {
    for (let before = 1; ; before++) {
      const { acts, settle, outcome } = await sceneOf()
      const has = await interrupted(
        acts[first],
        before,
        others.map((name) => acts[name]),
        isKilled,
      )
      await settle()
      expect({ before, ...(await outcome()) }).toEqual({
        ...{ before, made: [0, 1] },
        logged: [
          [0, 'done'],
          [1, 'done'],
        ],
      })
      if (!has) break
    }
  })
})

describe.each<Name>(['session', 'stream'])('a %s whose rule is paused and resumed in between', (first) => {
  it.each([false, true])('may only drop what came before, from one on; killed: %s', async (isKilled) => {
    for (let before = 1; ; before++) {
      const { tenant, acts, create, settle, outcome } = await sceneOf()
      const has = await interrupted(acts[first], before, [acts.pause, acts.resume], isKilled)
      await watched(tenant, create)
      await settle()
      const { logged, made } = await outcome()
      const numbers = logged.map(([number]) => number)
      expect({ before, numbers }).toEqual({
        before,
        numbers: expect.toBeOneOf([[2], [0, 2], [0, 1, 2]]) as number[],
      })
      expect(made).toEqual([...new Set(made)])
      if (!has) break
    }
  })
})
