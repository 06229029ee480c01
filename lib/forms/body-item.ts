import { repeatWindowMs } from './dedupe-key.ts'
import type { Key } from '../table/item.ts'
import { repeatIdTaken } from '../tasks/creation.ts'
import type { Tenant } from '../table/tenant.ts'
import type { CheckedWrite } from '../table/write-items.ts'
import { submissionPartition } from './submission-item.ts'

const bodyKey = (tenant: Tenant, formId: string, bodyHash: string): Key => ({
  pk: submissionPartition(tenant, formId),
  sk: `BODY#${bodyHash}`,
})

/** A submission that is known by its body only, and the task that it makes. */
interface BodyKnown {
  bodyHash: string
  taskId: string
  /** When the submission arrived, in ms since 1970. */
  receivedAtMs: number
  /** TTL of the item, in seconds since 1970. A submission that was held may be replayed until then. */
  expiresAt: number
}

/**
 * Returns the write that remembers when a body made a task. It is refused if the same body made one less than 60 s before
 * this submission arrived; or less than 60 s after it, since clocks differ, and a replay brings what came earlier. It
 * costs 2 write units.
 */
export function firstInItsMinute(
  tenant: Tenant,
  formId: string,
  { bodyHash, taskId, receivedAtMs, expiresAt }: BodyKnown,
): CheckedWrite {
  return {
    write: {
      Put: {
        Item: {
          ...bodyKey(tenant, formId, bodyHash),
          received_at_ms: receivedAtMs,
          task_id: taskId,
          expires_at: expiresAt,
        },
        ConditionExpression:
          'attribute_not_exists(pk) OR received_at_ms <= :before OR received_at_ms >= :after',
        ExpressionAttributeValues: {
          ':before': receivedAtMs - repeatWindowMs,
          ':after': receivedAtMs + repeatWindowMs,
        },
      },
    },
    whenRefused: ({ found }) => repeatIdTaken(String(found?.task_id)),
  }
}
