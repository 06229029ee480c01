import { ApiError } from '../contract/api-error.ts'
import type { RawBody, RawInput } from '../contract/endpoint.ts'
import { jsonProblem } from '../shared/json-problem.ts'
import type { ApiEvent } from './types.ts'

/** The largest JSON body: docs/decisions.md, "Limits". */
export const maxBodyBytes = 256 * 1024

/** Whether a content type is JSON. JSON is always UTF-8 (RFC 8259, section 8.1), so no other charset is accepted. */
function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  return (
    type.trim() === 'application/json' &&
    parameters.every((parameter) => !/^\s*charset\s*=/.test(parameter) || /=\s*"?utf-8"?\s*$/.test(parameter))
  )
}

/** Returns the body of a request, as long as it may be. */
export const bytesOf = ({ body, isBase64Encoded }: ApiEvent): Buffer =>
  Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8')

/**
 * Refuses a body sent to an endpoint that reads none, because its content would be ignored without notice. An empty
 * object is allowed: some HTTP clients send it with every request that has no body.
 * @throws ApiError invalid_request
 */
export function refuseBody(event: ApiEvent): void {
  if (['', '{}'].includes(bytesOf(event).toString().trim())) return
  const [path, message] = ['The body', 'must be left out: this request takes none']
  throw new ApiError('invalid_request', `${path} ${message}`, { details: [{ path, message }] })
}

/** @throws ApiError payload_too_large */
function readBytes(event: ApiEvent, maxBytes: number, ifLarger = ''): Buffer {
  const bytes = bytesOf(event)
  if (bytes.length > maxBytes) {
    throw new ApiError('payload_too_large', `The body must be at most ${maxBytes / 1024} KiB.${ifLarger}`)
  }
  return bytes
}

const wrongType = (advice: string) => new ApiError('unsupported_media_type', advice)

/** @throws ApiError unsupported_media_type */
function refuseEncoding({ headers: { 'content-encoding': encoding = 'identity' } }: ApiEvent): void {
  if (encoding.toLowerCase() === 'identity') return
  throw wrongType('Send the body as it is, without a Content-Encoding.')
}

/** Whether a media type is the one that is taken, which may have a `*` for any name: `application/*+json`. */
function isTaken(taken: string, type: string): boolean {
  const [start = '', end] = taken.split('*')
  if (end === undefined) return type === taken
  return type.length > start.length + end.length && type.startsWith(start) && type.endsWith(end)
}

/**
 * Reads the raw body of a request.
 * @throws ApiError payload_too_large, unsupported_media_type
 */
export function readRawBody({ contentTypes, maxBytes, ifLarger }: RawBody, event: ApiEvent): RawInput {
  const bytes = readBytes(event, maxBytes, ifLarger)
  refuseEncoding(event)
  const [type = ''] = (event.headers['content-type'] ?? '').split(';')
  if (contentTypes.some((taken) => isTaken(taken, type.trim().toLowerCase()))) {
    return { bytes, headers: event.headers }
  }
  const taken = contentTypes.join(', ')
  throw wrongType(`Send the body with one of these as its Content-Type: ${taken}.`)
}

const notJson = (problem: string) =>
  new ApiError('invalid_request', `The body is not valid JSON: ${problem}.`)

/** @throws ApiError invalid_request */
function readText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw notJson('it is not UTF-8')
  }
}

/**
 * Reads the body of a request as JSON. The value can be of any type.
 * @throws ApiError payload_too_large, unsupported_media_type; invalid_request if the body is empty or not valid JSON
 */
export function readJsonBody(event: ApiEvent): unknown {
  const bytes = readBytes(event, maxBodyBytes)
  if (bytes.length === 0)
    throw new ApiError('invalid_request', 'The request needs a JSON object as its body.')
  refuseEncoding(event)
  if (!isJson(event.headers['content-type'])) {
    throw wrongType('Send the body as JSON, with Content-Type: application/json.')
  }
  const text = readText(bytes)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw notJson(jsonProblem(text))
  }
}
