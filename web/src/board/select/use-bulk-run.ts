import { useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { isTasksApiError, type BulkOperation, type Task } from '../../../../client/src/index.ts'
import { maxBulkOperations } from '../../../../lib/contract/limits.ts'
import { keys, useApi } from '../../data/api.ts'
import { runBulkOnTop, type BulkJob } from '../../data/bulk.ts'
import { placeTask, refresh } from '../../data/cache.ts'
import { failuresText, reasonOf } from '../../ui/failures.ts'
import { counted, formatCount } from '../../ui/format.ts'
import { dismissAlerts, showAlert } from '../../ui/toast.tsx'

/** What is done with each of many tasks. */
export type Job = Pick<BulkJob<Task>, 'writeOf'> & {
  /** "moved to Doing" */
  done: string
  operationOf: (task: Task, version: number | undefined) => BulkOperation
  /** Puts a task that has no current version into the cache: it was deleted. */
  keepDeleted?: (task: Task) => void
  /** For what takes a change back: whether the task is as the change left it. If not, it stays as it is. */
  isAsLeft?: (task: Task) => boolean
}

/** The versions of tasks after a job, by their ids. */
export type Versions = ReadonlyMap<string, number>

/** Does something with many tasks, and says what failed; `progress` says how far a long one is. */
export function useBulkRun(projectId: string, attempt: string) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [progress, setProgress] = useState<string>()
  const isPartial = useRef(false)

  /** Sends a job for tasks, again for those that others have changed meanwhile in another way. */
  const send = async (tasks: readonly Task[], job: Job, versions: Map<string, number>) => {
    const { done, operationOf, writeOf, keepDeleted, isAsLeft } = job
    const onProgress = (ended: number) => {
      if (tasks.length <= maxBulkOperations) return
      setProgress(`${formatCount(ended)} of ${counted(tasks.length, 'task')} ${done}…`)
    }
    onProgress(0)
    const bulkJob: BulkJob<Task> = {
      ...(writeOf && { writeOf }),
      operationOf: (task) => operationOf(task, versions.get(task.id)),
      keep: (before, task) => {
        if (keepDeleted) keepDeleted(before)
        else if (task) placeTask(cache, task)
        else isPartial.current = true // an answer of many large tasks leaves some out
      },
      onProgress,
    }
    const failures = await runBulkOnTop(client, tasks, bulkJob, { versions, isAsLeft })
    setProgress(undefined)
    return failures
  }

  /** Runs a job, says what failed, and returns the tasks that it succeeded for, with their versions. */
  const run = async (tasks: readonly Task[], job: Job, seen: Versions = new Map()) => {
    dismissAlerts(attempt)
    const versions = new Map(seen)
    const failures = await send(tasks, job, versions)
    if (isPartial.current) refresh(cache, keys.tasks(projectId))
    isPartial.current = false
    if (failures.length > 0) {
      const errors = failures.map(({ error }) => error)
      showAlert(failuresText(errors, tasks.length, `not ${job.done}`, reasonOf), attempt)
      // the board that is shown is outdated
      if (
        errors.some((error) =>
          isTasksApiError(error, 'task_not_found', 'lane_not_found', 'precondition_failed'),
        )
      ) {
        refresh(cache, keys.tasks(projectId), keys.project(projectId))
      }
    }
    const failed = new Set(failures.map(({ entry }) => entry.id))
    return { changed: tasks.filter(({ id }) => !failed.has(id)), versions }
  }

  return { run, progress }
}
