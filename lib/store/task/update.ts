import { randomUUID } from 'node:crypto'
import type { Task, VersionedTask } from '../../contract/task.ts'
import { newPosition } from '../../position/new-position.ts'
import { freePlace, takePlace } from '../project.ts'
import type { Tenant } from '../send.ts'
import { update } from '../storage.ts'
import { updateOf } from '../update-expression.ts'
import { getTask } from './get.ts'
import { activeTask, asTaskItem, changeKey, isActive, taskKey, toTask } from './item.ts'
import { rewriteTask } from './rewrite.ts'

/** What changes; a null description is one taken away. */
export interface TaskChange {
  label?: string | undefined
  status?: Task['status'] | undefined
  description?: string | null | undefined
  projectId?: string | undefined
}

/** The attributes that a change sets (undefined: takes away); fields that are absent stay as they are. */
const changedAttributes = ({ label, status, description }: TaskChange) => ({
  ...(label !== undefined && { label }),
  ...(status !== undefined && { status }),
  ...(description !== undefined && { description: description ?? undefined }),
})

/** Changes a task where it is, without a look at it: one round trip. */
async function updateInPlace(tenant: Tenant, taskId: string, change: TaskChange): Promise<VersionedTask> {
  const updated_at = new Date().toISOString()
  const changes_sk = changeKey(updated_at, taskId)
  const result = await update(tenant, {
    Key: taskKey(tenant, taskId),
    ...updateOf(
      { ...changedAttributes(change), updated_at, changes_sk, write_id: randomUUID() },
      { version: 1 },
    ),
    // the SDK's retry after a lost answer finds its own write and must not count as a second one
    ConditionExpression: `${isActive} AND write_id <> :write_id`,
  })
  return toTask(activeTask(asTaskItem(result.refused ? result.found : result.item)))
}

/** Changes a task and puts it at the end of another project, with its place in the quota. */
async function moveToProject(
  tenant: Tenant,
  taskId: string,
  projectId: string,
  change: TaskChange,
): Promise<VersionedTask> {
  const after = await rewriteTask(tenant, taskId, (found) => {
    const before = activeTask(found)
    const moves = before.project_id !== projectId
    return {
      before,
      set: {
        ...changedAttributes(change),
        updated_at: new Date().toISOString(),
        // a lane belongs to the project that the task leaves
        ...(moves && { project_id: projectId, position: newPosition(), workflow_lane_id: undefined }),
      },
      alongside: moves ? [takePlace(tenant, projectId), freePlace(tenant, before.project_id)] : [],
    }
  })
  return toTask(after)
}

/**
 * Changes the fields that are given; without any, answers with the task as it is.
 * @throws ApiError task_not_found, project_not_found, quota_exceeded
 */
export async function updateTask(tenant: Tenant, taskId: string, change: TaskChange): Promise<VersionedTask> {
  if (change.projectId !== undefined) return moveToProject(tenant, taskId, change.projectId, change)
  if (Object.keys(changedAttributes(change)).length === 0) return getTask(tenant, taskId)
  return updateInPlace(tenant, taskId, change)
}
