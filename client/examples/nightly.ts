import { isTasksApiError, type TasksClient } from '../src/index.ts'

const done = 2
const keepDays = 30

/**
 * Tidies an account up, every night: a task whose subtasks are all completed is done, and one that has been done for
 * 30 days goes to the trash. A second run in the same night finds nothing left to do.
 */
export async function tidyUp(client: TasksClient): Promise<{ finished: number; trashed: number }> {
  const count = { finished: 0, trashed: 0 }
  const oldest = new Date(Date.now() - keepDays * 24 * 3600 * 1000).toISOString()
  for await (const project of client.projects.list()) {
    for await (const { id } of client.projects.listTasks(project.id, { status: [0, 1] })) {
      const { task, etag } = await client.tasks.get(id)
      if (task.subtasks.length === 0 || !task.subtasks.every((subtask) => subtask.is_completed)) continue
      try {
        // not if someone has added a subtask since
        await client.tasks.update(id, { status: done }, { ifMatch: etag })
        count.finished += 1
      } catch (error) {
        if (!isTasksApiError(error, 'precondition_failed', 'task_not_found')) throw error
      }
    }
    for await (const task of client.projects.listTasks(project.id, { status: [done] })) {
      if (task.updated_at > oldest) continue
      await client.tasks.delete(task.id)
      count.trashed += 1
    }
  }
  return count
}
