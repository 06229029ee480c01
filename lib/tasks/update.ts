import type { Precondition } from '../contract/headers.ts'
import { checkValues } from '../fields/check.ts'
import type { ValueChanges } from '../fields/values.ts'
import { changedAttributes } from '../table/attributes.ts'
import type { Tenant } from '../table/tenant.ts'
import { assignmentsOf } from '../table/update-expression.ts'
import { taskAttributes } from './fields.ts'
import { activeTask, readActive } from './gate.ts'
import { newPosition } from './position/new-position.ts'
import { rewriteTask } from './rewrite.ts'
import { taskIdOf } from './external-id.ts'
import { listKey, toTask } from './task-item.ts'
import type { TaskChange, VersionedTask } from './task.ts'
import { writeInPlace } from './write-in-place.ts'

/** A change with its values as they are stored. */
type CheckedChange = Omit<TaskChange, 'fields'> & { values: ValueChanges }

/** Changes fields that affect no counter: one conditional UpdateItem, no prior read. */
async function updateInPlace(
  tenant: Tenant,
  taskId: string,
  { values, ...change }: CheckedChange,
  precondition: Precondition,
) {
  const { position } = change
  const attributes = {
    ...changedAttributes(taskAttributes, change),
    ...(position !== undefined && { list_sk: listKey(position, taskId) }),
    ...values,
  }
  return writeInPlace(tenant, taskId, assignmentsOf(attributes), precondition)
}

/** Changes a task and moves it to another project, to its end unless it gets a position, or to another lane: a read, then a transaction. */
async function updateWithCounts(
  tenant: Tenant,
  taskId: string,
  { values, ...change }: CheckedChange,
  precondition: Precondition,
) {
  return rewriteTask(tenant, taskId, (found) => {
    const before = activeTask(found, precondition)
    const project_id = change.projectId ?? before.project_id
    const moves = project_id !== before.project_id
    // lanes belong to one project: a task that leaves the project leaves the lane
    const laneId =
      change.workflowLaneId === undefined && !moves ? before.workflow_lane_id : change.workflowLaneId
    return {
      before,
      set: {
        ...changedAttributes(taskAttributes, change),
        ...values,
        workflow_lane_id: laneId ?? undefined,
        ...(moves && { project_id, position: change.position ?? newPosition() }),
      },
    }
  })
}

/**
 * Changes the fields that are given. If none is given, it returns the unchanged task.
 * @param checked the values of the change as they are stored, if the caller has checked them
 * @throws ApiError invalid_request for wrong values of fields; task_not_found, precondition_failed, project_not_found,
 * lane_not_found, quota_exceeded
 */
export async function updateTask(
  tenant: Tenant,
  reference: string,
  { fields, ...change }: TaskChange,
  precondition?: Precondition,
  checked?: ValueChanges,
): Promise<VersionedTask> {
  const values = checked ?? (await checkValues(tenant, fields))
  const given = [...Object.values(change), ...Object.keys(values)].some((value) => value !== undefined)
  const moves = change.projectId !== undefined || change.workflowLaneId !== undefined
  // a dry run reads the task, to show what it would become
  const reads = moves || tenant.isDryRun
  if (!given) return toTask(await readActive(tenant, reference, precondition))
  const write = reads ? updateWithCounts : updateInPlace
  return toTask(await write(tenant, await taskIdOf(tenant, reference), { ...change, values }, precondition))
}
