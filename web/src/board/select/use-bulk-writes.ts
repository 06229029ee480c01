import { useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import {
  type BulkOperation,
  isTasksApiError,
  type Task,
  type TaskMove,
} from '../../../../client/src/index.ts'
import { maxBulkOperations } from '../../../../lib/contract/limits.ts'
import { keys, useApi } from '../../data/api.ts'
import { type BulkJob, runBulkOnTop } from '../../data/bulk.ts'
import { entering, knownTask, knownTasks, placeTask, refresh, removeTask } from '../../data/cache.ts'
import { laneEnd, laneIdOf, noLane } from '../../data/columns.ts'
import { laneNow } from '../../data/heirs.ts'
import { placesBack } from '../../data/moves-back.ts'
import { type Order, orderOf } from '../../data/moves.ts'
import { isWhere, noteBack, notedVersion } from '../../data/own-writes.ts'
import { failuresText, reasonOf } from '../../ui/failures.ts'
import { counted, formatCount, statusNames } from '../../ui/format.ts'
import { dismissAlerts, showAlert, showToast } from '../../ui/messages.ts'
import { beforeRedo, noteUnderWay } from '../../ui/undo.ts'
import { useLock } from '../../ui/use-lock.ts'
import type { Lane } from '../use-lanes.ts'
import { chooseAll } from './selection.ts'

/** Sets the status of tasks; with a version only if a task still has it. */
const setting = (statusOf: (task: Task) => Task['status']): Pick<Job, 'operationOf' | 'writeOf'> => ({
  operationOf: (task, version) => ({
    ...{ op: 'update', id: task.id, status: statusOf(task) },
    ...(version !== undefined && { ifVersion: version }),
  }),
  writeOf: (task) => ({ task: { ...task, status: statusOf(task) }, place: 'same' }),
})

/** The writes to many cards at once, which can be undone. A message says how far a long one is. */
export function useBulkWrites(projectId: string) {
  const cache = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const lock = useLock()
  const run = useBulkRun(projectId, `selection in ${projectId}`)

  const refreshCounts = () => {
    refresh(cache, keys.project(projectId), keys.projects, keys.trash(projectId))
  }

  /**
   * Runs one job at a time for the selected tasks. Tasks for which it failed stay selected.
   * @param jobOf returns the job for some of the tasks
   * @param undoingOf returns the job that undoes it for the tasks that it has changed, as they were before
   */
  const runSelected = async (
    tasks: readonly Task[],
    jobOf: (tasks: readonly Task[]) => Job,
    undoingOf: (changed: readonly Task[], left: Left) => Undoing,
  ) => {
    if (tasks.length === 0) return
    if (!lock.take()) {
      showToast('The change before this one is not done yet.')
      return
    }
    setRunning(true)
    const job = jobOf(tasks)
    const started = run(tasks, job)
    const takeBack = async (tasks: readonly Task[], left: Left) => {
      const before = tasks.map((task) => left.before.get(task.id) ?? task)
      const undoing = undoingOf(before, left)
      const { changed: back, left: latest } = await run(undoing.tasks ?? before, undoing, left.versions)
      // a lane may have given a status to those that came back into it from the trash
      const others = back.filter(({ id, status }) => (knownTask(cache, id)?.status ?? status) !== status)
      if (others.length > 0)
        await run(others, { done: 'set back', ...setting(({ status }) => status) }, latest.versions)
      refreshCounts()
      if (back.length > 0) showToast(`${counted(back.length, 'task')} ${undoing.done}.`)
      const ids = new Set(back.map(({ id }) => id))
      return tasks.filter(({ id }) => ids.has(id)).map((task) => knownTask(cache, task.id) ?? task)
    }
    // one after the other, however fast the keys come
    let last = started.then(({ changed, left }) => ({ tasks: changed, left }))
    const undo = () => {
      last = last.then(async ({ tasks, left }) => ({ tasks: await takeBack(tasks, left), left }))
      return last.then(({ tasks }) => tasks.length > 0)
    }
    const redo = () => {
      last = Promise.all([last, beforeRedo()]).then(async ([{ tasks }]) => {
        const { changed: tasksAgain, left } = await run(tasks, jobOf(tasks))
        refreshCounts()
        return { tasks: tasksAgain, left }
      })
    }
    const wordsOf = ({ length }: readonly unknown[]) => `${counted(length, 'task')} ${job.done}.`
    const end = noteUnderWay(wordsOf(tasks), undo, redo)
    const { changed } = await started
    setRunning(false)
    lock.free()
    chooseAll(
      changed.map(({ id }) => id),
      false,
    )
    end(changed.length > 0 ? wordsOf(changed) : undefined)
  }

  return {
    isRunning,

    /** Moves tasks to a lane, in their order: to its end, or to a place that a drop names. */
    move: (tasks: readonly Task[], lane: Lane, place: TaskMove = laneEnd) => {
      const laneId = () => laneNow(lane.id)
      const { afterTaskId, beforeTaskId } = place
      // of several that go behind the same task, the one that is sent last is next to it
      const inOrder = afterTaskId === undefined ? tasks : tasks.toReversed()
      const isAtEnd = afterTaskId === undefined && beforeTaskId === undefined
      return runSelected(
        inOrder,
        (sent) => ({
          done: doneText(tasks, lane),
          operationOf: ({ id }) => ({ op: 'move', id, ...place, workflowLaneId: laneId() }),
          writeOf: (task) => ({
            task: { ...task, ...entering(cache, task, laneId()) },
            place: isAtEnd ? 'end' : { after: afterTaskId ?? sent[sent.indexOf(task) - 1]?.id ?? null },
          }),
        }),
        (changed, { after, order }) => ({
          ...movingBack(placesBack(cache, changed, order)),
          keepBack: (before, now) => {
            noteBack(cache, before, now)
          },
          isAsLeft: (now) => {
            const left = after.get(now.id)
            if (left) return isWhere(cache, now, left)
            return now.project_id === projectId && now.workflow_lane_id === laneId()
          },
        }),
      )
    },

    setStatus: (tasks: readonly Task[], status: Task['status']) =>
      runSelected(
        tasks,
        () => ({ done: `set to “${statusNames[status]}”`, ...setting(() => status) }),
        () => ({
          done: 'set back',
          ...setting((task) => task.status),
          isAsLeft: (task) => task.status === status,
        }),
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
      await runSelected(
        tasks,
        () => job,
        () => ({ done: 'restored', operationOf: ({ id }) => ({ op: 'restore', id }) }),
      )
      refreshCounts()
    },
  }
}

/** What a move does, in words. */
function doneText(tasks: readonly Task[], { id, label }: Lane): string {
  if (tasks.every((task) => laneIdOf(task) === id)) return 'moved'
  return id === noLane ? 'moved to no lane' : `moved to ${label}`
}

/** What is done with each of many tasks. */
type Job = Pick<BulkJob<Task>, 'writeOf'> & {
  /** "moved to Doing" */
  done: string
  operationOf: (task: Task, version: number | undefined) => BulkOperation
  /** Puts a task that has no current version into the cache: it was deleted. */
  keepDeleted?: (task: Task) => void
  /** Notes that a task is back. */
  keepBack?: (before: Task, now: Task) => void
  /** For an undo: whether the task is still as the change left it. If not, it stays as it is. */
  isAsLeft?: (task: Task) => boolean
}

/** A job that takes another one back. */
type Undoing = Job & {
  /** The tasks in the order in which they are sent, if that matters. */
  tasks?: readonly Task[]
}

/** What a job has found, and what it has left. */
interface Left {
  versions: Map<string, number>
  /** The tasks right before it, by their ids. */
  before: ReadonlyMap<string, Task>
  /** The order right before it. */
  order: Order
  /** The tasks that the answer has shown, by their ids. */
  after: Map<string, Task>
}

/** Moves tasks back to their lanes, each to its place there. */
function movingBack(placed: ReturnType<typeof placesBack<Task>>): Undoing {
  const places = new Map(placed.map(({ task, place }) => [task.id, place]))
  const positions = new Map(placed.map(({ task, position }) => [task.id, position]))
  return {
    done: 'moved back',
    tasks: placed.map(({ task }) => task),
    operationOf: ({ id, workflow_lane_id: workflowLaneId }, version) => ({
      ...{ op: 'move', id, ...places.get(id), workflowLaneId },
      ...(version !== undefined && { ifVersion: version }),
    }),
    writeOf: (task) => ({
      task: { ...task, position: positions.get(task.id) ?? task.position },
      place: 'sorted',
    }),
  }
}

/** Does something with many tasks, and says how far a long one is, and what failed. */
function useBulkRun(projectId: string, attempt: string) {
  const { client } = useApi()
  const cache = useQueryClient()
  const isPartial = useRef(false)

  /** Sends a job for tasks, and sends it again for tasks in which others have meanwhile changed something else. */
  const send = async (tasks: readonly Task[], job: Job, left: Left) => {
    const { done, operationOf, writeOf, keepDeleted, keepBack, isAsLeft } = job
    const { versions } = left
    let isBegun = false
    // only in its turn, because an earlier write may be under way
    const begin = () => {
      if (isBegun) return
      isBegun = true
      left.order = orderOf(cache, projectId, tasks)
      const ids = new Set(tasks.map(({ id }) => id))
      left.before = new Map(knownTasks(cache).flatMap((task) => (ids.has(task.id) ? [[task.id, task]] : [])))
    }
    let close = (): void => undefined
    const onProgress = (ended: number) => {
      if (tasks.length <= maxBulkOperations) return
      const progress = `${formatCount(ended)} of ${counted(tasks.length, 'task')} ${done}…`
      close = showToast(progress, undefined, { key: attempt, text: () => progress })
    }
    onProgress(0)
    const bulkJob: BulkJob<Task> = {
      ...(writeOf && { writeOf }),
      operationOf: (task) => {
        begin()
        return operationOf(task, versions.get(task.id))
      },
      keep: (before, task, version) => {
        if (task) {
          left.after.set(task.id, task)
          if (version !== undefined) notedVersion(cache, task, version)
          keepBack?.(before, task)
        }
        if (keepDeleted) keepDeleted(before)
        else if (task) placeTask(cache, task)
        else isPartial.current = true // an answer of many large tasks leaves some out
      },
      onProgress,
    }
    const failures = await runBulkOnTop(client, tasks, bulkJob, { versions, isAsLeft })
    close()
    return failures
  }

  /** Runs a job, says what failed, and returns the tasks that it succeeded for, and how it has left them. */
  const run = async (tasks: readonly Task[], job: Job, seen: ReadonlyMap<string, number> = new Map()) => {
    dismissAlerts(attempt)
    const left: Left = { versions: new Map(seen), before: new Map(), order: [], after: new Map() }
    const failures = await send(tasks, job, left)
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
    return { changed: tasks.filter(({ id }) => !failed.has(id)), left }
  }

  return run
}
