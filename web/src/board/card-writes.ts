import { type QueryClient, useQueryClient } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import { isTasksApiError, type ResourceClient, type Task, type TaskMove } from '../../../client/src/index.ts'
import { type Change, changeOf, creation, deletion } from '../changes/change.ts'
import { inMessages, record, type Words } from '../changes/history.ts'
import { shownProject } from '../changes/shown-project.ts'
import { whyNot } from '../changes/words.ts'
import { keys, useApi, useIsBound, useMay } from '../data/api.ts'
import { isGone, refresh, removeMissing } from '../data/cache.ts'
import { laneEnd, laneOrNull, noLane } from '../data/columns.ts'
import { draftTask, type Write } from '../data/writes.ts'
import { announce } from '../ui/announce.ts'
import { statusNames } from '../ui/format.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/messages.ts'
import { noteStep, showUndo } from '../ui/undo.ts'
import { neighbour, type Place } from './drag/place.ts'
import { goneText } from './drag/words.ts'

/** The writes to a board's cards. Each is shown at once, and can be undone; if it fails, an alert says why. */
export interface BoardWrites {
  move: (task: Task, to: Place, others: readonly Task[]) => void
  /** Moves a task to the end of another lane. */
  moveToLane: (task: Task, laneId: string) => void
  /** Moves a task to an end of its lane. */
  moveToEnd: (task: Task, end: 'top' | 'bottom') => void
  setStatus: (task: Task, status: Task['status']) => void
  /** Moves a task to the trash. Resolves to whether it is there. */
  remove: (task: Task) => Promise<boolean>
  /**
   * Adds a task.
   * @param id its id; a repeat after an error has the same one
   * @throws TasksApiError when the task was not added; the caller then keeps the text
   */
  add: (label: string, laneId: string, id: string) => Promise<Task>
}

/** The board, and what the token may do. */
interface BoardSession {
  projectId: string
  mayWrite: boolean
  mayDelete: boolean
  /** Whether the token is bound to projects. */
  isBound: boolean
}

type Failures = ReturnType<typeof writeFailuresOf>

/** Makes a change of a card, says it, and offers to undo it. Resolves to whether it is made. */
const makerOf =
  (cache: QueryClient, failures: Failures, mayWrite: boolean) =>
  (task: Task, change: Change, place: Write['place'], words: Words): Promise<boolean> => {
    dismissAlerts(task.id)
    const note: typeof showUndo = (done, undo, redo) => {
      const back = () => {
        dismissAlerts(task.id)
        return undo()
      }
      return showUndo(done, back, redo)
    }
    const said = inMessages(words, (what, error) => failures.tellOf(task, what, error), note)
    if (!mayWrite) showToast(words.done)
    // a token that may only delete cannot restore
    const { answer } = record(cache, change, { task, place }, mayWrite ? said : { ...said, note: undefined })
    return answer.then(
      () => true,
      () => false, // it was told
    )
  }

/** Adds a task. */
const adderOf =
  (cache: QueryClient, failures: Failures, { projectId, mayDelete }: BoardSession): BoardWrites['add'] =>
  async (label, laneId, id) => {
    dismissAlerts(id)
    const task = draftTask(cache, { id, projectId, label, laneId: laneOrNull(laneId) })
    const done = `Added “${label}” to ${laneLabel(cache, projectId, laneId)}.`
    const words = { done, undone: `Deleted “${label}”.`, failed: '', stays: `“${label}” stays.` }
    const said = inMessages(
      words,
      (what, error) => failures.tellOf(task, what, error),
      (text, undo, redo) => noteStep(text, mayDelete ? undo : undefined, redo),
    )
    const { answer } = record(
      cache,
      creation(task),
      { task, place: 'end', kept: { id } },
      {
        ...said,
        failed: (error, wasLate) => {
          failures.tell(id, `“${label}” was not added.`, error, wasLate ? label : undefined)
        },
        made: () => {
          announce(done)
        },
      },
    )
    return (await answer).task
  }

function boardWritesOf(client: ResourceClient, cache: QueryClient, session: BoardSession): BoardWrites {
  const { projectId } = session
  const failures = writeFailuresOf(client, cache, session)
  const make = makerOf(cache, failures, session.mayWrite)

  const shift = (task: Task, laneId: string, place: Write['place'], move: TaskMove) => {
    const workflowLaneId = laneOrNull(laneId)
    const isElsewhere = task.workflow_lane_id !== workflowLaneId
    const name = `“${task.label}”`
    void make(task, changeOf(task, isElsewhere ? { workflowLaneId } : {}, move), place, {
      done: isElsewhere ? `Moved ${name} to ${laneLabel(cache, projectId, laneId)}.` : `Moved ${name}.`,
      failed: `${name} is back where it was.`,
      undone: `${name} is back where it was.`,
      stays: `${name} stays where it is.`,
    })
  }

  return {
    add: adderOf(cache, failures, session),
    move: (task, to, others) => {
      const place = to.isEnd ? 'end' : { after: others[to.index - 1]?.id ?? null }
      shift(task, to.laneId, place, neighbour(others, to))
    },
    moveToLane: (task, laneId) => {
      shift(task, laneId, 'end', laneEnd)
    },
    moveToEnd: (task, end) => {
      const place = end === 'top' ? { after: null } : 'end'
      shift(task, task.workflow_lane_id ?? noLane, place, { to: end })
    },
    setStatus: (task, status) => {
      const name = `“${task.label}”`
      const nameOf = (value: Task['status']) => statusNames[value].toLowerCase()
      void make(task, changeOf(task, { status }), 'same', {
        done: `${name} is ${nameOf(status)}.`,
        failed: `${name} is still ${nameOf(task.status)}.`,
        undone: `${name} is ${nameOf(task.status)} again.`,
        stays: `${name} keeps its status.`,
      })
    },
    remove: (task) => {
      const name = `“${task.label}”`
      return make(task, deletion(task), 'gone', {
        done: `Deleted ${name}.`,
        failed: `${name} was not deleted.`,
        undone: `${name} is back.`,
        stays: `${name} is still in the trash.`,
      })
    },
  }
}

/** The label of a lane within a sentence; "no lane" for the column of tasks without one. */
function laneLabel(cache: QueryClient, projectId: string, laneId: string): string {
  const lanes = shownProject(cache, projectId)?.workflow_lanes ?? []
  return lanes.find(({ id }) => id === laneId)?.label ?? 'no lane'
}

/** Says why a write to the board has failed. `what` says how things are now: "“Call Ada” is still open." */
function writeFailuresOf(
  client: ResourceClient,
  cache: QueryClient,
  { projectId, isBound }: Pick<BoardSession, 'projectId' | 'isBound'>,
) {
  const refreshBoard = () => {
    refresh(cache, keys.tasks(projectId), keys.project(projectId))
  }

  /** @param about what identifies the attempt, so that the next one dismisses the alert */
  const tell = (about: string, what: string, error: unknown, copy?: string) => {
    showAlert(`${what} ${whyNot(error)}`, about, copy)
    // a 404: the board that is shown is outdated
    if (isTasksApiError(error) && error.status === 404) refreshBoard()
  }

  /** The same for a write to a card. The missing task may be the card itself or the card beside its new place. */
  const tellOf = async (task: Task, what: string, error: unknown): Promise<void> => {
    if (!isTasksApiError(error, 'task_not_found')) {
      tell(task.id, what, error)
      return
    }
    const isCardGone = await isGone(client, task.id)
    if (isCardGone) removeMissing(cache, task.id, isBound)
    showAlert(isCardGone ? goneText(task) : `${what} The card beside it is gone.`, task.id)
    refreshBoard()
  }

  return { tell, tellOf }
}

/** The writes of one board, as a hook. */
export function useBoardWrites(projectId: string): BoardWrites {
  const { client } = useApi()
  const cache = useQueryClient()
  const mayWrite = useMay('write')
  const mayDelete = useMay('delete')
  const isBound = useIsBound()
  return useMemo(
    () => boardWritesOf(client, cache, { projectId, mayWrite, mayDelete, isBound }),
    [client, cache, projectId, mayWrite, mayDelete, isBound],
  )
}
