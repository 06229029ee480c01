import { createHash, randomUUID } from 'node:crypto'
import { ApiError } from '../../api-error.ts'
import type { Task, VersionedTask } from '../../contract/task.ts'
import { newPosition } from '../../position/new-position.ts'
import { changePlace } from '../project/places.ts'
import type { Tenant } from '../send.ts'
import { firstRefusal, transact, type PutWrite } from '../storage.ts'
import { epochSeconds, type Item } from '../table.ts'
import { asTaskItem, indexKeys, namedId, taskKey, toTask, trashRetentionMs, type TaskItem } from './item.ts'

/** A task to be made, as its contract parsed it. */
export interface NewTask {
  projectId: string
  label: string
  description?: string | null | undefined
  status: Task['status']
  workflowLaneId?: string | null | undefined
  externalId?: string | undefined
  subtasks: { label: string; isCompleted: boolean }[]
}

/** A task as it was created; `replayed` when an earlier request with the same idempotency key had made it. */
export interface CreatedTask extends VersionedTask {
  replayed: boolean
}

/** The item that a request makes. With id, position and time given it is the same again, for a replay. */
function itemOf(tenant: Tenant, request: NewTask, id: string, position: string, now: string): TaskItem {
  const { projectId, label, description, status, workflowLaneId, externalId, subtasks } = request
  const subtaskItems = subtasks.map((subtask, index) => [
    namedId(tenant, 'subtask', `${id} ${index}`),
    { label: subtask.label, is_completed: subtask.isCompleted, rank: newPosition() },
  ])
  return {
    id,
    label,
    status,
    project_id: projectId,
    ...(workflowLaneId != null && { workflow_lane_id: workflowLaneId }),
    position,
    ...(description != null && { description }),
    ...(externalId !== undefined && { external_id: externalId }),
    // the type of a map from pairs is lost on the way
    subtasks: Object.fromEntries(subtaskItems) as TaskItem['subtasks'],
    created_at: now,
    updated_at: now,
    version: 1,
    write_id: randomUUID(),
  }
}

/** The task's id: of its external id or its idempotency key, so that a repeat meets what it made before. */
function newId(tenant: Tenant, { externalId }: NewTask, key: string | undefined): string {
  if (externalId !== undefined) return namedId(tenant, 'external-id', externalId)
  return key === undefined ? randomUUID() : namedId(tenant, 'idempotency-key', key)
}

/** Puts an item where there is none, or only one that the TTL has forgotten to purge. */
const putNew = (item: Item): { Put: PutWrite } => ({
  Put: {
    Item: item,
    ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
    ExpressionAttributeValues: { ':now': epochSeconds(Date.now()) },
  },
})

/**
 * With an external id the task's id says nothing of the key, so the place that the key names is taken by an item
 * which is no task: it has no label, and looks deleted to every write.
 */
const keyItem = (tenant: Tenant, key: string, requestHash: string): Item => ({
  ...taskKey(tenant, namedId(tenant, 'idempotency-key', key)),
  request_hash: requestHash,
  deleted_at: new Date().toISOString(),
  expires_at: epochSeconds(Date.now() + trashRetentionMs),
})

/** Why a task of that name cannot be made. */
function nameTaken({ externalId }: NewTask, taskId: string): ApiError {
  return externalId === undefined
    ? new ApiError(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request: take a new one.',
      )
    : new ApiError(
        'external_id_exists',
        'A task with this externalId exists already, or lies in the trash: update or restore it.',
        { members: { task_id: taskId } },
      )
}

/**
 * Adds a task at the end of its project and counts it, in one transaction. With an idempotency key, or an external
 * id, it is made once however often the request comes.
 * @throws ApiError project_not_found, lane_not_found, quota_exceeded, external_id_exists, idempotency_key_reused
 */
export async function createTask(tenant: Tenant, request: NewTask, key?: string): Promise<CreatedTask> {
  const id = newId(tenant, request, key)
  const requestHash =
    key &&
    createHash('sha256')
      .update(JSON.stringify([key, request]))
      .digest('base64url')
  const item = itemOf(tenant, request, id, newPosition(), new Date().toISOString())
  const counts = changePlace(tenant, undefined, item)
  const memory = requestHash && { request_hash: requestHash, first_position: item.position }
  const refusals = await transact(tenant, [
    ...counts.map(({ write }) => write),
    putNew({ ...taskKey(tenant, id), ...item, ...memory, ...indexKeys(tenant, item) }),
    ...(key !== undefined && requestHash && request.externalId !== undefined
      ? [putNew(keyItem(tenant, key, requestHash))]
      : []),
  ])
  if (!refusals) return { ...toTask(item), replayed: false }
  const [ofTask, ofKey] = refusals.slice(counts.length)
  if (ofKey && ofKey.found?.request_hash !== requestHash)
    throw nameTaken({ ...request, externalId: undefined }, id)
  if (!ofTask) throw firstRefusal(counts, refusals)
  const earlier = asTaskItem(ofTask.found)
  if (!requestHash || !earlier?.first_position || earlier.request_hash !== requestHash)
    throw nameTaken(request, id)
  const first = itemOf(tenant, request, id, earlier.first_position, earlier.created_at)
  return { ...toTask(first), replayed: true }
}
