import { randomUUID } from 'node:crypto'
import type { ApiError } from '../contract/api-error.ts'
import type { Precondition } from '../contract/headers.ts'
import { timeAfter, type Item } from '../table/item.ts'
import { retried } from '../table/retried.ts'
import { serviceUnavailable } from '../table/send.ts'
import type { Tenant } from '../table/tenant.ts'
import { assignmentsOf } from '../table/update-expression.ts'
import { update } from '../table/write-items.ts'
import { activeTask, visibleTask, whileActive } from './gate.ts'
import { stampAt, taskKey, type TaskItem } from './task-item.ts'

/** A change of a task that requires no prior read. Names may be parts of paths: `subtasks.#id`. */
export interface InPlaceWrite {
  set: string[]
  remove?: string[]
  conditions?: string[]
  names?: Record<string, string>
  values?: Item
  /** Whether the task shows that an earlier request has made this very change. Then nothing is written, whatever its version. */
  isDone?: (task: TaskItem) => boolean
  /** Returns the error if `conditions` fail for this task, else undefined. The task is active and meets `If-Match`. */
  whenRefused?: (task: TaskItem) => ApiError | undefined
}

/** Tries a write once, with the stamp `updatedAt`. */
function attempt(
  tenant: Tenant,
  taskId: string,
  { set, remove = [], conditions = [], names, values }: InPlaceWrite,
  { writeId, updatedAt, precondition }: { writeId: string; updatedAt: string; precondition: Precondition },
) {
  const stamp = assignmentsOf({ ...stampAt(tenant, taskId, updatedAt), write_id: writeId })
  const gate = whileActive(tenant, precondition)
  // the SDK's retry after a lost answer finds its own write and must not be executed twice
  const own = ['write_id <> :set_write_id', 'updated_at < :set_updated_at']
  const removed = [...stamp.remove, ...remove]
  return update(tenant, {
    Key: taskKey(tenant, taskId),
    UpdateExpression: [
      `SET ${[...stamp.set, ...set].join(', ')}`,
      ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
      'ADD version :one',
    ].join(' '),
    ConditionExpression: [...gate.conditions, ...own, ...conditions].join(' AND '),
    ExpressionAttributeNames: { ...stamp.names, ...names },
    ExpressionAttributeValues: { ...stamp.values, ...gate.values, ...values, ':one': 1 },
  })
}

/**
 * Changes an active task, its version and its key in the change feed, in one round trip. Concurrent writes of other
 * attributes are kept. If the task already has the same stamp or a later one, it takes a second round trip.
 * @throws ApiError task_not_found, precondition_failed, what `whenRefused` returns; service_unavailable when the first
 *   try may have been executed and overwritten since, or other writes came in between until the deadline
 */
export async function writeInPlace(
  tenant: Tenant,
  taskId: string,
  write: InPlaceWrite,
  precondition?: Precondition,
): Promise<TaskItem> {
  const writeId = randomUUID()
  let notBefore = ''
  let isUnsure = false
  return retried(tenant, async (nowMs, stamped) => {
    const now = new Date(nowMs).toISOString()
    const updatedAt = now > notBefore ? now : notBefore
    const result = await attempt(stamped, taskId, write, { writeId, updatedAt, precondition })
    if (!result.refused) return activeTask(visibleTask(tenant, result.item))
    const found = visibleTask(tenant, result.found)
    if (found?.write_id === writeId) return found
    if (found && write.isDone?.(found)) return activeTask(found)
    // an earlier try may have been executed and overwritten since: the result is unknown
    isUnsure ||= result.isUnsure
    if (precondition && isUnsure) throw serviceUnavailable()
    const current = activeTask(found, precondition)
    if (current.updated_at < updatedAt) {
      throw (isUnsure ? undefined : write.whenRefused?.(current)) ?? serviceUnavailable()
    }
    notBefore = timeAfter(current.updated_at, Date.now())
    return undefined
  })
}
