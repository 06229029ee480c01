import type { Tenant } from '../tenant.ts'
import { projectList, indexKeys, type TaskItem } from './item.ts'
import type { Move } from '../../contract/task.ts'
import { readPage } from './page.ts'

/**
 * The place into which a task goes: beside its anchor, and before or behind the next one, if any; `self` when the
 * index shows the task itself next to its anchor.
 */
export interface Gap {
  left: TaskItem | undefined
  right: TaskItem | undefined
  self: boolean
}

/** The tasks of a project on one side of a task, nearest first; `ends` when the project ends with them. */
export async function tasksBeside(
  tenant: Tenant,
  projectId: string,
  side: 'before' | 'after',
  place: TaskItem,
  limit: number,
): Promise<{ tasks: TaskItem[]; ends: boolean }> {
  const { entries, next } = await readPage(tenant, {
    index: 'list',
    partition: projectList(tenant, projectId),
    descending: side === 'before',
    after: indexKeys(tenant, place).list_sk,
    limit,
    show: () => null, // no answer holds them
  })
  return { tasks: entries.map(({ item }) => item), ends: next === undefined }
}

/**
 * Finds the two tasks between which a task is to go: one round trip. The index may still show the task, and even its
 * anchor, where they stood before.
 */
export async function neighbours(
  tenant: Tenant,
  task: TaskItem,
  { beforeTaskId }: Move,
  anchor: TaskItem,
): Promise<Gap> {
  const before = beforeTaskId !== undefined
  const { tasks } = await tasksBeside(tenant, task.project_id, before ? 'before' : 'after', anchor, 3)
  const others = tasks.filter(({ id }) => id !== anchor.id)
  const self = others[0]?.id === task.id
  const next = others.find(({ id }) => id !== task.id)
  return before ? { left: next, right: anchor, self } : { left: anchor, right: next, self }
}
