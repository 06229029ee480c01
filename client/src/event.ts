import type { Change, Task } from './types.ts'

/** The events of tasks. One write of a task is one event: the most specific type. */
export type TaskEventType =
  'task.created' | 'task.completed' | 'task.reopened' | 'task.updated' | 'task.deleted' | 'task.restored'

/** The fields of a task that an event can name as changed. */
export type ChangeableField = Exclude<keyof Task, 'id' | 'created_at' | 'updated_at'>

interface EventOf<Type extends string, Data> {
  /** Names the event for ever, and is the same in every repeated delivery. A change of the feed has the same id. */
  id: string
  type: Type
  /** When it happened: ISO 8601, in UTC. */
  timestamp: string
  data: Data
}

/** One write of a task. */
export type TaskEvent = EventOf<
  TaskEventType,
  {
    /** The task after the write. `truncated` names what is left out in a large event. */
    task: Omit<Task, 'description' | 'subtasks'> & Partial<Pick<Task, 'description' | 'subtasks'>>
    /** It rises with each write of the task: keep the higher one. */
    version: number
    /** Empty if the task was created, deleted or restored. */
    changed: ChangeableField[]
    /** The values of the changed fields before the write. */
    previous: Partial<Pick<Task, ChangeableField>>
    origin: Change['origin']
    truncated?: ('description' | 'subtasks')[]
  }
>

/** Another webhook of the account has been failing for a day, or was disabled. */
export type WebhookNotice = EventOf<
  'webhook.failing' | 'webhook.disabled',
  { webhook: { id: string; url: string; disabled_reason: string | null; failing_since: string | null } }
>

/** A submission of a form waits for a replay. */
export type HeldNotice = EventOf<
  'form.submission_held',
  { form_id: string; submission: { id: string; received_at: string; reason: string | null } }
>

/** What `webhooks.test` sends. */
export type TestEvent = EventOf<'webhook.test', { webhook_id: string }>

/** The body of a delivery. Switch on `type`; a later version of the service may add types. */
export type WebhookEvent = TaskEvent | WebhookNotice | HeldNotice | TestEvent

/** Whether an event is about a task. */
export const isTaskEvent = (event: WebhookEvent): event is TaskEvent => event.type.startsWith('task.')
