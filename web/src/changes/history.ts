import type { QueryClient } from '@tanstack/preact-query'
import type { Task, TaskAnswer } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { latestOf } from '../data/own-writes.ts'
import type { Write } from '../data/writes.ts'
import { showToast } from '../ui/messages.ts'
import { beforeRedo, dropStep, showUndo, type Step } from '../ui/undo.ts'
import { type Change, inverse, settled, withValues } from './change.ts'
import type { Hooks, InTurn } from './delivery.ts'
import { type Entry, together } from './entry.ts'
import { type ToSend, sendAll, type Sending, shownTask, shownValues } from './outbox.ts'
import { GivenUp, TakenBack } from './refusals.ts'

/** Notes the step that undoes a change, and does it again. */
type Note = (undo: () => Promise<boolean>, redo: () => void) => Step

/** What a change is to a person, and what is said of it. */
export interface Said {
  /** Undefined: it cannot be undone here. */
  note: Note | undefined
  /** It was not made. `wasLate`: perhaps the person does not see any more what was typed. */
  failed: (error: unknown, wasLate: boolean) => unknown
  undone: () => void
  /** It was not undone. */
  stays: (error: unknown) => unknown
  /** It was made, for the first time or again. */
  made?: (answer: TaskAnswer) => void
}

/** What is said of one change: what was done, what is so after an undo, and what is so although it, or its undo, has failed. */
export type Words = Record<'done' | 'undone' | 'failed' | 'stays', string>

/**
 * Says in messages what becomes of a change.
 * @param tell says what is so, and why
 * @param note how its step is noted
 */
export const inMessages = (
  { done, undone, failed, stays }: Words,
  tell: (what: string, error: unknown) => unknown,
  note: typeof showUndo = showUndo,
): Said => ({
  note: (undo, redo) => note(done, undo, redo),
  failed: (error) => tell(failed, error),
  undone: () => {
    showToast(undone)
  },
  stays: (error) => tell(stays, error),
})

/** How a change is shown and sent. */
interface Shown {
  /** The task as the person sees it before. */
  task: Task
  place: Write['place']
  /** What an earlier page has left of the entry. */
  kept?: Partial<Entry>
}

/** One of several changes that a person makes as one. */
export interface Edit extends Shown {
  change: Change
}

/** How one of several changes has ended; without an error: it was made, or undone. */
export interface Ending {
  edit: Edit
  answer?: TaskAnswer
  error?: unknown
  wasLate: boolean
}

/** What several changes are to a person as one, and what is said of them. Those that are given up are not told. */
export interface SaidOfAll {
  note: Note | undefined
  /** All have ended, for the first time or again. */
  made: (endings: readonly Ending[], step: Step | undefined) => unknown
  /** All have been undone, or could not be. */
  undone: (endings: readonly Ending[]) => unknown
  /** So many of those that are sent have ended. */
  onProgress?: (ended: number, total: number, isUndo: boolean) => void
}

/** Changes that were made, with their undos and redos. */
export interface Recorded {
  sendings: readonly Sending[]
  /** Undoes them, and says so. Resolves to false if none could be undone. */
  undo: () => Promise<boolean>
  /** Does them again, and notes their step. */
  redo: () => void
}

/** A change with what was sent of it: the change itself, its undo, the change again, and so on. */
interface Track {
  edit: Edit
  sendings: readonly { sending: Sending; isUndo: boolean }[]
}

/** What is sent when all before it has ended; until then it can be given up. */
function sendAfter<A>(
  ready: Promise<unknown>,
  list: readonly A[],
  start: (list: readonly A[]) => Sending[],
): Sending[] {
  const waiting = list.map((one) => ({ one, ending: Promise.withResolvers<TaskAnswer>(), isOver: false }))
  const inner = new Map<A, Sending>()
  void ready.then(() => {
    const due = waiting.filter(({ isOver }) => !isOver)
    for (const [index, sending] of start(due.map(({ one }) => one)).entries()) {
      const { one, ending } = due[index] ?? {}
      if (one === undefined) continue
      inner.set(one, sending)
      ending?.resolve(sending.answer)
    }
  })
  return waiting.map((own) => ({
    answer: own.ending.promise,
    made: () => inner.get(own.one)?.made(),
    wasLate: () => inner.get(own.one)?.wasLate() === true,
    giveUp: () => {
      const sending = inner.get(own.one)
      if (sending) return sending.giveUp()
      own.isOver = true
      own.ending.reject(new TakenBack())
      return true
    },
  }))
}

/** The newest version of a task that this page knows with its ETag. */
function newest(cache: QueryClient, answer: TaskAnswer): TaskAnswer {
  const own = latestOf(cache, answer)
  const read = cache.getQueryData<TaskAnswer>(keys.task(answer.task.id))
  return read && read.etag !== '' && read.task.updated_at > own.task.updated_at ? read : own
}

/** Where an undo or a redo is shown: by its values, and not beside another task. */
function placeOf({ before, after }: Change): Write['place'] {
  if (after === 'trash') return 'gone'
  return typeof before === 'string' || typeof after === 'string' || 'position' in after ? 'sorted' : 'same'
}

/** The undo of a change, or the change again: as the service has made it. */
function nextOf(cache: QueryClient, { edit, sendings }: Track, isUndo: boolean): ToSend {
  const { change, task, place } = edit
  const previous = sendings.at(-1)?.sending
  // nothing of it has been sent, or what the service has made of it
  const changeNow = (): Change => {
    const last = sendings.findLast(({ sending, isUndo: wasUndo }) => !wasUndo && sending.made())
    const made =
      last?.sending.made() ??
      (isUndo ? settled(change, task, withValues(task, shownValues(cache, task, change))) : undefined)
    if (!made) return change
    return isUndo ? inverse(made) : inverse(inverse(made))
  }
  const inTurn: InTurn = async () => {
    const answer = await previous?.answer.catch(() => {
      throw new GivenUp()
    })
    return { change: changeNow(), ...(answer && { known: newest(cache, answer) }) }
  }
  const shown = changeNow()
  const entry: Entry = {
    ...{ id: crypto.randomUUID(), change: shown, task: shownTask(cache, task.id) ?? task, isUndo },
    place: shown === change ? place : placeOf(shown),
  }
  return { entry, inTurn }
}

/** Makes changes, and keeps what undoes them: their inverses, and then the changes again, as often as a person likes. */
function open(cache: QueryClient, edits: readonly Edit[], hooks: Hooks, onProgress: SaidOfAll['onProgress']) {
  const hooksFor = (total: number, isUndo: boolean): Hooks => ({
    ...hooks,
    onProgress: (ended) => onProgress?.(ended, total, isUndo),
  })
  const firstSendings = sendAll(
    edits.map(({ change, task, place, kept }) => ({
      entry: { id: crypto.randomUUID(), change, task, place, ...kept },
    })),
    hooksFor(edits.length, false),
  )
  const tracks: Track[] = edits.flatMap((edit, index) => {
    const sending = firstSendings[index]
    return sending ? [{ edit, sendings: [{ sending, isUndo: false }] }] : []
  })

  /** Undoes them, or does them again. What was not sent yet is taken out of the outbox instead. */
  const flip = (isUndo: boolean): readonly { edit: Edit; sending?: Sending }[] => {
    const due = together(() =>
      tracks.filter((track) => {
        const last = track.sendings.at(-1)
        const isGivenUp = last?.isUndo !== isUndo && last?.sending.giveUp() === true
        if (isGivenUp) track.sendings = track.sendings.slice(0, -1)
        return !isGivenUp
      }),
    )
    const start = (list: readonly Track[]) => {
      const next = list.map((track) => nextOf(cache, track, isUndo))
      return sendAll(next, hooksFor(list.length, isUndo))
    }
    const before = due.map((track) => ({ ...track }))
    const ready = isUndo ? undefined : beforeRedo()
    const sendings = ready ? sendAfter(ready, before, start) : start(before)
    const sent = new Map(due.map((track, index) => [track, sendings[index]]))
    return tracks.map((track) => {
      const sending = sent.get(track)
      if (!sending) return { edit: track.edit }
      track.sendings = [...track.sendings, { sending, isUndo }]
      return { edit: track.edit, sending }
    })
  }
  return {
    sendings: firstSendings,
    sent: tracks.map(({ edit }, index) => ({ edit, sending: firstSendings[index] })),
    flip,
  }
}

/** Waits for the ends of changes. Those that are given up are not among them. */
async function endingsOf(sent: readonly { edit: Edit; sending?: Sending | undefined }[]): Promise<Ending[]> {
  const endings = sent.map(async ({ edit, sending }): Promise<Ending> => {
    try {
      const answer = await sending?.answer
      return { edit, ...(answer && { answer }), wasLate: sending?.wasLate() === true }
    } catch (error) {
      return { edit, error, wasLate: sending?.wasLate() === true }
    }
  })
  return Promise.all(endings)
}

const wasMade = ({ error }: Ending): boolean => error === undefined
const isTold = ({ error }: Ending): boolean => !(error instanceof GivenUp)

/**
 * Makes changes that are one to a person, and notes the step that undoes them: at once, because Ctrl+Z means the last change,
 * also before the service has answered. What has failed leaves no step.
 */
export function recordAll(
  cache: QueryClient,
  edits: readonly Edit[],
  said: SaidOfAll,
  hooks: Hooks = {},
): Recorded {
  const { sendings, sent, flip } = open(cache, edits, hooks, said.onProgress)
  let step: Step | undefined
  const watch = async (under: typeof sent | ReturnType<typeof flip>) => {
    const own = step
    const endings = await endingsOf(under)
    const isTaken = endings.every(({ error }) => error instanceof TakenBack)
    if (step && !isTaken && !endings.some(wasMade)) dropStep(step)
    said.made(endings.filter(isTold), own)
  }
  const undo = async () => {
    const endings = await endingsOf(flip(true))
    const told = endings.filter(isTold)
    // the others were not sent because they were not made, or were made again first
    if (told.length > 0) await said.undone(told)
    return told.length === 0 || told.some(wasMade)
  }
  const redo = () => {
    const again = flip(false)
    note()
    if (again.some(({ sending }) => sending)) void watch(again)
  }
  const note = () => {
    step = said.note?.(undo, redo)
    if (step) step.isLogged = true
  }
  note()
  void watch(sent)
  return { sendings, undo, redo }
}

/** Makes one change, as `recordAll` does. */
export function record(
  cache: QueryClient,
  change: Change,
  { hooks, ...shown }: Shown & { hooks?: Hooks },
  { note, failed, undone, stays, made }: Said,
): Sending {
  const { sendings } = recordAll(
    cache,
    [{ change, ...shown }],
    {
      note,
      made: ([one]) => {
        if (one?.answer) made?.(one.answer)
        else if (one) return failed(one.error, one.wasLate)
      },
      undone: ([one]) => {
        if (one?.error !== undefined) return stays(one.error)
        undone()
      },
    },
    hooks,
  )
  const [only] = sendings
  if (!only) throw new Error('One change is sent once.')
  return only
}
