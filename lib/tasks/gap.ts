import type { Tenant } from '../table/tenant.ts'
import { projectList, indexKeys, type TaskItem } from './task-item.ts'
import { readPage } from './page.ts'

/** The gap into which a task moves: between its anchor and the task next to the anchor, if there is one. */
export interface Gap {
  left: TaskItem | undefined
  right: TaskItem | undefined
  /** Whether the index shows the moving task itself next to its anchor. */
  self: boolean
}

/**
 * Reads the tasks of a project on one side of a task.
 * @returns the tasks, nearest first; `ends` is true if there are no more on that side
 */
export async function tasksBeside(
  tenant: Tenant,
  projectId: string,
  side: 'before' | 'after',
  anchor: TaskItem,
  limit: number,
): Promise<{ tasks: TaskItem[]; ends: boolean }> {
  const { entries, next } = await readPage(tenant, {
    index: 'list',
    partition: projectList(tenant, projectId),
    descending: side === 'before',
    after: indexKeys(tenant, anchor).list_sk,
    limit,
    show: () => null, // they do not go into an answer, so they need not be measured
  })
  return { tasks: entries.map(({ item }) => item), ends: next === undefined }
}

/**
 * Finds the gap before or after an anchor, in one round trip. The index may lag: it may still show the task, and even
 * its anchor, at their earlier positions.
 */
export async function findGap(
  tenant: Tenant,
  task: TaskItem,
  side: 'before' | 'after',
  anchor: TaskItem,
): Promise<Gap> {
  const { tasks } = await tasksBeside(tenant, task.project_id, side, anchor, 3)
  const others = tasks.filter(({ id }) => id !== anchor.id)
  const self = others[0]?.id === task.id
  const next = others.find(({ id }) => id !== task.id)
  return side === 'before' ? { left: next, right: anchor, self } : { left: anchor, right: next, self }
}
