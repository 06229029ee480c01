import { recountTask } from '../projects/counts.ts'
import { guessStatuses } from '../projects/lane-statuses.ts'
import { get } from '../table/read-items.ts'
import { retried } from '../table/retried.ts'
import { serviceUnavailable } from '../table/send.ts'
import type { Tenant } from '../table/tenant.ts'
import type { PutWrite, TransactionWrite } from '../table/transaction-write.ts'
import { firstRefusal, put, transact, type Refusal } from '../table/write-items.ts'
import { keyWrites } from './new-task.ts'
import { departedAfter } from './departures.ts'
import { visibleTask } from './gate.ts'
import { indexKeys, stampOf, taskKey, type TaskItem } from './task-item.ts'

/** A change of a task that was read before. */
export interface Rewrite {
  before: TaskItem
  /** The attributes that change; undefined removes an attribute. */
  set: { [Name in keyof TaskItem]?: TaskItem[Name] | undefined }
}

/** The counts that a task is part of: its project's and its lane's, and none once it is in the trash. */
const countedIn = (item: TaskItem) => (item.deleted_at === undefined ? item : undefined)

/**
 * The task after a change with `nowMs` as its stamp. In another lane, it gets the status of that lane, unless the
 * change names one.
 * @returns also `statuses` if it may get one: the guess on which the write relies
 */
export function changed(
  tenant: Tenant,
  { before, set }: Rewrite,
  nowMs: number,
): { after: TaskItem; statuses?: number } {
  const version = before.version + 1
  // the type allows undefined for any attribute, but `set` removes only optional ones
  const moved = { ...before, ...set, ...stampOf(tenant, before, nowMs), version } as TaskItem
  const after =
    moved.project_id === before.project_id ? moved : { ...moved, departed: departedAfter(before, moved) }
  const laneId = countedIn(after)?.workflow_lane_id
  if (set.status !== undefined || laneId === undefined || laneId === countedIn(before)?.workflow_lane_id)
    return { after }
  const { changes, byLane } = guessStatuses(tenant, after.project_id)
  return { after: { ...after, status: byLane.get(laneId) ?? after.status }, statuses: changes }
}

/** The write of a task, on condition that it has not changed since it was read. */
export const replacement = (tenant: Tenant, before: TaskItem, after: TaskItem): PutWrite => ({
  Item: { ...taskKey(tenant, after.id), ...after, ...indexKeys(tenant, after) },
  ConditionExpression: 'version = :seen',
  ExpressionAttributeValues: { ':seen': before.version },
})

/**
 * Writes a task together with its counts, its key's item and its neighbours, in one transaction.
 * @returns the task; its refusal when the task has changed since it was read; undefined when a neighbour has
 * @throws ApiError project_not_found, lane_not_found, quota_exceeded; WrongGuess
 */
async function writeTogether(
  tenant: Tenant,
  change: Rewrite,
  nowMs: number,
  neighbours: TransactionWrite[] = [],
): Promise<TaskItem | Refusal | undefined> {
  const { before } = change
  const { after, statuses } = changed(tenant, change, nowMs)
  const counts = recountTask(tenant, countedIn(before), countedIn(after), statuses)
  const write = replacement(tenant, before, after)
  const others = [...neighbours, ...keyWrites(tenant, before, after)]
  if (counts.length === 0 && others.length === 0) return writeAlone(tenant, after, write)
  const refusals = await transact(tenant, [...counts.map((count) => count.write), ...others, { Put: write }])
  if (!refusals) return after
  const ofTask = refusals.at(-1)
  if (ofTask) return ofTask
  if (refusals.slice(0, counts.length).some((refusal) => refusal)) throw firstRefusal(counts, refusals)
  return undefined
}

/** Writes a task alone, at half the cost of a transaction. */
async function writeAlone(tenant: Tenant, after: TaskItem, write: PutWrite): Promise<TaskItem | Refusal> {
  const result = await put(tenant, write)
  // the SDK's retry after a lost answer finds its own write: it is done
  if (!result.refused || visibleTask(tenant, result.found)?.write_id === after.write_id) return after
  // an earlier try may have been executed and overwritten since: the result is unknown
  if (result.isUnsure) throw serviceUnavailable()
  return result
}

/**
 * Writes a task that was read before, together with its neighbours.
 * @param neighboursAt returns the writes of the neighbours, with a stamp in milliseconds
 * @returns undefined when the task or a neighbour has changed since it was read
 */
export async function replaceTask(
  tenant: Tenant,
  change: Rewrite,
  neighboursAt: (nowMs: number) => TransactionWrite[],
): Promise<TaskItem | undefined> {
  const { written } = await retried(tenant, async (nowMs, stamped) => ({
    written: await writeTogether(stamped, change, nowMs, neighboursAt(nowMs)),
  }))
  return written && 'refused' in written ? undefined : written
}

/**
 * Reads a task, decides how it changes, and writes it together with its counts. If another write of the task came in
 * between, it decides and writes again.
 * @param decide gets the current task and the stamp in milliseconds. It returns the change, or the task itself if
 *   nothing changes, and throws if the task does not allow the change.
 * @param read the task, if it has just been read
 * @throws ApiError of `decide`; project_not_found, lane_not_found, quota_exceeded; service_unavailable when other
 *   writes came in between until the deadline
 */
export async function rewriteTask(
  tenant: Tenant,
  taskId: string,
  decide: (before: TaskItem | undefined, nowMs: number) => Rewrite | TaskItem,
  read?: TaskItem,
): Promise<TaskItem> {
  let found = read ?? visibleTask(tenant, await get(tenant, taskKey(tenant, taskId)))
  return retried(tenant, async (nowMs, stamped) => {
    const decision = decide(found, nowMs)
    if (!('before' in decision)) return decision
    const written = await writeTogether(stamped, decision, nowMs)
    if (written && !('refused' in written)) return written
    found = visibleTask(tenant, written?.found)
    return undefined
  })
}
