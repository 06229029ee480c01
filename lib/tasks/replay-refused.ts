import { acceptedValues } from '../fields/check.ts'
import { get } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { isRepeat, replay, type CreatedTask, type Creation } from './new-task.ts'
import { anyTask, taskKey } from './task-item.ts'

/**
 * Returns the answer to a repeat whose values the definitions no longer take: the answer to the first request, whose
 * values they took.
 * @returns undefined if no earlier request with the same key created a task
 */
export async function replayRefused(tenant: Tenant, creation: Creation): Promise<CreatedTask | undefined> {
  const { request, id, requestHash } = creation
  if (requestHash === undefined) return undefined
  const earlier = anyTask(await get(tenant, taskKey(tenant, id)))
  if (!earlier || !isRepeat(tenant, creation, earlier)) return undefined
  const values = await acceptedValues(tenant, request.fields ?? {})
  return replay(tenant, { ...creation, values }, earlier)
}
