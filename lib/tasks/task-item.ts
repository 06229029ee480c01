import { randomUUID } from 'node:crypto'
import { v5 as nameBasedUuid } from 'uuid'
import { trashRetentionDays } from '../contract/limits.ts'
import type { AttributeNames, Complete, Kept } from '../table/attributes.ts'
import { accountPartition, timeAfter, type Item, type Key } from '../table/item.ts'
import { nameInKeys, type ProjectTenant } from '../projects/project-item.ts'
import type { Tenant } from '../table/tenant.ts'
import type { FieldValue } from '../fields/types.ts'
import { valuesIn, type ValueAttribute } from '../fields/values.ts'
import { shownFields } from './fields.ts'
import type { NewSubtask, Subtask, SubtaskChange } from './subtask-fields.ts'
import type { Task, VersionedTask } from './task.ts'

/**
 * Names one write of a task for ever: `updated_at` rises with each write, even when a purged task is made again by its
 * external id. The version begins again then, so it is not part of the name. The name has no dot: a webhook's signature
 * separates its parts by dots.
 */
export const eventIdOf = ({ id, updated_at }: Pick<TaskItem, 'id' | 'updated_at'>): string =>
  eventIdAt(id, updated_at)

/** The id of the event of something, by its id, at a time: `evt_<id without dashes>_<ms since 1970>`. */
export const eventIdAt = (id: string, time: string): string =>
  `evt_${id.replaceAll('-', '')}_${Date.parse(time)}`

/** The subject of an event, such as a task: its id without the time. */
export const subjectOf = (eventId: string): string => eventId.slice(0, eventId.lastIndexOf('_'))

/** How long the trash keeps a task: 40 days. docs/decisions.md, "Trash". */
export const trashRetentionMs = trashRetentionDays * 24 * 60 * 60 * 1000

/** The item of a task, without its keys. */
export interface TaskItem extends Kept<Omit<Task, 'subtasks' | 'fields'>> {
  /** Its values of the account's fields: lib/fields/values.ts. */
  [value: ValueAttribute]: FieldValue
  /** By subtask id, so that concurrent changes of two subtasks do not overwrite each other. */
  subtasks: Record<string, SubtaskItem>
  /** The number of the last write, from 1. It is the ETag. */
  version: number
  /** The id of the last write. A retry after a lost answer recognises its own write by it. */
  write_id: string
  /** Who did the last write: writer.ts. Earlier releases did not keep it. */
  writer?: string
  /** The hash that a repeat with the same idempotency key, or the same id of its own, must have, and the values that its answer needs. */
  request_hash?: string
  first_position?: string
  first_version?: number
  /** Where its lane gave it. */
  first_status?: Task['status']
  /** The id of its idempotency key's item, if the key has an item of its own: `keyItemOf` in new-task.ts. */
  key_id?: string
  /** Which projects it left, when, and at which version: departures.ts. */
  departed?: string
  deleted_at?: string
  /** TTL, in seconds since 1970; only in the trash. */
  expires_at?: number
}

/** The stored part of a subtask; its id is the key. */
export type SubtaskItem = Kept<Omit<Subtask, 'id'>> & {
  rank: string
  /** The hash that a repeat of its create must have, if the create chose its id. */
  hash?: string
}

/** The attribute that keeps each field of a subtask's bodies, but for its id, and those that only order it. */
export const subtaskAttributes = {
  label: 'label',
  isCompleted: 'is_completed',
} as const satisfies AttributeNames<Omit<NewSubtask, 'id'>, SubtaskItem> &
  AttributeNames<Omit<SubtaskChange, 'beforeSubtaskId' | 'afterSubtaskId'>, SubtaskItem>

/** This service's namespace for name-based UUIDs: RFC 9562, section 6.5. */
const namespace = '3d1c1bd2-2d5e-4bd1-9d4b-2f0f6f1a7c55'

/** An id computed from an account, a kind and a name: the same name always gives the same id. */
export const namedId = (
  { accountId }: Pick<Tenant, 'accountId'>,
  kind:
    | ('external-id' | 'idempotency-key' | 'subtask' | 'submission' | 'copied-project' | 'rule')
    | ('comment-external-id' | 'comment-idempotency-key' | 'rule-comment' | 'copied-comment'),
  name: string,
): string => nameBasedUuid(`${accountId} ${kind} ${name}`, namespace)

export const taskPrefix = 'TASK#'

export const taskKey = ({ accountId }: Pick<Tenant, 'accountId'>, taskId: string): Key => ({
  pk: accountPartition(accountId),
  sk: `${taskPrefix}${taskId}`,
})

/** The partition of a project's active tasks in the list index. That of a project beyond the tenant's bounds is empty. */
export const projectList = (tenant: ProjectTenant, projectId: string): string =>
  `${accountPartition(tenant.accountId)}#PROJECT#${nameInKeys(tenant, projectId)}`

/** The partition of a project's trash in the list index. */
export const trashList = (tenant: ProjectTenant, projectId: string): string =>
  `${projectList(tenant, projectId)}#TRASH`

/** The sort key of a task in its project's list. */
export const listKey = (position: string, taskId: string): string => `${position}#${taskId}`

/** The sort key of a task in the change feed. */
export const changeKey = (updatedAt: string, taskId: string): string => `${updatedAt}#${taskId}`

/** The keys of a task in both indexes: by its position in the project, and by its last change. */
export const indexKeys = (
  tenant: Tenant,
  { id, project_id, position, updated_at, deleted_at }: TaskItem,
) => ({
  list_pk: deleted_at === undefined ? projectList(tenant, project_id) : trashList(tenant, project_id),
  list_sk: listKey(deleted_at ?? position, id),
  changes_pk: accountPartition(tenant.accountId),
  changes_sk: changeKey(updated_at, id),
})

/**
 * The attributes that every write of a task sets: its time, its key in the change feed, the id of the write, and its
 * writer. If the writer is unknown, the last writer is removed.
 * @param updatedAt later than the task's `updated_at`: `timeAfter`
 */
export const stampAt = ({ writer }: Pick<Tenant, 'writer'>, taskId: string, updatedAt: string) => ({
  updated_at: updatedAt,
  changes_sk: changeKey(updatedAt, taskId),
  write_id: randomUUID(),
  writer,
})

/** The stamp of a write at `nowMs` of a task that was read before. */
export const stampOf = (tenant: Tenant, { id, updated_at }: TaskItem, nowMs: number) =>
  stampAt(tenant, id, timeAfter(updated_at, nowMs))

/**
 * Types an item that was read with `taskKey`, which only this folder writes, whatever project it is in; undefined for a
 * key's item: `keyItemOf` in new-task.ts. A request reads tasks by gate.ts. This function is for facts of the account:
 * whether a name is taken, and events.
 */
export const anyTask = (item: Item | undefined): TaskItem | undefined =>
  item && 'label' in item ? (item as unknown as TaskItem) : undefined

/** The subtasks in order: by rank, then by id. */
export const inOrder = (subtasks: TaskItem['subtasks']) =>
  Object.entries(subtasks)
    .map(([id, subtask]) => ({ id, ...subtask }))
    .sort((a, b) => (a.rank === b.rank ? (a.id < b.id ? -1 : 1) : a.rank < b.rank ? -1 : 1))

/** The task object: docs/tasks-interface.md, "Task object". */
export function toTask(item: TaskItem): VersionedTask {
  const subtasks = inOrder(item.subtasks).map(({ id, label, is_completed }): Complete<Subtask> => ({
    id,
    label,
    is_completed,
  }))
  // an item keeps each field as answers show it, except subtasks and values
  return { task: { ...shownFields(item), subtasks, fields: valuesIn(item) } as Task, version: item.version }
}
