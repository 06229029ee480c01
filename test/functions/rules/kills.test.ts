import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Rule } from '../../../lib/rules/rule.ts'
import { useTable } from '../../../lib/table/table.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { testTable } from '../../support/api.ts'
import { runKilled } from '../../support/kills.ts'
import { getRule, logOf, newRule, runAt, runNow, watched } from '../../support/rules.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { newWebhook } from '../webhooks/support.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  useTable(testTable)
})

/** A rule that has something to do at `at`. */
interface Scene {
  tenant: TestTenant
  rule: Rule
  at: string
}

const at = '2026-11-27T15:00:00Z'
const daily = { type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-11-01T15:00' }
const due = { type: 'date', field: 'due', timeOfDay: '15:00' }
const create = { type: 'create_task', task: { label: 'Report' }, ifOpen: 'skip' }
const comments = { type: 'add_comment', text: 'Of {{task.label}}' }
const notices = ['rule.fired', 'rule.failed', 'rule.disabled']

async function sceneOf(trigger: object, actionIn: (otherProject: string) => object): Promise<Scene> {
  const tenant = await newTenant()
  await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
  for (const label of ['A', 'B']) await tenant.createTask({ label, fields: { due: '2026-11-27' } })
  const other = await tenant.newProject()
  const rule = await newRule(tenant, trigger, actionIn(other))
  await runNow(tenant, rule)
  return { tenant, rule, at }
}

async function eventScene(action: object): Promise<Scene> {
  const scene = await sceneOf({ type: 'event', events: ['task.completed'] }, () => action)
  const { tenant } = scene
  const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks`)
  await watched(tenant, async () => {
    for (const { id } of (body as { tasks: Task[] }).tasks) {
      vi.setSystemTime(Date.now() + 1_000) // the log is in the order of their times
      await tenant.send('PATCH', `/tasks/${id}`, { body: { status: 2 } })
    }
  })
  return scene
}

/** A rule whose tenth run in a row fails. */
async function failingScene(): Promise<Scene> {
  const scene = await sceneOf({ ...daily, rrule: 'FREQ=HOURLY', catchUp: 'all' }, () => create)
  const { tenant, rule } = scene
  const lane = await tenant.newLane()
  const action = { ...create, task: { label: 'Report', workflowLaneId: lane } }
  expect((await tenant.send('PATCH', `/rules/${rule.id}`, { body: { action } })).status).toBe(200)
  await tenant.send('DELETE', `/projects/${tenant.projectId}/lanes/${lane}`)
  expect(await runAt(tenant, rule, '2026-11-27T19:30:00Z')).toMatchObject({ failed: 9 })
  return { ...scene, at: '2026-11-27T20:00:00Z' }
}

/** The texts of all comments, each as often as it is there. */
async function commentsOf(tenant: TestTenant): Promise<string[]> {
  const { body } = await tenant.send('GET', '/comments?limit=100')
  const { changes } = body as { changes: { type: string; comment: { text: string } }[] }
  return changes.map(({ comment }) => comment.text).sort()
}

/** What came of a run: the same, wherever it was killed. */
async function outcomeOf({ tenant, rule }: Scene, pending: () => Promise<{ event_id: string }[]>) {
  const { body } = await tenant.send('GET', '/tasks?limit=100')
  const tasks = (body as { tasks: Task[] }).tasks
  const { status, next_at, last_run } = await getRule(tenant, rule)
  // runs that are due at the same time are in no order
  const log = (await logOf(tenant, rule))
    .map(({ due_at, outcome, task_id, matched, updated, created, comment_id, error }) =>
      [
        ...[due_at, outcome, task_id !== null, matched, updated, created.length],
        ...[comment_id !== undefined, error?.code],
      ].join(' '),
    )
    .sort()
  return {
    tasks: tasks
      .map(({ label, status, project_id }) => [label, status, project_id === tenant.projectId])
      .sort(),
    log,
    events: (await pending()).length,
    comments: await commentsOf(tenant),
    ...{ status, next_at, last: last_run?.outcome },
  }
}

/** The same after a run that was killed; `isKilled`: whether there was a write to kill it at. */
async function afterKill(make: () => Promise<Scene>, beforeWrite: number) {
  vi.setSystemTime('2026-11-27T10:00:00Z')
  const scene = await make()
  const { pending } = await newWebhook(scene.tenant, { eventTypes: notices })
  const isKilled = await runKilled(scene.tenant, scene.rule, scene.at, beforeWrite)
  return { isKilled, outcome: await outcomeOf(scene, pending) }
}

const scenes: [name: string, make: () => Promise<Scene>][] = [
  ['a schedule that creates a task', () => sceneOf(daily, () => create)],
  [
    'a schedule that changes tasks',
    () => sceneOf(daily, () => ({ type: 'update_tasks', where: { status: 0 }, set: { status: 1 } })),
  ],
  [
    'a schedule that deletes tasks',
    () => sceneOf(daily, () => ({ type: 'delete_tasks', where: { status: 0 } })),
  ],
  ['a schedule that tells of tasks', () => sceneOf(daily, () => ({ type: 'notify', where: { status: 0 } }))],
  ['a date that completes its task', () => sceneOf(due, () => ({ type: 'update_task', set: { status: 2 } }))],
  ['a date that moves its task', () => sceneOf(due, (other) => ({ type: 'update_task', projectId: other }))],
  ['a date that deletes its task', () => sceneOf(due, () => ({ type: 'update_task', delete: true }))],
  ['a date that creates a task', () => sceneOf(due, () => create)],
  ['a date that comments on its task', () => sceneOf(due, () => comments)],
  ['a date that tells of its task', () => sceneOf(due, () => ({ type: 'notify' }))],
  ['an event that changes its task', () => eventScene({ type: 'update_task', set: { status: 1 } })],
  ['an event that deletes its task', () => eventScene({ type: 'update_task', delete: true })],
  ['an event that creates a task', () => eventScene(create)],
  ['an event that comments on its task', () => eventScene(comments)],
  ['an event that tells of its task', () => eventScene({ type: 'notify' })],
  ['a rule that is disabled', failingScene],
]

describe.each([
  ['on AWS', false],
  ['on one machine, where a run is written in one transaction', true],
])('%s', (_where, isEmbedded) => {
  describe.each(scenes)('%s', (_, make) => {
    it('comes to the same wherever its run is killed', async () => {
      useTable({ ...testTable, isEmbedded })
      const { isKilled, outcome: whole } = await afterKill(make, Infinity)
      expect(isKilled).toBe(false)
      for (let write = 1; ; write++) {
        const killed = await afterKill(make, write)
        if (!killed.isKilled) break
        expect({ write, ...killed.outcome }).toEqual({ write, ...whole })
      }
    })
  })
})
