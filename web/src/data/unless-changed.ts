import { isTasksApiError, type Task, type TaskAnswer } from '../../../client/src/index.ts'

/** A change was not undone: its result has been changed since. */
export class ChangedSince extends Error {
  override readonly name = 'ChangedSince'
  /** The task as it is now. */
  readonly task: Task

  constructor(task: Task) {
    super('The task has changed since.')
    this.task = task
  }
}

/** The current version in the error of a failed If-Match; undefined for any other error. */
export const overtakenBy = (error: unknown): TaskAnswer | undefined =>
  isTasksApiError(error, 'precondition_failed') && error.task && error.etag !== undefined
    ? { task: error.task, etag: error.etag }
    : undefined

/** How often a write is tried while others change other fields of the task. */
const mostTries = 5

/**
 * Sends a write with the version that it is based on. If the task has a newer version by now, the write is sent again
 * on top of that, as long as the values to undo have not changed.
 * @throws ChangedSince if they have; TasksApiError for any other failure
 */
export async function unlessChanged<A>(
  seen: TaskAnswer,
  isAsLeft: (task: Task) => boolean,
  send: (etag: string) => Promise<A>,
): Promise<A> {
  let latest = seen
  for (let tries = 1; ; tries++) {
    if (!isAsLeft(latest.task)) throw new ChangedSince(latest.task)
    try {
      return await send(latest.etag)
    } catch (error) {
      const theirs = overtakenBy(error)
      if (!theirs || tries === mostTries) throw error
      latest = theirs
    }
  }
}
