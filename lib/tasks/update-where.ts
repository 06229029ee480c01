import { ApiError, notFound } from '../contract/api-error.ts'
import { laneKey } from '../projects/project-item.ts'
import { findProject } from '../projects/read.ts'
import { checkValues } from '../fields/check.ts'
import type { ValueChanges } from '../fields/values.ts'
import { changedAttributes } from '../table/attributes.ts'
import type { Item } from '../table/item.ts'
import { inParallel } from '../table/in-parallel.ts'
import { ItemTooLarge } from '../table/item-size.ts'
import { stampLifeMs } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import { assignmentsOf } from '../table/update-expression.ts'
import { taskAttributes } from './fields.ts'
import { conditionsOf, type TaskConditions, type TaskFilter } from './filter.ts'
import { filterOf, moreAfter, readWhere, resumeAfter, scopeOf, type Found } from './find-where.ts'
import { activeTask } from './gate.ts'
import { rewriteTask } from './rewrite.ts'
import type { TaskItem } from './task-item.ts'
import type { TaskSet, UpdateWhere, UpdateWhereReport } from './update-where-request.ts'
import { writeInPlace } from './write-in-place.ts'

/**
 * The number of tasks that are written at once. Changes of a lane all write the project's counts: two at once would
 * conflict.
 */
const writesAtOnce = { inPlace: 10, counted: 1 }

/** The attributes that a task has after the change. */
const attributesOf = (set: TaskSet, values: ValueChanges) => ({
  ...changedAttributes(taskAttributes, set),
  ...values,
})

/** Tasks to change. */
interface FoundToSet extends Found {
  /** The new values of fields, as they are stored. */
  values: ValueChanges
}

/** The filter that leaves out tasks that already have the values of `set`, so that a repeat changes nothing. */
function unlessAlready(attributes: Item) {
  const { set: equal, remove, ...rest } = assignmentsOf(attributes)
  const absent = remove.map((name) => `attribute_not_exists(${name})`)
  return { expression: `NOT (${[...equal, ...absent].join(' AND ')})`, ...rest }
}

function conditionsFor(filter: TaskFilter, attributes: Item): TaskConditions {
  const meant = conditionsOf(filter)
  const already = unlessAlready(attributes)
  return {
    ...meant,
    expression: [meant?.expression, already.expression].filter((part) => part !== undefined).join(' AND '),
    names: { ...meant?.names, ...already.names },
    values: { ...meant?.values, ...already.values },
  }
}

/**
 * Checks the lane that tasks will enter, so that nothing is written if it does not exist.
 * @throws ApiError project_not_found, lane_not_found
 */
export async function checkLane(tenant: Tenant, projectId: string, laneId: string): Promise<void> {
  const found = await findProject(tenant, projectId)
  if (!found) throw notFound('project')
  const key = laneKey(laneId)
  if (found.counts.lanes[key] === undefined || found.counts.closing?.has(key)) throw notFound('lane')
}

/**
 * Finds the tasks of a project that match a change and do not yet have its values. It reads at most 4 MiB, and for at
 * most half of the time, so that time is left to write.
 * @throws ApiError project_not_found, lane_not_found; invalid_request when the cursor belongs to another change, and
 * for wrong values and conditions of fields
 */
export async function findTasksWhere(
  tenant: Tenant,
  projectId: string,
  change: UpdateWhere,
): Promise<FoundToSet> {
  const { where, set, limit, cursor } = change
  const laneId = set.workflowLaneId ?? undefined
  const scope = scopeOf(tenant, projectId, 'update', [where, set])
  const after = resumeAfter(scope, cursor)
  const [values, meant] = await Promise.all([checkValues(tenant, set.fields), filterOf(tenant, where)])
  if (laneId !== undefined) await checkLane(tenant, projectId, laneId)
  const filter = conditionsFor(meant, attributesOf(set, values))
  const read = await readWhere(tenant, projectId, { filter, limit, after }, laneId !== undefined)
  return { ...read, scope, values }
}

/** Writes a task if it still has the version that matched. */
async function writeTask(
  tenant: Tenant,
  { id, version, ...task }: TaskItem,
  attributes: ReturnType<typeof attributesOf>,
): Promise<void> {
  if (!('workflow_lane_id' in attributes) && !tenant.isDryRun) {
    await writeInPlace(tenant, id, assignmentsOf(attributes), [version])
    return
  }
  await rewriteTask(
    tenant,
    id,
    (found) => {
      return { before: activeTask(found, [version]), set: attributes }
    },
    { ...task, id, version },
  )
}

/** Whether a task has changed, was deleted or moved away since it was found. */
export const isChanged = (error: unknown): boolean =>
  error instanceof ApiError && ['precondition_failed', 'task_not_found'].includes(error.code)

/**
 * Changes the tasks that were found, each only if it has not changed since. When time runs out it ends early and leaves
 * the rest to the next request. It writes at least one task, so that each request makes progress.
 * @throws ApiError lane_not_found, service_unavailable, ItemTooLarge: some tasks may be written, and a repeat changes
 * the others
 */
export async function updateFound(
  tenant: Tenant,
  found: FoundToSet,
  set: TaskSet,
): Promise<UpdateWhereReport> {
  const { tasks, values } = found
  const startBeforeMs = tenant.deadlineMs - stampLifeMs
  const atOnce = set.workflowLaneId === undefined ? writesAtOnce.inPlace : writesAtOnce.counted
  let skipped = 0
  let begun = 0
  let isLate = false
  await inParallel(tasks, atOnce, async (task) => {
    isLate ||= begun > 0 && Date.now() >= startBeforeMs
    if (isLate) return
    begun++
    try {
      await writeTask(tenant, task, attributesOf(set, values))
    } catch (error) {
      if (error instanceof ItemTooLarge) throw new ItemTooLarge(`Task ${task.id}`, error)
      if (!isChanged(error)) throw error
      skipped++
    }
  })
  return { matched: begun, updated: begun - skipped, skipped, ...moreAfter(tenant, found, begun) }
}
