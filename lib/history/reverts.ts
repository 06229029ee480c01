import { ApiError, asApiError } from '../contract/api-error.ts'
import { tasksPerCharge } from '../contract/limits.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../table/cursor.ts'
import { inParallel } from '../table/in-parallel.ts'
import { hasExpired, type Item } from '../table/item.ts'
import { ItemTooLarge } from '../table/item-size.ts'
import { get, query } from '../table/read-items.ts'
import { stampLifeMs } from '../table/retried.ts'
import { visibleTask } from '../tasks/gate.ts'
import { taskKey, type TaskItem } from '../tasks/task-item.ts'
import type { Caller } from '../tokens/caller.ts'
import type { ChangedName } from '../webhooks/event.ts'
import { eventPartition, type EventItem } from '../webhooks/webhook-item.ts'
import { entryOf, matches, readBudget, type Nameless } from './history.ts'
import { hasValue, putBack, unfitValues, withoutNames, wouldChange, type Back } from './put-back.ts'
import type { KeptReason, RevertedWrites, RevertReport } from './revert-request.ts'
import { readWrites, type TaskWrite } from './task-writes.ts'

/** What stays as it is of a task, and why. Without fields, it is whether the task is in the trash. */
interface Kept {
  fields: ChangedName[]
  reason: KeptReason
}

/** What happens to a task. */
interface Plan {
  item: TaskItem
  back: Back
  kept: Kept[]
}

type IsMeant = (write: TaskWrite) => boolean

/**
 * Of the writes of one thing, newest first, the last ones in a row that are meant; and whether others wrote it since. Without
 * any that is meant, the row is empty.
 */
function lastRow(writes: readonly TaskWrite[], isMeant: IsMeant) {
  const first = writes.findIndex(isMeant)
  if (first === -1) return { row: [], isOverwritten: false }
  const next = writes.findIndex((write, index) => index > first && !isMeant(write))
  return { row: writes.slice(first, next === -1 ? undefined : next), isOverwritten: first > 0 }
}

/** Where a task is. This goes back together if a project changes, because lanes and positions are those of a project. */
const place: readonly ChangedName[] = ['project_id', 'workflow_lane_id', 'position']

/** The fields that writes changed: those of each part go back together. */
function partsOf(meant: readonly TaskWrite[]): (readonly ChangedName[])[] {
  const names = new Set(meant.flatMap(({ before }) => [...before.keys()]))
  if (!names.has('project_id')) return Array.from(names, (name) => [name])
  return [place, ...[...names].filter((name) => !place.includes(name)).map((name) => [name])]
}

/**
 * Decides what a task gets back, so that it becomes what it would be without the writes that are meant. A field that others
 * wrote last stays; any other gets the value that others gave it last, or the one from before the first of these writes.
 * @param writes the writes of the task since before the first that is meant, newest first
 */
function decide(item: TaskItem, writes: readonly TaskWrite[], isMeant: IsMeant): Plan {
  const kept: Kept[] = []
  const keep = (fields: ChangedName[], reason: KeptReason) => kept.push({ fields, reason })
  const isTrashed = item.deleted_at !== undefined
  const lives = lastRow(
    writes.filter(({ lifeBefore }) => lifeBefore !== undefined),
    isMeant,
  )
  const lifeBefore = lives.row.at(-1)?.lifeBefore
  if (lifeBefore === 'absent') {
    const others = writes.filter((write) => !isMeant(write)).flatMap(({ before }) => [...before.keys()])
    const work = [...new Set(others)].filter((name) => name !== 'position')
    const stays = lives.isOverwritten || work.length > 0
    if (stays && !isTrashed) keep(work, 'changed_since')
    return { item, kept, back: { values: new Map(), life: stays || isTrashed ? undefined : 'trashed' } }
  }
  const values = new Map<ChangedName, unknown>()
  const overwritten: ChangedName[] = []
  for (const part of partsOf(writes.filter(isMeant))) {
    const ofPart = writes.filter(({ before }) => part.some((name) => before.has(name)))
    const { row, isOverwritten } = lastRow(ofPart, isMeant)
    const before = new Map(row.flatMap((write) => [...write.before])) // of several values the oldest, which is last
    for (const name of part) {
      if (!before.has(name) || hasValue(item, name, before.get(name))) continue
      if (isOverwritten) overwritten.push(name)
      else values.set(name, before.get(name))
    }
  }
  if (overwritten.length > 0) keep(overwritten, 'changed_since')
  const isOtherLife = lifeBefore !== undefined && (lifeBefore === 'trashed') !== isTrashed
  if (isOtherLife && lives.isOverwritten) keep([], 'changed_since')
  const life = isOtherLife && !lives.isOverwritten ? lifeBefore : undefined
  if (!isTrashed || life !== undefined) return { item, kept, back: { values, life } }
  if (values.size > 0) keep([...values.keys()], 'in_trash')
  return { item, kept, back: { values: new Map() } }
}

/** A task that the writer wrote, by the newest of these writes that the search has met. */
interface Met {
  taskId: string
  at: string
  sk: string
}

/** How far a request reads back in the history of one task. */
const reach = { maxWrites: 500, maxBytes: 1024 * 1024 }

/** What happens to a task; undefined if it is gone, out of sight, or was looked at on an earlier page. */
async function planFor(
  caller: Caller,
  { taskId, at }: Met,
  { after, cursor }: RevertedWrites,
  isMeant: IsMeant,
): Promise<Plan | undefined> {
  const item = visibleTask(caller, await get(caller, taskKey(caller, taskId)))
  if (!item || hasExpired(item)) return undefined
  const writes = await readWrites(caller, item, { after, ...reach })
  if (typeof writes === 'string')
    return { item, back: { values: new Map() }, kept: [{ fields: [], reason: writes }] }
  const newest = writes.find(isMeant)
  if (!newest || (cursor !== undefined && newest.at > at)) return undefined
  const plan = decide(item, writes, isMeant)
  const unfit = await unfitValues(caller, plan.back)
  if (unfit.length > 0) {
    plan.back = withoutNames(plan.back, unfit)
    plan.kept.push({ fields: unfit, reason: 'field_not_found' })
  }
  return plan
}

const reasonsOfErrors: Partial<Record<ApiError['code'], KeptReason>> = {
  precondition_failed: 'not_in_history', // it was written a moment ago
  task_not_found: 'not_in_history',
  project_not_found: 'project_not_found',
  quota_exceeded: 'quota_exceeded',
}

/** What has happened to a task. */
type Outcome = Pick<Plan, 'item' | 'kept'> & { isWritten: boolean; back: Back }

/** Writes what a task gets back. What storage does not take stays, and is named. */
async function carryOut(caller: Caller, { item, back, kept }: Plan): Promise<Outcome> {
  const nothing = { item, kept, isWritten: false, back }
  if (!wouldChange(item, back)) return nothing
  const all = (reason: KeptReason): Outcome => ({
    ...nothing,
    kept: [...kept, { fields: [...back.values.keys()], reason }],
  })
  if (back.life === 'trashed' && item.deleted_at === undefined && !caller.token.scopes.includes('delete'))
    return all('insufficient_scope')
  try {
    const { task, isWithoutLane } = await putBack(caller, item, back)
    const lane: Kept[] = isWithoutLane ? [{ fields: ['workflow_lane_id'], reason: 'lane_not_found' }] : []
    const written = isWithoutLane ? withoutNames(back, ['workflow_lane_id']) : back
    return { item, kept: [...kept, ...lane], isWritten: task.version !== item.version, back: written }
  } catch (error) {
    if (error instanceof ItemTooLarge) return all('too_large')
    const reason = reasonsOfErrors[asApiError(error).code]
    if (reason === undefined) throw error
    return all(reason)
  }
}

/** Whether a task's write changes counts. Such writes of one project would wait for each other. */
const isCounted = ({ back: { life, values } }: Plan): boolean =>
  life !== undefined || values.has('workflow_lane_id') || values.has('project_id')

/** Tasks that are looked at together: not more than a request pays for. */
const tasksAtOnce = tasksPerCharge

async function carryOutAll(caller: Caller, plans: readonly Plan[]): Promise<Outcome[]> {
  const outcomes = new Map<Plan, Outcome>()
  const act = async (plan: Plan) => {
    outcomes.set(plan, await carryOut(caller, plan))
  }
  await inParallel(
    plans.filter((plan) => !isCounted(plan)),
    tasksAtOnce,
    act,
  )
  await inParallel(plans.filter(isCounted), 1, act)
  return plans.flatMap((plan) => outcomes.get(plan) ?? [])
}

/** Adds what has happened to a task to a report. */
function tell(report: RevertReport, { item: { id, label }, kept, isWritten, back }: Outcome): void {
  report.matched++
  for (const one of kept) report.kept.push({ id, label, ...one })
  if (!isWritten) return
  report.reverted++
  const effect =
    back.life === 'trashed' ? 'trashed' : back.life === 'active' ? 'restored' : ('changed' as const)
  report.tasks.push({ id, label, effect, fields: [...back.values.keys()] })
}

/** How far the time of a write may be ahead of the clock here. */
const slackMs = 1_000

/** Entries of the log that are read at once. */
const entriesAtOnce = 250

/** What of an entry or a write says who made it, and where. */
type Written = Pick<Nameless, 'project_id' | 'previous' | 'origin' | 'changed'>

/** Says whether a write is one that is to be taken back. */
function meantBy({ by, projectId }: RevertedWrites) {
  const { formId, ...others } = by
  return (written: Written, form: string | undefined): boolean =>
    matches({ ...others, projectId }, written) && (formId === undefined || formId === form)
}

/**
 * Returns what pays for tasks before they are written, and says whether the rate limits allow it. The request itself is counted
 * already, and pays for the first ten.
 */
function payingBy(charge: (requests: number) => void) {
  let paid = 1
  return (tasks: number): boolean => {
    const due = Math.ceil(tasks / tasksPerCharge)
    try {
      charge(due - paid)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'rate_limited') return false
      throw error
    }
    paid = due
    return true
  }
}

/**
 * Takes back what a writer wrote in a time, task by task, the newest first: a search in the log finds the tasks, and each is
 * looked at where the search meets the newest of these writes. Where the rate limits allow no more, it ends, and its cursor goes
 * on there.
 * @param charge counts the request as this many more
 * @throws ApiError invalid_request if the cursor does not belong to this request; service_unavailable: some tasks may be written,
 * and a repeat takes back the others
 */
export async function revertWrites(
  caller: Caller,
  request: RevertedWrites,
  charge: (requests: number) => void,
): Promise<RevertReport> {
  const { by, after, projectId, limit, cursor } = request
  const partition = eventPartition(caller)
  const asked = [by, after, request.before, projectId, caller.isDryRun ?? false]
  const scope = ['reverts', partition, JSON.stringify(asked)]
  // another process may have a clock that is ahead
  const now = new Date(Date.now() + slackMs).toISOString()
  const [before = '', from] =
    cursor === undefined
      ? [request.before !== undefined && request.before < now ? request.before : now]
      : decodeCursor(scope, cursor, resumePointShapes.reverts).split(' ')
  const isAsked = meantBy(request)
  const isMeant: IsMeant = ({ at, event, formId }) =>
    event !== undefined &&
    at < before &&
    isAsked({ ...event.data, project_id: event.data.task.project_id }, formId)
  const report: RevertReport = { matched: 0, reverted: 0, tasks: [], kept: [], next_cursor: null }
  const mayReadOn = readBudget(caller)
  const startBeforeMs = caller.deadlineMs - stampLifeMs
  const mayGoOn = () => mayReadOn() && report.matched < limit && Date.now() < startBeforeMs
  const first = `${after}#~`
  const last = from ?? `${before}#`
  if (last <= first) return report
  const met = new Set<string>()
  const pay = payingBy(charge)
  let resume = last
  let next: Item | undefined
  const unfinished = (): RevertReport => ({
    ...report,
    next_cursor: encodeCursor(scope, `${before} ${resume}`),
  })
  do {
    const read = await query(caller, {
      condition: 'pk = :events AND sk BETWEEN :first AND :last',
      values: { ':events': partition, ':first': first, ':last': last },
      descending: true,
      limit: entriesAtOnce,
      after: next,
    })
    const found: Met[] = []
    for (const item of read.items as unknown as (EventItem & { sk: string })[]) {
      if (item.sk === from) continue
      const entry = entryOf(caller, item)
      if (!entry || met.has(entry.task_id) || !isAsked(entry, item.form_id)) continue
      met.add(entry.task_id)
      found.push({ taskId: entry.task_id, at: entry.at, sk: item.sk })
    }
    while (found.length > 0) {
      const part = found.splice(0, Math.min(tasksAtOnce, limit - report.matched))
      const plans = new Map<Met, Plan>()
      await inParallel(part, tasksAtOnce, async (one) => {
        const plan = await planFor(caller, one, request, isMeant)
        if (plan) plans.set(one, plan)
      })
      const inOrder = part.flatMap((one) => plans.get(one) ?? [])
      if (!pay(report.matched + inOrder.length)) return unfinished()
      for (const outcome of await carryOutAll(caller, inOrder)) tell(report, outcome)
      resume = part.at(-1)?.sk ?? resume
      if (!mayGoOn()) return unfinished()
    }
    next = read.last
    if (next) resume = String(next.sk)
  } while (next && mayGoOn())
  return next ? unfinished() : report
}
