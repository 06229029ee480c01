import { ApiError, asApiError } from '../contract/api-error.ts'
import type { Precondition } from '../contract/headers.ts'
import { changeCounts, hasOtherStatuses } from '../projects/counts.ts'
import { wrongStatuses } from '../projects/lane-statuses.ts'
import { asCounts } from '../projects/project-item.ts'
import { inParallel, partsOf } from '../table/in-parallel.ts'
import { getMany } from '../table/read-items.ts'
import { retried } from '../table/retried.ts'
import { isBusy } from '../table/send.ts'
import { table } from '../table/table.ts'
import { transact } from '../table/write-items.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Caller } from '../tokens/caller.ts'
import { maxActions, maxBytes } from './create-many.ts'
import { visibleTask } from './gate.ts'
import { keyWrites } from './new-task.ts'
import { changed, replacement, type Rewrite } from './rewrite.ts'
import { anyTask, taskKey, toTask, type TaskItem } from './task-item.ts'
import type { VersionedTask } from './task.ts'
import { restoring, trashing } from './trash.ts'

/** A deletion or a restore among many. */
interface Trashing {
  /** Its place in the request. */
  index: number
  taskId: string
  op: 'delete' | 'restore'
  precondition: Precondition
}

/** One whose task was read, and is to be written. */
interface Due extends Trashing {
  before: TaskItem
}

type Result = Partial<VersionedTask> | ApiError

/** Who deletes or restores. Deletions need no quota. */
type Writer = Tenant & Partial<Pick<Caller, 'taskQuota'>>

/** Projects at once. The transactions of one project go one after the other, since each writes its counts. */
const parallel = 10

/** A task takes two items at most: its own, and that of its idempotency key. One more counts the tasks. */
const tasksTogether = (): number => Math.floor(((table().mostItems?.ofTransaction ?? maxActions) - 1) / 2)

const decide = ({ op, precondition }: Trashing, found: TaskItem | undefined, nowMs: number) =>
  (op === 'delete' ? trashing(precondition) : restoring(precondition))(found, nowMs)

/**
 * Writes tasks that go to or come from the trash, of one lane of one project, and counts them, in one transaction.
 * @returns the tasks; undefined if it was refused, so that nothing was written
 * @throws ApiError service_unavailable: they may have been written. Any other error: they were not
 */
async function writeTogether(caller: Writer, dues: readonly Due[]): Promise<TaskItem[] | undefined> {
  const [{ op, before } = {}] = dues
  if (!before) return []
  const { project_id: projectId, workflow_lane_id: laneId } = before
  let quota = caller.taskQuota ?? 0
  const { tasks } = await retried(caller, async (nowMs, tenant) => {
    const changes = dues.map((due) => decide(due, due.before, nowMs) as Rewrite) // each of these tasks changes
    const written = changes.map((change) => changed(tenant, change, nowMs))
    const statuses = written.find((one) => one.statuses !== undefined)?.statuses
    const counts = changeCounts(
      tenant,
      projectId,
      op === 'delete'
        ? { tasks: -dues.length, leave: laneId, leaving: dues.length }
        : {
            ...{ tasks: dues.length, quota, statuses },
            ...(laneId !== undefined && { enter: new Map([[laneId, dues.length]]) }),
          },
    )
    const puts = changes.flatMap((change, index) => {
      const after = written[index]?.after ?? change.before
      return [...keyWrites(tenant, change.before, after), { Put: replacement(tenant, change.before, after) }]
    })
    const refusals = await transact(tenant, [counts.write, ...puts])
    if (!refusals) return { tasks: written.map(({ after }) => after) }
    const ofCounts = asCounts(refusals[0]?.found)
    if (ofCounts && hasOtherStatuses(ofCounts, statuses)) throw wrongStatuses(projectId)
    if (!ofCounts || ofCounts.task_quota === quota) return { tasks: undefined }
    quota = ofCounts.task_quota // the quota was a guess
    return undefined
  })
  return tasks
}

/** Cuts a list into parts that one transaction takes. */
function* withinLimits(dues: readonly Due[]): Generator<Due[], void, undefined> {
  for (const part of partsOf(dues, tasksTogether())) {
    let [from, bytes] = [0, 0]
    for (const [index, { before }] of part.entries()) {
      const own = Buffer.byteLength(JSON.stringify(before))
      if (bytes + own > maxBytes) {
        yield part.slice(from, index)
        ;[from, bytes] = [index, 0]
      }
      bytes += own
    }
    yield part.slice(from)
  }
}

/**
 * Moves tasks to the trash and restores others, as many in one transaction as it takes: one after the other, they would
 * all wait for the counts of their project. Each has the result that it would have alone.
 * @param list up to 100, no two of the same task
 * @returns the results by the indexes; without those that must go alone, because what they share a transaction with was
 * refused, or because it is a dry run
 */
export async function trashTogether(caller: Writer, list: readonly Trashing[]): Promise<Map<number, Result>> {
  const results = new Map<number, Result>()
  if (caller.isDryRun === true || list.length < 2) return results
  const items = await getMany(
    caller,
    list.map(({ taskId }) => taskKey(caller, taskId)),
  ).catch(asApiError)
  if (items instanceof ApiError) return results
  const found = new Map(items.map((item) => [anyTask(item)?.id, item]))
  const dues = list.flatMap((one): Due[] => {
    try {
      const decided = decide(one, visibleTask(caller, found.get(one.taskId)), Date.now())
      if ('before' in decided) return [{ ...one, before: decided.before }]
      results.set(one.index, toTask(decided))
    } catch (error) {
      results.set(one.index, asApiError(error))
    }
    return []
  })
  const byProject = Map.groupBy(dues, ({ before }) => before.project_id)
  await inParallel([...byProject.values()], parallel, async (ofProject) => {
    const groups = Map.groupBy(ofProject, ({ op, before }) => `${op} ${before.workflow_lane_id ?? ''}`)
    for (const part of [...groups.values()].flatMap((group) => [...withinLimits(group)])) {
      if (Date.now() >= caller.deadlineMs) continue
      const written = await writeTogether(caller, part).catch(asApiError)
      for (const [position, { index, op }] of part.entries()) {
        if (written instanceof ApiError) {
          // storage was busy until the deadline. Any other error: perhaps storage takes each alone
          if (isBusy(written)) results.set(index, written)
        } else {
          const task = written?.[position]
          if (task) results.set(index, op === 'delete' ? {} : toTask(task))
        }
      }
    }
  })
  return results
}
