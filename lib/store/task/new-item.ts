import { randomUUID } from 'node:crypto'
import type { Task } from '../../contract/task.ts'
import { newPosition } from '../../position/new-position.ts'
import type { Tenant } from '../tenant.ts'
import { namedId, type TaskItem } from './item.ts'

/** The parsed body of a request to create a task. */
export interface NewTask {
  projectId: string
  label: string
  description?: string | null | undefined
  status: Task['status']
  workflowLaneId?: string | null | undefined
  externalId?: string | undefined
  subtasks: { label: string; isCompleted: boolean }[]
}

/** The attributes of a new task that its request does not contain. A replay uses those of the first request. */
export type Birth = Pick<TaskItem, 'id' | 'position' | 'created_at' | 'version'>

/** The item of a new task. */
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
    // Object.fromEntries does not keep the type
    subtasks: Object.fromEntries(subtaskItems) as TaskItem['subtasks'],
    updated_at: birth.created_at,
    write_id: randomUUID(),
    ...(tenant.writer !== undefined && { writer: tenant.writer }),
  }
}

/** The id of a new task: computed from its external id or idempotency key if it has one, otherwise random. */
export function newId(tenant: Tenant, { externalId }: NewTask, key: string | undefined): string {
  if (externalId !== undefined) return namedId(tenant, 'external-id', externalId)
  return key === undefined ? randomUUID() : namedId(tenant, 'idempotency-key', key)
}
