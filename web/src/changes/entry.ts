import { batch, signal } from '@preact/signals-core'
import type { Task } from '../../../client/src/index.ts'
import { connection } from '../data/connection.ts'
import type { Write } from '../data/writes.ts'
import { noteUnsaved } from '../ui/unsaved.ts'
import { type Change, textsIn } from './change.ts'

/** A change that the service has not answered. It is kept in the browser before it is sent. */
export interface Entry {
  /** With a create, also what identifies its repeats. */
  id: string
  change: Change
  /** The task as the person saw it before. */
  task: Task
  /** Where it is shown until the service has answered. */
  place: Write['place']
  /** It is what a person has typed in a task: it goes on as long as it may, and the task's dialog asks about it. */
  isTyped?: boolean
  /** Those that a person has made as one have the same: they are sent together, and undone together. */
  group?: string
  /** It takes a change back: what others have changed since is not overwritten. */
  isUndo?: boolean
  /** Others may have changed the task meanwhile: the connection was lost, or the page was loaded again. */
  isLate?: boolean
  /** It was sent at least once: then it is perhaps made. */
  isSent?: boolean
  /** The task right before it was first sent. */
  triedOn?: Task
  /** The page on which it was made: there it is undone. */
  page?: string
}

/** What has not been answered, in the order in which it is sent. */
export const entries = signal<readonly Entry[]>([])

/** An entry that has not been answered. */
export const findEntry = (wanted: string): Entry | undefined => entries.value.find(({ id }) => id === wanted)

/** Whether they outlive the page: the browser may have no room for them. */
export const isKept = signal(true)

const isLost = () => connection.value === 'lost'

/** Whether an entry waits for the connection. */
export const isWaiting = ({ isLate = false }: Entry): boolean => isLate || isLost()

/** Whether it is not typed any more, and waits for its turn or for the version that it is based on. */
const isBefore = ({ isSent, triedOn }: Entry): boolean => isSent !== undefined && !triedOn

/** How many changes would be lost with the session. What is typed is sent when its dialog closes. */
export const countUnsent = (): number =>
  entries.value.filter((entry) => entry.isTyped !== true || isBefore(entry) || isWaiting(entry)).length

const textNames: Record<string, string> = { label: 'New label', description: 'Description' }

/** The texts of a change, and what each is, to be copied. */
const namedTexts = ({ task, change }: Entry) =>
  textsIn(change).map(([name, text]) => ({
    name: change.before === 'none' ? 'New task' : `${textNames[name] ?? 'New text'} of “${task.label}”`,
    text,
  }))

let save: ((entries: readonly Entry[]) => unknown) | undefined
let isTogether = false

/** Sets what keeps the entries; undefined, when a session ends: nothing. */
export function keepEntries(how: typeof save): void {
  save = how
}

/** Sets the entries, and keeps them. */
export function setEntries(list: readonly Entry[]): void {
  entries.value = list
  if (isTogether) return
  save?.(list)
  noteUnsaved('waiting', list.flatMap(namedTexts), true)
}

/** Does something with many entries, which are kept once at its end. */
export function together<A>(run: () => A): A {
  if (isTogether) return run()
  isTogether = true
  try {
    return batch(run)
  } finally {
    isTogether = false
    setEntries(entries.value)
  }
}
