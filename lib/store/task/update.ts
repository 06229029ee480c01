import type { Precondition } from '../../contract/headers.ts'
import type { Task, VersionedTask } from '../../contract/task.ts'
import { newPosition } from '../../position/new-position.ts'
import type { Tenant } from '../tenant.ts'
import { get } from '../read-items.ts'
import { activeTask, asTaskItem, taskIdOf, taskKey, toTask } from './item.ts'
import { checkVersion } from './precondition.ts'
import { rewriteTask } from './rewrite.ts'
import { writeInPlace } from './write-in-place.ts'

/** The fields to change; null removes the description or the lane. */
export interface TaskChange {
  label?: string | undefined
  status?: Task['status'] | undefined
  description?: string | null | undefined
  projectId?: string | undefined
  workflowLaneId?: string | null | undefined
}

/** The attributes to set, or with undefined, to remove. Attributes of absent fields do not change. */
const changedAttributes = ({ label, status, description }: TaskChange) => ({
  ...(label !== undefined && { label }),
  ...(status !== undefined && { status }),
  ...(description !== undefined && { description: description ?? undefined }),
})

/** Changes fields that affect no counter: one conditional UpdateItem, no prior read. */
async function updateInPlace(tenant: Tenant, taskId: string, change: TaskChange, precondition: Precondition) {
  const attributes = Object.entries(changedAttributes(change))
  const assigned = attributes.filter(([, value]) => value !== undefined)
  return writeInPlace(
    tenant,
    taskId,
    {
      set: assigned.map(([name]) => `#${name} = :${name}`),
      remove: attributes.filter(([, value]) => value === undefined).map(([name]) => `#${name}`),
      names: Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])),
      values: Object.fromEntries(assigned.map(([name, value]) => [`:${name}`, value])),
    },
    precondition,
  )
}

/** Changes a task and moves it to the end of another project, or to another lane: a read, then a transaction. */
async function updateWithCounts(
  tenant: Tenant,
  taskId: string,
  change: TaskChange,
  precondition: Precondition,
) {
  return rewriteTask(tenant, taskId, (found) => {
    const before = activeTask(found)
    checkVersion(before, precondition)
    const project_id = change.projectId ?? before.project_id
    const moves = project_id !== before.project_id
    // lanes belong to one project: a task that leaves the project leaves the lane
    const laneId =
      change.workflowLaneId === undefined && !moves ? before.workflow_lane_id : change.workflowLaneId
    return {
      before,
      set: {
        ...changedAttributes(change),
        workflow_lane_id: laneId ?? undefined,
        ...(moves && { project_id, position: newPosition() }),
      },
    }
  })
}

/** Reads the task without changing it. */
async function readUnchanged(tenant: Tenant, taskId: string, _: TaskChange, precondition: Precondition) {
  const item = activeTask(asTaskItem(await get(tenant, taskKey(tenant, taskId))))
  checkVersion(item, precondition)
  return item
}

/**
 * Changes the fields that are given. If none is given, it returns the unchanged task.
 * @throws ApiError task_not_found, precondition_failed, project_not_found, lane_not_found, quota_exceeded
 */
export async function updateTask(
  tenant: Tenant,
  reference: string,
  change: TaskChange,
  precondition?: Precondition,
): Promise<VersionedTask> {
  const given = Object.values(change).some((value) => value !== undefined)
  const moves = change.projectId !== undefined || change.workflowLaneId !== undefined
  const write = !given ? readUnchanged : moves ? updateWithCounts : updateInPlace
  return toTask(await write(tenant, taskIdOf(tenant, reference), change, precondition))
}
