import { setTimeout as sleep } from 'node:timers/promises'
import { commentPrefix, placeOf, type CommentItem } from '../../../lib/comments/comment-item.ts'
import { firstPlace } from '../../../lib/comments/list.ts'
import { partsOf } from '../../../lib/table/in-parallel.ts'
import { accountPartition, type Item } from '../../../lib/table/item.ts'
import { queryAll, withPrefix } from '../../../lib/table/read-items.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { itemsPerBatch, removeMany } from '../../../lib/table/write-items.ts'
import { anyTask, taskKey, type TaskItem } from '../../../lib/tasks/task-item.ts'
import type { Stage } from './stage.ts'

/** What the table has of comments, and of the tasks that they are on. */
export interface Stored {
  comments: Pick<
    CommentItem,
    'id' | 'task_id' | 'project_id' | 'text' | 'task_deleted_at' | 'created_at' | 'version'
  >[]
  /** All tasks, also those in the trash and those that are lost with their project, by their ids. */
  tasks: Record<string, Pick<TaskItem, 'project_id' | 'deleted_at' | 'created_at'>>
  /** How many comments each task has, as the table counts them. */
  counts: Record<string, number>
}

const patienceMs = 60_000

/** Reads it from the engine, beside the service. */
async function readStored(stage: Stage): Promise<Stored> {
  await stage.openTable()
  const { accountId } = stage
  const read = (prefix: string): Promise<Item[]> =>
    queryAll(openStorage(Date.now() + patienceMs), withPrefix(accountPartition(accountId), prefix))
  // only comments have this prefix
  const comments = (await read(commentPrefix)) as unknown as CommentItem[]
  const tasks = (await read('TASK#')).flatMap((item) => anyTask(item) ?? [])
  const counts = await read('COMMENTS#')
  return {
    comments: comments.map(({ id, task_id, project_id, text, task_deleted_at, created_at, version }) => ({
      ...{ id, task_id, project_id, text, created_at, version },
      ...(task_deleted_at !== undefined && { task_deleted_at }),
    })),
    tasks: Object.fromEntries(
      tasks.map(({ id, project_id, deleted_at, created_at }) => [
        id,
        { project_id, created_at, ...(deleted_at !== undefined && { deleted_at }) },
      ]),
    ),
    counts: Object.fromEntries(
      counts.map(({ sk, comment_count }) => [String(sk).slice(9), Number(comment_count)]),
    ),
  }
}

/** Whether a comment is where its task is: in its project, and in the trash with it; and of this task, not of a lost one. */
export const isWithTask = (comment: Stored['comments'][number], task?: Stored['tasks'][string]): boolean =>
  task?.project_id === comment.project_id &&
  task.deleted_at === comment.task_deleted_at &&
  placeOf(comment) >= firstPlace(task)

/** How long comments may take to follow their tasks, on a busy machine. */
const followMs = 30_000

/** Reads what is stored, as soon as each comment has followed its task; at the latest after half a minute. */
export async function readSettled(stage: Stage): Promise<Stored> {
  for (const endMs = Date.now() + followMs; ;) {
    const stored = await readStored(stage)
    const { comments, tasks } = stored
    if (comments.every((one) => isWithTask(one, tasks[one.task_id])) || Date.now() > endMs) return stored
    await sleep(100)
  }
}

/** Removes tasks from the table, as its TTL does 40 days after they went to the trash. */
export async function purge(stage: Stage, taskIds: readonly string[]): Promise<void> {
  await stage.openTable()
  const keys = taskIds.map((id) => taskKey(stage, id))
  for (const part of partsOf(keys, itemsPerBatch))
    await removeMany(openStorage(Date.now() + patienceMs), part)
}
