import { notFound } from '../../api-error.ts'
import type { Task } from '../../contract/task.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { findProject } from '../project.ts'
import type { Tenant } from '../send.ts'
import { query } from '../storage.ts'
import type { Item } from '../table.ts'
import { projectList, toTask, type TaskItem } from './item.ts'

/** Which page of which project. */
export interface TaskListing {
  projectId: string
  limit: number
  cursor?: string | undefined
}

/** A page of tasks, and where the next one begins; null after the last. */
export interface TaskPage {
  tasks: Task[]
  next_cursor: string | null
}

/** A page ends early rather than pass this, for a Lambda's answer ends at 6 MB. */
const maxPageBytes = 4 * 1024 * 1024

/** The tasks that fit into one answer, at least one. */
function fitting(tasks: Task[]): Task[] {
  let bytes = 0
  const end = tasks.findIndex((task) => (bytes += Buffer.byteLength(JSON.stringify(task))) > maxPageBytes)
  return end === -1 ? tasks : tasks.slice(0, Math.max(end, 1))
}

/**
 * Lists a project's active tasks by position, one page at a time.
 * @throws ApiError project_not_found; invalid_request when the cursor is not one of this list
 */
export async function listTasks(
  tenant: Tenant,
  { projectId, limit, cursor }: TaskListing,
): Promise<TaskPage> {
  const list = projectList(tenant, projectId)
  const start = cursor === undefined ? ' ' : decodeCursor([list], cursor)
  const items: TaskItem[] = []
  let after: string | undefined = start
  while (after !== undefined && items.length <= limit) {
    const page: { items: Item[]; last: Item | undefined } = await query(tenant, {
      index: 'list',
      condition: 'list_pk = :list AND list_sk > :after',
      values: { ':list': list, ':after': after },
      limit: limit + 1 - items.length, // one more than the page holds tells whether another follows
    })
    items.push(...(page.items as unknown as TaskItem[])) // in this partition lie tasks only
    after = page.last && String(page.last.list_sk)
  }
  if (items.length === 0 && !(await findProject(tenant, projectId))) throw notFound('project')
  const tasks = fitting(items.slice(0, limit).map((item) => toTask(item).task))
  const lastTask = tasks.at(-1)
  const ends = tasks.length === items.length || !lastTask
  return { tasks, next_cursor: ends ? null : encodeCursor([list], `${lastTask.position}#${lastTask.id}`) }
}
