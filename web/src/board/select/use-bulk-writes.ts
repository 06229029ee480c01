import { useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { type BulkOperation, isTasksApiError, type Task } from '../../../../client/src/index.ts'
import { maxBulkOperations } from '../../../../lib/contract/limits.ts'
import { keys, useApi } from '../../data/api.ts'
import type { BulkJob } from '../../data/bulk.ts'
import { entering, knownTask, placeTask, refresh, removeTask } from '../../data/cache.ts'
import { noLane } from '../../data/columns.ts'
import { failuresText, reasonOf } from '../../ui/failures.ts'
import { counted, formatCount, statusNames } from '../../ui/format.ts'
import { dismissAlerts, showAlert, showToast } from '../../ui/toast.tsx'
import { showUndo } from '../../ui/undo.ts'
import { useLock } from '../../ui/use-lock.ts'
import type { Lane } from '../use-lanes.ts'
import { chooseAll } from './selection.ts'

/** Loads what sends many changes. */
export const loadBulk = () => import('../../data/bulk.ts')

/** The fields that many tasks get at once. */
type Fields = Partial<Pick<Task, 'status' | 'workflow_lane_id'>>

/** Sets fields of tasks; with a version only if a task still has it. */
const setting = (fieldsOf: (task: Task) => Fields): Pick<Job, 'operationOf' | 'writeOf'> => ({
  operationOf: (task, version) => {
    const { status, workflow_lane_id } = fieldsOf(task)
    return {
      ...{ op: 'update', id: task.id, ...(version !== undefined && { ifVersion: version }) },
      ...(status !== undefined && { status }),
      ...(workflow_lane_id !== undefined && { workflowLaneId: workflow_lane_id }),
    }
  },
  writeOf: (task) => ({ task: { ...task, ...fieldsOf(task) }, place: 'same' }),
})

/** The writes to many cards at once, which can be undone; `progress` says how far a long one is. */
export function useBulkWrites(projectId: string) {
  const cache = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const lock = useLock()
  const { run, progress } = useBulkRun(projectId, `selection in ${projectId}`)

  const refreshCounts = () => {
    refresh(cache, keys.project(projectId), keys.projects, keys.trash(projectId))
  }

  /** Runs one job at a time for the selected tasks. Tasks for which it failed stay selected. */
  const runSelected = async (tasks: readonly Task[], job: Job, undoing: Job) => {
    if (tasks.length === 0 || !lock.take()) return
    setRunning(true)
    const { changed, versions } = await run(tasks, job)
    setRunning(false)
    lock.free()
    chooseAll(
      changed.map(({ id }) => id),
      false,
    )
    if (changed.length === 0) return
    const undo = async () => {
      const { changed: back, versions: latest } = await run(changed, undoing, versions)
      // a lane may have given a status to those that came back into it from the trash
      const others = back.filter(({ id, status }) => (knownTask(cache, id)?.status ?? status) !== status)
      if (others.length > 0)
        await run(others, { done: 'set back', ...setting(({ status }) => ({ status })) }, latest)
      refreshCounts()
      if (back.length > 0) showToast(`${counted(back.length, 'task')} ${undoing.done}.`)
    }
    showUndo(`${counted(changed.length, 'task')} ${job.done}.`, () => void undo())
  }

  return {
    progress,
    isRunning,

    move: (tasks: readonly Task[], lane: Lane) => {
      const workflow_lane_id = lane.id === noLane ? null : lane.id
      return runSelected(
        tasks,
        {
          done: lane.id === noLane ? 'moved to no lane' : `moved to ${lane.label}`,
          ...setting(() => ({ workflow_lane_id })),
          writeOf: (task) => ({
            task: { ...task, ...entering(cache, task, workflow_lane_id) },
            place: 'same',
          }),
        },
        {
          done: 'moved back',
          // a change of the lane alone keeps the place in the project's order
          ...setting(({ workflow_lane_id: laneId, status }) => ({ workflow_lane_id: laneId, status })),
          isAsLeft: (task) => task.project_id === projectId && task.workflow_lane_id === workflow_lane_id,
        },
      )
    },

    setStatus: (tasks: readonly Task[], status: Task['status']) =>
      runSelected(
        tasks,
        { done: `set to “${statusNames[status]}”`, ...setting(() => ({ status })) },
        {
          done: 'set back',
          ...setting((task) => ({ status: task.status })),
          isAsLeft: (task) => task.status === status,
        },
      ),

    /** Moves tasks to the trash. */
    remove: async (tasks: readonly Task[]) => {
      const job: Job = {
        done: 'deleted',
        operationOf: ({ id }) => ({ op: 'delete', id }),
        keepDeleted: ({ id }) => {
          removeTask(cache, id)
          // not refetched: its dialog may be closing
          void cache.invalidateQueries({ queryKey: keys.task(id), refetchType: 'none' })
        },
      }
      await runSelected(tasks, job, { done: 'restored', operationOf: ({ id }) => ({ op: 'restore', id }) })
      refreshCounts()
    },
  }
}

/** What is done with each of many tasks. */
type Job = Pick<BulkJob<Task>, 'writeOf'> & {
  /** "moved to Doing" */
  done: string
  operationOf: (task: Task, version: number | undefined) => BulkOperation
  /** Puts a task that has no current version into the cache: it was deleted. */
  keepDeleted?: (task: Task) => void
  /** For an undo: whether the task is still as the change left it. If not, it stays as it is. */
  isAsLeft?: (task: Task) => boolean
}

/** The versions of tasks after a job, by their ids. */
type Versions = ReadonlyMap<string, number>

/** Does something with many tasks, and says what failed; `progress` says how far a long one is. */
function useBulkRun(projectId: string, attempt: string) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [progress, setProgress] = useState<string>()
  const isPartial = useRef(false)

  /** Sends a job for tasks, and sends it again for tasks in which others have meanwhile changed something else. */
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
    const { runBulkOnTop } = await loadBulk()
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
