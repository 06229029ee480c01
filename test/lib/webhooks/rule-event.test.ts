import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { eventIdAt, type TaskItem } from '../../../lib/tasks/task-item.ts'
import { postedTo } from '../../../lib/webhooks/bound.ts'
import { realSurroundings, type Surroundings } from '../../../lib/webhooks/deliver.ts'
import { dispatchEvents } from '../../../lib/webhooks/dispatch.ts'
import { ruleDisabled, ruleFailed, ruleFired, type StoredEvent } from '../../../lib/webhooks/event.ts'
import { wants } from '../../../lib/webhooks/event-filter.ts'
import { disabledEvent, failedEvent, firedEvent } from '../../../lib/webhooks/rule-event.ts'
import { parsePolicy } from '../../../lib/webhooks/sending/network.ts'
import { post } from '../../../lib/webhooks/sending/post.ts'
import type { EventItem, WebhookItem } from '../../../lib/webhooks/webhook-item.ts'
import { tap } from '../../support/api.ts'
import { readFeed } from '../../support/feed.ts'
import { startReceiver } from '../../support/receiver.ts'
import { newTenant } from '../../support/tenant.ts'
import { deliverNow, keepWakeUps, pendingOf, putWebhook } from '../../support/webhooks.ts'

const ruleId = '0197a1b2-c3d4-4e5f-8a6b-000000000001'
const projectId = '11111111-1111-4111-8111-111111111111'
const otherProject = '22222222-2222-4222-8222-222222222222'
const at = '2026-11-21T09:00:00.000Z'
const firedAt = '2026-11-21T09:00:01.500Z'
const rule = { id: ruleId, label: 'Remind when due', project_id: projectId }

const taskItem = (set: Partial<TaskItem> = {}): TaskItem => ({
  id: '0197a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b',
  label: 'Call Ada',
  status: 0,
  project_id: projectId,
  position: '0|a:',
  description: 'Soon',
  subtasks: {},
  created_at: at,
  updated_at: at,
  version: 1,
  write_id: 'first',
  writer: 'f:',
  ...set,
})

const fired = (one: Partial<Parameters<typeof firedEvent>[0]> = {}) =>
  firedEvent({ id: eventIdAt(ruleId, firedAt), rule, at, ...one })

const failed = failedEvent({
  id: eventIdAt(ruleId, firedAt),
  rule,
  run: { id: ruleId, due_at: at, error: { code: 'lane_not_found', message: 'There is no such lane.' } },
})

const disabled = disabledEvent({
  id: eventIdAt(ruleId, firedAt),
  rule: { ...rule, disabled_reason: 'The project was deleted.' },
})

/** An event as receivers get it. */
const posted = ({ projectIds, departure, ...event }: StoredEvent) => {
  expect({ projectIds, departure }).toEqual({ projectIds: [projectId], departure: undefined })
  return event
}

const bytesOf = (event: StoredEvent) => Buffer.byteLength(JSON.stringify(posted(event)))
const maxBytes = 100 * 1024

/** Values of fields as large as the account's fields allow. */
const values = (text: string) =>
  Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`f_field_${index}`, text.repeat(500)]),
  ) as Partial<TaskItem> // they are values

describe('the event of a rule that fired', () => {
  it('of a schedule has the occurrence, and the time of its id', () => {
    const event = posted(fired())
    expect(event).toEqual({
      id: `evt_${ruleId.replaceAll('-', '')}_${Date.parse(firedAt)}`,
      type: 'rule.fired',
      timestamp: firedAt,
      data: { rule, occurrence: { at } },
    })
    expect(ruleFired.parse(event)).toEqual(event)
  })

  it('of a date has the task, its field and value, and nothing that only the table knows', () => {
    const field = { key: 'due', value: '2026-11-22' }
    const event = posted(fired({ rule: { ...rule, ...{ secret: 'x' } }, task: taskItem(), field }))
    const task = expect.objectContaining({ label: 'Call Ada', description: 'Soon', subtasks: [] }) as unknown
    expect(event.data).toEqual({ rule, occurrence: { at }, task, field })
    expect(ruleFired.parse(event)).toEqual(event)
    expect(JSON.stringify(event)).not.toMatch(/write_id|writer/)
  })

  it('with a digest has the number of tasks that match, and the first hundred at most', () => {
    const tasks = Array.from({ length: 120 }, (_, index) => taskItem({ label: `Task ${index}` }))
    const event = posted(fired({ digest: { matched: 1_234, tasks } }))
    expect(event.data).toMatchObject({ matched: 1_234 })
    expect(event.data).not.toHaveProperty('truncated')
    expect(event.data).toHaveProperty('tasks.length', 100)
    expect(ruleFired.parse(event)).toEqual(event)
    expect(posted(fired({ digest: { matched: 0, tasks: [] } })).data).toMatchObject({ matched: 0, tasks: [] })
  })

  it.each([
    ['description and subtasks', { description: '"'.repeat(10_000) }, ['description', 'subtasks']],
    ['the values of fields, too', values('🎈'), ['description', 'subtasks', 'fields']],
  ])('above 100 KiB goes without %s, of each task', (_, long, truncated) => {
    const tasks = Array.from({ length: 20 }, () => taskItem(long))
    const digest = fired({ digest: { matched: 20, tasks } })
    expect(digest.data).toMatchObject({ truncated, matched: 20 })
    expect(digest.data.tasks).toHaveLength(20)
    for (const task of digest.data.tasks ?? [])
      expect(Object.keys(task)).toEqual(expect.not.arrayContaining(truncated))
    expect(bytesOf(digest)).toBeLessThanOrEqual(maxBytes)
    expect(ruleFired.parse(posted(digest))).toEqual(posted(digest))
  })

  it('above 100 KiB by its labels has fewer tasks, as many as fit', () => {
    const label = '🎈'.repeat(500)
    const tasks = Array.from({ length: 100 }, () => taskItem({ label }))
    const digest = fired({ digest: { matched: 100, tasks } })
    expect(digest.data).toMatchObject({
      truncated: ['description', 'subtasks', 'fields', 'tasks'],
      matched: 100,
    })
    expect(bytesOf(digest)).toBeLessThanOrEqual(maxBytes)
    const another = JSON.stringify(digest.data.tasks?.[0])
    expect(bytesOf(digest) + Buffer.byteLength(another)).toBeGreaterThan(maxBytes)
    expect(ruleFired.parse(posted(digest))).toEqual(posted(digest))
  })

  it('shortens the task of a date or an event, too', () => {
    const long = { ...values('🎈'), description: '"'.repeat(10_000) }
    const event = fired({ task: taskItem(long) })
    expect(event.data.truncated).toEqual(['description', 'subtasks'])
    expect(event.data.task).toMatchObject({ label: 'Call Ada', fields: { field_0: '🎈'.repeat(500) } })
    expect(Object.keys(event.data.task ?? {})).toEqual(
      expect.not.arrayContaining(['description', 'subtasks']),
    )
    expect(event.data).not.toHaveProperty('tasks')
    expect(bytesOf(event)).toBeLessThanOrEqual(maxBytes)
  })
})

describe('the notices of a rule', () => {
  it('tell the run that failed and its error', () => {
    const event = posted(failed)
    expect(event).toMatchObject({
      type: 'rule.failed',
      timestamp: firedAt,
      data: { rule, run: { id: ruleId, due_at: at, error: { code: 'lane_not_found' } } },
    })
    expect(ruleFailed.parse(event)).toEqual(event)
  })

  it('tell why it was disabled', () => {
    const event = posted(disabled)
    const data = { rule: { ...rule, disabled_reason: 'The project was deleted.' } }
    expect(event).toMatchObject({ type: 'rule.disabled', timestamp: firedAt, data })
    expect(ruleDisabled.parse(event)).toEqual(event)
  })
})

const webhookOf = (settings: Partial<WebhookItem>): WebhookItem => ({
  id: randomUUID(),
  url: 'https://example.com',
  event_types: ['rule.fired', 'rule.failed', 'rule.disabled'],
  status: 'active',
  secrets: [],
  created_at: at,
  updated_at: at,
  ...settings,
})

describe('a webhook gets the events of a rule', () => {
  it.each<[string, boolean, Partial<WebhookItem>]>([
    ['that it lists', true, {}],
    ['only if it lists them', false, { event_types: ['task.*', 'webhook.disabled'] }],
    ['of its project', true, { project_ids: [otherProject, projectId] }],
    ['not of another project', false, { project_ids: [otherProject] }],
    ['of its project, if it is bound', true, { project_ids: [projectId], bound: true }],
    ['not of another project, if it is bound', false, { project_ids: [otherProject], bound: true }],
    ['not if it is bound to none', false, { bound: true }],
    ['whatever fields it watches', true, { changed_fields: ['label'] }],
    ['whatever writes it leaves out', true, { exclude_origin_ids: ['crm'], exclude_token_ids: [ruleId] }],
  ])('%s: %s', (_, expected, settings) => {
    const webhook = webhookOf(settings)
    const events = [
      fired({ task: taskItem() }),
      fired({ digest: { matched: 0, tasks: [] } }),
      failed,
      disabled,
    ]
    for (const event of events) {
      expect(wants(webhook, event)).toBe(expected)
      if (!webhook.bound) continue
      const { projectIds: project_ids = [], ...rest } = event
      const item: EventItem = {
        ...{ id: event.id, type: event.type, expires_at: 0 },
        ...{ body: JSON.stringify(rest), project_ids },
      }
      expect(postedTo(webhook, item)?.body).toBe(expected ? item.body : undefined)
    }
  })
})

describe('the event of a rule that is dispatched', () => {
  const wakeUps = keepWakeUps()
  const policy = parsePolicy('127.0.0.0/8')
  const surroundings: Surroundings = {
    ...realSurroundings,
    send: (delivery) => post({ ...delivery, policy }),
  }
  afterEach(() => {
    wakeUps.length = 0
    tap.reset()
  })

  it('reaches, signed and once, the receivers that list it and see the project', async () => {
    const tenant = await newTenant()
    const own = tenant.projectId
    const other = await tenant.newProject()
    const { id } = await tenant.createTask({ label: 'Call Ada' })
    const before = await readFeed(tenant)
    const rules = { event_types: ['rule.fired'] } satisfies Partial<WebhookItem>
    const all = await putWebhook(tenant, rules)
    const receiver = await startReceiver(all.secrets.map(({ secret }) => secret))
    const secrets = all.secrets
    const toReceiver = { ...rules, url: receiver.url, secrets }
    const wanting = [
      await putWebhook(tenant, toReceiver),
      await putWebhook(tenant, { ...toReceiver, project_ids: [own] }),
      await putWebhook(tenant, { ...toReceiver, project_ids: [own], bound: true }),
    ]
    const others = [
      await putWebhook(tenant, { ...toReceiver, event_types: ['task.*', 'rule.failed'] }),
      await putWebhook(tenant, { ...toReceiver, project_ids: [other] }),
      await putWebhook(tenant, { ...toReceiver, project_ids: [other], bound: true }),
    ]
    const event = firedEvent({
      id: eventIdAt(randomUUID(), new Date().toISOString()),
      rule: { ...rule, project_id: own },
      at,
      task: taskItem({ id, project_id: own }),
      field: { key: 'due', value: '2026-11-22' },
    })
    try {
      await dispatchEvents(tenant, tenant.accountId, [event, event])
      await dispatchEvents(tenant, tenant.accountId, [event])
      for (const webhook of [...wanting, ...others]) await deliverNow(tenant, webhook, surroundings)
      expect(receiver.received).toHaveLength(wanting.length)
      const { projectIds, ...body } = event
      expect(projectIds).toEqual([own])
      for (const one of receiver.received) {
        expect(one.event).toEqual(body)
        expect(one.headers['webhook-id']).toBe(event.id)
      }
      // a run that is tried again, after its event has arrived
      await dispatchEvents(tenant, tenant.accountId, [event])
      for (const webhook of wanting) {
        expect(await pendingOf(tenant, webhook.id)).toEqual([])
        await deliverNow(tenant, webhook, surroundings)
      }
      expect(receiver.received).toHaveLength(wanting.length)
    } finally {
      await receiver.close()
    }
    // it is no write of the task
    expect((await readFeed(tenant)).changes).toEqual(before.changes)
  })
})
