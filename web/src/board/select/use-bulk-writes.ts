import { useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { isTasksApiError, type BulkOperation, type Task } from '../../../../client/src/index.ts'
import { maxBulkOperations } from '../../../../lib/contract/limits.ts'
import { keys, useApi } from '../../data/api.ts'
import { runBulk, type BulkJob } from '../../data/bulk.ts'
import { placeTask, refresh, removeTask } from '../../data/cache.ts'
import { noLane } from '../../data/columns.ts'
import { failuresText } from '../../ui/failures.ts'
import { counted, formatCount } from '../../ui/format.ts'
import { dismissAlerts, showAlert, showToast } from '../../ui/toast.tsx'
import { useLock } from '../../ui/use-lock.ts'
import { statusNames } from '../filter.ts'
import type { Lane } from '../use-lanes.ts'
import { chooseAll } from './state.ts'

type Job = Pick<BulkJob<Task>, 'operationOf' | 'writeOf' | 'keep'> & {
  /** "moved to Doing" */
  done: string
}

/** The writes to many cards at once; `progress` says how far a long one is. */
export function useBulkWrites(projectId: string) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [progress, setProgress] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const lock = useLock()
  const isPartial = useRef(false)
  const attempt = `selection in ${projectId}`

  /** Runs a job, says what failed, and returns the tasks that it succeeded for. */
  const run = async (tasks: readonly Task[], { done, ...job }: Job): Promise<Task[]> => {
    dismissAlerts(attempt)
    const onProgress = (ended: number) => {
      if (tasks.length <= maxBulkOperations) return
      setProgress(`${formatCount(ended)} of ${counted(tasks.length, 'task')} ${done}…`)
    }
    onProgress(0)
    const failures = await runBulk(client, tasks, { ...job, onProgress })
    setProgress(undefined)
    if (isPartial.current) refresh(cache, keys.tasks(projectId))
    isPartial.current = false
    if (failures.length > 0) {
      const errors = failures.map(({ error }) => error)
      showAlert(failuresText(errors, tasks.length, `not ${done}`), attempt)
      // a 404: the board that is shown is outdated
      if (errors.some((error) => isTasksApiError(error, 'task_not_found', 'lane_not_found'))) {
        refresh(cache, keys.tasks(projectId), keys.project(projectId))
      }
    }
    const failed = new Set(failures.map(({ entry }) => entry.id))
    return tasks.filter(({ id }) => !failed.has(id))
  }

  /** The same for the selected tasks, once at a time. Those that it failed for stay selected. */
  const runSelected = async (tasks: readonly Task[], job: Job, undo?: (tasks: Task[]) => void) => {
    if (tasks.length === 0 || !lock.take()) return
    setRunning(true)
    const changed = await run(tasks, job)
    setRunning(false)
    lock.free()
    const ids = changed.map(({ id }) => id)
    chooseAll(ids, false)
    if (ids.length === 0) return
    const action = undo && {
      label: 'Undo',
      run: () => {
        undo(changed)
      },
    }
    showToast(`${counted(ids.length, 'task')} ${job.done}.`, action)
  }

  const keep = (_: Task, task: Task | undefined) => {
    if (task) placeTask(cache, task)
    else isPartial.current = true // an answer of many large tasks leaves some out
  }
  const refreshCounts = () => {
    refresh(cache, keys.project(projectId), keys.projects, keys.trash(projectId))
  }

  const restore = async (tasks: readonly Task[]) => {
    const operationOf = ({ id }: Task): BulkOperation => ({ op: 'restore', id })
    const restored = await run(tasks, { done: 'restored', operationOf, keep })
    refreshCounts()
    if (restored.length > 0) showToast(`${counted(restored.length, 'task')} restored.`)
  }

  return {
    progress,
    isRunning,
    move: (tasks: readonly Task[], lane: Lane) => {
      const workflowLaneId = lane.id === noLane ? null : lane.id
      return runSelected(tasks, {
        done: lane.id === noLane ? 'moved to no lane' : `moved to ${lane.label}`,
        operationOf: ({ id }) => ({ op: 'update', id, workflowLaneId }),
        writeOf: (task) => ({ task: { ...task, workflow_lane_id: workflowLaneId }, place: 'same' }),
        keep,
      })
    },
    setStatus: (tasks: readonly Task[], status: Task['status']) =>
      runSelected(tasks, {
        done: `set to “${statusNames[status]}”`,
        operationOf: ({ id }) => ({ op: 'update', id, status }),
        writeOf: (task) => ({ task: { ...task, status }, place: 'same' }),
        keep,
      }),
    /** Moves tasks to the trash. The toast offers to undo that. */
    remove: async (tasks: readonly Task[]) => {
      const job: Job = {
        done: 'deleted',
        operationOf: ({ id }) => ({ op: 'delete', id }),
        keep: ({ id }) => {
          removeTask(cache, id)
          // not refetched: its dialog may be closing
          void cache.invalidateQueries({ queryKey: keys.task(id), refetchType: 'none' })
        },
      }
      await runSelected(tasks, job, (deleted) => void restore(deleted))
      refreshCounts()
    },
  }
}
