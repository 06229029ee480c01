import { isTasksApiError, type TasksClient } from '../src/index.ts'

const done = 2
const keepDays = 30

/** Whether a write succeeded; false if someone else changed or deleted the task first. */
async function unlessChanged(write: () => Promise<boolean>): Promise<boolean> {
  try {
    return await write()
  } catch (error) {
    if (isTasksApiError(error, 'precondition_failed', 'task_not_found')) return false
    throw error
  }
}

/**
 * Tidies an account up every night: sets tasks whose subtasks are all completed to done, and moves tasks to the trash
 * that have been done for 30 days. A second run in the same night finds nothing to do.
 */
export async function tidyUp(client: TasksClient): Promise<{ finished: number; trashed: number }> {
  const count = { finished: 0, trashed: 0 }
  const oldest = new Date(Date.now() - keepDays * 24 * 3600 * 1000).toISOString()
  for await (const project of client.projects.list()) {
    for await (const { id, subtasks } of client.projects.listTasks(project.id, { status: [0, 1] })) {
      if (subtasks.length === 0 || !subtasks.every((subtask) => subtask.is_completed)) continue
      const finished = await unlessChanged(async () => {
        const { task, etag } = await client.tasks.get(id)
        if (!task.subtasks.every((subtask) => subtask.is_completed)) return false
        await client.tasks.update(id, { status: done }, { ifMatch: etag })
        return true
      })
      if (finished) count.finished += 1
    }
    for await (const { id, updated_at } of client.projects.listTasks(project.id, { status: [done] })) {
      if (updated_at > oldest) continue
      const trashed = await unlessChanged(async () => {
        const { task, etag } = await client.tasks.get(id)
        if (task.updated_at !== updated_at) return false
        await client.tasks.delete(id, { ifMatch: etag })
        return true
      })
      if (trashed) count.trashed += 1
    }
  }
  return count
}
