import { randomUUID } from 'node:crypto'
import { commentTexts, type Comment } from '../../lib/comments/comment.ts'
import { exampleOf } from '../../lib/contract/field-texts.ts'
import { taskTexts } from '../../lib/tasks/fields.ts'
import type { Task } from '../../lib/tasks/task.ts'
import type { CommentEvent, EventType, TaskEvent, WebhookEvent } from '../../lib/webhooks/event.ts'
import { eventIdOf } from './webhooks.ts'

export const projectId = '01a1fc5c-f808-70a6-aca9-b364a578bfae'
export const taskId = '6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53'
export const ruleId = '01a1fc62-6b21-7c4e-9d70-3e8a5f1b2c64'
export const formId = '01a1fc5e-7d30-7c11-9f02-4a6b8c0d2e41'
export const webhookId = '01a1fc60-2c47-7e18-b6a9-5d3f8e1c7b20'

/** An event of each type. All that a person may have written in it is this text. */
export function eventsOfEachType(text: string): Record<EventType, WebhookEvent> {
  const nowMs = Date.now() - 1000
  const timestamp = new Date(nowMs).toISOString()
  const common = () => ({ id: eventIdOf(randomUUID(), nowMs), timestamp })
  const task: Task = {
    ...exampleOf<Task>(taskTexts()),
    ...{ id: taskId, project_id: projectId, label: text, description: text },
  }
  const ofTask = (type: TaskEvent['type'], changed: TaskEvent['data']['changed'] = []): TaskEvent => ({
    ...{ ...common(), type },
    data: { task, version: 2, changed, previous: { label: text }, origin: null },
  })
  const ofComment = (type: CommentEvent['type']): CommentEvent => {
    const { author, id, created_at, updated_at } = exampleOf<Comment>(commentTexts())
    const comment = {
      ...{ id, task_id: taskId, author: { ...author, name: text }, created_at, updated_at },
      ...(type !== 'comment.deleted' && { text }),
    }
    return { ...common(), type, data: { comment, project_id: projectId, version: 1, origin: null } }
  }
  const rule = { id: ruleId, label: text, project_id: projectId }
  const webhook = {
    id: webhookId,
    // the path is what Slack and Discord ask for
    url: `https://hooks.slack.com/services/SECRET?${encodeURIComponent(text.toWellFormed())}`,
    ...{ disabled_reason: text, failing_since: timestamp },
  }
  return {
    'task.created': ofTask('task.created'),
    'task.completed': ofTask('task.completed', ['status']),
    'task.reopened': ofTask('task.reopened', ['status']),
    'task.updated': ofTask('task.updated', ['label', 'workflow_lane_id', 'fields.due']),
    'task.deleted': ofTask('task.deleted'),
    'task.restored': ofTask('task.restored'),
    'comment.created': ofComment('comment.created'),
    'comment.updated': ofComment('comment.updated'),
    'comment.deleted': ofComment('comment.deleted'),
    'webhook.failing': { ...common(), type: 'webhook.failing', data: { webhook } },
    'webhook.disabled': { ...common(), type: 'webhook.disabled', data: { webhook } },
    'form.submission_held': {
      ...{ ...common(), type: 'form.submission_held' },
      data: { form_id: formId, submission: { id: randomUUID(), received_at: timestamp, reason: text } },
    },
    'rule.fired': {
      ...{ ...common(), type: 'rule.fired' },
      data: { rule, occurrence: { at: timestamp }, task, field: { key: 'due', value: '2026-11-22' } },
    },
    'rule.failed': {
      ...{ ...common(), type: 'rule.failed' },
      data: {
        rule,
        run: { id: randomUUID(), due_at: timestamp, error: { code: 'lane_not_found', message: text } },
      },
    },
    'rule.disabled': {
      ...{ ...common(), type: 'rule.disabled' },
      data: { rule: { ...rule, disabled_reason: text } },
    },
  }
}
