import { randomUUID } from 'node:crypto'
import { ApiError } from '../contract/api-error.ts'
import { idTaken, repeatHash } from '../contract/own-id.ts'
import { guessStatuses } from '../projects/lane-statuses.ts'
import { findProjectItem } from '../projects/read.ts'
import { newAttributes } from '../table/attributes.ts'
import { type Item, epochSeconds, timeAfter } from '../table/item.ts'
import { get } from '../table/read-items.ts'
import { accountWide, isWithin, type Bounds, type Tenant } from '../table/tenant.ts'
import type { TransactionWrite } from '../table/transaction-write.ts'
import { inStoredOrder, withoutEmpty, type ValueChanges } from '../fields/values.ts'
import type { CheckedWrite, Refusal } from '../table/write-items.ts'
import { departedAfter } from './departures.ts'
import { idOfExternal } from './external-id.ts'
import { asHashed, taskAttributes } from './fields.ts'
import { newPosition } from './position/new-position.ts'
import {
  anyTask,
  indexKeys,
  namedId,
  stampAt,
  subtaskAttributes,
  taskKey,
  toTask,
  trashRetentionMs,
  type TaskItem,
} from './task-item.ts'
import type { NewTask, VersionedTask } from './task.ts'

/**
 * The item of the name by which a repeat of a create is recognised: its idempotency key, or the key of a form's
 * submission. A task with an external id has an id that is computed from the external id. The other name then needs an
 * item of its own, under the id that is computed from it. This item is not a task: it has no label, and to every write
 * it looks like a task in the trash. It is stored as long as its task is.
 */
export const keyItemOf = (tenant: Tenant, task: TaskItem): Item | undefined =>
  task.key_id === undefined
    ? undefined
    : {
        ...taskKey(tenant, task.key_id),
        task_id: task.id,
        ...(task.request_hash !== undefined && { request_hash: task.request_hash }),
        deleted_at: task.created_at,
        ...(task.expires_at !== undefined && { expires_at: task.expires_at }),
      }

/** The writes that give a key's item the same expiry as its task, when the task enters or leaves the trash. */
export function keyWrites(tenant: Tenant, before: TaskItem, after: TaskItem): TransactionWrite[] {
  const item = before.expires_at === after.expires_at ? undefined : keyItemOf(tenant, after)
  return item ? [{ Put: { Item: item } }] : []
}

/** The attributes of a new task that its request does not contain. A replay uses those of the first request. */
export type Birth = Pick<TaskItem, 'id' | 'status' | 'position' | 'created_at' | 'version'>

/** The item of a new task. */
export function newItem(tenant: Tenant, request: NewTask, values: ValueChanges, birth: Birth): TaskItem {
  const subtasks = request.subtasks.map((subtask, index) => [
    subtask.id ?? namedId(tenant, 'subtask', `${birth.id} ${index}`),
    { ...newAttributes(subtaskAttributes, subtask), rank: newPosition() },
  ])
  const { writer, ...stamp } = stampAt(tenant, birth.id, birth.created_at)
  return {
    ...birth,
    ...newAttributes(taskAttributes, request),
    ...withoutEmpty(values),
    // Object.fromEntries does not keep the type
    subtasks: Object.fromEntries(subtasks) as TaskItem['subtasks'],
    ...stamp,
    ...(writer !== undefined && { writer }),
  }
}

/** The id by which a repeat of a create is recognised, computed from its idempotency key. */
export const idOfKey = (tenant: Tenant, key: string): string => namedId(tenant, 'idempotency-key', key)

/**
 * The id of a new task: the one in its request; or computed from its external id; or the id by which a repeat is recognised;
 * else random. If an earlier release may have made its task, the caller has looked that up: external-id.ts.
 */
export function newId(tenant: Tenant, { id, externalId }: NewTask, repeatId: string | undefined): string {
  if (id !== undefined) return id
  if (externalId !== undefined) return idOfExternal(tenant, externalId)
  return repeatId ?? randomUUID()
}

/** A created task. `replayed` is true if an earlier request with the same idempotency key, or the same id, created it. */
export interface CreatedTask extends VersionedTask {
  replayed: boolean
}

/** The names of a task that its request does not have. */
export interface CreationNames {
  /** The idempotency key. */
  key?: string | undefined
  /** The id by which a repeat is recognised, instead of the one from the key: a form makes it from its submission. */
  repeatId?: string | undefined
  /** The id of the task, where it is computed already. */
  id?: string | undefined
}

/** A request, the names of the task to create, and the lost tasks that had these names before (`isLost`). */
export interface Creation {
  request: NewTask
  /** The values in the request, as they are stored. */
  values: ValueChanges
  id: string
  requestHash: string | undefined
  /** The id of the item of the name by which a repeat is recognised, if the name needs one: `keyItemOf`. */
  keyId: string | undefined
  /** The lost task with the same id. The new task continues its versions. */
  lostTask?: TaskItem
  /** The lost task that had the name by which a repeat is recognised. */
  lostKeyOwner?: TaskItem | undefined
}

/**
 * What the hash of a request with an id of its own begins with. The id alone names such a request, so an idempotency key beside
 * it has no effect, and costs nothing.
 */
const ownIdMark = 'id '

/** A request without its nulls, which stand for what is left out. With a key, requests have always been hashed with them. */
const withoutNulls = (request: NewTask) =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null))

export function newCreation(
  tenant: Tenant,
  request: NewTask,
  values: ValueChanges,
  names: CreationNames,
): Creation {
  const { key, repeatId = key === undefined ? undefined : idOfKey(tenant, key) } = names
  const hasOwnId = request.id !== undefined
  return {
    request,
    values,
    id: names.id ?? newId(tenant, request, repeatId),
    requestHash: hasOwnId
      ? `${ownIdMark}${repeatHash(asHashed(withoutNulls(request)))}`
      : key && repeatHash(key, asHashed(request)),
    keyId: request.externalId === undefined ? undefined : repeatId,
  }
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

/** The task that has a name, and its project if that is known. */
export interface NameOwner {
  taskId: string
  projectId?: string
}

/** A name of a new task is taken. */
export class NameTaken extends ApiError {
  readonly owner: NameOwner

  constructor(owner: NameOwner, ...error: ConstructorParameters<typeof ApiError>) {
    super(...error)
    this.owner = owner
  }
}

/** The name by which a repeat is recognised was used for another request. */
export const repeatIdTaken = (owner: NameOwner) =>
  new NameTaken(
    owner,
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request: use a new one.',
  )

/** The error for a taken external id. It names the task, unless that is beyond the bounds of the request. */
const externalIdExists = (bounds: Bounds, owner: NameOwner) =>
  new NameTaken(
    owner,
    'external_id_exists',
    'A task with this externalId already exists or is in the trash: update or restore it.',
    isWithin(bounds, owner.projectId ?? '') ? { members: { task_id: owner.taskId } } : {},
  )

/** The task that an item stands for: a task, or the item of a key, which does not know where its task is now. */
function ownerIn(item: Item | undefined): NameOwner {
  const task = anyTask(item)
  return task ? { taskId: task.id, projectId: task.project_id } : { taskId: String(item?.task_id) }
}

/**
 * Takes the name by which a repeat of a create is recognised, for what is done to a task instead: the item of `keyItemOf`. No task
 * keeps it, so it is stored as long as the trash keeps tasks.
 */
export const takeRepeatId = (
  tenant: Tenant,
  repeatId: string,
  taskId: string,
  nowMs: number,
): CheckedWrite => ({
  write: putIfFree(
    {
      ...taskKey(tenant, repeatId),
      task_id: taskId,
      deleted_at: new Date(nowMs).toISOString(),
      expires_at: epochSeconds(nowMs + trashRetentionMs),
    },
    {},
  ),
  whenRefused: ({ found }) => repeatIdTaken(ownerIn(found)),
})

/** Whether a task was made by the very same request, and in a project that this request may see. */
export const isRepeat = (tenant: Tenant, { request, requestHash }: Creation, earlier: TaskItem): boolean =>
  requestHash !== undefined && earlier.request_hash === requestHash && isWithin(tenant, request.projectId)

/** The same answer as the first request got. */
export function replay(tenant: Tenant, { request, values }: Creation, earlier: TaskItem): CreatedTask {
  const { id, created_at, first_position, first_version, first_status = 0 } = earlier
  // items with a request hash have both first_ attributes
  const birth = {
    ...{ id, created_at, status: first_status },
    ...{ position: first_position ?? '', version: first_version ?? 1 },
  }
  return { ...toTask(newItem(tenant, request, inStoredOrder(values, earlier), birth)), replayed: true }
}

/** Whether a task is in the trash of a deleted project. It can never be restored, so its names are free. */
export const isLost = async (tenant: Tenant, task: TaskItem): Promise<boolean> =>
  task.deleted_at !== undefined && (await findProjectItem(accountWide(tenant), task.project_id)) === undefined

/** The item of the new task, with `nowMs` as its stamp. A status that its request does not name is that of its lane. */
export function itemAt(tenant: Tenant, creation: Creation, nowMs: number): TaskItem {
  const { request, values, id, keyId, requestHash, lostTask } = creation
  const { byLane } = guessStatuses(tenant, request.projectId)
  const ofLane = request.status === undefined ? byLane.get(request.workflowLaneId ?? '') : undefined
  const item = newItem(tenant, request, values, {
    ...{ id, status: ofLane ?? 0 },
    position: newPosition(),
    created_at: lostTask ? timeAfter(lostTask.updated_at, nowMs) : new Date(nowMs).toISOString(),
    version: (lostTask?.version ?? 0) + 1,
  })
  return {
    ...item,
    // the item of the lost task goes, and with it the record of where it was
    ...(lostTask && { departed: departedAfter(lostTask, item) }),
    ...(requestHash !== undefined && {
      request_hash: requestHash,
      first_position: item.position,
      first_version: item.version,
      ...(ofLane !== undefined && { first_status: ofLane }),
    }),
    ...(keyId !== undefined && { key_id: keyId }),
  }
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

/** One of the writes of a creation: its task, its key's own item, or the check of the lost task that had the key. */
export interface OwnWrite {
  of: 'task' | 'key' | 'owner'
  write: TransactionWrite
}

/** The writes of a new task and its key's item. Each is refused if another task has the name. */
export function writesOf(tenant: Tenant, creation: Creation, item: TaskItem): OwnWrite[] {
  const { lostTask, lostKeyOwner, requestHash } = creation
  const task = putIfFree(
    { ...taskKey(tenant, item.id), ...item, ...indexKeys(tenant, item) },
    { version: lostTask?.version, task_id: lostKeyOwner?.id },
  )
  const writes: OwnWrite[] = [{ of: 'task', write: task }]
  const keyItem = keyItemOf(tenant, item)
  if (keyItem) {
    const replaceable = { request_hash: requestHash, task_id: lostKeyOwner?.id }
    writes.push({ of: 'key', write: putIfFree(keyItem, replaceable) })
  }
  // a task that is put in its place is checked by the put
  if (lostKeyOwner && lostKeyOwner.id !== item.id) {
    writes.push({ of: 'owner', write: stillLost(tenant, lostKeyOwner) })
  }
  return writes
}

/** The task that a key's item belongs to, if that task is lost. */
async function lostOwnerOf(tenant: Tenant, keyItem: Item | undefined): Promise<TaskItem | undefined> {
  const { task_id: taskId } = keyItem ?? {}
  if (typeof taskId !== 'string') return undefined
  const owner = anyTask(await get(tenant, taskKey(tenant, taskId)))
  return owner && (await isLost(tenant, owner)) ? owner : undefined
}

/**
 * Finds out why a creation's own writes were refused.
 * @param refusals of `own`, in the same order
 * @returns the task that an earlier request with the same key created. If a lost task had one of the names: the
 * creation to try next. Undefined if none of its own writes was refused
 * @throws ApiError external_id_exists, id_exists, id_reused, idempotency_key_reused
 */
export async function settleRefusal(
  tenant: Tenant,
  creation: Creation,
  own: readonly OwnWrite[],
  refusals: readonly (Refusal | undefined)[],
): Promise<CreatedTask | Creation | undefined> {
  const { request } = creation
  const refusalOf = (name: OwnWrite['of']) => refusals[own.findIndex(({ of }) => of === name)]
  const [ofTask, ofKey] = [refusalOf('task'), refusalOf('key')]
  if (ofKey) {
    const owner = await lostOwnerOf(tenant, ofKey.found)
    if (owner) return { ...creation, lostKeyOwner: owner }
    // a task from before requests had external ids: when lost, it stays as a tombstone of the change feed
    const named = anyTask(ofKey.found)
    if (named && (await isLost(tenant, named))) return { ...creation, keyId: undefined }
    throw repeatIdTaken(ownerIn(ofKey.found))
  }
  if (!ofTask) return refusalOf('owner') && { ...creation, lostKeyOwner: undefined }
  const earlier = anyTask(ofTask.found)
  const owner = earlier ? undefined : await lostOwnerOf(tenant, ofTask.found)
  if (owner) return { ...creation, lostKeyOwner: owner }
  if (earlier && (await isLost(tenant, earlier))) return { ...creation, lostTask: earlier }
  if (earlier && isRepeat(tenant, creation, earlier)) return replay(tenant, creation, earlier)
  const taken = ownerIn(ofTask.found)
  if (request.id !== undefined) throw idTaken('task', earlier?.request_hash?.startsWith(ownIdMark) ?? false)
  throw request.externalId === undefined ? repeatIdTaken(taken) : externalIdExists(tenant, taken)
}
