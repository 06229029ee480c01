import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { isTasksApiError, type TrashedTask } from '../../../client/src/index.ts'
import { keys, useApi } from '../data/api.ts'
import { runBulk, type Failure } from '../data/bulk.ts'
import { placeTask, refresh } from '../data/cache.ts'
import { failuresText } from '../ui/failures.ts'
import { counted, formatCount } from '../ui/format.ts'
import { explain } from '../ui/explain.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/toast.tsx'

/** Whether every other restore would fail in the same way. */
const endsAll = (error: unknown) =>
  isTasksApiError(error, 'quota_exceeded', 'project_not_found', 'insufficient_scope')

/** Why tasks are still in the trash, and what to do. */
function reasonOf(error: unknown): string {
  if (isTasksApiError(error, 'quota_exceeded')) {
    return 'The project has reached its quota. Delete or move other tasks, or ask for a higher quota.'
  }
  if (isTasksApiError(error, 'project_not_found')) return 'The project has been deleted.'
  return explain(error)
}

/** Restores tasks from a project's trash, with a progress text and a summary of the failures. */
export function useRestore(projectId: string) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [progress, setProgress] = useState<string>()
  const attempt = `trash of ${projectId}`

  const sumUp = (tasks: readonly TrashedTask[], failures: readonly Failure<TrashedTask>[]) => {
    const back = tasks.length - failures.length
    const [only] = tasks
    const what =
      tasks.length === 1 && only ? `“${only.label}” is back.` : `${counted(back, 'task')} restored.`
    if (back > 0) showToast(what)
    if (failures.length === 0) return
    const errors = failures.map(({ error }) => error)
    showAlert(failuresText(errors, tasks.length, 'not restored', reasonOf), attempt)
  }

  const restore = async (tasks: readonly TrashedTask[]): Promise<void> => {
    const tell = (ended: number) => {
      setProgress(`Restored ${formatCount(ended)} of ${counted(tasks.length, 'task')}…`)
    }
    tell(0)
    dismissAlerts(attempt)
    const failures = await runBulk(client, tasks, {
      operationOf: ({ id }) => ({ op: 'restore', id }),
      keep: (_, task) => {
        if (task) placeTask(cache, task)
      },
      onProgress: tell,
      endsAll,
    })
    setProgress(undefined)
    refresh(cache, keys.trash(projectId), keys.project(projectId), keys.projects)
    sumUp(tasks, failures)
  }
  return { restore, progress }
}
