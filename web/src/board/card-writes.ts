import { type QueryClient, useQueryClient } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import {
  isTasksApiError,
  type Project,
  type Task,
  type TaskAnswer,
  type TaskMove,
  type ResourceClient,
} from '../../../client/src/index.ts'
import { keys, useApi, useIsBound, useMay } from '../data/api.ts'
import { entering, isGone, knownTask, refresh, removeMissing } from '../data/cache.ts'
import { laneEnd, noLane } from '../data/columns.ts'
import { isLoss } from '../data/connection.ts'
import { laneNow } from '../data/heirs.ts'
import { type Order, orderOf } from '../data/moves.ts'
import { ChangedSince } from '../data/unless-changed.ts'
import { draftTask, refuseIfLost, waitingTask, type Write } from '../data/writes.ts'
import type { Entry } from '../task/entry.ts'
import { deliver, type Delivery, findWaiting, GivenUp, TakenBack } from '../task/waiting.ts'
import { announce } from '../ui/announce.ts'
import { explain } from '../ui/explain.ts'
import { statusNames } from '../ui/format.ts'
import { dismissAlerts, showAlert, showToast } from '../ui/messages.ts'
import { beforeRedo, dropStep, noteStep, noteWrite, putBack, showUndo, undoOnceWritten } from '../ui/undo.ts'
import { neighbour, type Place } from './drag/place.ts'
import { goneText } from './drag/words.ts'

/** The writes to single cards. Each is shown at once, and offered to be undone. */
interface CardWrites {
  move: (task: Task, to: Place, others: readonly Task[]) => void
  /** Moves a task to the end of another lane. */
  moveToLane: (task: Task, laneId: string) => void
  /** Moves a task to an end of its lane. */
  moveToEnd: (task: Task, end: 'top' | 'bottom') => void
  setStatus: (task: Task, status: Task['status']) => void
  /** Moves a task to the trash. Resolves to whether it is there. */
  remove: (task: Task) => Promise<boolean>
}

/** A write's texts: what it does, what it means if it fails, and both for the undo. */
interface Words {
  done: string
  failed: string
  undone: string
  stays: string
}

/** The board, and what the token may do. */
interface BoardSession {
  projectId: string
  mayWrite: boolean
  /** Whether the token is bound to projects. */
  isBound: boolean
}

/** The task and the order right before a write, and the answer. */
interface Written {
  before: Task
  order: Order
  after: TaskAnswer
}

/** A write under way, and what takes it back before it is sent. */
interface Sending {
  written: Promise<Written>
  giveUp: Delivery['giveUp']
}

/** Loads what takes changes back. */
export const loadTakeBack = async () => {
  refuseIfLost()
  return import('../task/take-back.ts')
}
function takeBackFor(client: ResourceClient, cache: QueryClient, isBound: boolean) {
  // kept, because loading takes longer than the next key: what it asks for must not be sent first
  let loaded: ReturnType<Awaited<ReturnType<typeof loadTakeBack>>['takeBackOf']> | undefined
  return async () => (loaded ??= (await loadTakeBack()).takeBackOf(client, cache, isBound))
}

/** The writes to the cards of one board. If one fails, it is no longer shown, and an alert says why. */
function cardWritesOf(
  client: ResourceClient,
  cache: QueryClient,
  { projectId, mayWrite, isBound }: BoardSession,
): CardWrites {
  const failures = writeFailuresOf(client, cache, { projectId, isBound })
  const takeBack = takeBackFor(client, cache, isBound)

  /** Reports a write, and offers to undo it at once, even before its answer, because Ctrl+Z means the last change. */
  const offer = (
    task: Task,
    words: Words,
    { written, giveUp }: Sending,
    { undo, redo }: { undo: (answer: Written) => Promise<unknown>; redo: (now: Task) => void },
  ) => {
    written.catch((error: unknown) => failures.tellOf(task, words.failed, error))
    if (!mayWrite) {
      // a token that may only delete cannot restore
      showToast(words.done)
      return
    }
    const back = undoOnceWritten(written, async (answer) => {
      try {
        await undo(answer)
        showToast(words.undone)
        return true
      } catch (error) {
        if (isLoss(error)) putBack(step)
        await failures.tellOf(task, words.stays, error)
        return false
      }
    })
    const goBack = () => {
      dismissAlerts(task.id)
      if (!giveUp()) return back.undo()
      showToast(words.undone)
      return true
    }
    const goOn = () => {
      if (back.callOff()) step = note()
      else redo(findWaiting(cache, task.id) ?? task)
    }
    const note = () => showUndo(words.done, goBack, goOn)
    let step = note()
    written.catch((error: unknown) => {
      if (!(error instanceof TakenBack)) dropStep(step)
    })
  }

  /** Sends a write to a task. The task's place before it is known only then, because an earlier write may be under way. */
  const send = (task: Task, shown: Write, act: Entry['act']): Sending => {
    let before = task
    let order: Order = []
    dismissAlerts(task.id)
    const { answer, giveUp } = deliver(
      { id: crypto.randomUUID(), task, shown, act },
      {
        inTurn: (sending, now) => {
          before = knownTask(cache, now.id) ?? now
          if (act.kind === 'move') order = orderOf(cache, projectId, [before])
          return sending()
        },
      },
    )
    const written = answer.then((after) => ({ before, order, after }))
    return { written, giveUp }
  }

  /** @param lane its label; when the move is made again, the lane may just be added again, too */
  const shift = (
    task: Task,
    laneId: string,
    place: Write['place'],
    body: TaskMove,
    lane = laneLabel(cache, projectId, laneId),
  ) => {
    const workflow_lane_id = laneNow(laneId)
    const isElsewhere = task.workflow_lane_id !== workflow_lane_id
    const whole = { ...body, ...(isElsewhere && { workflowLaneId: workflow_lane_id }) }
    const shown = { task: { ...task, ...entering(cache, task, workflow_lane_id) }, place }
    const written = send(task, shown, { kind: 'move', body: whole })
    const name = `“${task.label}”`
    const words = {
      done: isElsewhere ? `Moved ${name} to ${lane}.` : `Moved ${name}.`,
      failed: `${name} is back where it was.`,
      undone: `${name} is back where it was.`,
      stays: `${name} stays where it is.`,
    }
    offer(task, words, written, {
      undo: async ({ before, order, after }) => (await takeBack()).place(before, order, after),
      redo: (now) => {
        shift(now, laneId, place, body, lane)
      },
    })
  }

  const setStatus: CardWrites['setStatus'] = (task, status) => {
    const shown: Write = { task: { ...task, status }, place: 'same' }
    const written = send(task, shown, { kind: 'change', changes: { status } })
    const name = `“${task.label}”`
    const nameOf = (value: Task['status']) => statusNames[value].toLowerCase()
    const words = {
      done: `${name} is ${nameOf(status)}.`,
      failed: `${name} is still ${nameOf(task.status)}.`,
      undone: `${name} is ${nameOf(task.status)} again.`,
      stays: `${name} keeps its status.`,
    }
    offer(task, words, written, {
      undo: async ({ before, after }) => (await takeBack()).status(before, after),
      redo: (now) => {
        setStatus(now, status)
      },
    })
  }
  const remove: CardWrites['remove'] = (task) => {
    const sending = send(task, { task, place: 'gone' }, { kind: 'delete' })
    const name = `“${task.label}”`
    const words = {
      done: `Deleted ${name}.`,
      failed: `${name} was not deleted.`,
      undone: `${name} is back.`,
      stays: `${name} is still in the trash.`,
    }
    offer(task, words, sending, {
      undo: async ({ before }) => (await takeBack()).deletion(before),
      redo: (now) => void remove(now),
    })
    return sending.written.then(
      () => true,
      () => false, // it was told
    )
  }

  return {
    setStatus,
    remove,
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
  }
}

/** The label of a lane within a sentence; "no lane" for the column of tasks without one. */
function laneLabel(cache: QueryClient, projectId: string, laneId: string): string {
  const lanes = cache.getQueryData<Project>(keys.project(projectId))?.workflow_lanes ?? []
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
    const reason = error instanceof ChangedSince ? 'It has changed since.' : explain(error)
    showAlert(`${what} ${reason}`, about, copy)
    // a 404: the board that is shown is outdated
    if (isTasksApiError(error) && error.status === 404) refreshBoard()
  }

  /** The same for a write to a card. The missing task may be the card itself or the card beside its new place. */
  const tellOf = async (task: Task, what: string, error: unknown): Promise<void> => {
    if (error instanceof GivenUp) return
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

/** The writes to a board's cards. Each is shown at once; if it fails, it is undone and an alert says why. */
export interface BoardWrites extends CardWrites {
  /** @throws TasksApiError when the task was not added; the caller then keeps the text */
  add: (label: string, laneId: string, idempotencyKey: string) => Promise<Task>
}

/** The writes of one board. */
export function useBoardWrites(projectId: string): BoardWrites {
  const { client } = useApi()
  const cache = useQueryClient()
  const mayWrite = useMay('write')
  const mayDelete = useMay('delete')
  const isBound = useIsBound()
  return useMemo(() => {
    const failures = writeFailuresOf(client, cache, { projectId, isBound })
    const takeBack = takeBackFor(client, cache, isBound)
    const draftOf = (label: string, laneId: string) =>
      waitingTask(draftTask(cache, projectId, label, laneId === noLane ? null : laneId))
    const add = async (
      label: string,
      laneId: string,
      idempotencyKey: string,
      task = draftOf(label, laneId),
    ): Promise<Task> => {
      dismissAlerts(idempotencyKey)
      const workflowLaneId = laneId === noLane ? null : laneId
      const {
        answer: written,
        giveUp,
        wasLate,
      } = deliver({
        ...{ id: idempotencyKey, task, shown: { task, place: 'end' } },
        act: { kind: 'add', body: { projectId, label, workflowLaneId }, key: idempotencyKey },
      })
      const done = `Added “${label}” to ${laneLabel(cache, projectId, laneId)}.`
      const undo = async (made: TaskAnswer) => {
        try {
          await (await takeBack()).creation(made)
          showToast(`Deleted “${label}”.`)
          return true
        } catch (error) {
          if (isLoss(error)) putBack(step)
          await failures.tellOf(made.task, `“${label}” stays.`, error)
          return false
        }
      }
      const restore = async () => {
        try {
          await (await takeBack()).deletion((await written).task)
          announce(done)
        } catch (error) {
          failures.tell(idempotencyKey, `“${label}” was not added.`, error)
          throw error
        }
      }
      let undoing: Promise<unknown> = written
      let isGivenUp = false
      const step = noteStep(
        done,
        mayDelete
          ? () => {
              isGivenUp = giveUp()
              if (isGivenUp) {
                showToast(`Deleted “${label}”.`)
                return true
              }
              undoing = written.then(undo, () => false)
              return undoing
            }
          : undefined,
        // the very same task, because later steps are about it
        () => {
          if (isGivenUp)
            void add(label, laneId, crypto.randomUUID(), task).catch(() => undefined) // it was told
          else
            noteWrite(done, Promise.all([undoing, beforeRedo()]).then(restore), {
              undo: async () => undo(await written),
              redo: restore,
            })
        },
      )
      try {
        const { task: made } = await written
        announce(done)
        return made
      } catch (error) {
        if (!(error instanceof TakenBack)) dropStep(step)
        if (!(error instanceof GivenUp))
          failures.tell(idempotencyKey, `“${label}” was not added.`, error, wasLate() ? label : undefined)
        throw error
      }
    }
    return { ...cardWritesOf(client, cache, { projectId, mayWrite, isBound }), add }
  }, [client, cache, projectId, mayWrite, mayDelete, isBound])
}
