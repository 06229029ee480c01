import type { ResourceClient, Task, TaskAnswer } from '../../../client/src/index.ts'
import { maxBulkOperations } from '../../../lib/contract/limits.ts'
import { runWhole } from '../data/bulk.ts'
import { noLane, pageSize } from '../data/columns.ts'
import { etagOf } from '../data/own-writes.ts'
import { failuresText } from '../ui/failures.ts'
import { showAlert } from '../ui/messages.ts'

/** The tasks of a lane, in their order; `none`: those in no lane. */
export async function tasksIn(client: ResourceClient, projectId: string, laneId: string): Promise<Task[]> {
  const tasks: Task[] = []
  const scope = { workflowLaneId: laneId, limit: pageSize }
  for await (const task of client.projects.listTasks(projectId, scope)) tasks.push(task)
  return tasks
}

/** The ids of these tasks. */
export const idsIn = async (client: ResourceClient, projectId: string, laneId: string): Promise<string[]> =>
  (await tasksIn(client, projectId, laneId)).map(({ id }) => id)

/**
 * Puts tasks into a lane that was made anew, except those that somebody has put into another lane since. Says which the
 * service refuses.
 * @returns the others, as they are now
 */
export async function putBack(
  client: ResourceClient,
  { projectId, laneId, label }: { projectId: string; laneId: string; label: string },
  taskIds: readonly string[],
): Promise<TaskAnswer[]> {
  const loose = new Set(await idsIn(client, projectId, noLane))
  const wanted = taskIds.filter((id) => loose.has(id))
  const entered: TaskAnswer[] = []
  const errors: unknown[] = []
  for (let from = 0; from < wanted.length; from += maxBulkOperations) {
    const failures = await runWhole(client, wanted.slice(from, from + maxBulkOperations), {
      operationOf: (id) => ({ op: 'update', id, workflowLaneId: laneId }),
      keep: (_, task, version) => {
        if (task && version !== undefined) entered.push({ task, etag: etagOf(version) })
      },
    })
    errors.push(...failures.map(({ error }) => error))
  }
  if (errors.length > 0)
    showAlert(failuresText(errors, wanted.length, `not back in ${label}`), `lanes of ${projectId}`)
  return entered
}
