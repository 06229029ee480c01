import { MIMEType } from 'node:util'
import { ApiError } from '../contract/api-error.ts'
import { maxSubmissionKib } from '../contract/limits.ts'
import { ownMember, parseJson } from '../shared/json.ts'
import { Decoder, type ByteText } from './decode.ts'

/** The headers of a request, by lower-case name. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** The raw request of a submission. */
export interface IncomingRequest {
  headers: RequestHeaders
  bytes: Uint8Array
  /** Its place, from 0, among the submissions that came in one body: parts.ts. Absent if it came alone. */
  part?: number
}

/** A field of an HTML form: its name, and its values joined in the order in which they were sent. */
export type FormField = [name: string, value: string]

/** A parsed body. The value of `json` is an object or an array; `form` has each name once. */
export type SubmissionBody = ({ kind: 'json'; value: object } | { kind: 'form'; fields: FormField[] }) & {
  /** What may have been read wrongly, for the owner of the form; absent if nothing. */
  warnings?: string[]
}

/** The largest body of a submission. */
const maxSubmissionBytes = maxSubmissionKib * 1024

/** The most values that an HTML form may send. A large form has a few hundred. */
export const maxFormValues = 500

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
  return type
}

const unknownType = () =>
  new ApiError(
    'unsupported_media_type',
    'Send the submission as application/json, application/x-www-form-urlencoded or multipart/form-data, and name it in Content-Type.',
  )

const charsetOf = (type: MIMEType): string | undefined => type.params.get('charset') ?? undefined

/** The charset of a byte order mark: RFC 8259 asks for UTF-8, but programs on Windows write UTF-16. */
const markedCharset = ([first, second]: Uint8Array): string | undefined =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined

const withWarnings = <B extends SubmissionBody>(body: B, { warnings }: Decoder): B =>
  warnings.length > 0 ? { ...body, warnings } : body

function readJson(bytes: Uint8Array, type: MIMEType): SubmissionBody {
  const decoder = new Decoder()
  const parsed = parseJson(decoder.read(bytes, markedCharset(bytes) ?? charsetOf(type), 'the body'))
  if ('problem' in parsed) throw new ApiError('invalid_request', `The body ${parsed.problem}.`)
  const { value } = parsed
  if (typeof value !== 'object' || value === null) {
    throw new ApiError('invalid_request', 'The body must be a JSON object with the fields of the submission.')
  }
  return withWarnings({ kind: 'json', value }, decoder)
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

/** A part of a form, as bytes. */
interface Part {
  name: ByteText
  /** The content of a field; the name of a file. */
  text: ByteText
  /** The charset that the part itself names. */
  charset?: string | undefined
  /** The bytes of a file; absent for a field. */
  fileBytes?: number
}

/** Returns a part's value. A file is never stored, only its name and size; an unused file input sends an empty file. */
const valueOf = (text: string, fileBytes: number | undefined): string =>
  fileBytes === undefined ? text : text === '' && fileBytes === 0 ? '' : `${text} (${fileBytes} bytes)`

/** Whether a value comes from a file, by `valueOf`. The body is stored so, and a replay must see the file too. */
export const isFileText = (value: string): boolean => / \(\d+ bytes\)$/.test(value)

/**
 * The charsets that a form names for its fields: in the field `charsets`, as inbound mail of SendGrid does, or for all of
 * them in `_charset_`, as browsers do.
 * https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/setting-up-the-inbound-parse-webhook#character-sets-and-header-decoding,
 * https://html.spec.whatwg.org/#attr-fe-name-charset
 */
function namedCharsets(parts: readonly Part[], type: MIMEType): (name: string) => string | undefined {
  const textOf = (field: string) => parts.find(({ name }) => name === field)?.text
  const parsed = parseJson(textOf('charsets') ?? '')
  const each = 'value' in parsed ? parsed.value : undefined
  const all = textOf('_charset_') ?? charsetOf(type)
  return (name) => {
    const own = ownMember(each, name)
    return typeof own === 'string' ? own : all
  }
}

function decodeParts(parts: readonly Part[], type: MIMEType): SubmissionBody {
  const decoder = new Decoder()
  const named = namedCharsets(parts, type)
  const values = parts.map(({ name: bytes, text, charset, fileBytes }): FormField => {
    const name = decoder.readText(bytes, named(bytes), 'the name of a field')
    return [name, valueOf(decoder.readText(text, charset ?? named(bytes), name), fileBytes)]
  })
  return withWarnings(asForm(values), decoder)
}

/** The bytes of a URL-encoded form as a text in which each character is one byte, still encoded. */
const singleBytes = (bytes: Uint8Array): ByteText =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xEF\xBB\xBF/, '')
    // the parser reads UTF-8: a byte that is written as such a character stays one
    .replaceAll(/%[89a-f][0-9a-f]/gi, (byte) => String.fromCharCode(Number.parseInt(byte.slice(1), 16)))

const readUrlEncoded = (bytes: Uint8Array, type: MIMEType): SubmissionBody =>
  decodeParts(
    [...new URLSearchParams(singleBytes(bytes))].map(([name, text]) => ({ name, text })),
    type,
  )

/** Returns the charset that each part of a multipart form names in its headers, in order: RFC 7578, section 4.4. */
function charsetsOfParts(text: ByteText, boundary: string): (string | undefined)[] {
  const delimiter = `--${boundary}`.replaceAll(/[^\w]/g, '\\$&')
  const heads = text.matchAll(new RegExp(`(?:^|\\r\\n)${delimiter}[\\t ]*\\r\\n([^]*?)\\r\\n\\r\\n`, 'g'))
  return Array.from(heads, ([, head = '']) => /^content-type:.*;\s*charset="?([^\s";]+)/im.exec(head)?.[1])
}

/** Returns the parts of a multipart form in order. */
async function readParts(bytes: Uint8Array, type: MIMEType): Promise<Part[]> {
  const boundary = type.params.get('boundary')
  if (boundary === null) {
    throw new ApiError('invalid_request', 'The Content-Type multipart/form-data needs its boundary.')
  }
  // the parser reads UTF-8 and replaces everything else: so each byte goes in, and comes out, as a character
  const text = Buffer.from(bytes).toString('latin1')
  let data: FormData
  try {
    data = await new Response(Buffer.from(text), { headers: { 'content-type': type.toString() } }).formData()
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid multipart/form-data.')
  }
  const entries = [...data]
  const found = charsetsOfParts(text, boundary)
  const charsets = found.length === entries.length ? found : []
  return Promise.all(
    entries.map(async ([name, value], index): Promise<Part> => {
      if (typeof value === 'string') return { name, text: value, charset: charsets[index] }
      return { name, text: value.name, fileBytes: (await value.text()).length }
    }),
  )
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
  if (parts.every(({ fileBytes }) => fileBytes === undefined)) return request
  const boundary = `--${type.params.get('boundary')}`
  const fields = parts.map(({ name, text, charset, fileBytes }) => {
    const kind = charset === undefined ? '' : `Content-Type: text/plain; charset=${charset}\r\n`
    const head = `Content-Disposition: form-data; name=${quoted(name)}\r\n${kind}`
    return `${boundary}\r\n${head}\r\n${valueOf(text, fileBytes)}\r\n`
  })
  return { ...request, bytes: Buffer.from(`${fields.join('')}${boundary}--\r\n`, 'latin1') }
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
    return readJson(bytes, type)
  }
  if (type.essence === 'application/x-www-form-urlencoded') return readUrlEncoded(bytes, type)
  if (type.essence === formType) return decodeParts(await readParts(bytes, type), type)
  throw unknownType()
}

/** Returns the document in which JSON Pointers are resolved: the JSON value, or the fields of a form as an object. */
export function documentOf(body: SubmissionBody): object {
  if (body.kind === 'json') return body.value
  // Object.fromEntries makes own properties, whatever their names are
  return Object.fromEntries(body.fields)
}
