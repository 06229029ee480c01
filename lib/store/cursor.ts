import { createHash } from 'node:crypto'
import { ApiError } from '../api-error.ts'

const digestBytes = 9

/** A sort key's limit: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const maxKeyBytes = 1024

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const time = '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z'

/**
 * What the places of each list look like. A place becomes part of a key condition, and DynamoDB refuses some texts
 * there, the empty one and bounds that are the wrong way round.
 */
export const placeShapes = {
  /** A project's id. */
  projects: new RegExp(`^${id}$`),
  /** Position and id of a task. */
  tasks: new RegExp(`^[0-9a-z|:]+#${id}$`),
  /** Time of deletion and id of a task. */
  trash: new RegExp(`^${time}#${id}$`),
  /** What changes.ts writes: the settled time; time and id of the task reached; whether it is the first round. */
  changes: new RegExp(`^${time} (?:${time}#${id})? (?:first)?$`),
} as const

const digestOf = (scope: readonly string[], place: string) =>
  createHash('sha256')
    .update(JSON.stringify([...scope, place]))
    .digest()
    .subarray(0, digestBytes)

/**
 * Makes an opaque cursor of a place in a list. `scope` names the list, tenant and filters included, and is not in
 * the cursor: a digest ties the two together. It guards against mistakes, not against its holder: whoever forges
 * one gets another place in a list of his own.
 */
export const encodeCursor = (scope: readonly string[], place: string): string =>
  Buffer.concat([digestOf(scope, place), Buffer.from(place)]).toString('base64url')

/**
 * Reads the place out of a cursor.
 * @param shape what a place of this list looks like
 * @throws ApiError invalid_request when it was changed, or comes from another list
 */
export function decodeCursor(scope: readonly string[], cursor: string, shape: RegExp): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const place = bytes.subarray(digestBytes).toString()
  // compared as text, for several texts decode to the same bytes
  const isKey = shape.test(place) && Buffer.byteLength(place) <= maxKeyBytes
  if (isKey && encodeCursor(scope, place) === cursor) return place
  const message = 'is not a next_cursor of this list with these filters'
  throw new ApiError('invalid_request', `cursor ${message}`, { details: [{ path: 'cursor', message }] })
}
