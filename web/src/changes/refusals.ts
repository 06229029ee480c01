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

/** A change was taken out of the outbox before it was sent, or the person has chosen the others' version. */
export class GivenUp extends Error {
  override readonly name: string = 'GivenUp'
}

/** A change was undone before it was sent, so that it can be made again. */
export class TakenBack extends GivenUp {}
