import * as z from 'zod/mini'
import { exampleIds as ids, type FieldTexts } from '../contract/field-texts.ts'
import { anyTextOf, textOf, timestamp, uuid } from '../contract/fields.ts'
import { originIdPattern, originIdRule } from '../contract/headers.ts'
import { maxEventDays, maxFields } from '../contract/limits.ts'
import { webhookFormats } from '../contract/webhook-formats.ts'
import { changeableFields, subscriptions, watchedField } from './event.ts'
import type { Replay } from './replay-request.ts'

export const webhookStatuses = ['active', 'paused', 'disabled'] as const

/** A webhook in answers, without its secrets and the values of its headers. */
export const webhook = z.object({
  id: uuid,
  url: z.string(),
  event_types: z.array(z.literal(subscriptions)),
  project_ids: z.nullable(z.array(uuid)),
  bound: z.boolean(),
  changed_fields: z.nullable(z.array(watchedField)),
  exclude_origin_ids: z.nullable(z.array(z.string())),
  exclude_token_ids: z.nullable(z.array(uuid)),
  header_names: z.nullable(z.array(z.string())),
  description: z.nullable(z.string()),
  format: z.literal(webhookFormats),
  status: z.literal(webhookStatuses),
  disabled_reason: z.nullable(z.string()),
  failing_since: z.nullable(timestamp),
  consecutive_failures: z.int(),
  next_attempt_at: z.nullable(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Webhook = z.output<typeof webhook>

/** The texts of a webhook. */
export const webhookTexts = (): FieldTexts<Webhook> => ({
  id: { meaning: 'The id of the webhook', example: ids.webhookId },
  url: { meaning: 'The URL of the receiver', example: 'https://example.com/tasks' },
  event_types: { meaning: 'The types of events that it gets', example: ['task.*'] },
  project_ids: { meaning: 'The projects whose tasks and rules it gets; null if it gets all', example: null },
  bound: {
    meaning:
      'Whether a token that is bound to projects made or changed it. If so, it gets nothing about other projects: a task that leaves its projects is `task.deleted`, one that enters them is `task.created`, both with `data.reason` = `moved`',
    example: false,
  },
  changed_fields: {
    meaning:
      'It gets `task.updated`, `task.completed` and `task.reopened` only if one of these fields changed; null if any field counts',
    example: null,
  },
  exclude_origin_ids: {
    meaning: 'It gets no event of writes that named one of these origins; null if there are none',
    example: null,
  },
  exclude_token_ids: {
    meaning: 'It gets no event of writes by one of these tokens; null if there are none',
    example: null,
  },
  header_names: {
    meaning: 'The names of the headers that each delivery has in addition; null if there are none',
    example: null,
  },
  description: { meaning: 'A note for people', example: null },
  format: {
    meaning:
      'What it is sent: `standard`, the event; or a line for people, as `slack`, `discord`, `teams` or `ntfy` takes it',
    example: 'standard',
  },
  status: {
    meaning:
      '`active`: it gets events; `paused`: a person has paused it; `disabled`: its receiver answered 410, or failed for 75 hours. `active` starts it again',
    example: 'active',
  },
  disabled_reason: { meaning: 'Why it is disabled; null if it is not', example: null },
  failing_since: {
    meaning: 'The time of the first failed delivery since the last that succeeded; null if none failed',
    example: null,
  },
  consecutive_failures: {
    meaning:
      'How many times in a row its receiver was out of reach, or took none of five events in a row. A refused event waits by itself',
    example: 0,
  },
  next_attempt_at: {
    meaning:
      'When the receiver is tried again, if all events wait for it; otherwise null. A refused event waits by itself',
    example: null,
  },
  created_at: { meaning: 'When the webhook was created', example: '2026-11-21T09:00:00.000Z' },
  updated_at: { meaning: 'When a person last changed it', example: '2026-11-21T09:00:00.000Z' },
})

const url = z
  .url({
    protocol: /^(?:https?|eventbridge|sqs)$/,
    error: 'must be a web address, such as https://example.com/tasks',
  })
  .check(z.maxLength(2_000, 'must be at most 2,000 characters long'))

/** An array with 1 to `most` different values. A value that is given twice is kept once. */
const some = <S extends z.ZodMiniType>(value: S, most: number, what: string) =>
  z.array(value).check(
    z.overwrite((values) => [...new Set(values)]),
    z.minLength(1, `must name ${what}`),
    z.maxLength(most, `must name at most ${most}`),
  )

const optionalOf = <S extends z.ZodMiniType>(value: S) => z.optional(z.nullable(value))

/** A header of each delivery. lib/webhooks/sending/post.ts says which names are refused. */
const header = z.strictObject({ name: textOf(100), value: textOf(1_000) })

/** The settings of a webhook that can be set when it is created and later. */
const settings = {
  eventTypes: z.optional(some(z.literal(subscriptions), subscriptions.length, 'a type of event')),
  projectIds: optionalOf(some(uuid, 50, 'a project')),
  changedFields: optionalOf(some(watchedField, changeableFields.length + maxFields, 'a field')),
  excludeOriginIds: optionalOf(
    some(z.string().check(z.regex(originIdPattern, originIdRule)), 10, 'an origin'),
  ),
  excludeTokenIds: optionalOf(some(uuid, 10, 'a token')),
  headers: optionalOf(some(header, 5, 'a header')),
  description: optionalOf(anyTextOf(500)),
  format: z.optional(z.literal(webhookFormats)),
}

export const webhookAnswer = z.object({ webhook })
/** A webhook with its secret. Only creation and rotation return it. */
export const webhookWithSecret = z.object({ webhook, secret: z.string() })

export const newWebhook = z.strictObject({ url, ...settings })
export type NewWebhook = z.output<typeof newWebhook>

export const webhookChange = z.strictObject({
  url: z.optional(url),
  ...settings,
  status: z.optional(z.literal(['active', 'paused'])),
})
export type WebhookChange = z.output<typeof webhookChange>

export const testWebhookAnswer = z.object({
  delivered: z.boolean(),
  /** The HTTP status of the receiver; null if it did not answer. */
  status: z.nullable(z.int()),
  duration_ms: z.int(),
  /** The body that was sent. */
  body: z.string(),
  /** The first 1 KiB of its answer; null if it did not answer. */
  response: z.nullable(z.string()),
  /** Why it was not delivered; null if it was. */
  error: z.nullable(z.string()),
})

/** The texts of the bodies of webhooks. */
export const webhookBodyTexts = (): FieldTexts<
  NewWebhook & WebhookChange & Replay & { oldValidHours: number }
> => ({
  url: {
    meaning:
      'The URL of the receiver: https and a public address. A service on one machine also takes http://localhost. A bus or a queue of AWS that the operator allows: `eventbridge:<bus>` or `sqs:<ARN of the queue>`',
    example: 'https://example.com/tasks',
  },
  eventTypes: {
    meaning: 'The types of events that it gets, `["task.*"]` by default: all events of tasks',
    example: ['task.completed'],
  },
  projectIds: {
    meaning:
      'Only tasks of these projects and events of their rules, at most 50; null for all. A token that is bound to projects has its own projects as the default',
    example: null,
  },
  changedFields: {
    meaning:
      'Sends `task.updated`, `task.completed` and `task.reopened` only if one of these fields changed; null for any field',
    example: null,
  },
  excludeOriginIds: {
    meaning: 'Leaves out writes with one of these values of `Origin-Id`, at most 10; null for none',
    example: null,
  },
  excludeTokenIds: {
    meaning: 'Leaves out writes by one of these tokens, at most 10; null for none',
    example: null,
  },
  headers: {
    meaning: 'Headers that each delivery has in addition, at most 5. No answer shows their values',
    entry: {
      name: { meaning: 'The name of the header', example: 'Authorization' },
      value: { meaning: 'Its value', example: 'Bearer secret' },
    },
  },
  description: { meaning: 'A note for people, at most 500 characters', example: 'Sync with the CRM' },
  format: {
    meaning:
      'What it is sent: `standard`, the event; or a line for people with a link, as `slack`, `discord`, `teams` or `ntfy` takes it. `standard` by default',
    example: 'slack',
  },
  status: { meaning: '`paused` stops the deliveries; `active` starts them again', example: 'active' },
  oldValidHours: {
    meaning: 'The number of hours in which deliveries are also signed with the old secret, 0 to 168',
    example: 24,
  },
  from: {
    meaning: `Sends the events since this time again, at most ${maxEventDays} days back`,
    example: '2026-11-21T08:00:00Z',
  },
  to: { meaning: 'The time of the last event; now by default', example: '2026-11-21T09:00:00Z' },
  cursor: {
    meaning: 'Instead of `from`: a cursor of `GET /changes`; sends the events since then',
    example: 'Zm9v',
  },
  onlyFailed: {
    meaning: 'Leaves out events that were delivered',
    example: true,
  },
})
