import type { components } from './schema.ts'

type Schemas = components['schemas']

/** One write of a task. */
export type TaskEvent = Schemas['TaskEvent']
export type TaskEventType = TaskEvent['type']

/** The fields of a task that an event can name as changed. */
export type ChangeableField = TaskEvent['data']['changed'][number]

/** Another webhook of the account has been failing for a day, or was disabled. */
export type WebhookNotice = Schemas['WebhookNotice']

/** A submission of a form waits for a replay. */
export type HeldNotice = Schemas['HeldNotice']

/** The event that `webhooks.test` sends. */
export type TestEvent = Schemas['TestEvent']

/** The body of a delivery. Switch on `type`; a later version of the service may add types. */
export type WebhookEvent = TaskEvent | WebhookNotice | HeldNotice | TestEvent

/** Whether an event is about a task. */
export const isTaskEvent = (event: WebhookEvent): event is TaskEvent => event.type.startsWith('task.')
