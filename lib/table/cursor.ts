import { createHash } from 'node:crypto'
import { invalidField } from '../contract/api-error.ts'

const digestBytes = 9

/** The limit of a sort key: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const maxKeyBytes = 1024

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const time = '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z'

/**
 * What the resume points of each list look like. A resume point becomes part of a key condition, where DynamoDB
 * refuses some texts: an empty one, and a lower bound above the upper bound.
 */
export const resumePointShapes = {
  /** A project's id. */
  projects: new RegExp(`^${id}$`),
  /** Position and id of a task. */
  tasks: new RegExp(`^[0-9a-z|:]+#${id}$`),
  /** Time of deletion and id of a task. */
  trash: new RegExp(`^${time}#${id}$`),
  /**
   * Position and id of a task; or time of deletion and id, which are absent where the trash begins. Among the comments of that
   * task, time and id of a comment, too; they are absent before the first. See lib/transfer/export.ts.
   */
  export: new RegExp(`^(?:trash |(?:tasks [0-9a-z|:]+|trash ${time})#${id}(?: (?:${time}#${id})?)?)$`),
  /** A submission's id. */
  submissions: new RegExp(`^${id}$`),
  /** A delivery's id. */
  deliveries: new RegExp(`^${id}$`),
  /** A run's id. */
  runs: new RegExp(`^${id}$`),
  /** The time of a write of a task. */
  taskHistory: new RegExp(`^${time}$`),
  /** Time and id of an event. */
  history: new RegExp(`^${time}#evt_[0-9a-f]{32}_\\d+$`),
  /** Time and id of a comment. */
  comments: new RegExp(`^${time}#${id}$`),
  /** The time before which writes are taken back; time and id of an event. */
  reverts: new RegExp(`^${time} ${time}#evt_[0-9a-f]{32}_\\d+$`),
  /** The settled time; time and id of the task last read; whether it is the first round; the epoch. See lib/tasks/changes.ts. */
  changes: new RegExp(`^${time} (?:${time}#${id})? (?:first)?(?: \\d+)?$`),
} as const

const digestOf = (scope: readonly string[], resumePoint: string) =>
  createHash('sha256')
    .update(JSON.stringify([...scope, resumePoint]))
    .digest()
    .subarray(0, digestBytes)

/**
 * Makes an opaque cursor.
 * @param scope names the list, its tenant and its filters. The cursor does not contain it, only a digest of both. The
 *   digest protects against mistakes, not against forgery: a forged cursor can only resume a list of the forger's own.
 * @param resumePoint says where the next page starts
 */
export const encodeCursor = (scope: readonly string[], resumePoint: string): string =>
  Buffer.concat([digestOf(scope, resumePoint), Buffer.from(resumePoint)]).toString('base64url')

/**
 * Reads the resume point from a cursor.
 * @param shape what a resume point of this list looks like
 * @throws ApiError invalid_request when the cursor was changed or belongs to another list
 */
export function decodeCursor(scope: readonly string[], cursor: string, shape: RegExp): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const resumePoint = bytes.subarray(digestBytes).toString()
  // compare the texts: several texts decode to the same bytes
  const isKey = shape.test(resumePoint) && Buffer.byteLength(resumePoint) <= maxKeyBytes
  if (isKey && encodeCursor(scope, resumePoint) === cursor) return resumePoint
  throw invalidField('cursor', 'is not a next_cursor of this list with these filters')
}
