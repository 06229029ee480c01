import { createHash } from 'node:crypto'
import { ApiError } from '../../api-error.ts'
import type { VersionedTask } from '../../contract/task.ts'
import { newPosition } from '../../position/new-position.ts'
import { transactCounted } from '../project/convert.ts'
import { changePlace } from '../project/places.ts'
import { findProjectItem } from '../project/read.ts'
import type { Tenant } from '../send.ts'
import { firstRefusal, type PutWrite } from '../storage.ts'
import { epochSeconds, type Item } from '../table.ts'
import {
  asTaskItem,
  indexKeys,
  namedId,
  taskKey,
  timeAfter,
  toTask,
  trashRetentionMs,
  type TaskItem,
} from './item.ts'
import { newId, newItem, type NewTask } from './new-item.ts'

/** A task as it was created; `replayed` when an earlier request with the same idempotency key had made it. */
export interface CreatedTask extends VersionedTask {
  replayed: boolean
}

/** Puts an item where there is none, or only one that the TTL has forgotten to purge, or the one to be replaced. */
const putNew = (item: Item, replaced?: TaskItem): { Put: PutWrite } => ({
  Put: {
    Item: item,
    ConditionExpression: replaced ? 'version = :seen' : 'attribute_not_exists(pk) OR expires_at <= :now',
    ExpressionAttributeValues: replaced
      ? { ':seen': replaced.version }
      : { ':now': epochSeconds(Date.now()) },
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

/** The answer that the task's first request got. */
function replay(tenant: Tenant, request: NewTask, earlier: TaskItem): CreatedTask {
  const { id, created_at, first_position, first_version } = earlier
  // all three stand beside the hash that has led here
  const birth = { id, created_at, position: first_position ?? '', version: first_version ?? 1 }
  return { ...toTask(newItem(tenant, request, birth)), replayed: true }
}

/** Whether a task lies in the trash of a project that is gone: nobody can have it back, so its name is free. */
const isLost = async (tenant: Tenant, task: TaskItem): Promise<boolean> =>
  task.deleted_at !== undefined && (await findProjectItem(tenant, task.project_id)) === undefined

/**
 * Adds a task at the end of its project and counts it, in one transaction. With an idempotency key, or an external
 * id, it is made once however often the request comes.
 * @param replaced a task of that name which nobody can have back: the new one goes on with its versions
 * @throws ApiError project_not_found, lane_not_found, quota_exceeded, external_id_exists, idempotency_key_reused
 */
export async function createTask(
  tenant: Tenant,
  request: NewTask,
  key?: string,
  replaced?: TaskItem,
): Promise<CreatedTask> {
  const id = newId(tenant, request, key)
  const requestHash =
    key &&
    createHash('sha256')
      .update(JSON.stringify([key, request]))
      .digest('base64url')
  const item = newItem(tenant, request, {
    id,
    position: newPosition(),
    created_at: replaced ? timeAfter(replaced.updated_at) : new Date().toISOString(),
    version: (replaced?.version ?? 0) + 1,
  })
  const counts = changePlace(tenant, undefined, item)
  const memory = requestHash && {
    request_hash: requestHash,
    first_position: item.position,
    first_version: item.version,
  }
  const refusals = await transactCounted(tenant, [
    ...counts.map(({ write }) => write),
    putNew({ ...taskKey(tenant, id), ...item, ...memory, ...indexKeys(tenant, item) }, replaced),
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
  if (earlier && requestHash && earlier.request_hash === requestHash) return replay(tenant, request, earlier)
  if (earlier && request.externalId !== undefined && (await isLost(tenant, earlier)))
    return createTask(tenant, request, key, earlier)
  throw nameTaken(request, id)
}
