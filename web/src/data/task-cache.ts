import type { QueryClient } from '@tanstack/preact-query'
import type { Task, TaskAnswer } from '../../../client/src/index.ts'
import { keys } from './api.ts'
import { knownTask, placeTask, refresh, removeTask } from './cache.ts'

/**
 * Puts a write's answer into every cached view of the task. `before` is the task before the write. If a later change by
 * others is known already because the answer was late, that change stays, and the task is read again.
 */
export function putTask(cache: QueryClient, answer: TaskAnswer, before: Task): void {
  const { task } = answer
  const queryKey = keys.task(task.id)
  const isOlderThan = (known: Task | undefined) => known !== undefined && task.updated_at < known.updated_at
  const isLate = isOlderThan(cache.getQueryData<TaskAnswer>(queryKey)?.task)
  if (!isLate) cache.setQueryData(queryKey, answer)
  if (isLate || isOlderThan(knownTask(cache, task.id))) refresh(cache, queryKey)
  else placeTask(cache, task)
  if (before.project_id !== task.project_id) {
    refresh(cache, keys.project(before.project_id), keys.project(task.project_id), keys.projects)
  }
}

/** Removes a deleted task from the cached views. */
export function dropTask(cache: QueryClient, { id }: Task): void {
  removeTask(cache, id)
  // not refetched: its dialog is closing
  void cache.invalidateQueries({ queryKey: keys.task(id), refetchType: 'none' })
}

/** Puts a restored task into the cached views. */
export function putRestored(cache: QueryClient, answer: TaskAnswer): void {
  const { project_id } = answer.task
  putTask(cache, answer, answer.task)
  refresh(cache, keys.project(project_id), keys.projects, keys.trash(project_id))
}
