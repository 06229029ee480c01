import { randomUUID } from 'node:crypto'
import { v5 as nameBasedUuid } from 'uuid'
import { notFound } from '../../api-error.ts'
import { externalIdOf } from '../../contract/fields.ts'
import { trashRetentionDays } from '../../contract/limits.ts'
import type { SubtaskChange } from '../../contract/subtask.ts'
import type { NewSubtask, NewTask, Subtask, Task, TaskChange, VersionedTask } from '../../contract/task.ts'
import type { AttributeNames, Complete, Kept } from '../attributes.ts'
import type { Tenant } from '../tenant.ts'
import { accountPartition, type Item, type Key } from '../item.ts'

/** docs/architecture.md, "Trash": how long it keeps a task. */
export const trashRetentionMs = trashRetentionDays * 24 * 60 * 60 * 1000

/** What the table keeps of a task, beside the keys. */
export interface TaskItem extends Kept<Omit<Task, 'subtasks'>> {
  /** By subtask id, so that two callers who change two of them never overwrite each other. */
  subtasks: Record<string, SubtaskItem>
  /** Counts the writes from 1 on; the ETag. */
  version: number
  /** Names the last write, so that a write whose answer was lost knows itself again. */
  write_id: string
  /** What a repeat with the same idempotency key is held against, and what its answer needs of the first one. */
  request_hash?: string
  first_position?: string
  first_version?: number
  /** Where the item of its idempotency key lies, if that is not the task's own place: key-item.ts. */
  key_id?: string
  deleted_at?: string
  /** TTL, in seconds since 1970; only in the trash. */
  expires_at?: number
}

/** What is kept of a subtask; its id is the key. */
export type SubtaskItem = Kept<Omit<Subtask, 'id'>> & { rank: string }

/** The attribute that keeps each field of a task's bodies. */
export const taskAttributes = {
  projectId: 'project_id',
  label: 'label',
  description: 'description',
  status: 'status',
  workflowLaneId: 'workflow_lane_id',
  externalId: 'external_id',
} as const satisfies AttributeNames<Omit<NewTask, 'subtasks'>, TaskItem> &
  AttributeNames<TaskChange, TaskItem>

/** The attribute that keeps each field of a subtask's bodies, but for those that only order it. */
export const subtaskAttributes = {
  label: 'label',
  isCompleted: 'is_completed',
} as const satisfies AttributeNames<NewSubtask, SubtaskItem> &
  AttributeNames<Omit<SubtaskChange, 'beforeSubtaskId' | 'afterSubtaskId'>, SubtaskItem>

/** A namespace of our own for ids that are made of names: RFC 9562, section 6.5. */
const namespace = '3d1c1bd2-2d5e-4bd1-9d4b-2f0f6f1a7c55'

/** The id of whatever an account names so: the same name leads to the same item. */
export const namedId = (
  { accountId }: Tenant,
  kind: 'external-id' | 'idempotency-key' | 'subtask',
  name: string,
): string => nameBasedUuid(`${accountId} ${kind} ${name}`, namespace)

/** The id of the task that a path names, by its id or by `ext:` and its external id. */
export function taskIdOf(tenant: Tenant, reference: string): string {
  const externalId = externalIdOf(reference)
  return externalId === undefined ? reference : namedId(tenant, 'external-id', externalId)
}

export const taskKey = ({ accountId }: Tenant, taskId: string): Key => ({
  pk: accountPartition(accountId),
  sk: `TASK#${taskId}`,
})

/** The list partition of a project's active tasks. */
export const projectList = ({ accountId }: Tenant, projectId: string): string =>
  `${accountPartition(accountId)}#PROJECT#${projectId}`

/** The list partition of a project's trash. */
export const trashList = (tenant: Tenant, projectId: string): string =>
  `${projectList(tenant, projectId)}#TRASH`

/** Where a task stands in the change feed. */
export const changeKey = (updatedAt: string, taskId: string): string => `${updatedAt}#${taskId}`

/** The index keys of a task: where it stands in its project, and when it last changed. */
export const indexKeys = (
  tenant: Tenant,
  { id, project_id, position, updated_at, deleted_at }: TaskItem,
) => ({
  list_pk: deleted_at === undefined ? projectList(tenant, project_id) : trashList(tenant, project_id),
  list_sk: `${deleted_at ?? position}#${id}`,
  changes_pk: accountPartition(tenant.accountId),
  changes_sk: changeKey(updated_at, id),
})

/**
 * The time of a write at `nowMs` to a task that was last written at `updatedAt`: now, and later than that, whatever
 * the clocks say. So a task never has the same `updated_at` twice, and readers can tell versions by it.
 */
export const timeAfter = (updatedAt: string, nowMs: number): string =>
  new Date(Math.max(nowMs, Date.parse(updatedAt) + 1)).toISOString()

/** What each write at `nowMs` to a task that was read before sets: its time, its place in the feed, and its name. */
export function stampOf({ id, updated_at: updatedAt }: TaskItem, nowMs: number) {
  const updated_at = timeAfter(updatedAt, nowMs)
  return { updated_at, changes_sk: changeKey(updated_at, id), write_id: randomUUID() }
}

/** Holds of a task that is there and not in the trash. */
export const isActive = 'attribute_exists(pk) AND attribute_not_exists(deleted_at)'

/** An item under a task's key, if it is a task: what lies there, only this folder wrote. */
export const asTaskItem = (item: Item | undefined): TaskItem | undefined =>
  item && 'label' in item ? (item as unknown as TaskItem) : undefined

/**
 * The task, if it is there and not in the trash.
 * @throws ApiError task_not_found when there is none, or in the trash only
 */
export function activeTask(task: TaskItem | undefined): TaskItem {
  if (!task || task.deleted_at !== undefined) throw notFound('task')
  return task
}

/** The subtasks in their order: by rank, and by id where ranks are equal. */
export const inOrder = (subtasks: TaskItem['subtasks']) =>
  Object.entries(subtasks)
    .map(([id, subtask]) => ({ id, ...subtask }))
    .sort((a, b) => (a.rank === b.rank ? (a.id < b.id ? -1 : 1) : a.rank < b.rank ? -1 : 1))

/** The task object: docs/tasks-interface.md, "Task object". */
export function toTask(item: TaskItem): VersionedTask {
  const task: Complete<Task> = {
    id: item.id,
    label: item.label,
    status: item.status,
    project_id: item.project_id,
    workflow_lane_id: item.workflow_lane_id ?? null,
    position: item.position,
    description: item.description ?? null,
    subtasks: inOrder(item.subtasks).map(({ id, label, is_completed }): Complete<Subtask> => ({
      id,
      label,
      is_completed,
    })),
    external_id: item.external_id,
    created_at: item.created_at,
    updated_at: item.updated_at,
  }
  return { task, version: item.version }
}
