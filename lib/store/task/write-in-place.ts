import { randomUUID } from 'node:crypto'
import type { ApiError } from '../../api-error.ts'
import type { Precondition } from '../../contract/headers.ts'
import { serviceUnavailable, type Tenant } from '../send.ts'
import { update } from '../storage.ts'
import type { Item } from '../table.ts'
import { activeTask, asTaskItem, changeKey, isActive, taskKey, type TaskItem } from './item.ts'
import { checkVersion, versionCondition } from './precondition.ts'

/** A change of a task that needs no look at it. Names may stand for parts of paths: `subtasks.#id`. */
export interface InPlaceWrite {
  set: string[]
  remove?: string[]
  conditions?: string[]
  names?: Record<string, string>
  values?: Item
  /** Why `conditions` failed, of an active task that has an agreeable version; undefined if they did not. */
  whenRefused?: (task: TaskItem) => ApiError | undefined
}

/**
 * Changes an active task in one round trip, its version and place in the change feed with it. Parallel writes of
 * other attributes both hold.
 * @throws ApiError task_not_found, precondition_failed, what `whenRefused` returns; service_unavailable when the
 *   write may have been done on a first try and overwritten since
 */
export async function writeInPlace(
  tenant: Tenant,
  taskId: string,
  { set, remove = [], conditions = [], names, values, whenRefused }: InPlaceWrite,
  precondition?: Precondition,
): Promise<TaskItem> {
  const updatedAt = new Date().toISOString()
  const writeId = randomUUID()
  const version = versionCondition(precondition)
  const assignments = ['updated_at = :now', 'changes_sk = :place', 'write_id = :write', ...set]
  const removal = remove.length > 0 ? ` REMOVE ${remove.join(', ')}` : ''
  const result = await update(tenant, {
    Key: taskKey(tenant, taskId),
    UpdateExpression: `SET ${assignments.join(', ')}${removal} ADD version :one`,
    // the SDK's retry after a lost answer finds its own write and must not count as a second one
    ConditionExpression: [isActive, 'write_id <> :write', ...version.condition, ...conditions].join(' AND '),
    ...(names && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: {
      ':now': updatedAt,
      ':place': changeKey(updatedAt, taskId),
      ':write': writeId,
      ':one': 1,
      ...version.values,
      ...values,
    },
  })
  if (!result.refused) return activeTask(asTaskItem(result.item))
  const found = asTaskItem(result.found)
  if (found?.write_id === writeId) return found
  // of several tries, an earlier one may have been done and written over: nobody knows
  if (precondition && result.attempts > 1) throw serviceUnavailable()
  const current = activeTask(found)
  checkVersion(current, precondition)
  throw whenRefused?.(current) ?? serviceUnavailable()
}
