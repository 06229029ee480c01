import { ApiError } from '../contract/api-error.ts'
import type { Item } from './item.ts'

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html, "Item size" */
const maxItemBytes = 400 * 1024

/** Thrown when an item would have more than 400 KB. Only a task can be that large. Nothing was written. */
export class ItemTooLarge extends ApiError {
  /** @param name the task, as the message calls it */
  constructor(name = 'The task', cause?: unknown) {
    super(
      'invalid_request',
      `${name} would have more than 400 KB, which is the most: shorten its description or its subtasks, or take off values of fields.`,
      { cause },
    )
  }
}

/** What storage says about such an item: for a put, and for an update. */
const refusal = /Item size\b.* exceeded/

/** Whether storage refused an item as too large. A failed condition of the same transaction comes first, as it may be stale. */
export function isTooLarge(error: Error): boolean {
  // the SDK's error of a cancelled transaction has them
  const { CancellationReasons: reasons = [{ Message: error.message }] } = error as {
    CancellationReasons?: { Code?: string; Message?: string }[]
  }
  return (
    !reasons.some(({ Code }) => Code === 'ConditionalCheckFailed') &&
    reasons.some(({ Message = '' }) => refusal.test(Message))
  )
}

/**
 * The size of a value as DynamoDB counts it. A number counts as the smallest one, and undefined values are not stored.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) return 1
  const bytesOfName = (name: string) => (Array.isArray(value) ? 0 : Buffer.byteLength(name))
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .reduce((sum, [name, one]) => sum + 1 + bytesOfName(name) + bytesOf(one), 3)
}

/**
 * Checks an item that a dry run would put.
 * @throws ItemTooLarge
 */
export function checkItemSize(item: Item): void {
  if (bytesOf(item) > maxItemBytes) throw new ItemTooLarge()
}
