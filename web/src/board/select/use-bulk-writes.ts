import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { Task } from '../../../../client/src/index.ts'
import { keys } from '../../data/api.ts'
import { refresh, removeTask } from '../../data/cache.ts'
import { noLane } from '../../data/columns.ts'
import { counted, statusNames } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.tsx'
import { showUndo } from '../../ui/undo.ts'
import { useLock } from '../../ui/use-lock.ts'
import type { Lane } from '../use-lanes.ts'
import { chooseAll } from './state.ts'
import { useBulkRun, type Job } from './use-bulk-run.ts'

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

  /** Runs a job for the selected tasks, once at a time. Those that it failed for stay selected. */
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
      const { changed: back } = await run(changed, undoing, versions)
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
        },
        {
          done: 'moved back',
          // a change of the lane alone keeps the place in the project's order
          ...setting((task) => ({ workflow_lane_id: task.workflow_lane_id })),
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
