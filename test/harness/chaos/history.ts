import type { Comment } from '../../../lib/comments/comment.ts'
import type { RevertReport } from '../../../lib/history/revert-request.ts'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task } from '../../../lib/tasks/task.ts'

/** The value that a request sets one field of a task, project, lane or comment to, if it succeeds. */
export interface Write {
  /** The id of the task, project, lane or comment; for a create, its mark. */
  of: string
  field: string
  value: unknown
  /** Whether the request may, but need not, set the value. */
  weak?: true
}

/** A request to send. */
export interface Operation {
  kind: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  headers?: Record<string, string>
  /** The existing task that it writes or reads. */
  taskId?: string
  writes?: Write[]
  /** The task on which it comments. */
  onTask?: string
  /** The comment that it writes. */
  commentId?: string
  /** The version to which it takes a task back. */
  toVersion?: number
  /** The origin whose writes it takes back. */
  takesBack?: string
  /** The version in If-Match. */
  ifVersion?: number
  /** The mark of what it creates, also part of its text. Requests with the same mark are repeats of one create. */
  mark?: string
  /** The target of a move: next to a task, or at an end. */
  place?: { side: 'before' | 'after'; anchorId: string } | 'top' | 'bottom'
  /** The lane that it deletes. */
  deletedLaneId?: string
  /** The project that it deletes. */
  deletedProjectId?: string
}

/** How a request ended. `unknown`: no answer or a 503, so that a write may or may not have happened. */
export type Outcome = 'done' | 'refused' | 'unknown'

/** The parsed answer of a request. */
export interface Answer {
  status: number
  /** The code of an error. */
  code?: string
  task?: Task
  version?: number
  project?: Project
  /** The id at the end of Location. */
  madeId?: string
  /** Whether the answer is a replay of an earlier create's answer. */
  replayed?: boolean
  tasks?: Task[]
  comment?: Comment
  /** What it has taken back. */
  report?: RevertReport
  /** The id of the task that already has the external id. */
  existingId?: string
}

/** A request with its answer. Times are ticks of the history's clock; no two events have the same tick. */
export interface Entry extends Operation {
  client: number
  start: number
  /** The time after which it can no longer have an effect; Infinity while unknown. */
  end: number
  outcome: Outcome
  answer?: Answer
}

/** An observation: the task had this version at some time between start and end. */
export interface Sight {
  taskId: string
  task: Task
  version: number
  start: number
  end: number
}

/** All requests of a run with their answers, with all events in one total order. */
export class History {
  readonly entries: Entry[] = []
  #clock = 0

  tick(): number {
    return (this.#clock += 1)
  }

  /** Records a request before it is sent. */
  begin(client: number, operation: Operation): Entry {
    const entry: Entry = { ...operation, client, start: this.tick(), end: Infinity, outcome: 'unknown' }
    this.entries.push(entry)
    return entry
  }

  /** Records the answer. A request answered with 503 may have happened, but will not happen later. */
  finish(entry: Entry, answer: Answer): void {
    entry.answer = answer
    entry.end = this.tick()
    entry.outcome = answer.status < 400 ? 'done' : answer.status < 500 ? 'refused' : 'unknown'
  }

  /** To be called after a restart of the service: pending requests have happened by now, or never will. */
  settle(): void {
    const now = this.tick()
    for (const entry of this.entries) if (entry.end === Infinity) entry.end = now
  }
}

/** Every observation of a task in the answers. Replays are left out, because they show an old state. */
export const sightsOf = (entries: readonly Entry[]): Sight[] =>
  entries.flatMap(({ answer, start, end }) =>
    answer?.task && answer.version !== undefined && !answer.replayed
      ? [{ taskId: answer.task.id, task: answer.task, version: answer.version, start, end }]
      : [],
  )
