import { createComment } from '../comments/create.ts'
import { ApiError, asApiError, notFound } from '../contract/api-error.ts'
import { maxBulkOperations, maxRuleWritesPerMinute } from '../contract/limits.ts'
import { accountPartition, epochSeconds } from '../table/item.ts'
import { get } from '../table/read-items.ts'
import { isBusy } from '../table/send.ts'
import type { Tenant } from '../table/tenant.ts'
import { updateOf } from '../table/update-expression.ts'
import { update, type CheckedWrite } from '../table/write-items.ts'
import { createTask } from '../tasks/create.ts'
import { deleteFound, findToDelete } from '../tasks/delete-where.ts'
import { firstWhere } from '../tasks/find-where.ts'
import { NameTaken } from '../tasks/new-task.ts'
import { anyTask, taskKey, type TaskItem } from '../tasks/task-item.ts'
import type { Task } from '../tasks/task.ts'
import { trashTask } from '../tasks/trash.ts'
import { updateTask } from '../tasks/update.ts'
import type { TaskSet } from '../tasks/update-where-request.ts'
import { checkLane, findTasksWhere, updateFound } from '../tasks/update-where.ts'
import { encodeWriter } from '../tasks/writer.ts'
import { firedEvent } from '../webhooks/rule-event.ts'
import type { Action, ActionOf } from './action.ts'
import { expandComment, expandSet, expandTask, fieldTypesOf, type Occurrence } from './expand.ts'
import type { RuleItem } from './rule-item.ts'
import type { Done, Firing } from './runs.ts'
import { minuteMs } from './time/wall-time.ts'
import { commentIdOf, createdIdOf, firedIdOf } from './traces.ts'
import { whereAt, type RuleWhere } from './where.ts'
import { writtenBefore } from './written-before.ts'

const nothing = { matched: 0, updated: 0, created: [] }

/** The account as a rule sees it: within the projects of a bound maker, and with itself as the writer. */
export const asRuleTenant = (tenant: Tenant, { id, bound_project_ids }: RuleItem): Tenant => ({
  ...tenant,
  projectIds: bound_project_ids ?? null,
  writer: encodeWriter({ via: 'rule', token_id: null, origin_id: null, member_id: null, rule_id: id }),
})

/** The zone in which a rule reads dates. */
export const zoneOf = ({ trigger }: Pick<RuleItem, 'trigger'>): string =>
  trigger.type === 'event' ? 'UTC' : trigger.timeZone

/** When the account's rules may write again, in ms since 1970. */
export const nextMinuteMs = (nowMs: number): number => (Math.floor(nowMs / minuteMs) + 1) * minuteMs

/**
 * Counts tasks that the account's rules are about to write.
 * @returns how many of them may be written in this minute
 */
async function allow(tenant: Tenant, count: number): Promise<number> {
  if (count === 0 || tenant.isDryRun) return count
  const nowMs = Date.now()
  const minute = nextMinuteMs(nowMs) - minuteMs
  const result = await update(tenant, {
    Key: {
      pk: `${accountPartition(tenant.accountId)}#RULES`,
      sk: `WRITES#${new Date(minute).toISOString()}`,
    },
    ...updateOf({ expires_at: epochSeconds(minute + 60 * minuteMs) }, { tasks: count }),
  })
  const total = 'item' in result ? Number(result.item.tasks) : 0
  return Math.max(0, Math.min(count, maxRuleWritesPerMinute - (total - count)))
}

const waitReason = `It waited: the rules of the account had made ${maxRuleWritesPerMinute} writes within a minute.`
const waiting = (progress: Firing['progress']): Done => ({
  ...nothing,
  ...progress,
  outcome: 'running',
  reason: waitReason,
  waits: true,
})

const isOpen = (task: TaskItem | undefined): boolean =>
  task !== undefined && task.deleted_at === undefined && task.status !== 2

/** The row of a run in the log, for the transaction of what it makes. */
const rowBeside = ({ rowOf }: Firing, done: Done): CheckedWrite[] =>
  rowOf ? [{ write: { Put: { Item: rowOf(done) } }, whenRefused: () => notFound('rule') }] : []

/** What an action gets. */
interface Run<A extends Action> {
  tenant: Tenant
  rule: RuleItem
  action: A
  firing: Firing
  occurrence: Occurrence
}

async function create({
  tenant,
  rule,
  action,
  firing,
  occurrence,
}: Run<ActionOf<'create_task'>>): Promise<Done> {
  if (action.ifOpen === 'skip' && rule.last_task_id !== undefined) {
    if (isOpen(anyTask(await get(tenant, taskKey(tenant, rule.last_task_id)))))
      return { ...nothing, outcome: 'skipped', reason: 'The task of the last occurrence is still open.' }
  }
  if ((await allow(tenant, 1)) === 0) return waiting(firing.progress)
  const types = await fieldTypesOf(tenant, action.task.fields)
  const request = { ...expandTask(action.task, occurrence, types), projectId: rule.project_id }
  const doneWith = (id: string): Done => ({
    ...nothing,
    outcome: 'done',
    created: [id],
    ...reasonOf(firing),
  })
  const beside = (id: string) => rowBeside(firing, doneWith(id))
  const { id, task } = await createOnce(tenant, request, createdIdOf(tenant, firing.runId), beside)
  return { ...doneWith(id), ...(task && { task }) }
}

/** @returns the task; only its id if an earlier try of the same run has made it */
async function createOnce(
  tenant: Tenant,
  request: Parameters<typeof createTask>[1],
  repeatId: string,
  beside: (taskId: string) => CheckedWrite[],
): Promise<{ id: string; task?: Task }> {
  try {
    const { task } = await createTask(tenant, request, { repeatId, beside })
    return { id: task.id, task }
  } catch (error) {
    if (error instanceof NameTaken && error.code === 'idempotency_key_reused')
      return { id: error.owner.taskId }
    throw error
  }
}

const reasonOf = ({ progress }: Firing): Pick<Done, 'reason'> =>
  progress?.reason === undefined ? {} : { reason: progress.reason }

/** How long before the deadline no further step begins, in ms. */
const reserveMs = 3_000

type Step = (
  limit: number,
  cursor: string | undefined,
) => Promise<{ count: number; write: () => Promise<Report> }>
interface Report {
  matched: number
  written: number
  next: string | null
}

/** Writes all tasks that match, page by page, until time or the account's allowance is used up. */
async function inSteps({ tenant, rule, firing }: Run<Action>, step: Step): Promise<Done> {
  const before = await writtenBefore(tenant, rule, firing)
  let { cursor, matched = 0, updated = 0 } = firing.progress ?? {}
  matched = Math.max(matched, before)
  updated = Math.max(updated, before)
  const done = (): Done => ({ ...nothing, outcome: 'done', matched, updated, ...reasonOf(firing) })
  for (;;) {
    const found = await step(maxBulkOperations, cursor)
    const allowed = await allow(tenant, found.count)
    if (allowed === 0 && found.count > 0)
      return waiting({ ...firing.progress, matched, updated, ...(cursor !== undefined && { cursor }) })
    const { write } = allowed < found.count ? await step(allowed, cursor) : found
    const report = await write()
    matched += report.matched
    updated += report.written
    if (report.next === null) return done()
    cursor = report.next
    if (Date.now() <= tenant.deadlineMs - reserveMs) continue
    return tenant.isDryRun
      ? { ...done(), reason: 'There are more tasks than a dry run has time for.' }
      : { ...done(), outcome: 'running', cursor }
  }
}

/** What tasks become in a run. */
const setAt = async (tenant: Tenant, set: TaskSet, occurrence: Occurrence): Promise<TaskSet> =>
  expandSet(set, occurrence, await fieldTypesOf(tenant, set.fields))

/**
 * The conditions of an action as they are at a run.
 * @throws ApiError lane_not_found when they name a lane that is gone: nobody wants a rule that never finds anything again
 */
async function conditionsOf({ tenant, rule, occurrence }: Run<Action>, where: RuleWhere): Promise<RuleWhere> {
  if (where.workflowLaneId != null) await checkLane(tenant, rule.project_id, where.workflowLaneId)
  return whereAt(tenant, where, occurrence)
}

async function updateAll(run: Run<ActionOf<'update_tasks'>>): Promise<Done> {
  const { tenant, rule, action, occurrence } = run
  const where = await conditionsOf(run, action.where)
  const set = await setAt(tenant, action.set, occurrence)
  return inSteps(run, async (limit, cursor) => {
    const found = await findTasksWhere(tenant, rule.project_id, { where, set, limit, cursor })
    return {
      count: found.tasks.length,
      write: async () => {
        const { matched, updated, next_cursor } = await updateFound(tenant, found, set)
        return { matched, written: updated, next: next_cursor }
      },
    }
  })
}

async function deleteAll(run: Run<ActionOf<'delete_tasks'>>): Promise<Done> {
  const { tenant, rule, action } = run
  const where = await conditionsOf(run, action.where)
  return inSteps(run, async (limit, cursor) => {
    const found = await findToDelete(tenant, rule.project_id, { where, limit, cursor })
    return {
      count: found.tasks.length,
      write: async () => {
        const { matched, deleted, next_cursor } = await deleteFound(tenant, found)
        return { matched, written: deleted, next: next_cursor }
      },
    }
  })
}

/**
 * Writes to the task of the trigger, unless the account's rules must wait.
 * @throws ApiError task_not_found
 */
async function onItsTask(
  { tenant, firing }: Run<Action>,
  write: (taskId: string) => Promise<Done>,
): Promise<Done> {
  if (!firing.task) throw notFound('task')
  return (await allow(tenant, 1)) === 0 ? waiting(firing.progress) : write(firing.task.id)
}

async function updateOne(
  { tenant, action, firing, occurrence }: Run<ActionOf<'update_task'>>,
  taskId: string,
): Promise<Done> {
  if (action.delete) await trashTask(tenant, taskId)
  else {
    const set = action.set && (await setAt(tenant, action.set, occurrence))
    await updateTask(tenant, taskId, { ...set, projectId: action.projectId })
  }
  return { ...nothing, outcome: 'done', matched: 1, updated: 1, ...reasonOf(firing) }
}

/** Adds a comment to the task of the trigger. A repeat of the same run meets the comment of the first. */
async function comment(
  { tenant, rule, action, firing, occurrence }: Run<ActionOf<'add_comment'>>,
  taskId: string,
): Promise<Done> {
  const repeatId = commentIdOf(tenant, firing.runId)
  const done: Done = {
    ...{ ...nothing, outcome: 'done', matched: 1, comment_id: repeatId },
    ...reasonOf(firing),
  }
  const author = { kind: 'rule' as const, id: rule.id, name: rule.label }
  const { comment: added } = await createComment(
    tenant,
    taskId,
    { text: expandComment(action.text, occurrence) },
    author,
    { repeatId, beside: () => rowBeside(firing, done) },
  )
  return { ...done, comment: added }
}

async function notify(run: Run<ActionOf<'notify'>>): Promise<Done> {
  const { tenant, rule, action, firing } = run
  const digest =
    action.where && (await firstWhere(tenant, rule.project_id, await conditionsOf(run, action.where)))
  const at = new Date(firing.dueMs).toISOString()
  const { task, field } = firing
  return {
    ...nothing,
    outcome: 'done',
    matched: digest?.matched ?? (task ? 1 : 0),
    event: firedEvent({ id: firedIdOf(firing), rule, at, task, field, digest }),
  }
}

function act(run: Run<Action>): Promise<Done> {
  const { action } = run
  switch (action.type) {
    case 'create_task':
      return create({ ...run, action })
    case 'update_tasks':
      return updateAll({ ...run, action })
    case 'update_task':
      return onItsTask(run, (taskId) => updateOne({ ...run, action }, taskId))
    case 'delete_tasks':
      return deleteAll({ ...run, action })
    case 'notify':
      return notify({ ...run, action })
    case 'add_comment':
      return onItsTask(run, (taskId) => comment({ ...run, action }, taskId))
  }
}

/**
 * Does the action of a rule once. A repeat of the same run does no harm: it meets the task that the first has made, finds
 * nothing left to change, or sends an event that is known.
 * @param tenant `asRuleTenant`
 * @throws ApiError service_unavailable, rate_limited: storage is busy, and the run must be tried again; any other error is the
 *   run's outcome, unless `throws`, as for a dry run
 */
export async function perform(
  tenant: Tenant,
  rule: RuleItem,
  firing: Firing,
  { throws = false } = {},
): Promise<Done & { cause?: unknown }> {
  const occurrence = { atMs: firing.dueMs, timeZone: zoneOf(rule), task: firing.task }
  try {
    return await act({ tenant, rule, action: rule.action, firing, occurrence })
  } catch (error) {
    if (throws || (error instanceof ApiError && isBusy(error))) throw error
    const { code, message } = asApiError(error)
    return {
      ...nothing,
      ...(firing.progress && { matched: firing.progress.matched, updated: firing.progress.updated }),
      outcome: 'failed',
      error: { code, message },
      ...(code === 'internal_error' && { cause: error }),
    }
  }
}
