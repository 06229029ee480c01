import { signal } from '@preact/signals-core'
import type { QueryClient } from '@tanstack/preact-query'
import {
  isTasksApiError,
  type Task,
  type TaskAnswer,
  type TaskMove,
  type ResourceClient,
} from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { laneEnd } from '../data/columns.ts'
import { knownTask, placeTask, refresh } from '../data/cache.ts'
import { heirOf, inHeir } from '../data/heirs.ts'
import { connection, isLoss, isPassing } from '../data/connection.ts'
import type { KeptList } from '../data/kept-list.ts'
import { sendChange } from '../data/moves.ts'
import { noted } from '../data/own-writes.ts'
import { dropTask, putTask } from '../data/task-cache.ts'
import { ChangedSince, overtakenBy } from '../data/unless-changed.ts'
import { hideWrite, isDraft, isWaiting, runWrites, writes } from '../data/writes.ts'
import { beforeRedo, pageNow } from '../ui/undo.ts'
import { noteUnsaved } from '../ui/unsaved.ts'
import { changesOf, type Entry, textsIn } from './entry.ts'
import { tellUndone } from './tell-lost.ts'
import { type Conflict, differingFields, type Field, mostRepeats, settle, withoutFields } from './conflict.ts'
import { useValue } from '../data/use-value.ts'

/** A write that was taken back before it was sent, or for which the person has chosen the others' version. */
export class GivenUp extends Error {
  override readonly name: string = 'GivenUp'
}

/** A write that was taken back before it was sent, so that it can be made again. */
export class TakenBack extends GivenUp {}

/** A late write of a field that someone else has changed, too: what the person must choose. */
export interface Question {
  conflict: Conflict
  /** Answers it; `taken` are the fields in which the others' version counts, undefined: the person does not want to decide now. */
  answer: (taken?: readonly Field[]) => void
}

interface Session {
  /** It answers nothing after the session. */
  client: ResourceClient
  cache: QueryClient
  list: KeptList
  /** Ends the session: the service does not accept its token any more. */
  onRefused: (error: unknown) => void
}

/** The pause in milliseconds before another try, while the connection seems to be there. */
const pauseMs = 2_000
/** How often a late write is tried while the service answers, but with an error that may pass. */
const mostTries = 5

let session: Session | undefined
/** What has not been answered, in the order in which it is sent. */
export const entries = signal<readonly Entry[]>([])
/** What ends each write under way, by the ids of the entries. */
const ends = new Map<string, (why?: Error) => void>()
/** The tasks that were added, by the ids that they had before. */
const added = new Map<string, Task>()
/** A text that is not saved, and whether it has failed for want of a connection. */
interface Unsaved {
  draft: unknown
  isLate: boolean
}
/** The texts that are not saved, by the task's id. */
const texts = signal<ReadonlyMap<string, Unsaved>>(new Map())

/** What the person must choose, oldest first. */
export const questions = signal<readonly Question[]>([])

/** Whether what waits outlives the page. */
const isKept = signal(true)

/** What waits for the connection, as a hook: how many changes, and whether they outlive the page, and also the tab. */
export function useWaiting(): { count: number; isKept: boolean; isOnDevice: boolean } {
  const isLost = useValue(connection) === 'lost'
  const all = [...useValue(entries), ...useValue(texts).values()]
  const { length } = all.filter(({ isLate = false }) => isLost || isLate)
  const kept = useValue(isKept)
  return { count: length, isKept: kept, isOnDevice: kept && session?.list.isOnDevice === true }
}

/** How many changes would be lost with the session. A text that is not late is sent when its view closes. */
export const countUnsent = (): number =>
  entries.value.length +
  [...texts.value.values()].filter(({ isLate }) => isLate || connection.value === 'lost').length

function save(name: string, items: readonly unknown[]): void {
  if (session) isKept.value = session.list.save(name, items)
}

function setEntries(list: readonly Entry[]): void {
  entries.value = list
  save('entries', list)
  const texts = list.flatMap((entry) => {
    const name = entry.act.kind === 'add' ? 'New task' : `New text of “${entry.task.label}”`
    return textsIn(entry).map((text) => ({ name, text }))
  })
  noteUnsaved('waiting', texts, true)
}

/**
 * Keeps the unsaved text of a task, so that it outlives the page.
 * @param text undefined: it is saved
 */
export function keepText(taskId: string, text?: Unsaved): void {
  if (!text && !texts.value.has(taskId)) return
  const next = new Map(texts.value)
  if (text) next.set(taskId, text)
  else next.delete(taskId)
  texts.value = next
  save(
    'texts',
    [...next.values()].map(({ draft }) => draft),
  )
}

/** Begins a session: from now on, what is written is kept in its list. */
export function beginWaiting(next: Session): void {
  session = next
}

/** Forgets all, when a session ends. */
export function forgetWaiting(): void {
  session?.list.close()
  session = undefined
  for (const end of ends.values()) end()
  entries.value = []
  texts.value = new Map()
  questions.value = []
  added.clear()
}

/** What is told and asked about a write under way. */
interface Hooks {
  /** Sends it: all writes before it have been answered. `task` is the entry's, with the id that the service knows. */
  inTurn?: (send: () => Promise<TaskAnswer>, task: Task) => Promise<TaskAnswer>
  /** The version that it is based on unless it is late; without it, the write does not look what others have done. */
  base?: () => Promise<TaskAnswer>
  /** It goes on top of these changes of others. */
  onOthers?: (fields: readonly Field[]) => void
}

/** A write under way. */
export interface Delivery {
  /** @throws GivenUp; ChangedSince when the person does not decide a conflict; TasksApiError: the service refuses it */
  answer: Promise<TaskAnswer>
  /** Whether it was late when it ended: then the person may not see any more what was typed. */
  wasLate: () => boolean
  /** Takes it back, if it was never sent. Returns whether it is. */
  giveUp: () => boolean
}

/**
 * Shows a write of one task at once and sends it, after those before it. Without a connection it waits, also beyond a reload
 * of the page, and is then sent on top of what others have done. What both have changed, the person decides.
 */
export function deliver(first: Entry, hooks: Hooks = {}): Delivery {
  if (!session) throw new Error('There is no session.')
  const services = session
  const { cache } = services
  const there = added.get(first.task.id)
  const entry = there ? withTask(first, first.task, there) : first
  setEntries([...entries.value, { isSent: false, page: pageNow(), ...entry }])
  const leave = () => {
    setEntries(entries.value.filter(({ id }) => id !== entry.id))
  }
  const given = Promise.withResolvers<never>()
  ends.set(entry.id, (why = new GivenUp()) => {
    given.reject(why)
  })
  const run = () => Promise.race([send(services, entry.id, hooks), given.promise])
  const turn = () => hooks.inTurn?.(run, entryOf(entry.id)?.task ?? entry.task) ?? run()
  const keep = (answer: TaskAnswer) => {
    const { task } = answer
    if (entry.act.kind === 'add') adopt(entry.task, task)
    if (entry.act.kind === 'delete') dropTask(cache, task)
    // an open dialog shows the answer as soon as it no longer shows the write
    else if (cache.getQueryData(keys.task(task.id))) putTask(cache, noted(cache, answer), entry.task)
    else placeTask(cache, noted(cache, answer).task)
  }
  let wasLate = false
  const show = () => {
    const { shown } = entry
    const { workflow_lane_id } = shown.task
    if (workflow_lane_id !== null) shown.task = { ...shown.task, workflow_lane_id: heirOf(workflow_lane_id) }
    return runWrites([shown], turn, keep, true)
  }
  const before = beforeRedo()
  // it may be given up until then
  const showLater = () => (entryOf(entry.id) ? show() : given.promise)
  const sending = (before ? before.then(showLater) : show()).finally(() => {
    wasLate = entryOf(entry.id)?.isLate === true
    ends.delete(entry.id)
    leave()
    if (entry.act.kind === 'add') refresh(cache, keys.project(entry.task.project_id), keys.projects)
  })
  return {
    answer: Promise.race([sending, given.promise]),
    wasLate: () => wasLate,
    giveUp: () => giveUp(entry),
  }
}

/** Takes a write back, if it was never sent. Returns whether it is. */
export function giveUp(entry: Entry): boolean {
  if (entryOf(entry.id)?.isSent !== false) return false
  // with a new task goes all that was done with it
  const isOfIt = ({ id, task }: Entry) =>
    id === entry.id || (entry.act.kind === 'add' && task.id === entry.task.id)
  const gone = entries.value.filter(isOfIt)
  setEntries(entries.value.filter((one) => !gone.includes(one)))
  for (const { id, shown } of gone) {
    hideWrite(shown)
    ends.get(id)?.(id === entry.id ? new TakenBack() : undefined)
  }
  return true
}

/** An entry in which a new task has the id that the service gave it, also where another task is put beside it. */
function withTask(entry: Entry, draft: Task, { id, position }: Task): Entry {
  // the id of a draft stands nowhere else
  const real = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(draft.id, id)) as T
  const there = (task: Task): Task => (task.id === id ? { ...task, position } : task)
  const { shown } = entry
  // the same object, because it stands in the list of what is shown, too
  Object.assign(shown, { place: real(shown.place), task: there(real(shown.task)) })
  return { ...entry, act: real(entry.act), task: there(real(entry.task)), shown }
}

/** A task as its card shows it: with its writes, also while it waits to be added. Undefined: it is gone. */
export function findWaiting(cache: QueryClient, taskId: string): Task | undefined {
  const id = added.get(taskId)?.id ?? taskId
  const last = writes.value.findLast(({ task, place }) => place !== 'text' && task.id === id)
  return last?.task ?? knownTask(cache, id)
}

/** Puts a task that was added in the place of its draft. */
function adopt(draft: Task, task: Task): void {
  added.set(draft.id, task)
  setEntries(entries.value.map((entry) => withTask(entry, draft, task)))
  writes.value = [...writes.value]
}

/** Sends a write until the service has answered. */
async function send(services: Session, id: string, hooks: Hooks): Promise<TaskAnswer> {
  for (let tries = 1; ;) {
    await whenThere()
    const entry = entryOf(id)
    // what is done with a new task goes with it when it was not added
    if (!entry || (entry.act.kind !== 'add' && isDraft(entry.task))) {
      if (entry && textsIn(entry).length > 0) tellUndone(entry, 'It was not added.')
      throw new GivenUp()
    }
    if (entry.isSent !== true)
      setEntries(entries.value.map((one) => (one === entry ? { ...one, isSent: true } : one)))
    try {
      return await sendOnTop(services, entry, hooks)
    } catch (error) {
      if (isTasksApiError(error) && error.status === 401) {
        services.onRefused(error)
        return new Promise(() => undefined) // it stays until the session has ended, which keeps its texts for copying
      }
      if (isLoss(error)) makeLate()
      else if (entry.isLate !== true || !isPassing(error) || tries++ === mostTries) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs * tries))
    }
  }
}

const entryOf = (wanted: string) => entries.value.find(({ id }) => id === wanted)

/** Notes that all writes that are not answered are late. */
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

/**
 * Sends a write. If it is late, or others were faster, it goes on top of what the task is now; what both have changed, the
 * person decides.
 */
async function sendOnTop(
  { client, cache }: Session,
  first: Entry,
  { base, onOthers }: Hooks,
): Promise<TaskAnswer> {
  const isLate = first.isLate === true
  const seen = isLate ? undefined : await base?.()
  let entry = seen ? { ...first, task: seen.task } : first
  const isBased = entry.act.kind === 'move' || entry.act.kind === 'change'
  let theirs = isBased && isLate ? await client.tasks.get(entry.task.id) : undefined
  for (let tries = 0; ; tries++) {
    if (theirs) {
      putTask(cache, theirs, entry.task)
      const changes = changesOf(entry.act)
      const conflict = { seen: entry.task, changes, theirs: theirs.task }
      const verdict = settle(conflict)
      if (verdict === 'done' && entry.act.kind === 'change') return theirs
      if (verdict === 'ask') {
        const taken = await ask(conflict)
        if (!taken) throw new ChangedSince(theirs.task)
        const left = withoutFields(changes, taken)
        if (Object.keys(left).length === 0) throw new GivenUp()
        entry = { ...entry, task: theirs.task, act: { kind: 'change', changes: left } }
      } else onOthers?.(differingFields(conflict.seen, conflict.theirs))
    }
    try {
      return await sendOnce(client, entry, (theirs ?? seen)?.etag)
    } catch (error) {
      theirs = overtakenBy(error)
      if (!theirs || tries === mostRepeats) throw error
    }
  }
}

/** Sends a write once. */
async function sendOnce(client: ResourceClient, entry: Entry, etag?: string): Promise<TaskAnswer> {
  const { tasks } = client
  const { task, act, isLate = false } = entry
  const condition = { ifMatch: etag }
  switch (act.kind) {
    case 'add':
      return tasks.create(inHeir(act.body), { idempotencyKey: act.key })
    case 'move':
      return tasks.move(task.id, bodyOf(act.body), condition)
    case 'change':
      return sendChange(client, task.id, inHeir(act.changes), condition)
    case 'delete':
      await tasks.delete(task.id).catch((error: unknown) => {
        // perhaps an earlier try has deleted it, and its answer was lost
        if (!isLate || !isTasksApiError(error, 'task_not_found')) throw error
      })
      return { task, etag: '' }
  }
}

/** A move beside a new task that was not added after all goes to the end of its lane. */
function bodyOf(body: TaskMove): TaskMove {
  const { afterTaskId, beforeTaskId, ...rest } = body
  return inHeir(isWaiting(afterTaskId ?? beforeTaskId ?? '') ? { ...rest, ...laneEnd } : body)
}

const ask = (conflict: Conflict): Promise<readonly Field[] | undefined> =>
  new Promise((resolve) => {
    const question: Question = {
      conflict,
      answer: (taken) => {
        questions.value = questions.value.filter((other) => other !== question)
        resolve(taken)
      },
    }
    questions.value = [...questions.value, question]
  })
