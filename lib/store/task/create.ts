import { createHash } from 'node:crypto'
import { ApiError } from '../../api-error.ts'
import type { NewTask, VersionedTask } from '../../contract/task.ts'
import { newPosition } from '../../position/new-position.ts'
import { transactCounted } from '../project/convert.ts'
import { changePlace } from '../project/places.ts'
import { findProjectItem } from '../project/read.ts'
import { serviceUnavailable } from '../send.ts'
import type { Tenant } from '../tenant.ts'
import { stamped } from '../stamped.ts'
import { get } from '../read-items.ts'
import { firstRefusal, type TransactionWrite } from '../write-items.ts'
import { epochSeconds, type Item } from '../item.ts'
import { asTaskItem, indexKeys, taskKey, timeAfter, toTask, type TaskItem } from './item.ts'
import { keyIdOf, keyItemOf } from './key-item.ts'
import { newId, newItem } from './new-item.ts'

/** A task as it was created; `replayed` when an earlier request with the same idempotency key had made it. */
export interface CreatedTask extends VersionedTask {
  replayed: boolean
}

/** Puts an item where there is nothing, or what the TTL has not purged yet, or where one of `others` holds. */
const putWhereFree = (item: Item, others: Record<string, unknown>): TransactionWrite => {
  const allowed = Object.entries(others).filter(([, value]) => value !== undefined)
  return {
    Put: {
      Item: item,
      ConditionExpression: [
        'attribute_not_exists(pk) OR expires_at <= :now',
        ...allowed.map(([name]) => `${name} = :${name}`),
      ].join(' OR '),
      ExpressionAttributeValues: {
        ':now': epochSeconds(Date.now()),
        ...Object.fromEntries(allowed.map(([name, value]) => [`:${name}`, value])),
      },
    },
  }
}

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

/** A task to be made, under which id and key, and what is lost of those that had these names before. */
interface Creation {
  request: NewTask
  id: string
  key: string | undefined
  requestHash: string | undefined
  /** The lost task of that id: the new one goes on with its versions. */
  lostTask?: TaskItem
  /** The id of the lost task which had the key. */
  lostKeyOf?: string
}

/** The item that a creation makes at a time. */
function itemAt(tenant: Tenant, creation: Creation, nowMs: number): TaskItem {
  const { request, id, key, requestHash, lostTask } = creation
  const item = newItem(tenant, request, {
    id,
    position: newPosition(),
    created_at: lostTask ? timeAfter(lostTask.updated_at, nowMs) : new Date(nowMs).toISOString(),
    version: (lostTask?.version ?? 0) + 1,
  })
  if (key === undefined || requestHash === undefined) return item
  const keyId = keyIdOf(tenant, key, request.externalId)
  return {
    ...item,
    request_hash: requestHash,
    first_position: item.position,
    first_version: item.version,
    ...(keyId !== undefined && { key_id: keyId }),
  }
}

/** The writes of a new task and of its key; each is refused where another one has the name. */
function writesOf(tenant: Tenant, creation: Creation, item: TaskItem): TransactionWrite[] {
  const { lostTask, lostKeyOf, requestHash } = creation
  const keyItem = keyItemOf(tenant, item)
  return [
    putWhereFree(
      { ...taskKey(tenant, item.id), ...item, ...indexKeys(tenant, item) },
      { version: lostTask?.version, task_id: lostKeyOf },
    ),
    ...(keyItem ? [putWhereFree(keyItem, { request_hash: requestHash, task_id: lostKeyOf })] : []),
  ]
}

/** The id of the task that the item of a key belongs to, if that task is lost. */
async function lostOwnerOf(tenant: Tenant, keyItem: Item | undefined): Promise<string | undefined> {
  const { task_id: taskId } = keyItem ?? {}
  if (typeof taskId !== 'string') return undefined
  const owner = asTaskItem(await get(tenant, taskKey(tenant, taskId)))
  return owner && (await isLost(tenant, owner)) ? taskId : undefined
}

/**
 * Adds the task and counts it, in one transaction, at a time.
 * @returns the task; or what has turned out to be lost, so that it may be tried again
 */
async function createAt(tenant: Tenant, creation: Creation, nowMs: number): Promise<CreatedTask | Creation> {
  const { request, id, requestHash } = creation
  const item = itemAt(tenant, creation, nowMs)
  const counts = changePlace(tenant, undefined, item)
  const refusals = await transactCounted(tenant, [
    ...counts.map(({ write }) => write),
    ...writesOf(tenant, creation, item),
  ])
  if (!refusals) return { ...toTask(item), replayed: false }
  const [ofTask, ofKey] = refusals.slice(counts.length)
  if (ofKey) {
    const lostKeyOf = await lostOwnerOf(tenant, ofKey.found)
    if (lostKeyOf !== undefined) return { ...creation, lostKeyOf }
    throw nameTaken({ ...request, externalId: undefined }, id)
  }
  if (!ofTask) throw firstRefusal(counts, refusals)
  const earlier = asTaskItem(ofTask.found)
  const lostKeyOf = earlier ? undefined : await lostOwnerOf(tenant, ofTask.found)
  if (lostKeyOf !== undefined) return { ...creation, lostKeyOf }
  if (earlier && (await isLost(tenant, earlier))) return { ...creation, lostTask: earlier }
  if (earlier && requestHash && earlier.request_hash === requestHash) return replay(tenant, request, earlier)
  throw nameTaken(request, id)
}

/**
 * Adds a task at the end of its project. With an idempotency key, or an external id, it is made once however often
 * the request comes.
 * @throws ApiError project_not_found, lane_not_found, quota_exceeded, external_id_exists, idempotency_key_reused
 */
export async function createTask(tenant: Tenant, request: NewTask, key?: string): Promise<CreatedTask> {
  const requestHash =
    key &&
    createHash('sha256')
      .update(JSON.stringify([key, request]))
      .digest('base64url')
  let creation: Creation = { request, id: newId(tenant, request, key), key, requestHash }
  while (Date.now() < tenant.deadlineMs) {
    const made = await stamped(tenant, (nowMs, stampedTenant) => createAt(stampedTenant, creation, nowMs))
    if ('task' in made) return made
    creation = made
  }
  throw serviceUnavailable()
}
