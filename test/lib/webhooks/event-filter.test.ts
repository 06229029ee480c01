import { describe, expect, it } from 'vitest'
import { exampleOf } from '../../../lib/contract/field-texts.ts'
import { taskTexts } from '../../../lib/tasks/fields.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import type { TaskEvent, WebhookEvent } from '../../../lib/webhooks/event.ts'
import { heldNoticeOf, webhookNoticeOf } from '../../../lib/webhooks/event-of-record.ts'
import { wants } from '../../../lib/webhooks/event-filter.ts'
import type { WebhookItem } from '../../../lib/webhooks/webhook-item.ts'

const projects = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
const tokenId = '33333333-3333-4333-8333-333333333333'
const time = '2026-11-21T09:00:00.000Z'

const webhook = (settings: Partial<WebhookItem> = {}): WebhookItem => ({
  id: '44444444-4444-4444-8444-444444444444',
  url: 'https://example.com',
  event_types: ['task.*'],
  status: 'active',
  secrets: [],
  created_at: time,
  updated_at: time,
  ...settings,
})

const event = (
  type: TaskEvent['type'] = 'task.updated',
  data: Partial<TaskEvent['data']> = {},
): TaskEvent => ({
  id: 'evt_1_1',
  type,
  timestamp: time,
  data: {
    task: {
      ...exampleOf<Task>(taskTexts()),
      ...{ id: tokenId, label: 'A task', status: 0, project_id: projects[0], workflow_lane_id: null },
      ...{ position: '0|a:', created_at: time, updated_at: time },
    },
    version: 2,
    changed: ['label'],
    previous: { label: 'Old' },
    origin: { via: 'api', token_id: tokenId, origin_id: 'crm', member_id: null, rule_id: null },
    ...data,
  },
})

const disabled = webhookNoticeOf(undefined, webhook({ notice: { type: 'webhook.disabled', at: time } }))
const held = heldNoticeOf(projects[0], { id: tokenId, received_at: time, reason: 'The form was paused.' })

describe('a webhook', () => {
  it.each<[string, boolean, Partial<WebhookItem>, WebhookEvent | undefined]>([
    ['any event of tasks', true, {}, event('task.deleted')],
    ['a listed type', true, { event_types: ['task.completed'] }, event('task.completed')],
    ['another type', false, { event_types: ['task.completed'] }, event()],
    ['its project', true, { project_ids: [projects[0]] }, event()],
    ['another project', false, { project_ids: [projects[1]] }, event()],
    [
      'a task that left its project',
      true,
      { project_ids: [projects[1]] },
      event('task.updated', { changed: ['project_id'], previous: { project_id: projects[1] } }),
    ],
    ['a listed field', true, { changed_fields: ['label', 'status'] }, event()],
    ['another field', false, { changed_fields: ['status'] }, event()],
    [
      'another field at completion',
      false,
      { changed_fields: ['label'] },
      event('task.completed', { changed: ['status'] }),
    ],
    [
      'a deletion whatever the fields',
      true,
      { changed_fields: ['status'] },
      event('task.deleted', { changed: [] }),
    ],
    ['an excluded origin', false, { exclude_origin_ids: ['crm'] }, event()],
    ['another origin', true, { exclude_origin_ids: ['erp'] }, event()],
    ['an unknown origin', true, { exclude_origin_ids: ['crm'] }, event('task.updated', { origin: null })],
    ['an excluded token', false, { exclude_token_ids: [tokenId] }, event()],
    ['another token', true, { exclude_token_ids: [projects[0]] }, event()],
    ['a notice that is not listed', false, { id: tokenId }, disabled],
    ['a listed notice', true, { id: tokenId, event_types: ['webhook.disabled'] }, disabled],
    ['a notice about itself', false, { event_types: ['webhook.disabled'] }, disabled],
    ['a held submission', true, { event_types: ['form.submission_held'], project_ids: [projects[1]] }, held],
    ['a held submission that is not listed', false, {}, held],
  ])('with %s: %s', (_, expected, settings, one) => {
    if (!one) throw new Error('there is no event')
    expect(wants(webhook(settings), one)).toBe(expected)
  })
})

describe('a notice', () => {
  it('is an event only when it is new or changed', () => {
    const failing = { type: 'webhook.failing', at: time } as const
    const item = webhook({ notice: failing, failing_since: time })
    expect(webhookNoticeOf(webhook(), item)).toEqual({
      id: 'evt_44444444444444448444444444444444_1795251600000',
      type: 'webhook.failing',
      timestamp: time,
      data: {
        webhook: { id: item.id, url: item.url, disabled_reason: null, failing_since: time },
      },
    })
    expect(webhookNoticeOf(item, { ...item, lease_id: 'other' })).toBeUndefined()
    expect(webhookNoticeOf(item, webhook())).toBeUndefined()
    const later = webhook({ notice: { type: 'webhook.disabled', at: '2026-11-24T09:00:00.000Z' } })
    expect(webhookNoticeOf(item, later)?.type).toBe('webhook.disabled')
  })
})
