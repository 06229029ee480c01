import { ApiError } from '../contract/api-error.ts'
import type { Outcome, Submission } from './submission.ts'
import { maxReplayedSubmissions } from '../contract/limits.ts'
import { interpret } from './receive.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../table/cursor.ts'
import { get } from '../table/read-items.ts'
import { hasExpired } from '../table/item.ts'
import { isLost } from '../tasks/new-task.ts'
import { anyTask, taskKey } from '../tasks/task-item.ts'
import type { Tenant } from '../table/tenant.ts'
import { firstRefusal, transact } from '../table/write-items.ts'
import { getFormItem } from './forms.ts'
import { queryHeld, settle } from './held.ts'
import { rulesOf, type FormItem } from './form-item.ts'
import { makeTask } from './store-submission.ts'
import {
  requestOf,
  submissionPartition,
  toSubmission,
  type Settled,
  type SubmissionItem,
} from './submission-item.ts'
import { getSubmissionItem } from './submissions.ts'

const settledAs = (before: SubmissionItem, settled: Settled, { project_id }: FormItem): SubmissionItem => {
  const after = { ...before, ...settled, ...(settled.outcome === 'held' && { project_id }) }
  if (settled.reason === undefined) delete after.reason
  if (settled.warnings === undefined) delete after.warnings
  if (settled.task_project_id === undefined) delete after.task_project_id
  if (settled.comment_id === undefined) delete after.comment_id
  return after
}

/**
 * Maps a submission again, even while the form is paused.
 * @throws ApiError submission_not_found if another call has changed its outcome since it was read
 */
async function mapAgain(tenant: Tenant, form: FormItem, before: SubmissionItem): Promise<SubmissionItem> {
  const receivedAtMs = Date.parse(before.received_at)
  const receipt = await interpret(rulesOf(form), requestOf(before), receivedAtMs)
  const writesOf = (settled: Settled) => settle(tenant, form.id, before, settledAs(before, settled, form))
  const settled: Settled =
    receipt.outcome === 'task'
      ? await makeTask(tenant, form, { ...receipt, receivedAtMs }, writesOf)
      : { outcome: receipt.outcome, reason: receipt.reason }
  if (settled.outcome === 'created') return settledAs(before, settled, form)
  // a submission that has created its task keeps that outcome
  if (before.outcome === 'created') return before
  const after = settledAs(before, settled, form)
  const writes = settle(tenant, form.id, before, after)
  const refusals = await transact(
    tenant,
    writes.map(({ write }) => write),
  )
  if (refusals) throw firstRefusal(writes, refusals)
  return after
}

const isSettled = (error: unknown) => error instanceof ApiError && error.code === 'submission_not_found'

/**
 * Whether the task of a submission exists, or the task of the submission that it repeats, even in the trash. With other
 * settings, it would make another one.
 */
async function hasItsTask(tenant: Tenant, { task_id: id }: SubmissionItem): Promise<boolean> {
  if (id === undefined) return false
  const task = anyTask(await get(tenant, taskKey(tenant, id)))
  return task !== undefined && !hasExpired(task) && !(await isLost(tenant, task))
}

/** A submission after a replay, and whether this call set its outcome. */
interface ReplayedItem {
  item: SubmissionItem
  isOwn: boolean
}

/** Maps a submission again with the current settings, and makes its task if it has none. */
async function replayItem(tenant: Tenant, form: FormItem, before: SubmissionItem): Promise<ReplayedItem> {
  if (await hasItsTask(tenant, before)) return { item: before, isOwn: false }
  try {
    return { item: await mapAgain(tenant, form, before), isOwn: true }
  } catch (error) {
    if (!isSettled(error)) throw error
    return { item: await getSubmissionItem(tenant, form.id, before.id), isOwn: false }
  }
}

/**
 * The count of a call to which a submission belongs. A task that another call made meanwhile counts as a duplicate
 * here.
 */
const countedAs = ({ item: { outcome }, isOwn }: ReplayedItem): Outcome =>
  outcome === 'created' && !isOwn ? 'duplicate' : outcome

/**
 * Maps one submission again.
 * @throws ApiError form_not_found, submission_not_found
 */
export async function replaySubmission(tenant: Tenant, formId: string, id: string): Promise<Submission> {
  const form = await getFormItem(tenant, formId)
  const { item } = await replayItem(tenant, form, await getSubmissionItem(tenant, formId, id))
  return toSubmission(tenant, item)
}

/** The result of replaying held submissions. */
export interface Replayed {
  created: number
  duplicates: number
  still_held: number
  has_more: boolean
  next_cursor: string | null
}

/** No further submissions are started when less time than this is left, in milliseconds. */
const replayReserveMs = 2_000

/**
 * Submissions that are mapped at once. They are few, because all of them write the project's counts. Those that may be comments
 * go one after the other: the first makes the task, and the others keep their order.
 */
const parallelOf = (form: FormItem): number => (rulesOf(form).mapping?.commentOn === undefined ? 5 : 1)

/**
 * Maps up to 100 held submissions again, oldest first, as far as the time allows.
 * @throws ApiError form_not_found; invalid_request if the cursor does not belong to this form
 */
export async function replayHeld(
  tenant: Tenant,
  formId: string,
  cursor: string | undefined,
): Promise<Replayed> {
  const form = await getFormItem(tenant, formId)
  const scope = ['held', submissionPartition(tenant, formId)]
  const after = cursor === undefined ? '' : decodeCursor(scope, cursor, resumePointShapes.submissions)
  const { held, end } = await queryHeld(tenant, formId, after, maxReplayedSubmissions + 1)
  const outcomes: Outcome[] = []
  const parallel = parallelOf(form)
  let next = 0
  const startBeforeMs = tenant.deadlineMs - replayReserveMs
  while (next < Math.min(held.length, maxReplayedSubmissions) && Date.now() < startBeforeMs) {
    const batch = held.slice(next, Math.min(next + parallel, maxReplayedSubmissions))
    const replayed = await Promise.all(batch.map((item) => replayItem(tenant, form, item)))
    outcomes.push(...replayed.map(countedAs))
    next += batch.length
  }
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length
  const hasMore = next < held.length || end !== undefined
  // after expired ones, too: a page may have no others
  const reached = next < held.length ? (held[next - 1]?.id ?? after) : (end ?? after)
  return {
    created: count('created'),
    duplicates: count('duplicate'),
    still_held: count('held'),
    has_more: hasMore,
    next_cursor: hasMore && reached !== '' ? encodeCursor(scope, reached) : null,
  }
}
