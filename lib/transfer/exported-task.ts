import type { Comment } from '../comments/comment.ts'
import type { Task, TrashedTask } from '../tasks/task.ts'

/** A task as an export has it: the task object of the API, and the label of its lane. */
export type ExportedTask = (Task | TrashedTask) & { lane: string | null }

/** The form in which a format writes a page. */
export interface ExportWriter {
  /** The text before the first task. */
  head: string
  /** A task, with the end of its line. */
  rowOf: (task: ExportedTask) => string
}

/** Writes one JSON object on each line. */
export const ndjsonWriter: ExportWriter = { head: '', rowOf: (task) => `${JSON.stringify(task)}\n` }

/** Writes a comment on a line of its own. It follows the line of its task. */
export const commentRowOf = (comment: Comment): string => `${JSON.stringify({ comment })}\n`

/** The media type of each format. */
export const exportTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const
