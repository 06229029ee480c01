import { createHash } from 'node:crypto'
import { findValue, type MappingInput } from './mapping.ts'
import { mediaTypeOf, type IncomingRequest } from './read-body.ts'

/**
 * How a repeated submission of the same form is recognised. The task's id is derived from `key`, so the Put of a repeat
 * fails.
 */
export interface DedupeKey {
  key: string
  /**
   * The hash of the body; only set if nothing else tells submissions apart. Then the same body is a repeat for less than
   * `repeatWindowMs` after the first. That cannot be read from `key`, which only names the minute:
   * lib/forms/store-submission.ts.
   */
  bodyHash?: string
  /** How long that is, in milliseconds, if it is not `repeatWindowMs`. */
  windowMs?: number
}

/** For how long the same body is a repeat of the first, if it has no id, in milliseconds. */
export const repeatWindowMs = 60_000

/**
 * The same for a submission that came with others: senders try again for as long, and a part of the others may have been
 * stored before.
 */
const partWindowMs = 24 * 60 * 60 * 1000

/** The headers that identify a delivery, in order of preference. */
const idHeaders = ['idempotency-key', 'webhook-id', 'svix-id', 'x-github-delivery']

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

/** Returns an id, or its hash if it is very long. */
const shortened = (id: string): string => (id.length > 200 ? sha256(id) : id)

/** What tells a submission from the others that came in its body. */
const placeOf = ({ part }: IncomingRequest): string => (part === undefined ? '' : `#${part}`)

/**
 * Returns the hash of a body, without its multipart boundary: a browser chooses a new boundary each time it sends a form.
 */
function bodyHash(request: IncomingRequest): string {
  const boundary = mediaTypeOf(request.headers).params.get('boundary')
  // latin1 maps each byte to one character
  const text = Buffer.from(request.bytes).toString('latin1')
  const comparable = boundary ? text.replaceAll(`--${boundary}`, '--') : text
  // HubSpot counts its attempts in each event
  const stable = request.part === undefined ? comparable : comparable.replace(/"attemptNumber":\d+/, '')
  return sha256(Buffer.from(`${stable}${placeOf(request)}`, 'latin1'))
}

/**
 * Returns the dedupe key of a submission. It is derived from the first of these that is not empty: the value that
 * `dedupeBy` names (a field's key or a JSON Pointer), the sender's id of the submission, a header, or the body together
 * with the minute: within one minute, only one submission with this body can make a task. Of several in one body, a header
 * or the body counts together with the place.
 * @throws ApiError unsupported_media_type if the request has a Content-Type that readBody refuses too
 */
export function dedupeKeyOf(request: IncomingRequest, input: MappingInput, dedupeBy?: string): DedupeKey {
  const named = dedupeBy === undefined ? undefined : findValue(input, dedupeBy)?.trim()
  if (named) return { key: `value ${shortened(named)}` }
  const { submissionId } = input.submission
  if (submissionId) return { key: `submission ${shortened(submissionId)}` }
  for (const header of idHeaders) {
    const id = request.headers[header]?.trim()
    if (id) return { key: `${header} ${shortened(id)}${placeOf(request)}` }
  }
  const hash = bodyHash(request)
  const windowMs = request.part === undefined ? repeatWindowMs : partWindowMs
  return {
    key: `body ${hash} ${Math.floor(input.receivedAtMs / windowMs)}`,
    bodyHash: hash,
    ...(windowMs !== repeatWindowMs && { windowMs }),
  }
}
