import * as z from 'zod/mini'
import { comment } from '../comments/comment.ts'
import { timestamp, uuid } from '../contract/fields.ts'
import { maxDigestTasks } from '../contract/limits.ts'
import { isFieldKey } from '../fields/kinds.ts'
import { fieldValue } from '../fields/values.ts'
import { changeableFields } from '../tasks/fields.ts'
import { origin } from '../tasks/origin.ts'
import { task } from '../tasks/task.ts'

/** The types of the events of a task. One write is one event: the most specific type. */
export const taskEventTypes = [
  'task.created',
  'task.completed',
  'task.reopened',
  'task.updated',
  'task.deleted',
  'task.restored',
] as const

/** The types of the events of a comment. What it does because of its task is none: that has an event of its own. */
export const commentEventTypes = ['comment.created', 'comment.updated', 'comment.deleted'] as const

/** The types of the events that are no change of a task. A webhook gets them only if it lists them. */
export const noticeTypes = [
  'webhook.failing',
  'webhook.disabled',
  'form.submission_held',
  'rule.fired',
  'rule.failed',
  'rule.disabled',
] as const

/** The event that `POST …/test` sends. */
export const testEventType = 'webhook.test'

/** The values that a webhook can list in `eventTypes`; `task.*` stands for all events of tasks, `comment.*` for those of comments. */
export const subscriptions = [
  ...(['task.*', ...taskEventTypes] as const),
  ...(['comment.*', ...commentEventTypes] as const),
  ...noticeTypes,
] as const
export type Subscription = (typeof subscriptions)[number]

/** The name of a value of a task in `changed`: `fields.` and the key of its field. */
export const valueName = z.custom<`fields.${string}`>(
  (name) =>
    typeof name === 'string' && name.startsWith('fields.') && isFieldKey(name.slice('fields.'.length)),
)

/** The names that `changedFields` of a webhook can have: a field of a task; `fields` stands for all of its values. */
export const watchedField = z.union([z.literal(changeableFields), valueName], {
  error: () => `must be one of ${changeableFields.join(', ')}, or fields. and the key of a field`,
})
export type WatchedField = z.output<typeof watchedField>

/** The fields that an event names whole: of `fields`, it names each value. */
export const wholeFields = changeableFields.filter((name) => name !== 'fields')

/** What an event can name in `changed`. */
const changedName = z.union([z.literal(wholeFields), valueName])
export type ChangedName = z.output<typeof changedName>

export { changeableFields }

/** The same fields as a mask of the task. */
const changeable = Object.fromEntries(wholeFields.map((name) => [name, true])) as Record<
  (typeof wholeFields)[number],
  true
> // it has these keys

/** The members of every event. */
const common = { id: z.string(), timestamp }

/** A task in an event. A large event lacks some of its fields. */
const eventTask = z.extend(z.omit(task, { description: true, subtasks: true }), {
  description: z.optional(task.shape.description),
  subtasks: z.optional(task.shape.subtasks),
})

/** The fields of a task that a large event lacks, the first to go first. */
export const longFields = ['description', 'subtasks', 'fields'] as const

/** One write of a task, as it is posted to receivers. */
export const taskEvent = z.object({
  ...common,
  type: z.literal(taskEventTypes),
  data: z.object({
    /** The task after the write. A large event lacks some of it: see `truncated`. */
    task: eventTask,
    version: z.int(),
    /** The fields that the write changed. Empty where the task was created, deleted or restored. */
    changed: z.array(changedName),
    /** The values of these fields before the write; null for a value that did not exist. */
    previous: z.extend(z.partial(z.pick(task, changeable)), {
      fields: z.optional(z.record(z.string(), z.nullable(fieldValue))),
    }),
    origin: z.nullable(origin),
    /** For a bound webhook: the task has not been created or deleted, but has entered or left its projects. */
    reason: z.optional(z.literal('moved')),
    /** The fields that were left out because the event is larger than 100 KiB; absent if it is whole. */
    truncated: z.optional(z.array(z.literal(longFields))),
  }),
})
export type TaskEvent = z.output<typeof taskEvent>

/** One write of a comment. */
export const commentEvent = z.object({
  ...common,
  type: z.literal(commentEventTypes),
  data: z.object({
    /** The comment after the write; of a deleted one, the text is gone. */
    comment: z.extend(z.omit(comment, { text: true }), { text: z.optional(comment.shape.text) }),
    /** The project of its task. */
    project_id: uuid,
    version: z.int(),
    origin: z.nullable(origin),
  }),
})
export type CommentEvent = z.output<typeof commentEvent>

/** Something that a person should know about a webhook. */
export const webhookNotice = z.object({
  ...common,
  type: z.literal(['webhook.failing', 'webhook.disabled']),
  data: z.object({
    webhook: z.object({
      id: uuid,
      url: z.string(),
      disabled_reason: z.nullable(z.string()),
      failing_since: z.nullable(timestamp),
    }),
  }),
})

/** A submission that waits for a replay. */
export const heldNotice = z.object({
  ...common,
  type: z.literal('form.submission_held'),
  data: z.object({
    form_id: uuid,
    submission: z.object({ id: uuid, received_at: timestamp, reason: z.nullable(z.string()) }),
  }),
})

/** A rule in its events. */
const rule = z.object({ id: uuid, label: z.string(), project_id: uuid })

/** What a rule tells with its action `notify`. */
export const ruleFired = z.object({
  ...common,
  type: z.literal('rule.fired'),
  data: z.object({
    rule,
    /** The time for which it fired. */
    occurrence: z.object({ at: timestamp }),
    /** The task that triggered it: of a rule with the trigger `date` or `event`. */
    task: z.optional(eventTask),
    /** The field of the task, and its value, whose time has come: of a rule with the trigger `date`. */
    field: z.optional(z.object({ key: z.string(), value: z.string() })),
    /** How many tasks match the rule's `where`: of a rule with the trigger `schedule`. */
    matched: z.optional(z.int()),
    /** The first of them. */
    tasks: z.optional(z.array(eventTask).check(z.maxLength(maxDigestTasks))),
    /** What was left out because the event is larger than 100 KiB: fields of each task, then `tasks`, the last of them. */
    truncated: z.optional(z.array(z.literal([...longFields, 'tasks']))),
  }),
})
export type RuleFired = z.output<typeof ruleFired>

/** A run of a rule that failed. */
export const ruleFailed = z.object({
  ...common,
  type: z.literal('rule.failed'),
  data: z.object({
    rule,
    run: z.object({
      id: uuid,
      due_at: timestamp,
      error: z.object({ code: z.string(), message: z.string() }),
    }),
  }),
})
export type RuleFailed = z.output<typeof ruleFailed>

/** A rule that the service has stopped. */
export const ruleDisabled = z.object({
  ...common,
  type: z.literal('rule.disabled'),
  data: z.object({ rule: z.extend(rule, { disabled_reason: z.string() }) }),
})
export type RuleDisabled = z.output<typeof ruleDisabled>

/** The event of a test. */
export const testEvent = z.object({
  ...common,
  type: z.literal(testEventType),
  data: z.object({ webhook_id: uuid }),
})
export type TestEvent = z.output<typeof testEvent>

/** Every event that is posted. */
export type WebhookEvent =
  | TaskEvent
  | CommentEvent
  | z.output<typeof webhookNotice>
  | z.output<typeof heldNotice>
  | RuleFired
  | RuleFailed
  | RuleDisabled
export type EventType = WebhookEvent['type']

/** One write in the history of its task. */
export interface Step {
  taskId: string
  /** The `updated_at` of the write. */
  at: string
  version: number
  /** The version before; absent where the write made the task. */
  before?: number
  /** Whether readers see no change: such a write has no event, and so no entry. */
  isQuiet: boolean
  /** The old values that the event lacks: it is too large, or its type names none. */
  previous?: TaskEvent['data']['previous']
  /** The form that wrote it. */
  formId?: string
}

/** An event with what is stored beside it, as for bound webhooks: bound.ts. */
export type StoredEvent = WebhookEvent & {
  /** Of a move to another project: the event for those that see only the project that the task left. */
  departure?: TaskEvent
  /** Of a notice: the projects that it is about; undefined if it concerns the whole account. */
  projectIds?: readonly string[] | undefined
  /** Of a write of a task that the table's stream has told of: its step in the history of the task. */
  step?: Step
}
