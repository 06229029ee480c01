import { createHash } from 'node:crypto'
import { ApiError } from '../../api-error.ts'
import type { NewTask, VersionedTask } from '../../contract/task.ts'
import { newPosition } from '../../position/new-position.ts'
import { transactCounted } from '../project/convert.ts'
import { recountTask } from '../project/counts.ts'
import { findProjectItem } from '../project/read.ts'
import { serviceUnavailable } from '../send.ts'
import type { Tenant } from '../tenant.ts'
import { stamped } from '../stamped.ts'
import { get } from '../read-items.ts'
import { firstRefusal, type CheckedWrite } from '../write-items.ts'
import type { TransactionWrite } from '../transaction-write.ts'
import { epochSeconds, type Item } from '../item.ts'
import { asTaskItem, indexKeys, taskKey, timeAfter, toTask, type TaskItem } from './item.ts'
import { keyIdOf, keyItemOf } from './key-item.ts'
import { newId, newItem } from './new-item.ts'

/** A created task. `replayed` is true if an earlier request with the same idempotency key created it. */
export interface CreatedTask extends VersionedTask {
  replayed: boolean
}

/**
 * Puts an item if its key is free: there is no item, or one that has expired, or one that may be replaced.
 * @param replaceable an item may be replaced if one of these attributes has this value; undefined values are ignored
 */
const putIfFree = (item: Item, replaceable: Record<string, unknown>): TransactionWrite => {
  const allowed = Object.entries(replaceable).filter(([, value]) => value !== undefined)
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

const keyReused = () =>
  new ApiError('idempotency_key_reused', 'This Idempotency-Key was used for another request: use a new one.')

const externalIdExists = (taskId: string) =>
  new ApiError(
    'external_id_exists',
    'A task with this externalId already exists or is in the trash: update or restore it.',
    { members: { task_id: taskId } },
  )

/** The same answer as the first request got. */
function replay(tenant: Tenant, request: NewTask, earlier: TaskItem): CreatedTask {
  const { id, created_at, first_position, first_version } = earlier
  // items with a request hash have both first_ attributes
  const birth = { id, created_at, position: first_position ?? '', version: first_version ?? 1 }
  return { ...toTask(newItem(tenant, request, birth)), replayed: true }
}

/** Whether a task is in the trash of a deleted project. It can never be restored, so its names are free. */
const isLost = async (tenant: Tenant, task: TaskItem): Promise<boolean> =>
  task.deleted_at !== undefined && (await findProjectItem(tenant, task.project_id)) === undefined

/** A request, the names of the task to create, and the lost tasks that had these names before (`isLost`). */
interface Creation {
  request: NewTask
  id: string
  key: string | undefined
  requestHash: string | undefined
  /** The lost task with the same id. The new task continues its versions. */
  lostTask?: TaskItem
  /** The lost task that had the idempotency key. */
  lostKeyOwner?: TaskItem | undefined
  /** Further writes in the same transaction, by the id of the task. */
  beside: (taskId: string) => CheckedWrite[]
}

/** The item of the new task, with `nowMs` as its stamp. */
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

/** The writes of a new task and its key's item. Each is refused if another task has the name. */
function writesOf(tenant: Tenant, creation: Creation, item: TaskItem): TransactionWrite[] {
  const { lostTask, lostKeyOwner, requestHash } = creation
  const keyItem = keyItemOf(tenant, item)
  return [
    putIfFree(
      { ...taskKey(tenant, item.id), ...item, ...indexKeys(tenant, item) },
      { version: lostTask?.version, task_id: lostKeyOwner?.id },
    ),
    ...(keyItem ? [putIfFree(keyItem, { request_hash: requestHash, task_id: lostKeyOwner?.id })] : []),
  ]
}

/** The task that a key's item belongs to, if that task is lost. */
async function lostOwnerOf(tenant: Tenant, keyItem: Item | undefined): Promise<TaskItem | undefined> {
  const { task_id: taskId } = keyItem ?? {}
  if (typeof taskId !== 'string') return undefined
  const owner = asTaskItem(await get(tenant, taskKey(tenant, taskId)))
  return owner && (await isLost(tenant, owner)) ? owner : undefined
}

/**
 * Returns the check that a lost task has not changed since it was read. It may have been restored and moved to another
 * project before its own project was deleted and looked up: then it keeps its key.
 */
const stillLost = (tenant: Tenant, { id, version }: TaskItem): TransactionWrite => ({
  ConditionCheck: {
    Key: taskKey(tenant, id),
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': version },
  },
})

/**
 * Creates the task and counts it, in one transaction, with `nowMs` as its stamp.
 * @returns the task; or, if a lost task had one of its names, the creation to try next
 */
async function createAt(tenant: Tenant, creation: Creation, nowMs: number): Promise<CreatedTask | Creation> {
  const { request, id, requestHash, lostKeyOwner } = creation
  const item = itemAt(tenant, creation, nowMs)
  const counts = recountTask(tenant, undefined, item)
  const own = writesOf(tenant, creation, item)
  const beside = creation.beside(item.id)
  // a task that is put in its place is checked by the put
  const checks = lostKeyOwner && lostKeyOwner.id !== item.id ? [stillLost(tenant, lostKeyOwner)] : []
  const refusals = await transactCounted(tenant, [
    ...counts.map(({ write }) => write),
    ...own,
    ...beside.map(({ write }) => write),
    ...checks,
  ])
  if (!refusals) return { ...toTask(item), replayed: false }
  const [ofTask, ofKey] = refusals.slice(counts.length, counts.length + own.length)
  if (ofKey) {
    const owner = await lostOwnerOf(tenant, ofKey.found)
    if (owner) return { ...creation, lostKeyOwner: owner }
    throw keyReused()
  }
  if (!ofTask) {
    if (checks.length > 0 && refusals.at(-1)) return { ...creation, lostKeyOwner: undefined }
    const ofBeside = refusals.slice(counts.length + own.length)
    throw ofBeside.some((refusal) => refusal)
      ? firstRefusal(beside, ofBeside)
      : firstRefusal(counts, refusals)
  }
  const earlier = asTaskItem(ofTask.found)
  const owner = earlier ? undefined : await lostOwnerOf(tenant, ofTask.found)
  if (owner) return { ...creation, lostKeyOwner: owner }
  if (earlier && (await isLost(tenant, earlier))) return { ...creation, lostTask: earlier }
  if (earlier && requestHash && earlier.request_hash === requestHash) return replay(tenant, request, earlier)
  throw request.externalId === undefined ? keyReused() : externalIdExists(id)
}

/** How a task is created, apart from what its request says. */
interface CreateOptions {
  /** The idempotency key. */
  key?: string | undefined
  /** The id of the task, instead of one by key, external id or chance: a form makes it from its submission. */
  id?: string
  /** Further writes in the same transaction. */
  beside?: (taskId: string) => CheckedWrite[]
}

/**
 * Creates a task at the end of its project. With an idempotency key or an external id, repeated requests create it
 * only once.
 * @throws ApiError project_not_found, lane_not_found, quota_exceeded, external_id_exists, idempotency_key_reused; the
 *   error of a refused write of `beside`
 */
export async function createTask(
  tenant: Tenant,
  request: NewTask,
  { key, id, beside = () => [] }: CreateOptions = {},
): Promise<CreatedTask> {
  const requestHash =
    key &&
    createHash('sha256')
      .update(JSON.stringify([key, request]))
      .digest('base64url')
  let creation: Creation = { request, id: id ?? newId(tenant, request, key), key, requestHash, beside }
  while (Date.now() < tenant.deadlineMs) {
    const result = await stamped(tenant, (nowMs, stampedTenant) => createAt(stampedTenant, creation, nowMs))
    if ('task' in result) return result
    creation = result
  }
  throw serviceUnavailable()
}
