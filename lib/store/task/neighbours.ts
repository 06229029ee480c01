import type { Tenant } from '../send.ts'
import { projectList, indexKeys, type TaskItem } from './item.ts'
import type { Move } from './move.ts'
import { readPage } from './page.ts'

/** The place into which a task goes; `self` when the task itself stands next to it. */
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

/** Finds the two tasks between which a task is to go: one round trip. */
export async function neighbours(
  tenant: Tenant,
  task: TaskItem,
  { beforeTaskId, to }: Move,
  anchor: TaskItem | undefined,
): Promise<Gap> {
  const before = beforeTaskId !== undefined || to === 'bottom'
  const found = await tasksBeside(tenant, task.project_id, before ? 'before' : 'after', anchor, 2)
  const other = found.find(({ id }) => id !== task.id)
  const self = found[0]?.id === task.id
  return before ? { left: other, right: anchor, self } : { left: anchor, right: other, self }
}
