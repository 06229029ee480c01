import type { Project } from '../../../lib/contract/project.ts'
import type { Task } from '../../../lib/contract/task.ts'

/** What a request would make of one field of one task or project, once it is done. */
export interface Write {
  /** The id of the task or project; of what a create makes, its mark. */
  of: string
  field: string
  value: unknown
  /** It may come of the request, but need not: other values stay possible. */
  weak?: true
}

/** A request as it will be sent. */
export interface Operation {
  kind: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  headers?: Record<string, string>
  /** The task that it writes or reads, if it is there already. */
  taskId?: string
  writes?: Write[]
  /** The version that If-Match names. */
  ifVersion?: number
  /** The mark of what it creates, which stands in a text of it; requests with one mark are one create. */
  mark?: string
  /** Beside which task, or to which end, a task moves. */
  place?: { side: 'before' | 'after'; anchorId: string } | 'top' | 'bottom'
  /** The lane that it deletes. */
  deletedLaneId?: string
  /** The project that it deletes. */
  deletedProjectId?: string
}

/** How a request ended. Unknown: no answer, or a 503, after which a write may stand. */
export type Outcome = 'done' | 'refused' | 'unknown'

/** What the answer of a request says. */
export interface Answer {
  status: number
  /** The code of an error. */
  code?: string
  task?: Task
  version?: number
  project?: Project
  /** The id at the end of Location. */
  madeId?: string
  /** Whether this create was answered with an earlier one's answer. */
  replayed?: boolean
  tasks?: Task[]
  /** The task that has the external id already. */
  existingId?: string
}

/** A request with its answer. Times are ticks of the history's clock: those of two events are never equal. */
export interface Entry extends Operation {
  client: number
  start: number
  /** When nothing of it can happen any more; Infinity while that is not known. */
  end: number
  outcome: Outcome
  answer?: Answer
}

/** A task at a version, as someone saw it at some time from start to end. */
export interface Sight {
  taskId: string
  task: Task
  version: number
  start: number
  end: number
}

/** All requests of a run with their answers, in one order of events. */
export class History {
  readonly entries: Entry[] = []
  #clock = 0

  tick(): number {
    return (this.#clock += 1)
  }

  /** Writes down a request before it is sent. */
  begin(client: number, operation: Operation): Entry {
    const entry: Entry = { ...operation, client, start: this.tick(), end: Infinity, outcome: 'unknown' }
    this.entries.push(entry)
    return entry
  }

  /** Writes down its answer. After a 503 nothing of it happens any more, but it may have happened. */
  finish(entry: Entry, answer: Answer): void {
    entry.answer = answer
    entry.end = this.tick()
    entry.outcome = answer.status < 400 ? 'done' : answer.status < 500 ? 'refused' : 'unknown'
  }

  /** The service was started anew: what was under way before has happened by now, or never will. */
  settle(): void {
    const now = this.tick()
    for (const entry of this.entries) if (entry.end === Infinity) entry.end = now
  }
}

/** Every task with its version in the answers; a replay tells of the past, not of now. */
export const sightsOf = (entries: readonly Entry[]): Sight[] =>
  entries.flatMap(({ answer, start, end }) =>
    answer?.task && answer.version !== undefined && !answer.replayed
      ? [{ taskId: answer.task.id, task: answer.task, version: answer.version, start, end }]
      : [],
  )
