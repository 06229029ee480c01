import { ApiError } from '../contract/api-error.ts'
import { hasExpired, type Item, type Key } from '../table/item.ts'
import { getMany } from '../table/read-items.ts'
import { isBusy } from '../table/send.ts'
import { putsOf, writeInOrder } from '../table/write-items.ts'
import { meets } from '../tasks/filter.ts'
import { anyTask, taskKey, type TaskItem } from '../tasks/task-item.ts'
import { decodeWriter } from '../tasks/writer.ts'
import type { StoredEvent } from '../webhooks/event.ts'
import { fieldOf, fireMsOf, type RuleWith } from './dates.ts'
import { needsActive } from './action.ts'
import { asRuleTenant, perform } from './perform.ts'
import type { RuleItem } from './rule-item.ts'
import { asRun, rowItem, rowOf, runIdOf, runKey, type RunItem, type Done, type Firing } from './runs.ts'
import { asProgress, eventsOf, type Session } from './session-state.ts'
import { commentIdOf, createdIdOf, doneBefore } from './traces.ts'
import { dueMsOf, firstEntries, type WaitingEntry } from './waiting.ts'
import { filterAt } from './where.ts'

/** How many entries are taken at once. Each has a row in the log, and one read takes the tasks and rows of so many. */
const entriesAtOnce = 50

/** What an entry stands for. */
type Found = { firing: Firing; problem?: ApiError } | undefined

/** @returns undefined if the entry's task no longer asks for it */
async function firingOf(
  { tenant, rule }: Session,
  { firing, task }: { firing: Firing; task: TaskItem | undefined },
): Promise<Found> {
  const { trigger } = rule
  const { dueMs } = firing
  if (trigger.type === 'schedule' || !task) return undefined
  if (needsActive(rule.action) && task.deleted_at !== undefined) return undefined
  if (trigger.type === 'date' && fireMsOf(rule as RuleWith<'date'>, task) !== dueMs) return undefined
  try {
    // an event was checked when it happened; what it refers to may have gone since
    const filter =
      trigger.where && (await filterAt(tenant, trigger.where, { atMs: dueMs, timeZone: 'UTC', ...trigger }))
    if (trigger.type === 'event') return { firing }
    if (filter && !meets(filter, task)) return undefined
    return { firing: { ...firing, field: fieldOf(rule as RuleWith<'date'>, task) } }
  } catch (error) {
    if (error instanceof ApiError && !isBusy(error)) return { problem: error, firing }
    throw error
  }
}

/**
 * Whether a task no longer asks for what is due because a session that was killed has done it already: nobody has written the
 * task since.
 */
const isDoneByRule = ({ id, action }: RuleItem, task: TaskItem | undefined, dueMs: number): boolean =>
  action.type === 'update_task' &&
  task !== undefined &&
  decodeWriter(task.writer)?.rule_id === id &&
  Date.parse(task.updated_at) >= dueMs

/** What came of an entry. */
interface Settlement {
  firing: Firing
  done: Done & { cause?: unknown }
}

/** What is due, with what is known of it. */
interface Due {
  entry: WaitingEntry
  firing: Firing
  task: TaskItem | undefined
  /** Its row in the log. */
  row: RunItem | undefined
}

/** Reads the tasks and the rows of entries. */
async function readDue({ tenant, rule }: Session, entries: readonly WaitingEntry[]): Promise<Due[]> {
  const firings = entries.map((entry) => {
    const dueMs = dueMsOf(entry)
    return { entry, dueMs, runId: runIdOf(rule.id, dueMs, entry.event_id ?? entry.task_id) }
  })
  const keys = firings.flatMap(({ entry, runId }) => [
    taskKey(tenant, entry.task_id),
    runKey(tenant, rule.id, runId),
  ])
  const distinct = [...new Map(keys.map((key) => [key.sk, key])).values()]
  const items = new Map((await getMany(tenant, distinct)).map((item) => [String(item.sk), item]))
  return firings.map(({ entry, dueMs, runId }) => {
    const task = anyTask(items.get(taskKey(tenant, entry.task_id).sk))
    const item = items.get(runKey(tenant, rule.id, runId).sk)
    const row = item && !hasExpired(asRun(item)) ? asRun(item) : undefined
    return { entry, firing: { runId, dueMs, task, ...(row && asProgress(row)) }, task, row }
  })
}

const inTrash = 'Its task is in the trash.'
const nothingDone = { matched: 0, updated: 0, created: [] }

/** Does what an entry stands for; undefined if nothing came of it that the log must have. */
async function settle(session: Session, { entry, firing, task, row }: Due): Promise<Settlement | undefined> {
  const { tenant, rule } = session
  const found = await firingOf(session, { firing, task })
  if (!found) {
    if (isDoneByRule(rule, task, dueMsOf(entry)))
      return { firing, done: { ...nothingDone, outcome: 'done', matched: 1, updated: 1 } }
    if (!row && (await doneBefore(tenant, rule, [firing])).has(firing.runId)) {
      const created = rule.action.type === 'create_task' ? [createdIdOf(tenant, firing.runId)] : []
      return {
        firing,
        done: {
          ...{ ...nothingDone, outcome: 'done', matched: created.length === 0 ? 1 : 0, created },
          ...(rule.action.type === 'add_comment' && { comment_id: commentIdOf(tenant, firing.runId) }),
        },
      }
    }
    // a date that is gone is nothing that has happened, unless its run had begun
    if (rule.trigger.type === 'date' && !row) return undefined
    const reason = task?.deleted_at === undefined ? 'Its task no longer asks for it.' : inTrash
    return { firing, done: { ...nothingDone, outcome: 'skipped', reason } }
  }
  if (found.problem) {
    const { code, message } = found.problem
    return { firing, done: { ...nothingDone, outcome: 'failed', error: { code, message } } }
  }
  return { firing: found.firing, done: await perform(asRuleTenant(tenant, rule), rule, found.firing) }
}

/** What entries came to: it is written together. */
interface Batch {
  rows: Item[]
  events: StoredEvent[]
  /** The entries that are done. */
  keys: Key[]
}

/** @returns whether it has ended */
async function runEntry(session: Session, due: Due, { rows, events, keys }: Batch): Promise<boolean> {
  const { tenant, rule } = session
  const { entry, row: earlier } = due
  const startedMs = Date.now()
  const isEnded = earlier !== undefined && earlier.outcome !== 'running'
  if (isEnded && session.isUncounted(earlier)) session.count(earlier)
  const settled = isEnded ? undefined : await settle(session, due)
  if (settled) {
    const { firing, done } = settled
    const row = rowOf(firing, done, startedMs, session.endMs())
    rows.push(rowItem(tenant, rule, row))
    events.push(...eventsOf(tenant, rule, firing, done))
    session.count(row, done.cause)
    if (done.outcome === 'running') {
      session.waitFor(done, { run_id: row.id, due_ms: firing.dueMs })
      return false
    }
    if (rule.begun?.run_id === row.id) session.changes = { ...session.changes, begun: undefined }
  }
  keys.push({ pk: entry.pk, sk: entry.sk })
  return true
}

async function writeBatch(
  session: Session,
  { rows, events, keys }: Batch,
  changesBefore: Session['changes'],
): Promise<void> {
  try {
    await session.dispatch(events, (stages) => writeInOrder(session.tenant, [...stages, putsOf(rows)]))
  } catch (error) {
    session.changes = changesBefore // nothing of it is in the log
    throw error
  }
  session.settledKeys.push(...keys)
}

/**
 * Runs the first entries that are due, in their order, and writes what came of all of them together: events first, then the
 * log. When the rule is written, too, the entries are removed. After a kill in between, the rest is repeated.
 * @returns whether there were any
 */
export async function runEntries(session: Session): Promise<boolean> {
  const { tenant, rule } = session
  const waiting = await firstEntries(tenant, rule, entriesAtOnce)
  const nowMs = Date.now()
  // events are due whatever the clock says: it may have been set back
  const entries = rule.trigger.type === 'event' ? waiting : waiting.filter((entry) => dueMsOf(entry) <= nowMs)
  session.nextEntry = waiting[0]
  if (entries.length === 0) return false
  const batch: Batch = { rows: [], events: [], keys: [] }
  const { changes } = session
  try {
    for (const due of await readDue(session, entries)) {
      if (!session.mayGoOn() || session.rule.status !== 'active') break
      if (!(await runEntry(session, due, batch))) break
    }
  } finally {
    // what was done before something failed is not done again
    await writeBatch(session, batch, changes)
  }
  return true
}
