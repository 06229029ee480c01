import type { Delivery, Webhook, WebhookChanges } from '../../../client/src/index.ts'
import { isTasksApiError } from '../../../client/src/index.ts'
import { maxWebhooks } from '../../../lib/contract/limits.ts'
import { suggestedFormat } from '../../../lib/contract/webhook-formats.ts'
import { asSentence, explain } from '../ui/explain.ts'
import { taskFieldNames } from '../ui/task-field-names.ts'

export type EventType = Webhook['event_types'][number]
export type ChangedField = NonNullable<Webhook['changed_fields']>[number]

/** The events of a task, and when they come. */
export const taskEvents: Record<Extract<EventType, `task.${string}`>, string> = {
  'task.*': 'Every change of a task',
  'task.created': 'a task was made',
  'task.completed': 'a task became done',
  'task.reopened': 'a done task is no longer done',
  'task.updated': 'anything else about a task changed',
  'task.deleted': 'a task went to the trash',
  'task.restored': 'a task came back from the trash',
}

/** The other events. */
export const noticeEvents: Record<Exclude<EventType, `task.${string}`>, string> = {
  'comment.*': 'every change of a comment',
  'comment.created': 'somebody commented on a task',
  'comment.updated': 'a comment was changed',
  'comment.deleted': 'a comment was deleted',
  'webhook.failing': 'another webhook has failed for a day',
  'webhook.disabled': 'another webhook was disabled',
  'form.submission_held': 'a form submission waits, because no task could be made',
  'rule.fired': 'a rule that notifies has fired',
  'rule.failed': 'a run of a rule failed',
  'rule.disabled': 'the service stopped a rule',
}

/** What a webhook is sent. */
export const formatNames: Record<Webhook['format'], string> = {
  standard: 'Events for a program',
  slack: 'Messages to Slack',
  discord: 'Messages to Discord',
  teams: 'Messages to Teams',
  ntfy: 'Messages to ntfy',
}

/** What the choice of a format means, and whether the host of the URL takes another one. */
export function formatHint({ url, format }: Pick<Webhook, 'url' | 'format'>): string {
  const suggested = suggestedFormat(url.trim())
  if (suggested !== 'standard' && suggested !== format)
    return `The host of the URL takes “${formatNames[suggested]}”.`
  return format === 'standard'
    ? 'Each event as JSON.'
    : 'Each event as one line for people, with a link to the task.'
}

/** The fields of a task that a webhook can watch. */
export const changedFields: Record<ChangedField, string> = taskFieldNames

/** What became of a delivery, in words. */
export const outcomeNames: Record<Delivery['outcome'], string> = {
  delivered: 'Delivered',
  failed: 'Failed',
  exhausted: 'Given up',
}

/** The colours of outcomes. */
export const outcomeTones: Record<Delivery['outcome'], string> = {
  delivered: 'good',
  failed: 'busy',
  exhausted: 'bad',
}

/** The events of a webhook in a few words. */
export function eventsOf({ event_types }: Pick<Webhook, 'event_types'>): string {
  const others = event_types.filter((type) => type !== 'task.*')
  if (others.length < event_types.length) return ['every change of a task', ...others].join(', ')
  return event_types.join(', ')
}

/** What is said of a webhook's format after its events; nothing of the usual one. */
export const formatNote = ({ format }: Pick<Webhook, 'format'>): string =>
  format === 'standard' ? '' : ` · ${formatNames[format]}`

/** How a webhook is, with the colour of its badge. */
export function stateOf({ status, failing_since }: Webhook): { label: string; tone: string } {
  if (status === 'disabled') return { label: 'Disabled', tone: 'bad' }
  if (status === 'paused') return { label: 'Paused', tone: 'busy' }
  return failing_since === null ? { label: 'Active', tone: 'good' } : { label: 'Failing', tone: 'busy' }
}

/** Where a field's problem is shown. `other` is everything that has no field. */
export type Problems = Partial<Record<keyof WebhookChanges | 'from' | 'other', string>>

const fields = [
  'url',
  'format',
  'eventTypes',
  'projectIds',
  'changedFields',
  'excludeOriginIds',
  'headers',
  'description',
  'from',
] as const

/** A problem of a line of headers says which line it is. */
function inField(path: string, message: string): string {
  const [, line, part] = /^headers\.(\d+)(?:\.(\w+))?/.exec(path) ?? []
  if (line === undefined) return asSentence(message)
  return `Line ${Number(line) + 1}: ${part === undefined ? '' : `the ${part} `}${message}.`
}

/** What is wrong with a webhook's settings, by the field that it is shown beside. */
export function problemsOf(error: unknown): Problems {
  if (isTasksApiError(error, 'quota_exceeded')) {
    return {
      other: `The account has ${maxWebhooks} webhooks, as many as it may: delete one that is not needed.`,
    }
  }
  if (isTasksApiError(error, 'project_not_found')) return { projectIds: 'One of them no longer exists.' }
  if (!isTasksApiError(error, 'invalid_request') || error.details.length === 0)
    return { other: explain(error) }
  const problems: Problems = {}
  for (const { path, message } of error.details) {
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`))
    const text = field === undefined ? `${path} ${message}.` : inField(path, message)
    problems[field ?? 'other'] = [problems[field ?? 'other'], text].filter(Boolean).join(' ')
  }
  return problems
}

/** What is said of problems at the end of a form: one without a field, or that fields have problems beside them. */
export const summaryOf = ({ other, ...fields }: Problems): string =>
  other ?? (Object.keys(fields).length > 0 ? 'Not saved: look at the marked fields.' : '')

/** An error as a message for people, where there is no field to show it beside. */
export const explainWebhook = (error: unknown): string => Object.values(problemsOf(error)).join(' ')

/** A duration in words: "87 ms", "1.5 s". */
export const durationText = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)

/** How an attempt ended: "HTTP 204, 12 ms". */
export const endOf = ({ status, error, duration_ms }: Delivery): string =>
  `${status === null ? (error ?? 'No answer.') : `HTTP ${status}`} · ${durationText(duration_ms)}`
