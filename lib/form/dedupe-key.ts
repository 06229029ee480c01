import { createHash } from 'node:crypto'
import { findValue, type MappingInput } from './mapping.ts'
import { mediaTypeOf, type IncomingRequest } from './read-body.ts'

/**
 * By what a submission is known as a repeat of another one of the same form. The task's id is made of `key`, so the
 * Put of a repeat fails.
 */
export interface DedupeKey {
  key: string
  /**
   * Only for a key that is made of the body and the time: the key of the minute before. A repeat after the turn of the
   * minute has it as its first one had it. So the transaction that puts the task must also check (ConditionCheck, no
   * further round trip, 2 write units) that no task has the id of this key; one that has makes the submission a
   * duplicate. The same body is then one task for 60 s, and always two after 120 s.
   */
  previousKey?: string
}

const windowMs = 60_000

/** The headers by which a sender marks a repeat, the best first. */
const idHeaders = ['idempotency-key', 'webhook-id', 'x-github-delivery']

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

/** An id as it is, unless it is longer than any id. */
const shortened = (id: string): string => (id.length > 200 ? sha256(id) : id)

/**
 * The hash of a body. A browser draws a new boundary for each time that it sends a multipart form, so it does not
 * count.
 */
function bodyHash(request: IncomingRequest): string {
  const boundary = mediaTypeOf(request.headers).params.get('boundary')
  // latin1 keeps each byte as it is
  const text = Buffer.from(request.bytes).toString('latin1')
  return sha256(Buffer.from(boundary ? text.replaceAll(`--${boundary}`, '--') : text, 'latin1'))
}

/**
 * The key of a submission: what `dedupeBy` names (a field's key or a JSON Pointer), else the sender's own id of the
 * submission, else a header, else its body within a minute. An empty id is none.
 * @throws ApiError unsupported_media_type for a request that could not have been read
 */
export function dedupeKeyOf(request: IncomingRequest, input: MappingInput, dedupeBy?: string): DedupeKey {
  const named = dedupeBy === undefined ? undefined : findValue(input, dedupeBy)?.trim()
  if (named) return { key: `value ${shortened(named)}` }
  const { submissionId } = input.submission
  if (submissionId) return { key: `submission ${shortened(submissionId)}` }
  for (const header of idHeaders) {
    const id = request.headers[header]?.trim()
    if (id) return { key: `${header} ${shortened(id)}` }
  }
  const hash = bodyHash(request)
  const window = Math.floor(input.receivedAtMs / windowMs)
  return { key: `body ${hash} ${window}`, previousKey: `body ${hash} ${window - 1}` }
}
