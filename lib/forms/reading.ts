import * as z from 'zod/mini'
import { beginningOf } from '../contract/cut.ts'
import { isVisible } from '../contract/fields.ts'
import { isJsonObject, type JsonObject } from '../shared/json.ts'
import type { RequestHeaders, SubmissionBody } from './read-body.ts'
import { rankOfName } from './written.ts'

/** One answer. Templates use its `key`; `label` is the question, and `value` is readable text. Keys may repeat. */
export interface Field {
  key: string
  label: string
  value: string
}

/** A submission in the same shape for every sender. */
export interface Submission {
  /** In the order of the form. Unanswered fields have an empty value. */
  fields: Field[]
  /** The answer that labels a task best, of those that a person wrote; undefined if there is none. */
  firstText?: string
  /** The sender's own id of the submission: the same for every delivery of it. */
  submissionId?: string
  /** ISO 8601, UTC. */
  submittedAt?: string
  /** The number of fields that were left out of `fields`, because there were too many. */
  omittedFields?: number
}

/** The result of reading a payload with a preset. A reason is for the owner of the form. */
export type Reading =
  | { outcome: 'read'; submission: Submission }
  /** The message is not a submission; it may be a sender's test. */
  | { outcome: 'ignored'; reason: string }
  /** The payload does not have the sender's known format, so a person has to look at it. */
  | { outcome: 'held'; reason: string }

/** A request with its parsed body. */
export interface PresetInput {
  headers: RequestHeaders
  body: SubmissionBody
}

/** How the submissions of one sender are recognised and read. Its functions are pure and never throw. */
export interface Preset {
  /** The sender's name, as reasons show it. */
  name: string
  /** Whether a request looks like one from this sender. */
  detect: (input: PresetInput) => boolean
  read: (input: PresetInput) => Reading
}

/** An answer as a preset reads it. */
export interface FieldAnswer {
  key: string
  label?: string | null | undefined
  value: unknown
  /** Whether a person wrote it as text; false for a choice, number, date, file or hidden value. */
  isText: boolean
  /** How well it labels a task, the lower the better; by its label if it is left out. */
  rank?: number
}

/** An id from a sender. It may be a number, which becomes text. */
export const senderId = z.pipe(
  z.union([z.string().check(z.minLength(1)), z.number()]),
  z.transform((id) => String(id)),
)

/** An object with all its keys. z.record would drop `__proto__`. */
export const jsonObject = z.custom<JsonObject>(isJsonObject, { error: 'must be an object' })

/**
 * The most characters (UTF-16 code units) of a value, and of all fields of a submission together. A body does not reach
 * these if it says each thing once. But one that refers to the same long text again and again could fill the memory.
 */
const maxValueCharacters = 128 * 1024
const maxSubmissionCharacters = 256 * 1024

/** Puts texts together; empty ones are left out. Stops at the most that a value may have. */
function joined(texts: Iterable<string>, separator: string): string {
  let all = ''
  for (const text of texts) {
    if (text === '') continue
    all += all === '' ? text : `${separator}${text}`
    if (all.length > maxValueCharacters) return beginningOf(all, maxValueCharacters)
  }
  return all
}

/** One at a time: a reader stops when it has enough. */
function* each<T>(items: Iterable<T>, textOf: (item: T) => string): Generator<string> {
  for (const item of items) yield textOf(item)
}

/** Returns a JSON value as readable text: yes or no, lists with commas, objects as `name: value; name: value`. */
export function readable(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return joined(each(value as unknown[], readable), ', ')
  if (typeof value === 'object') return readableRows(Object.entries(value))
  return typeof value === 'number' ? String(value) : ''
}

/** Returns rows of names and values, such as those of a matrix, as text. Rows without a value are left out. */
export const readableRows = (rows: [name: string, value: unknown][]): string =>
  joined(
    each(rows, ([name, value]) => {
      const text = readable(value)
      return text === '' ? '' : `${name.toWellFormed()}: ${text}`
    }),
    '; ',
  )

/** Returns a sender's time as ISO 8601 in UTC, or undefined if it is not a valid time. */
function timeOf(text: string | null | undefined): string | undefined {
  const time = new Date(text ?? NaN)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** The fields of answers, as many as a submission may have. */
function fieldsOf(answers: readonly FieldAnswer[]): Field[] {
  const fields: Field[] = []
  let characters = 0
  for (const { key, label, value } of answers) {
    const wellFormedKey = key.toWellFormed()
    const field = {
      key: wellFormedKey,
      label: label?.toWellFormed() ?? wellFormedKey,
      value: readable(value),
    }
    characters += field.key.length + field.label.length + field.value.length
    if (characters > maxSubmissionCharacters) break
    fields.push(field)
  }
  return fields
}

interface Origin {
  submissionId?: string | undefined
  submittedAt?: string | null | undefined
  omittedFields?: number
}

/** Whether a text is a file in itself, such as a drawn signature: RFC 2397. */
const isDataUrl = (text: string) => /^data:[\w.+-]+\/[\w.+-]+[;,]/.test(text)

/** Returns the text that labels a task best; of several that are equal, the first. */
function bestOf(fields: readonly Field[], answers: readonly FieldAnswer[]): string | undefined {
  let best: { text: string; rank: number } | undefined
  for (const [index, { label, value }] of fields.entries()) {
    const { isText = false, rank = rankOfName(label) } = answers[index] ?? {}
    if (isText && isVisible(value) && !isDataUrl(value) && rank < (best?.rank ?? Infinity)) {
      best = { text: value, rank }
    }
  }
  return best?.text
}

/** Makes a submission from a sender's answers. */
export function readingOf(
  answers: FieldAnswer[],
  { submissionId, submittedAt, omittedFields = 0 }: Origin,
): Reading {
  const fields = fieldsOf(answers)
  const omitted = omittedFields + answers.length - fields.length
  const firstText = bestOf(fields, answers)
  const time = timeOf(submittedAt)
  return {
    outcome: 'read',
    submission: {
      fields,
      ...(firstText !== undefined && { firstText }),
      ...(submissionId !== undefined && { submissionId }),
      ...(time !== undefined && { submittedAt: time }),
      ...(omitted > 0 && { omittedFields: omitted }),
    },
  }
}

/** Returns the JSON value of a body, or undefined if it is a form. */
export const jsonOf = (body: SubmissionBody): unknown => (body.kind === 'json' ? body.value : undefined)

/**
 * Reads a payload of a known shape.
 * @returns the result of `read`; if the payload does not match `schema`, held with the first difference as the reason
 */
export function readShape<S extends z.ZodMiniType>(
  schema: S,
  payload: unknown,
  sender: string,
  read: (payload: z.output<S>) => Reading,
): Reading {
  const result = schema.safeParse(payload)
  if (result.success) return read(result.data)
  const path = result.error.issues[0]?.path.map(String).join('.')
  return {
    outcome: 'held',
    reason: path
      ? `This is not what ${sender} sends: look at ${path} in the body.`
      : `This is not what ${sender} sends: the body is of another form.`,
  }
}
