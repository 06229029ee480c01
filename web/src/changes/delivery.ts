import type { QueryClient } from '@tanstack/preact-query'
import {
  isTasksApiError,
  type ResourceClient,
  type Task,
  type TaskAnswer,
} from '../../../client/src/index.ts'
import { maxBulkOperations } from '../../../lib/contract/limits.ts'
import { knownTask } from '../data/cache.ts'
import { connection, isLoss, isPassing } from '../data/connection.ts'
import { putTask } from '../data/task-cache.ts'
import { type Change, isChangedSince, isMade, madeOf, toMerge } from './change.ts'
import { entries, type Entry, findEntry, setEntries } from './entry.ts'
import { isProjectTask } from './project-task.ts'
import { deletesLanes, keepLanes, readLanes, storedLanes } from './lanes.ts'
import { contestedFields, differingFields, type Field, mostRepeats } from './merge.ts'
import { decided } from './questions.ts'
import { ChangedSince } from './refusals.ts'
import { type Request, type Result, sendOnce } from './request.ts'

/** Where changes go. */
interface Services {
  client: ResourceClient
  cache: QueryClient
  /** Ends the session: the service does not accept its token any more. */
  onRefused: (error: unknown) => void
}

/** How a change is sent. */
export interface Hooks {
  /** The version that it is based on unless it is late; without it, it does not look what others have done. */
  base?: () => Promise<TaskAnswer>
  /** It goes on top of these changes of others. */
  onOthers?: (fields: readonly Field[]) => void
  /** So many of several have ended. */
  onProgress?: (ended: number) => void
}

/** The change that an entry sends in its turn, when all before it have been answered, and the version that it is based on. */
export type InTurn = () => Promise<{ change: Change; known?: TaskAnswer }>

/** What is sent in its turn. */
export interface Posted {
  id: string
  inTurn?: InTurn | undefined
  /** It has ended, or was taken out of the outbox: it is not sent any more. */
  isOver: boolean
}

/** A change that was answered: of which version, and how. */
interface Outcome {
  change: Change
  before: Task | undefined
  answer: TaskAnswer
}

/** How a change has ended; without an outcome, it was not made. */
export interface Ended {
  id: string
  outcome?: Outcome
  error?: unknown
}

/** Is told of those that have ended. */
type Finish = (ended: readonly Ended[]) => void

/** The pause in milliseconds before another try, while the connection seems to be there. */
const pauseMs = 2_000
/** How often a late change is tried while the service answers, but with an error that may pass. */
const mostTries = 5

/** Sends entries until the service has answered each. Those that are taken out of the outbox meanwhile are not sent. */
export async function deliver(
  services: Services,
  posted: readonly Posted[],
  hooks: Hooks,
  finish: Finish,
): Promise<void> {
  let left = posted
  const those = () => left.filter(({ isOver }) => !isOver)
  hooks.onProgress?.(0)
  for (let tries = 1; ;) {
    await whenThere()
    left = those()
    const wasLate = left.some(({ id }) => findEntry(id)?.isLate === true)
    try {
      while (left.length > 0) {
        await sendPart({ ...services, hooks, finish }, left.slice(0, maxBulkOperations))
        left = those()
        hooks.onProgress?.(posted.length - left.length)
      }
      return
    } catch (error) {
      left = those()
      if (isRefused(error)) {
        services.onRefused(error)
        return new Promise(() => undefined) // it stays until the session has ended, which keeps its texts for copying
      }
      if (isLoss(error)) makeLate()
      else if (isPassing(error) && left.some(({ id }) => findEntry(id)?.isTyped === true)) {
        makeLate()
        tries++
      } else if (!wasLate || !isPassing(error) || tries++ === mostTries) {
        finish(left.map(({ id }) => ({ id, error })))
        return
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs * tries))
    }
  }
}

const isRefused = (error: unknown): boolean => isTasksApiError(error) && error.status === 401

/** Notes that all changes that are not answered are late. */
function makeLate(): void {
  setEntries(entries.value.map((entry) => ({ ...entry, isLate: true })))
}

/** Waits for the connection, at the start of a session for its first answer. What has waited is late. */
export const whenThere = async (): Promise<void> => {
  if (connection.value === 'there') return
  await new Promise<void>((resolve) => {
    const end = connection.subscribe((now) => {
      if (now !== 'there') return
      end()
      resolve()
    })
  })
  makeLate()
}

/** An entry in its turn. */
interface Due {
  entry: Entry
  /** The version that an undo is based on. */
  known: TaskAnswer | undefined
  /** The version that it was based on. */
  seen?: TaskAnswer | undefined
  /** The version that others had left when it was sent. */
  theirs?: TaskAnswer | undefined
}

/** An entry as it is sent, and the task that it is made of. */
interface Ready {
  due: Due
  request: Request
  before: Task
}

interface Work extends Services {
  hooks: Hooks
  finish: Finish
}

/**
 * Sends a part of the entries. What is late, or was overtaken by others, goes on top of what the task is now; what both have
 * changed, the person decides.
 * @throws TasksApiError when none of them was made, and all may be made later
 */
async function sendPart(work: Work, posted: readonly Posted[]): Promise<void> {
  let due = await dueOf(work, posted)
  for (let tries = 0; due.length > 0; tries++) {
    const prepared = await Promise.all(due.map((one) => prepare(work, one)))
    work.finish(prepared.filter((one) => 'id' in one))
    const ready = prepared.filter((one) => 'request' in one)
    noteTried(ready)
    const results = await sendOnce(
      work.client,
      ready.map(({ request }) => request),
    )
    const reasons = results.map(({ error }) => error)
    const isWhole = reasons.length > 0 && !reasons.includes(undefined)
    if (isWhole && (isPassing(reasons[0]) || isRefused(reasons[0]))) throw reasons[0]
    for (const [index, { answer }] of results.entries())
      keepLanes(work.cache, ready[index]?.request.entry.change, answer)
    const next = ready.map((one, index) => whatNext(one, results[index] ?? {}, tries < mostRepeats))
    due = next.filter((one) => 'entry' in one)
    work.finish(next.filter((one) => 'id' in one))
  }
}

/** Notes of which tasks entries are sent: a try may be made although nothing answers it. */
function noteTried(ready: readonly Ready[]): void {
  const tried = new Map(ready.map(({ request: { entry }, before }) => [entry.id, entry.triedOn ?? before]))
  if (ready.some(({ request: { entry } }) => !entry.triedOn))
    setEntries(
      entries.value.map((one) => {
        const triedOn = tried.get(one.id)
        return triedOn ? { ...one, triedOn } : one
      }),
    )
}

/** What comes after an answer: the end, or another try, on top of what others have done, or of what the service had no time for. */
function whatNext(
  { due, request: { entry }, before }: Ready,
  { answer, error, theirs }: Result,
  mayRepeat: boolean,
): Ended | Due {
  const { id, change } = entry
  if (answer) return { id, outcome: { change, before, answer } }
  if (theirs && mayRepeat) return { ...due, entry, theirs }
  return isTasksApiError(error, 'service_unavailable', 'rate_limited') ? { ...due, entry } : { id, error }
}

/** Begins the turn of entries. Those whose turn does not come after all end. */
async function dueOf({ finish }: Work, posted: readonly Posted[]): Promise<Due[]> {
  const turns: { one: Posted; change?: Change; known?: TaskAnswer }[] = []
  for (const one of posted) {
    try {
      turns.push({ one, ...(await one.inTurn?.()) })
    } catch (error) {
      finish([{ id: one.id, error }])
    }
  }
  // they may have been given up until now
  const due = turns.flatMap(({ one, change, known }): Due[] => {
    const entry = one.isOver ? undefined : findEntry(one.id)
    return entry ? [{ entry: { ...entry, change: change ?? entry.change, isSent: true }, known }] : []
  })
  const sent = new Map(due.map(({ entry }) => [entry.id, entry]))
  if (due.some(({ entry }) => findEntry(entry.id)?.isSent !== true))
    setEntries(entries.value.map((one) => sent.get(one.id) ?? one))
  return due
}

/** What an entry sends on top of the newest version, or its end without that. */
async function prepare(work: Work, due: Due): Promise<Ready | Ended> {
  const { client, cache, hooks } = work
  const { entry } = due
  const { id, task, change } = entry
  const triedOn = findEntry(id)?.triedOn // an earlier try may be made, and nothing have answered it
  try {
    const { seen, theirs } = due.theirs ? due : await versionsFor(client, due, hooks)
    const latest = theirs ?? seen
    const now = latest?.task ?? storedOf(cache, task)
    const before = triedOn ? madeOf(change, triedOn, now) : now
    if (theirs && isProjectTask(theirs.task)) keepLanes(cache, change, theirs)
    else if (theirs) putTask(cache, theirs, task)
    if (theirs && isMade(change, now)) return { id, outcome: { change, before, answer: theirs } }
    // what an earlier try of the undo itself has changed is not of others
    if (entry.isUndo && latest && isChangedSince(change, before)) throw new ChangedSince(now)
    const onTop = { ...entry, change: await onTopOf(entry, { seen, theirs }, hooks) }
    return { due: { ...due, seen }, request: { entry: onTop, before: now, etag: latest?.etag }, before }
  } catch (error) {
    if (isPassing(error) || isRefused(error)) throw error
    return { id, error }
  }
}

/** The newest version that this page knows of a task. */
const storedOf = (cache: QueryClient, task: Task): Task =>
  isProjectTask(task) ? storedLanes(cache, task) : (knownTask(cache, task.id) ?? task)

/** What is known of the task when a change is sent: the version that it is based on, and one that others have left. */
interface Versions {
  seen?: TaskAnswer | undefined
  theirs?: TaskAnswer | undefined
}

async function versionsFor(
  client: ResourceClient,
  { entry, known }: Due,
  { base }: Hooks,
): Promise<Versions> {
  const { change, isUndo = false, isLate = false } = entry
  if (isProjectTask(entry.task)) {
    const seen = isUndo || isLate || deletesLanes(change) ? await readLanes(client, change) : undefined
    return isLate ? { theirs: seen } : { seen }
  }
  const isBased = typeof change.before !== 'string' && (isUndo || change.after !== 'trash')
  if (!isBased) return {}
  const seen = isLate ? undefined : isUndo ? known : await base?.()
  return seen || !(isLate || isUndo) ? { seen } : { theirs: await read(client, entry) }
}

/** A change as it goes on top of what others have done. */
async function onTopOf(
  { change, isUndo = false, isTyped = false, task }: Entry,
  { seen, theirs }: Versions,
  { base, onOthers }: Hooks,
): Promise<Change> {
  if (isUndo || !theirs) return change
  const conflict = { seen: seen?.task ?? task, changes: toMerge(change), theirs: theirs.task }
  if (contestedFields(conflict).length > 0) {
    if (isTyped && base) throw new ChangedSince(theirs.task) // its dialog asks
    return decided(change, conflict)
  }
  onOthers?.(differingFields(conflict.seen, conflict.theirs))
  return change
}

/** The version of a task that a change goes on top of. A new task may be in the trash already, by a try that nothing has answered. */
async function read({ tasks }: ResourceClient, { change, triedOn }: Entry): Promise<TaskAnswer> {
  try {
    return await tasks.get(change.taskId)
  } catch (error) {
    if (!triedOn || change.after !== 'trash' || !isTasksApiError(error, 'task_not_found')) throw error
    return { task: triedOn, etag: '' }
  }
}
