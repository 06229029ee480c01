import { ApiError } from '../contract/api-error.ts'
import type { Precondition } from '../contract/headers.ts'
import { toTask, type TaskItem } from './task-item.ts'

/**
 * Checks that a task still has one of the versions in `If-Match`.
 * @throws ApiError precondition_failed, with the current task
 */
export function checkVersion(item: TaskItem, precondition: Precondition): void {
  if (!precondition || precondition.includes(item.version)) return
  throw new ApiError(
    'precondition_failed',
    'The task has changed since you read it: read its current state, then decide again.',
    { task: toTask(item) },
  )
}

/** Returns the same check as the condition of a write, with its values. */
export function versionCondition(precondition: Precondition): {
  condition: string[]
  values: Record<string, number>
} {
  if (!precondition) return { condition: [], values: {} }
  const values = Object.fromEntries(precondition.map((version, index) => [`:version${index}`, version]))
  return { condition: [`version IN (${Object.keys(values).join(', ')})`], values }
}
