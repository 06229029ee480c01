import { useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { isTasksApiError, type Task } from '../../../client/src/index.ts'
import { changeOf } from '../changes/change.ts'
import { together } from '../changes/entry.ts'
import type { Edit } from '../changes/history.ts'
import { tasksIn } from '../changes/lane-tasks.ts'
import { makeMany } from '../changes/many.ts'
import type { Sending } from '../changes/outbox.ts'
import { ChangedSince } from '../changes/refusals.ts'
import { useShownProject } from '../changes/shown-project.ts'
import { keys, useApi } from '../data/api.ts'
import { refresh } from '../data/cache.ts'
import { laneEnd, laneOrNull } from '../data/columns.ts'
import { linger } from '../data/lingering.ts'
import { useProject } from '../data/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { failuresText } from '../ui/failures.ts'
import { counted, formatCount } from '../ui/format.ts'
import { dismissAlerts, showAlert } from '../ui/messages.ts'
import { type Lane, loose } from './use-lanes.ts'

interface MoveAllProps {
  projectId: string
  lane: Lane
  onClose: () => void
}

/** Asks where all cards of a lane go, and moves them. */
export function MoveAll({ projectId, lane, onClose }: MoveAllProps) {
  const project = useShownProject(useProject(projectId).data)
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
        <span>To</span>
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

/** Moves all tasks of a lane, also those that the board has not fetched, in their order to the end of another lane. */
function useMoveAll(projectId: string, from: Lane) {
  const { client } = useApi()
  const cache = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const isStopped = useRef(false)
  const sent = useRef<readonly Sending[]>([])
  const about = `all of ${from.id}`

  const move = async (to: Lane, total: number): Promise<void> => {
    dismissAlerts(about)
    isStopped.current = false
    setProgress({ done: 0, total })
    try {
      await moveAll(await tasksIn(client, projectId, from.id), to)
    } catch (error) {
      showAlert(failuresText([error], 1, `The tasks are still in ${from.label}`), about)
    }
    setProgress(undefined)
  }

  const moveAll = async (tasks: readonly Task[], to: Lane): Promise<void> => {
    if (isStopped.current) return
    const words = {
      about,
      done: (count: number) => `Moved ${counted(count, 'task')} to ${to.label}.`,
      failed: { made: `not moved to ${to.label}`, undone: `not moved to ${from.label}` },
      isQuiet: isElsewhere,
    }
    const edits = tasks.map((task): Edit => {
      return { task, change: changeOf(task, { workflowLaneId: laneOrNull(to.id) }, laneEnd), place: 'end' }
    })
    const onProgress = (done: number) => {
      setProgress({ done, total: tasks.length })
    }
    const { sendings, ended } = makeMany(cache, edits, { projectId, words, onProgress })
    sent.current = sendings
    for (const { edit, answer } of await ended) if (answer && edit.task.status !== 2) linger(answer.task)
    refresh(cache, keys.tasks(projectId), keys.project(projectId))
  }

  /** What was not sent yet stays. */
  const stop = () => {
    isStopped.current = true
    together(() => {
      for (const { giveUp } of sent.current) giveUp()
    })
  }
  return { move, stop, progress }
}

/** Whether a task is gone, or has moved elsewhere: that needs no message. */
const isElsewhere = (error: unknown): boolean =>
  error instanceof ChangedSince || isTasksApiError(error, 'task_not_found', 'precondition_failed')
