import { notifyManager, type QueryClient } from '@tanstack/preact-query'
import type { ResourceClient, Task, TaskAnswer } from '../../../client/src/index.ts'
import { keys } from '../data/api.ts'
import { entering, knownTask, placeTask, putOver, refresh } from '../data/cache.ts'
import { lingerSoon } from '../data/lingering.ts'
import { noted } from '../data/own-writes.ts'
import { dropTask, putTask } from '../data/task-cache.ts'
import { hideWrite, runWrites, type Write, writes } from '../data/writes.ts'
import { pageNow } from '../ui/undo.ts'
import { type Change, settled, textsIn, type Values, withValues } from './change.ts'
import { deliver, type Ended, type Hooks, type InTurn, type Posted } from './delivery.ts'
import { entries, type Entry, findEntry, keepEntries, setEntries, together } from './entry.ts'
import { isProjectTask } from './project-task.ts'
import { forgetQuestions } from './questions.ts'
import { GivenUp, TakenBack } from './refusals.ts'
import { notAdded } from './request.ts'
import { tellUndone } from './words.ts'

interface Session {
  /** It answers nothing after the session. */
  client: ResourceClient
  cache: QueryClient
  /** Keeps the entries. */
  save: (entries: readonly Entry[]) => unknown
  /** Ends the session: the service does not accept its token any more. */
  onRefused: (error: unknown) => void
}

let session: Session | undefined
/** What ends each entry that is under way without an answer, by its id. */
const ends = new Map<string, (why?: Error) => void>()

/** Begins a session: from now on, what is written is kept. */
export function openOutbox(next: Session): void {
  session = next
  keepEntries(next.save)
}

/** Forgets all, when a session ends. */
export function forgetOutbox(): void {
  session = undefined
  keepEntries(undefined)
  for (const end of ends.values()) end()
  ends.clear()
  entries.value = []
  forgetQuestions()
  notAdded.clear()
}

/** Whether an entry is still being typed. */
const isHeld = ({ id, isTyped = false }: Entry): boolean => isTyped && !ends.has(id)

/**
 * Keeps what is being typed in a task, before it is sent. Another of the same task is no longer kept.
 * @param isOnCard whether cards show it, and what is sent of it, too
 */
export function hold(taskId: string, entry?: Entry, isOnCard = false): void {
  const old = entries.value.find((one) => one.task.id === taskId && isHeld(one))
  for (const write of writes.value) {
    const isText = write.place === 'text' && write.task.id === taskId
    if (isText && (!isOnCard || write.id === old?.change.id)) setTimeout(hideWrite, 0, write)
  }
  if (!old && !entry) return
  if (entry && isOnCard && session) writes.value = [...writes.value, shownOf(session.cache, entry)]
  setEntries([...entries.value.filter((one) => one !== old), ...(entry ? [entry] : [])])
}

/** A change under way. */
export interface Sending {
  /** @throws GivenUp; ChangedSince when the person does not decide a conflict; TasksApiError: the service refuses it */
  answer: Promise<TaskAnswer>
  /** The change as the service has made it; undefined until it has answered. */
  made: () => Change | undefined
  /** Whether it was late when it ended: then the person may not see any more what was typed. */
  wasLate: () => boolean
  /** Takes it out of the outbox, if it was never sent. Returns whether it is. */
  giveUp: () => boolean
}

/** An entry that is to be sent. */
export interface ToSend {
  entry: Entry
  /** What it sends in its turn; without it, its own change. */
  inTurn?: InTurn | undefined
}

/**
 * Shows a change of one task at once and sends it, after those before it. Without a connection it waits, also beyond a reload
 * of the page, and is then sent on top of what others have done. What both have changed, the person decides.
 */
export function send(entry: Entry, hooks: Hooks = {}, inTurn?: InTurn): Sending {
  const [sending] = sendAll([{ entry, inTurn }], hooks)
  if (!sending) throw new Error('One entry has one answer.')
  return sending
}

/** An entry on its way, and its end. */
interface Post extends Posted {
  entry: Entry
  result: PromiseWithResolvers<TaskAnswer>
  made: Change | undefined
  wasLate: boolean
}

/** Sends changes as `send` does, with as few requests as the service allows, in the order in which they are given. */
export function sendAll(given: readonly ToSend[], hooks: Hooks = {}): Sending[] {
  if (!session) throw new Error('There is no session.')
  const services = session
  const { cache } = services
  const group = given.length > 1 ? { group: crypto.randomUUID() } : {}
  const posts = given.map((one): Post => {
    const entry: Entry = { isSent: false, page: pageNow(), ...group, ...one.entry }
    const result = Promise.withResolvers<TaskAnswer>()
    return {
      ...{ id: entry.id, entry, inTurn: one.inTurn, result },
      isOver: false,
      made: undefined,
      wasLate: false,
    }
  })
  together(() => {
    setEntries([...entries.value, ...posts.map(({ entry }) => entry)])
    for (const post of posts) {
      if (post.entry.change.before === 'none') notAdded.delete(post.entry.task.id)
      ends.set(post.id, (why = new GivenUp()) => {
        post.isOver = true
        post.result.reject(why)
      })
    }
  })
  const answers = posts.map(({ result }) => result.promise)
  const finish = (ended: readonly Ended[]) => {
    endAll(cache, posts, ended)
  }
  const turn = async () => {
    try {
      await deliver(services, posts, hooks, finish)
    } catch (error) {
      finish(posts.map(({ id }) => ({ id, error })))
    }
  }
  // it ends early when all were given up
  const ending = () => Promise.race([turn(), Promise.allSettled(answers)])
  const onCards = posts.flatMap(({ entry }) =>
    isProjectTask(entry.task) ? [] : [{ before: entry.task, write: shownOf(cache, entry) }],
  )
  lingerSoon(onCards.filter(({ before }) => before.status !== 2).map(({ write }) => write.task))
  if (posts.length > 0)
    void runWrites(
      onCards.map(({ write }) => write),
      ending,
    )
  return posts.map((post) => ({
    answer: post.result.promise,
    made: () => post.made,
    wasLate: () => post.wasLate,
    giveUp: () => giveUp(post.id),
  }))
}

/** Ends those that have an answer, or will have none. */
function endAll(cache: QueryClient, posts: readonly Post[], ended: readonly Ended[]): void {
  const known = new Map(ended.map((one) => [one.id, one]))
  const over = posts.flatMap((post) => {
    const { outcome, error } = known.get(post.id) ?? {}
    return post.isOver || !known.has(post.id) ? [] : [{ post, outcome, error }]
  })
  if (over.length === 0) return
  together(() => {
    // many changes of the cache, one notice of them
    notifyManager.batch(() => {
      for (const { post, outcome } of over) {
        if (!outcome) continue
        post.made = settled(outcome.change, outcome.before, outcome.answer.task)
        keepAnswer(cache, post.entry, outcome.answer)
      }
    })
    for (const { post, outcome, error } of over) {
      post.isOver = true
      post.wasLate = findEntry(post.id)?.isLate === true
      ends.delete(post.id)
      // before the next one has its turn
      if (!outcome && post.entry.change.before === 'none' && !(error instanceof GivenUp))
        dropChangesOf(post.entry)
    }
    const gone = new Set(over.map(({ post }) => post.id))
    setEntries(entries.value.filter(({ id }) => !gone.has(id)))
  })
  refreshCounts(
    cache,
    over.map(({ post }) => post.entry),
  )
  for (const { post, outcome, error } of over) {
    if (outcome) post.result.resolve(outcome.answer)
    else post.result.reject(error)
  }
}

/** Reads again how many tasks there are, after some were added, deleted or restored. */
function refreshCounts(cache: QueryClient, ended: readonly Entry[]): void {
  const counted = ended.filter(
    ({ change: { before, after } }) => typeof before === 'string' || after === 'trash',
  )
  const projectIds = new Set(counted.map(({ task }) => task.project_id))
  for (const id of projectIds) refresh(cache, keys.project(id), keys.trash(id))
  if (counted.length > 0) refresh(cache, keys.projects)
}

/** Takes entries out of the outbox. Each ends as given up. */
function drop(gone: readonly Entry[], why?: (entry: Entry) => Error | undefined): void {
  setEntries(entries.value.filter((one) => !gone.includes(one)))
  for (const entry of gone) {
    for (const write of writes.value) if (write.id === entry.change.id) hideWrite(write)
    ends.get(entry.id)?.(why?.(entry))
    ends.delete(entry.id)
  }
}

/** What is done with a new task goes with it when it was not added. */
function dropChangesOf(added: Entry): void {
  notAdded.add(added.task.id)
  const gone = entries.value.filter(({ id, task }) => task.id === added.task.id && id !== added.id)
  for (const entry of gone) if (textsIn(entry.change).length > 0) tellUndone([entry], 'It was not added.')
  drop(gone)
}

/** Puts an answer into the cache. */
function keepAnswer(cache: QueryClient, { change, task: before }: Entry, answer: TaskAnswer): void {
  const { task } = answer
  const queryKey = keys.task(task.id)
  if (isProjectTask(task)) return // its lanes are in the cache
  if (change.after === 'trash') dropTask(cache, task)
  else if (change.before === 'trash') putTask(cache, noted(cache, answer), task)
  else if (cache.getQueryData(queryKey)) {
    // an open dialog shows the answer as soon as it no longer shows the change
    putOver(cache, queryKey, () => {
      putTask(cache, noted(cache, answer), before)
    })
  } else placeTask(cache, noted(cache, answer).task)
}

/** The values that a change shows: a lane may give a status. */
export function shownValues(cache: QueryClient, task: Task, { after }: Change): Values {
  if (typeof after === 'string') return {}
  const { workflow_lane_id: laneId } = withValues(task, after)
  if (laneId === task.workflow_lane_id) return after
  const before = withValues(task, { ...after, workflow_lane_id: task.workflow_lane_id })
  return { ...entering(cache, before, laneId), ...after }
}

/** How an entry is shown. */
function shownOf(cache: QueryClient, { change, task, place }: Entry): Write {
  const values = shownValues(cache, task, change)
  const apply = (one: Task) => withValues(one, values)
  return { id: change.id, task: apply(task), apply, place }
}

/** Takes an entry out of the outbox, if it was never sent. Returns whether it is. */
function giveUp(entryId: string): boolean {
  const entry = findEntry(entryId)
  if (entry?.isSent !== false) return false
  // with a new task goes all that was done with it
  const isOfIt = ({ id, task }: Entry) =>
    id === entry.id || (entry.change.before === 'none' && task.id === entry.task.id)
  if (entry.change.before === 'none') notAdded.add(entry.task.id)
  drop(entries.value.filter(isOfIt), ({ id }) => (id === entry.id ? new TakenBack() : undefined))
  return true
}

/** Takes the changes of texts of a task out that were never sent, because the person types others. */
export function replaceTexts(taskId: string, names: readonly string[]): void {
  for (const { id, change } of entries.value) {
    const { after } = change
    const changed = change.taskId === taskId && typeof after !== 'string' ? Object.keys(after) : []
    if (changed.length > 0 && changed.every((name) => names.includes(name))) giveUp(id)
  }
}

/** A task as it is shown: with its changes, also while it waits to be added. Undefined: it is gone. */
export function shownTask(cache: QueryClient, taskId: string): Task | undefined {
  const last = writes.value.findLast(({ task, place }) => place !== 'text' && task.id === taskId)
  return last?.task ?? knownTask(cache, taskId)
}

/** A version of a task with the changes of it that wait. */
export const withWaiting = (cache: QueryClient, task: Task): Task =>
  entries.value
    .filter((entry) => entry.change.taskId === task.id && !isHeld(entry))
    .reduce((before, { change }) => withValues(before, shownValues(cache, before, change)), task)
