import { v7 as timeOrderedUuid } from 'uuid'
import { createComment } from '../comments/create.ts'
import { ApiError } from '../contract/api-error.ts'
import { isVisible } from '../contract/fields.ts'
import { type DedupeKey, repeatWindowMs } from './dedupe-key.ts'
import type { MappedTask } from './mapping.ts'
import type { IncomingRequest } from './read-body.ts'
import { truncatedReason, type Receipt } from './receive.ts'
import { get } from '../table/read-items.ts'
import { put, type CheckedWrite } from '../table/write-items.ts'
import { createTask } from '../tasks/create.ts'
import { taskIdOf } from '../tasks/external-id.ts'
import { NameTaken, repeatIdTaken, takeRepeatId } from '../tasks/new-task.ts'
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

/** A submission that is to become a task, or a comment on one. */
interface Incoming {
  task: MappedTask
  /** The texts that the mapping gives the account's fields. */
  texts?: Record<string, string>
  /** The task that it is a comment on, if the form's project has it. */
  commentOn?: string
  /** Why it can only become a comment. */
  flaw?: string
  dedupe: DedupeKey
  truncated: boolean
  misread?: string[]
  /** When it arrived, in ms since 1970. */
  receivedAtMs: number
}

/** The writes beside what a submission makes, in the same transaction. */
type Beside = (settled: Settled) => CheckedWrite[]

/** The id by which a repeat of a submission is recognised, whether it became a task or a comment. */
const repeatIdOf = (tenant: Tenant, { id }: FormItem, { key }: DedupeKey): string =>
  namedId(tenant, 'submission', `${id} ${key}`)

/** The write that remembers when a body came; undefined if the submission has a name of its own. */
function bodyWrite(
  tenant: Tenant,
  { id, retention_days }: FormItem,
  { dedupe: { bodyHash, windowMs }, receivedAtMs }: Incoming,
  taskId: string,
): CheckedWrite | undefined {
  if (bodyHash === undefined) return undefined
  const expiresAt = expiryAfter(receivedAtMs, retention_days)
  return firstInItsWindow(tenant, id, { ...{ bodyHash, windowMs, taskId, receivedAtMs }, expiresAt })
}

/** What a submission says of what it made. */
const remarksOf = (made: 'task' | 'comment', truncated: boolean, warnings: string[]) => ({
  ...(truncated && { reason: truncatedReason(made) }),
  ...(warnings.length > 0 && { warnings }),
})

/** @throws ApiError as `createTask` does; NameTaken for a repeat, and for a taken external id */
async function create(tenant: Tenant, form: FormItem, incoming: Incoming, beside: Beside): Promise<Settled> {
  const { task, texts, flaw, dedupe, truncated, misread = [] } = incoming
  if (flaw !== undefined) return { outcome: 'held', reason: flaw }
  const { fields, values, warnings: refused } = await readFormValues(tenant, texts, form.time_zone)
  const request = { ...task, ...(fields && { fields }), projectId: form.project_id, subtasks: [] }
  // the item of the body makes a second item beside an external id unnecessary
  const isKnownByItem = dedupe.bodyHash !== undefined && task.externalId !== undefined
  const settledAs = (task_id: string): Settled => ({
    ...{ outcome: 'created', task_id },
    ...remarksOf('task', truncated, [...misread, ...refused]),
  })
  const created = await createTask(tenant, request, {
    repeatId: isKnownByItem ? undefined : repeatIdOf(tenant, form, dedupe),
    values,
    beside: (id) => {
      const ofBody = bodyWrite(tenant, form, incoming, id)
      return [...beside(settledAs(id)), ...(ofBody ? [ofBody] : [])]
    },
  })
  return settledAs(created.task.id)
}

/**
 * Adds a submission to a task of the form's project, as a comment.
 * @returns undefined if the project has no such task outside the trash
 * @throws ApiError quota_exceeded if the task has 1,000 comments; NameTaken for a repeat of what became a task or a comment
 */
async function comment(
  tenant: Tenant,
  form: FormItem,
  incoming: Incoming,
  taskId: string,
  beside: Beside,
): Promise<Settled | undefined> {
  const { task, dedupe, truncated, misread = [], receivedAtMs } = incoming
  const { label, description } = task
  const settledAs = (comment_id: string): Settled => ({
    ...{ outcome: 'created', task_id: taskId, comment_id },
    ...remarksOf('comment', truncated, misread),
  })
  try {
    const { comment: added } = await createComment(
      { ...tenant, projectIds: [form.project_id] },
      taskId,
      { text: description != null && isVisible(description) ? description : label },
      { kind: 'form', id: form.id, name: form.name },
      {
        beside: (id) => [
          ...beside(settledAs(id)),
          bodyWrite(tenant, form, incoming, taskId) ??
            takeRepeatId(tenant, repeatIdOf(tenant, form, dedupe), taskId, receivedAtMs),
        ],
      },
    )
    return settledAs(added.id)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'task_not_found') return undefined
    throw error
  }
}

/** Why a submission waits that would be a duplicate of the task that it is about: nobody would read it. */
const outOfReach =
  "The task that the mapping's commentOn names takes no comment of this form: it is in the trash or in another project. A new task cannot have its externalId."

/** What an earlier submission with the same body made, if this one repeats it. */
async function earlierOf(
  tenant: Tenant,
  { id }: FormItem,
  { dedupe: { bodyHash, windowMs = repeatWindowMs }, receivedAtMs }: Incoming,
): Promise<Settled | undefined> {
  const found = bodyHash === undefined ? undefined : await get(tenant, bodyKey(tenant, id, bodyHash))
  const isRepeat = found && Math.abs(receivedAtMs - Number(found.received_at_ms)) < windowMs
  return isRepeat ? { outcome: 'duplicate', task_id: String(found.task_id) } : undefined
}

/**
 * Makes a submission a comment if its mapping names a task that the form's project has.
 * @throws ApiError as `comment` and `create` do
 */
async function commentOrCreate(
  tenant: Tenant,
  form: FormItem,
  incoming: Incoming,
  beside: Beside,
): Promise<Settled> {
  const { commentOn } = incoming
  if (commentOn === undefined) return create(tenant, form, incoming, beside)
  const taskId = await taskIdOf(tenant, commentOn)
  const commented = () => comment(tenant, form, incoming, taskId, beside)
  try {
    return (await commented()) ?? (await create(tenant, form, incoming, beside))
  } catch (error) {
    const isOfTask = error instanceof NameTaken && error.code === 'external_id_exists'
    if (!isOfTask || error.owner.taskId !== taskId) throw error
    // another submission may have made the task since it was looked for
    const made = (await commented()) ?? (await earlierOf(tenant, form, incoming))
    return made ?? { outcome: 'held', reason: outOfReach }
  }
}

/**
 * Creates the task of a submission, or its comment if it is about a task that exists: only once for all its repeats, and
 * only once for its external id. The writes that `beside` returns are in the same transaction.
 * @returns the outcome; a submission that is `held` or `duplicate` is not stored yet
 * @throws ApiError service_unavailable
 */
export async function makeTask(
  tenant: Tenant,
  form: FormItem,
  incoming: Incoming,
  beside: Beside,
): Promise<Settled> {
  // a form acts for itself: the caller who replays its submissions may see less of the account
  const ofForm = { ...accountWide(tenant), writer: encodeFormWriter(form.id) }
  try {
    return await commentOrCreate(ofForm, form, incoming, beside)
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
