import { v7 as timeOrderedUuid } from 'uuid'
import { ApiError } from '../contract/api-error.ts'
import { type DedupeKey, repeatWindowMs } from './dedupe-key.ts'
import type { MappedTask } from './mapping.ts'
import type { IncomingRequest } from './read-body.ts'
import { truncatedReason, type Receipt } from './receive.ts'
import { put, type CheckedWrite } from '../table/write-items.ts'
import { createTask } from '../tasks/create.ts'
import { NameTaken, repeatIdTaken } from '../tasks/new-task.ts'
import { namedId } from '../tasks/task-item.ts'
import { accountWide, type Tenant } from '../table/tenant.ts'
import { encodeFormWriter } from '../tasks/writer.ts'
import { readFormValues } from './field-values.ts'
import { hold } from './held.ts'
import type { FormItem } from './form-item.ts'
import {
  expiryAfter,
  newSubmission,
  submissionKey,
  type Settled,
  type SubmissionItem,
  submissionPartition,
} from './submission-item.ts'
import type { Key } from '../table/item.ts'

const bodyKey = (tenant: Tenant, formId: string, bodyHash: string): Key => ({
  pk: submissionPartition(tenant, formId),
  sk: `BODY#${bodyHash}`,
})

/** A submission that is recognised only by its body, and the task that it makes. */
interface BodyKnown {
  bodyHash: string
  windowMs?: number | undefined
  taskId: string
  /** When the submission arrived, in ms since 1970. */
  receivedAtMs: number
  /** TTL of the item, in seconds since 1970. A submission that was held may be replayed until then. */
  expiresAt: number
}

/**
 * Returns the write that remembers when a body made a task. It is refused if the same body made one less than its window
 * before this submission arrived; or less than that after it, because clocks differ, and a replay handles earlier
 * submissions. It costs 2 write units.
 */
function firstInItsWindow(
  tenant: Tenant,
  formId: string,
  { bodyHash, windowMs = repeatWindowMs, taskId, receivedAtMs, expiresAt }: BodyKnown,
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
          ':before': receivedAtMs - windowMs,
          ':after': receivedAtMs + windowMs,
        },
      },
    },
    whenRefused: ({ found }) => repeatIdTaken({ taskId: String(found?.task_id) }),
  }
}

/** Errors after which the task may be created later, so the submission is held. */
const holding = ['project_not_found', 'lane_not_found', 'quota_exceeded']

/** A submission that is to become a task. */
interface Incoming {
  task: MappedTask
  /** The texts that the mapping gives the account's fields. */
  texts?: Record<string, string>
  dedupe: DedupeKey
  truncated: boolean
  misread?: string[]
  /** When it arrived, in ms since 1970. */
  receivedAtMs: number
}

/**
 * Creates the task of a submission, only once for all its repeats, and only once for its external id. The writes that
 * `beside` returns are in the same transaction.
 * @returns the outcome; a submission that is `held` or `duplicate` is not stored yet
 * @throws ApiError service_unavailable
 */
export async function makeTask(
  tenant: Tenant,
  form: FormItem,
  { task, texts, dedupe: { key, ...known }, truncated, misread = [], receivedAtMs }: Incoming,
  beside: (settled: Settled) => CheckedWrite[],
): Promise<Settled> {
  const { fields, values, warnings: refused } = await readFormValues(tenant, texts, form.time_zone)
  const warnings = [...misread, ...refused]
  const request = { ...task, ...(fields && { fields }), projectId: form.project_id, subtasks: [] }
  // the item of the body makes a second item beside an external id unnecessary
  const { bodyHash } = known
  const isKnownByItem = bodyHash !== undefined && task.externalId !== undefined
  const repeatId = isKnownByItem ? undefined : namedId(tenant, 'submission', `${form.id} ${key}`)
  const expiresAt = expiryAfter(receivedAtMs, form.retention_days)
  const remarks = {
    ...(truncated && { reason: truncatedReason }),
    ...(warnings.length > 0 && { warnings }),
  }
  try {
    // a form acts for itself: the caller who replays its submissions may see less of the account
    const created = await createTask({ ...accountWide(tenant), writer: encodeFormWriter(form.id) }, request, {
      repeatId,
      values,
      beside: (task_id) => [
        ...beside({ outcome: 'created', task_id, ...remarks }),
        ...(bodyHash === undefined
          ? []
          : [
              firstInItsWindow(tenant, form.id, {
                ...{ ...known, bodyHash },
                ...{ taskId: task_id, receivedAtMs, expiresAt },
              }),
            ]),
      ],
    })
    return { outcome: 'created', task_id: created.task.id, ...remarks }
  } catch (error) {
    if (error instanceof NameTaken) {
      const { taskId, projectId } = error.owner
      return {
        outcome: 'duplicate',
        task_id: taskId,
        ...(projectId !== undefined && { task_project_id: projectId }),
      }
    }
    if (error instanceof ApiError && holding.includes(error.code)) {
      return { outcome: 'held', reason: error.message }
    }
    throw error
  }
}

/**
 * Stores a submission and its task in one transaction. If this function does not throw, the submission is stored.
 * @param nowMs when the submission arrived, in ms since 1970
 * @returns the submission's id and outcome
 * @throws ApiError quota_exceeded if the form holds too many submissions; route_not_found; service_unavailable
 */
export async function storeSubmission(
  tenant: Tenant,
  form: FormItem,
  request: IncomingRequest,
  receipt: Receipt,
  nowMs: number,
): Promise<{ id: string; settled: Settled }> {
  // those of one body in their order
  const id = timeOrderedUuid({ msecs: nowMs, ...(request.part !== undefined && { seq: request.part }) })
  const birth = { id, receivedAtMs: nowMs, retentionDays: form.retention_days }
  const itemOf = (settled: Settled): SubmissionItem => newSubmission(request, birth, settled)
  const putOf = (settled: Settled) => {
    const item = itemOf(settled)
    return { Item: { ...submissionKey(tenant, form.id, item), ...item } }
  }
  const whenRefused = () => new ApiError('internal_error', 'A submission was refused.')
  const settled: Settled =
    receipt.outcome === 'task'
      ? await makeTask(tenant, form, { ...receipt, receivedAtMs: nowMs }, (made) => [
          { write: { Put: putOf(made) }, whenRefused },
        ])
      : { outcome: receipt.outcome, reason: receipt.reason }
  if (settled.outcome === 'held') await hold(tenant, form, itemOf(settled))
  else if (settled.outcome !== 'created') await put(tenant, putOf(settled))
  return { id, settled }
}
