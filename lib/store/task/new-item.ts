import { randomUUID } from 'node:crypto'
import type { Task } from '../../contract/task.ts'
import { newPosition } from '../../position/new-position.ts'
import type { Tenant } from '../tenant.ts'
import { namedId, type TaskItem } from './item.ts'

/** A task to be made, as its contract parsed it. */
export interface NewTask {
  projectId: string
  label: string
  description?: string | null | undefined
  status: Task['status']
  workflowLaneId?: string | null | undefined
  externalId?: string | undefined
  subtasks: { label: string; isCompleted: boolean }[]
}

/** What a request does not say of the task that it makes. With the same once more, it is the same task: a replay. */
export type Birth = Pick<TaskItem, 'id' | 'position' | 'created_at' | 'version'>

/** The item that a request makes. */
export function newItem(tenant: Tenant, request: NewTask, birth: Birth): TaskItem {
  const { projectId, label, description, status, workflowLaneId, externalId, subtasks } = request
  const subtaskItems = subtasks.map((subtask, index) => [
    namedId(tenant, 'subtask', `${birth.id} ${index}`),
    { label: subtask.label, is_completed: subtask.isCompleted, rank: newPosition() },
  ])
  return {
    ...birth,
    label,
    status,
    project_id: projectId,
    ...(workflowLaneId != null && { workflow_lane_id: workflowLaneId }),
    ...(description != null && { description }),
    ...(externalId !== undefined && { external_id: externalId }),
    // the type of a map from pairs is lost on the way
    subtasks: Object.fromEntries(subtaskItems) as TaskItem['subtasks'],
    updated_at: birth.created_at,
    write_id: randomUUID(),
    ...(tenant.writer !== undefined && { writer: tenant.writer }),
  }
}

/** The task's id: of its external id or its idempotency key, so that a repeat meets what it made before. */
export function newId(tenant: Tenant, { externalId }: NewTask, key: string | undefined): string {
  if (externalId !== undefined) return namedId(tenant, 'external-id', externalId)
  return key === undefined ? randomUUID() : namedId(tenant, 'idempotency-key', key)
}
