import { useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { isTasksApiError, type Task } from '../../../client/src/index.ts'
import { maxBulkOperations } from '../../../lib/contract/limits.ts'
import { keys, useApi } from '../data/api.ts'
import { type BulkJob, runBulk, runBulkOnTop } from '../data/bulk.ts'
import { refresh } from '../data/cache.ts'
import { laneEnd } from '../data/columns.ts'
import { laneNow } from '../data/heirs.ts'
import { linger } from '../data/lingering.ts'
import { placesBack } from '../data/moves-back.ts'
import { type Order, orderOf } from '../data/moves.ts'
import { noteBack, notedVersion } from '../data/own-writes.ts'
import { useProject } from '../data/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { failuresText } from '../ui/failures.ts'
import { counted, formatCount } from '../ui/format.ts'
import { dismissAlerts, showAlert } from '../ui/messages.ts'
import { beforeRedo, noteUnderWay } from '../ui/undo.ts'
import { type Lane, loose } from './use-lanes.ts'

interface MoveAllProps {
  projectId: string
  lane: Lane
  onClose: () => void
}

/** Asks where all cards of a lane go, and moves them. */
export function MoveAll({ projectId, lane, onClose }: MoveAllProps) {
  const { data: project } = useProject(projectId)
  const lanes = project?.workflow_lanes ?? []
  const targets: Lane[] = [...lanes.filter(({ id }) => id !== lane.id), loose]
  const [chosen, choose] = useState<string>()
  const { move, stop, progress } = useMoveAll(projectId, lane)
  const total = lanes.find(({ id }) => id === lane.id)?.task_count ?? 0
  const to = targets.find(({ id }) => id === chosen) ?? targets[0]
  const close = () => {
    stop()
    onClose()
  }
  return (
    <Dialog title={`Move all cards of “${lane.label}”`} onClose={close}>
      <p>
        {total === 1
          ? 'Its one task moves, even if it is'
          : `All ${counted(total, 'task')} move, also those that are`}{' '}
        done or hidden by the filter.
      </p>
      <label class="field">
        To
        <select
          dir="auto"
          disabled={progress !== undefined}
          value={to?.id}
          onChange={(event) => {
            choose(event.currentTarget.value)
          }}
        >
          {targets.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p role="status" class="muted">
        {progress && `${formatCount(progress.done)} of ${counted(progress.total, 'task')} moved…`}
      </p>
      <div class="dialog-actions">
        <button type="button" onClick={close}>
          {progress ? 'Stop' : 'Cancel'}
        </button>
        <button
          type="button"
          class="primary"
          aria-disabled={progress !== undefined}
          onClick={() => {
            if (to && !progress) void move(to, total).then(onClose)
          }}
        >
          Move {counted(total, 'task')}
        </button>
      </div>
    </Dialog>
  )
}

/** The progress: how many of how many tasks have been moved. */
interface Progress {
  done: number
  total: number
}

/** A task, and what it had before. */
type Id = Pick<Task, 'id' | 'status' | 'position' | 'project_id' | 'workflow_lane_id'>

/** Tasks that were moved to a lane, the order before that, and the versions that they got. */
interface Left {
  order: Order
  tasks: readonly Id[]
  lane: Lane
  versions: ReadonlyMap<string, number>
}

const laneIdOf = ({ id }: Lane) => laneNow(id)

/** Moves all tasks of a lane, also those that the board has not fetched, in their order to the end of another lane. */
function useMoveAll(projectId: string, from: Lane) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const isStopped = useRef(false)
  const about = `all of ${from.id}`

  const idsIn = async (lane: Lane): Promise<Id[]> => {
    const ids: Id[] = []
    for await (const { id, status, position, project_id, workflow_lane_id } of client.projects.listTasks(
      projectId,
      {
        workflowLaneId: lane.id,
        limit: 100,
      },
    ))
      ids.push({ id, status, position, project_id, workflow_lane_id })
    return ids
  }

  /**
   * Moves tasks, says what failed, and returns those that were moved.
   * @param left the state that an earlier run left: only tasks that are still in that lane are moved; those that go back to
   * the first lane get their places and status there
   */
  const send = async (
    given: readonly Id[],
    to: Lane,
    onProgress: (done: number) => void,
    left?: Left,
  ): Promise<Left> => {
    const workflowLaneId = laneIdOf(to)
    const isBack = to.id === from.id
    const order = left?.order ?? orderOf(cache, projectId, given)
    const back = isBack ? placesBack(cache, given, order) : []
    const places = new Map(back.map(({ task, place }) => [task.id, place]))
    const tasks = isBack ? back.map(({ task }) => task) : given
    const versions = new Map(left?.versions)
    const isAsLeft = (task: Task) =>
      left !== undefined && task.project_id === projectId && task.workflow_lane_id === laneIdOf(left.lane)
    const moved: Id[] = []
    const errors: unknown[] = []
    const restatused: Id[] = []
    for (let start = 0; start < tasks.length && !isStopped.current; start += maxBulkOperations) {
      const part = tasks.slice(start, start + maxBulkOperations)
      const job: BulkJob<Id> = {
        operationOf: ({ id }) => {
          const version = left && versions.get(id)
          return {
            ...{ op: 'move', id, ...(places.get(id) ?? laneEnd), workflowLaneId },
            ...(version !== undefined && { ifVersion: version }),
          }
        },
        keep: (entry, task, version) => {
          moved.push(entry)
          if (task && entry.status !== 2) linger(task)
          if (task && version !== undefined) notedVersion(cache, task, version)
          if (task && isBack) noteBack(cache, entry, task)
          // the lane has given another one to a task that came back
          if (isBack && task?.status !== entry.status) restatused.push(entry)
        },
        onProgress: (ended) => {
          onProgress(start + ended)
        },
      }
      const failures = await runBulkOnTop(client, part, job, { versions, isAsLeft })
      // a task that is gone, or has moved elsewhere, needs no message
      errors.push(
        ...failures
          .map(({ error }) => error)
          .filter((error) => !isTasksApiError(error, 'task_not_found', 'precondition_failed')),
      )
      if (errors.length > 0) break
    }
    const settingBack: BulkJob<Id> = {
      operationOf: ({ id, status }) => ({ op: 'update', id, status }),
      keep: () => undefined,
    }
    const notSet = await runBulk(client, restatused, settingBack)
    errors.push(...notSet.map(({ error }) => error))
    refresh(cache, keys.tasks(projectId), keys.project(projectId))
    if (errors.length > 0) showAlert(failuresText(errors, tasks.length, `not moved to ${to.label}`), about)
    return { tasks: moved, order, lane: to, versions }
  }

  /** Moves those to a lane that are still where they were moved to, in their order there. */
  const sendOn = async (left: Left, to: Lane): Promise<Left> => {
    isStopped.current = false
    dismissAlerts(about)
    const next = await send(left.tasks, to, () => undefined, left)
    const ids = new Set(next.tasks.map(({ id }) => id))
    return { ...next, tasks: left.tasks.filter(({ id }) => ids.has(id)) }
  }

  const move = async (to: Lane, total: number): Promise<void> => {
    dismissAlerts(about)
    isStopped.current = false
    setProgress({ done: 0, total })
    const moving = (async (): Promise<Left> => {
      try {
        const ids = await idsIn(from)
        return await send(ids, to, (done) => {
          setProgress({ done, total: ids.length })
        })
      } catch (error) {
        showAlert(failuresText([error], 1, `The tasks are still in ${from.label}`), about)
        return { order: [], tasks: [], lane: to, versions: new Map() }
      }
    })()
    let last = moving
    const undo = () => {
      last = last.then((left) => sendOn(left, from))
      return last.then(({ tasks }) => tasks.length > 0)
    }
    const redo = () => {
      last = Promise.all([last, beforeRedo()]).then(([left]) => sendOn(left, to))
    }
    const wordsOf = (count: number) => `Moved ${counted(count, 'task')} to ${to.label}.`
    const end = noteUnderWay(wordsOf(total), undo, redo)
    const { length } = (await moving).tasks
    end(length > 0 ? wordsOf(length) : undefined)
    setProgress(undefined)
  }
  const stop = () => {
    isStopped.current = true
  }
  return { move, stop, progress }
}
