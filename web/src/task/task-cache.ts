import type { QueryClient } from '@tanstack/preact-query'
import type { Task, TaskAnswer } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { placeTask, refresh, removeTask } from '../data/cache.ts'

/** Shows a task as a write has left it, wherever it stands. */
export function putTask(cache: QueryClient, answer: TaskAnswer, before: Task): void {
  const { task } = answer
  cache.setQueryData(keys.task(task.id), answer)
  placeTask(cache, task)
  if (before.project_id !== task.project_id) {
    refresh(cache, keys.project(before.project_id), keys.project(task.project_id), keys.projects)
  }
}

/** Takes a deleted task out of what is shown. */
export function dropTask(cache: QueryClient, { id, project_id }: Task): void {
  removeTask(cache, id)
  refresh(cache, keys.project(project_id), keys.projects, keys.trash(project_id))
  // its dialog is closing: it must not ask for the task again
  void cache.invalidateQueries({ queryKey: keys.task(id), refetchType: 'none' })
}

/** Shows a task that has come out of the trash. */
export function putRestored(cache: QueryClient, answer: TaskAnswer): void {
  const { project_id } = answer.task
  putTask(cache, answer, answer.task)
  refresh(cache, keys.project(project_id), keys.projects, keys.trash(project_id))
}
