import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import type { Rule } from '../../../lib/rules/rule.ts'
import type { Run } from '../../../lib/rules/run.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { MovedClock } from '../../harness/moved-clock.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { headersOf, start, withDataDir } from './service-process.ts'

withDataDir()

interface Answer {
  rule: Rule
  runs: Run[]
  tasks: Task[]
  task: Task
}

const minuteMs = 60_000
const everyFive = Array.from({ length: 12 }, (_, five) => five * 5).join(',')

it.each(['stop', 'kill'] as const)(
  'a service that was down for three occurrences after a %s does what was due, and nothing twice',
  async (end) => {
    const clock = new MovedClock(newTempFolder())
    // a minute after an occurrence
    clock.set(6 * minuteMs - (clock.nowMs() % (5 * minuteMs)))
    const beganMs = clock.nowMs()
    const service = start(clock.variables)
    let demo: Demo = await service.ready()
    const request = async (method: string, path: string, body?: object): Promise<Answer> => {
      const init = { method, headers: headersOf(demo), ...(body && { body: JSON.stringify(body) }) }
      const answer = await fetch(demo.base_url + path, init)
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as Answer
    }
    const projectId = demo.project_id
    const make = async (trigger: object, label: string) => {
      const action = { type: 'create_task', task: { label } }
      return (await request('POST', '/rules', { projectId, label, trigger, action })).rule.id
    }
    await request('POST', '/fields', { key: 'due', label: 'Due', type: 'datetime' })
    const schedule = {
      type: 'schedule',
      rrule: `FREQ=HOURLY;BYMINUTE=${everyFive}`,
      start: '2026-01-01T00:00',
    }
    const ids = {
      last: await make({ ...schedule, catchUp: 'last' }, 'last'),
      all: await make({ ...schedule, catchUp: 'all' }, 'all'),
      none: await make({ ...schedule, catchUp: 'none' }, 'none'),
      date: await make({ type: 'date', field: 'due' }, 'Of {{task.label}}'),
      event: await make({ type: 'event', events: ['task.created'] }, 'Made after {{task.label}}'),
    }
    const dues = [2, 9, 15, 40].map((minutes) => new Date(beganMs + minutes * minuteMs).toISOString())
    for (const [index, due] of dues.entries())
      await request('POST', '/tasks', { projectId, label: `Task ${index}`, fields: { due } })
    if (end === 'kill') service.child.kill('SIGKILL')
    else await service.stop()
    await service.exited
    // past the third occurrence, by more than what counts as on time
    clock.set(16.5 * minuteMs - (clock.nowMs() - beganMs))
    demo = await start(clock.variables).ready()
    const logs = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(ids).map(async ([name, id]) => {
            const { runs } = await request('GET', `/rules/${id}/runs?limit=100`)
            return [name, runs.toReversed().map(({ outcome }) => outcome)] as const
          }),
        ),
      )
    const made = async () =>
      (await request('GET', `/projects/${projectId}/tasks?limit=100`)).tasks
        .map(({ label }) => label)
        .filter((label) => /^(?:last|all|none|Of .*|Made .*)$/.test(label))
        .toSorted()
    const expected = {
      last: ['skipped', 'skipped', 'done'],
      all: ['done', 'done', 'done'],
      none: ['skipped', 'skipped', 'done'],
      date: ['done', 'done', 'done'],
      event: ['done', 'done', 'done', 'done'],
    }
    await vi.waitFor(
      async () => {
        expect(await logs()).toEqual(expected)
      },
      { timeout: 30_000, interval: 200 },
    )
    await sleep(3_000) // the clock looks each second
    expect(await logs()).toEqual(expected)
    expect(await made()).toEqual([
      ...['Made after Task 0', 'Made after Task 1', 'Made after Task 2', 'Made after Task 3'],
      ...['Of Task 0', 'Of Task 1', 'Of Task 2', 'all', 'all', 'all', 'last', 'none'],
    ])
  },
  120_000, // two starts of the service, also on a busy machine
)
