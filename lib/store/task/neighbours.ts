import type { Tenant } from '../send.ts'
import { projectList, indexKeys, type TaskItem } from './item.ts'
import type { Move } from './move.ts'
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

/** The tasks of a project on one side of a place, nearest first; without a place, from that end of the project. */
export async function tasksBeside(
  tenant: Tenant,
  projectId: string,
  side: 'before' | 'after',
  place: TaskItem | undefined,
  limit: number,
): Promise<TaskItem[]> {
  const { entries } = await readPage(tenant, {
    index: 'list',
    partition: projectList(tenant, projectId),
    descending: side === 'before',
    after: place && indexKeys(tenant, place).list_sk,
    limit,
    show: () => null, // no answer holds them
  })
  return entries.map(({ item }) => item)
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
  const found = await tasksBeside(tenant, task.project_id, before ? 'before' : 'after', anchor, 3)
  const others = found.filter(({ id }) => id !== anchor.id)
  const self = others[0]?.id === task.id
  const next = others.find(({ id }) => id !== task.id)
  return before ? { left: next, right: anchor, self } : { left: anchor, right: next, self }
}
