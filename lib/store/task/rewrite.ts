import { randomUUID } from 'node:crypto'
import { transactCounted } from '../project/convert.ts'
import { recountTask } from '../project/counts.ts'
import { serviceUnavailable } from '../send.ts'
import type { Tenant } from '../tenant.ts'
import { stamped } from '../stamped.ts'
import { get } from '../read-items.ts'
import { firstRefusal, put, type PutWrite, type Refusal, type TransactionWrite } from '../write-items.ts'
import { asTaskItem, indexKeys, taskKey, timeAfter, type TaskItem } from './item.ts'
import { keyWrites } from './key-item.ts'

/** What is to become of a task, decided on what it is. */
export interface Rewrite {
  before: TaskItem
  /** The attributes that change; undefined takes one away. */
  set: { [Name in keyof TaskItem]?: TaskItem[Name] | undefined }
}

/** What a task counts in: its project and lane, but nothing once it is in the trash. */
const countedIn = (item: TaskItem) => (item.deleted_at === undefined ? item : undefined)

/** A task as a change at that time leaves it. */
const changed = ({ before, set }: Rewrite, nowMs: number): TaskItem =>
  // each attribute is of its own type or gone
  ({
    ...before,
    updated_at: timeAfter(before.updated_at, nowMs),
    ...set,
    version: before.version + 1,
    write_id: randomUUID(),
  }) as TaskItem

/** The write of a task that must still be what was seen. */
const putOver = (tenant: Tenant, before: TaskItem, after: TaskItem): PutWrite => ({
  Item: { ...taskKey(tenant, after.id), ...after, ...indexKeys(tenant, after) },
  ConditionExpression: 'version = :seen',
  ExpressionAttributeValues: { ':seen': before.version },
})

/**
 * Writes a task with the counts that it changes, its key and its neighbours, all or nothing.
 * @returns the task; the refusal when the task is not what was seen any more, undefined when a neighbour is not
 * @throws ApiError project_not_found, lane_not_found, quota_exceeded
 */
async function writeTogether(
  tenant: Tenant,
  before: TaskItem,
  after: TaskItem,
  neighbours: TransactionWrite[] = [],
): Promise<TaskItem | Refusal | undefined> {
  const counts = recountTask(tenant, countedIn(before), countedIn(after))
  const write = putOver(tenant, before, after)
  const beside = [...neighbours, ...keyWrites(tenant, before, after)]
  if (counts.length === 0 && beside.length === 0) return writeAlone(tenant, after, write)
  const refusals = await transactCounted(tenant, [
    ...counts.map((count) => count.write),
    ...beside,
    { Put: write },
  ])
  if (!refusals) return after
  const ofTask = refusals.at(-1)
  if (ofTask) return ofTask
  if (refusals.slice(0, counts.length).some((refusal) => refusal)) throw firstRefusal(counts, refusals)
  return undefined
}

/** Writes a task on which nothing else depends: half the cost of a transaction. */
async function writeAlone(tenant: Tenant, after: TaskItem, write: PutWrite): Promise<TaskItem | Refusal> {
  const result = await put(tenant, write)
  // the SDK's retry after a lost answer finds its own write
  if (!result.refused || asTaskItem(result.found)?.write_id === after.write_id) return after
  // of several tries, an earlier one may have been done and written over: nobody knows
  if (result.isUnsure) throw serviceUnavailable()
  return result
}

/**
 * Writes a task that was read before, with neighbours that change with it.
 * @param neighboursAt their writes at a time in milliseconds
 * @returns undefined when one of them is not what was seen any more
 */
export async function replaceTask(
  tenant: Tenant,
  change: Rewrite,
  neighboursAt: (nowMs: number) => TransactionWrite[],
): Promise<TaskItem | undefined> {
  const written = await stamped(tenant, (nowMs, stampedTenant) =>
    writeTogether(stampedTenant, change.before, changed(change, nowMs), neighboursAt(nowMs)),
  )
  return written && 'refused' in written ? undefined : written
}

/**
 * Reads a task, decides, and writes it with the counts of its places, anew whenever another write of the task
 * came in between.
 * @param decide gets the task as it is, and the time of the change in milliseconds; throws where the task does not
 *   allow the change; returns the task where nothing changes
 * @param read the task, if it was read just before
 * @throws ApiError of `decide`; project_not_found, lane_not_found, quota_exceeded; service_unavailable when others
 *   were always faster
 */
export async function rewriteTask(
  tenant: Tenant,
  taskId: string,
  decide: (before: TaskItem | undefined, nowMs: number) => Rewrite | TaskItem,
  read?: TaskItem,
): Promise<TaskItem> {
  let found = read ?? asTaskItem(await get(tenant, taskKey(tenant, taskId)))
  while (Date.now() < tenant.deadlineMs) {
    const known = found
    const written = await stamped(tenant, async (nowMs, stampedTenant) => {
      const decision = decide(known, nowMs)
      if (!('before' in decision)) return decision
      return writeTogether(stampedTenant, decision.before, changed(decision, nowMs))
    })
    if (written && !('refused' in written)) return written
    found = asTaskItem(written?.found)
  }
  throw serviceUnavailable()
}
