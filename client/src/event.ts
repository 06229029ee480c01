import type { components } from './schema.ts'

type Schemas = components['schemas']

/** One write of a task. */
export type TaskEvent = Schemas['TaskEvent']
export type TaskEventType = TaskEvent['type']

/** The fields of a task that an event can name as changed. */
export type ChangeableField = TaskEvent['data']['changed'][number]

/** One write of a comment. What a comment does because of its task is none. */
export type CommentEvent = Schemas['CommentEvent']

/** Another webhook of the account has been failing for a day, or was disabled. */
export type WebhookNotice = Schemas['WebhookNotice']

/** A submission of a form waits for a replay. */
export type HeldNotice = Schemas['HeldNotice']

/** A rule with the action `notify` has fired. Its task is as it was then; no write is told of. */
export type RuleFired = Schemas['RuleFired']

/** A run of a rule has failed. */
export type RuleFailed = Schemas['RuleFailed']

/** The service has stopped a rule. */
export type RuleDisabled = Schemas['RuleDisabled']

/** The event that `webhooks.test` sends. */
export type TestEvent = Schemas['TestEvent']

/** The body of a delivery. Switch on `type`; a later version of the service may add types. */
export type WebhookEvent =
  TaskEvent | CommentEvent | WebhookNotice | HeldNotice | RuleFired | RuleFailed | RuleDisabled | TestEvent

/** Whether an event is a write of a task. */
export const isTaskEvent = (event: WebhookEvent): event is TaskEvent => event.type.startsWith('task.')
