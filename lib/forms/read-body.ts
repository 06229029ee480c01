import { isUtf8 } from 'node:buffer'
import { MIMEType } from 'node:util'
import { ApiError } from '../contract/api-error.ts'
import { maxSubmissionKib } from '../contract/limits.ts'
import { parseJson } from '../shared/json.ts'

/** The headers of a request, by lower-case name. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** The raw request of a submission. */
export interface IncomingRequest {
  headers: RequestHeaders
  bytes: Uint8Array
}

/** A field of an HTML form: its name, and its values joined in the order in which they were sent. */
export type FormField = [name: string, value: string]

/** A parsed body. The value of `json` is an object or an array; `form` has each name once. */
export type SubmissionBody = { kind: 'json'; value: object } | { kind: 'form'; fields: FormField[] }

/** The largest body of a submission. */
const maxSubmissionBytes = maxSubmissionKib * 1024

/** The most values that an HTML form may send. A large form has a few hundred. */
const maxFormValues = 500

const replacement = '\uFFFD'

const notUtf8 = () => new ApiError('invalid_request', 'The body is not valid UTF-8.')

/**
 * Returns the media type of a submission.
 * @throws ApiError unsupported_media_type
 */
export function mediaTypeOf(headers: RequestHeaders): MIMEType {
  const { 'content-type': header = '', 'content-encoding': encoding = 'identity' } = headers
  if (encoding.toLowerCase() !== 'identity') {
    throw new ApiError('unsupported_media_type', 'Send the body as it is, without a Content-Encoding.')
  }
  let type: MIMEType
  try {
    type = new MIMEType(header)
  } catch {
    throw unknownType()
  }
  const charset = type.params.get('charset') ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset)) {
    throw new ApiError('unsupported_media_type', 'Send the body in UTF-8: no other charset is read.')
  }
  return type
}

const unknownType = () =>
  new ApiError(
    'unsupported_media_type',
    'Send the submission as application/json, application/x-www-form-urlencoded or multipart/form-data, and name it in Content-Type.',
  )

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notUtf8()
  }
}

function readJson(bytes: Uint8Array): SubmissionBody {
  const parsed = parseJson(decode(bytes))
  if ('problem' in parsed) throw new ApiError('invalid_request', `The body ${parsed.problem}.`)
  const { value } = parsed
  if (typeof value !== 'object' || value === null) {
    throw new ApiError('invalid_request', 'The body must be a JSON object with the fields of the submission.')
  }
  return { kind: 'json', value }
}

/** Joins the values of each name, in the position of the first one. */
function asForm(values: FormField[]): SubmissionBody {
  if (values.length > maxFormValues) {
    throw new ApiError('payload_too_large', `A form must send at most ${maxFormValues} fields.`)
  }
  const fields = new Map<string, string>()
  for (const [name, value] of values) {
    const earlier = fields.get(name)
    fields.set(name, earlier ? [earlier, value].filter((text) => text !== '').join(', ') : value)
  }
  return { kind: 'form', fields: [...fields] }
}

const hasReplacement = (values: Iterable<FormField>) =>
  [...values].some(([name, value]) => name.includes(replacement) || value.includes(replacement))

function readUrlEncoded(bytes: Uint8Array): SubmissionBody {
  const text = decode(bytes)
  // a replacement character that the sender itself wrote is allowed
  const others = text.replaceAll(/%EF%BF%BD|\uFFFD/gi, 'x')
  if (hasReplacement(new URLSearchParams(others))) throw notUtf8()
  return asForm([...new URLSearchParams(text)])
}

/** Returns a value as text. A file is never stored, only its name and size; an unused file input sends an empty file. */
const textOf = (value: string | File): string => {
  if (typeof value === 'string') return value
  return value.name === '' && value.size === 0 ? '' : `${value.name} (${value.size} bytes)`
}

/** Whether a value comes from a file, by `textOf`. The body is stored so, and a replay must see the file too. */
export const isFileText = (value: string): boolean => / \(\d+ bytes\)$/.test(value)

const asTexts = (parts: [name: string, value: string | File][]) =>
  parts.map(([name, value]): FormField => [name, textOf(value)])

/** Returns the names and values of a multipart form in order. */
async function readParts(bytes: Uint8Array, type: MIMEType): Promise<[name: string, value: string | File][]> {
  if (!type.params.has('boundary')) {
    throw new ApiError('invalid_request', 'The Content-Type multipart/form-data needs its boundary.')
  }
  let data: FormData
  try {
    data = await new Response(Buffer.from(bytes), { headers: { 'content-type': type.toString() } }).formData()
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid multipart/form-data.')
  }
  const parts = [...data]
  // the parser replaces what is not UTF-8; a file's own bytes need not be text
  if (hasReplacement(asTexts(parts)) && !isUtf8(bytes)) throw notUtf8()
  return parts
}

const formType = 'multipart/form-data'

/** Writes a name as browsers do: https://html.spec.whatwg.org/#multipart-form-data */
const quoted = (name: string) =>
  `"${name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')}"`

/**
 * Returns a request in which each uploaded file is a field with the file's name and size. The service reads and stores
 * only this, so that a replay reads the same. A request without files is returned as it is.
 * @throws ApiError unsupported_media_type, invalid_request
 */
export async function withoutFiles(request: IncomingRequest): Promise<IncomingRequest> {
  const type = mediaTypeOf(request.headers)
  if (type.essence !== formType) return request
  const parts = await readParts(request.bytes, type)
  if (parts.every(([, value]) => typeof value === 'string')) return request
  const boundary = `--${type.params.get('boundary')}`
  const fields = asTexts(parts).map(
    ([name, value]) =>
      `${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}\r\n\r\n${value}\r\n`,
  )
  return { ...request, bytes: Buffer.from(`${fields.join('')}${boundary}--\r\n`) }
}

/**
 * Reads the body of a submission: JSON, a form, or a multipart form. It may have 64 KiB, and 500 values in a form.
 * @throws ApiError payload_too_large, unsupported_media_type, invalid_request
 */
export async function readBody({ headers, bytes }: IncomingRequest): Promise<SubmissionBody> {
  if (bytes.length > maxSubmissionBytes) {
    throw new ApiError('payload_too_large', 'A submission must be at most 64 KiB.')
  }
  const type = mediaTypeOf(headers)
  if (bytes.length === 0) throw new ApiError('invalid_request', 'The submission has no body.')
  if (type.essence === 'application/json' || /^application\/.+\+json$/.test(type.essence)) {
    return readJson(bytes)
  }
  if (type.essence === 'application/x-www-form-urlencoded') return readUrlEncoded(bytes)
  if (type.essence === formType) return asForm(asTexts(await readParts(bytes, type)))
  throw unknownType()
}

/** Returns the document in which JSON Pointers are resolved: the JSON value, or the fields of a form as an object. */
export function documentOf(body: SubmissionBody): object {
  if (body.kind === 'json') return body.value
  // Object.fromEntries makes own properties, whatever their names are
  return Object.fromEntries(body.fields)
}
