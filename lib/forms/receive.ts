import { isVisible } from '../contract/fields.ts'
import { dedupeKeyOf, type DedupeKey } from './dedupe-key.ts'
import { originOf, type Mapping, type Source } from './settings.ts'
import { mapSubmission, type MappedTask, type MappingInput } from './mapping.ts'
import { detectSource, readSubmission } from './presets/index.ts'
import { documentOf, readBody, type IncomingRequest, type SubmissionBody } from './read-body.ts'
import { readable, type Field } from './reading.ts'
import { ownMember } from '../shared/json.ts'
import * as z from 'zod/mini'

const eventId = /^evt_[0-9a-f]{32}_\d+$/

/** A webhook's event, as far as its cause is looked at. */
const eventWithCause = z.object({
  id: z.string().check(z.regex(eventId)),
  type: z.string(),
  data: z.object({
    origin: z.optional(z.nullable(z.object({ via: z.string() }))),
    task: z.optional(z.unknown()),
  }),
})

/**
 * Returns why no task may be made of what a webhook sent here: a form caused it, or a rule that acted on a task. A task
 * made from it would cause the next event, and so on without end. Events that people, programs or the clock caused do not
 * count, so a webhook may make tasks through a form. But one for people does not say its cause: lib/webhooks/message.ts.
 * @param document the parsed body
 */
function echoReasonOf(headers: IncomingRequest['headers'], document: unknown): string | undefined {
  const { data: event } = eventWithCause.safeParse(document)
  if (!event) {
    return eventId.test(headers['webhook-id'] ?? '')
      ? 'This is the message of a webhook, which does not say its cause: give the webhook the format standard.'
      : undefined
  }
  const { type, data } = event
  const isEcho =
    type === 'rule.fired'
      ? data.task !== undefined // without one, it is its time that came
      : type === 'form.submission_held' || ['form', 'rule'].includes(data.origin?.via ?? '')
  return isEcho
    ? 'A form or a rule caused this event: a task from it could cause the next event, without end.'
    : undefined
}

/** The settings of a form that determine how its submissions are read. */
export interface FormRules {
  name: string
  /** The sender whose payload format is expected. If it is left out, the format of each request is detected. */
  source?: Source | undefined
  mapping?: Mapping | undefined
  /** The key of a field that people do not see. A submission in which it is filled in comes from a program. */
  honeypot?: string | undefined
  /** The origins that may send, such as https://example.com. A request without an `Origin` is not allowed either. */
  allowedOrigins?: readonly string[] | undefined
  /** A field's key or a JSON Pointer. Submissions with the same value there are duplicates. */
  dedupeBy?: string | undefined
  /** The time zone of times without an offset, instead of the account's. */
  timeZone?: string | undefined
  paused?: boolean | undefined
}

/** The parts of a submission that could be read. */
interface ReadSubmission {
  fields: Field[]
  dedupe: DedupeKey
}

/** The decision about a submission. A reason is a sentence for the owner of the form. */
export type Receipt =
  /** Store it, and create the task. The warnings are for a preview. */
  | ({
      outcome: 'task'
      task: MappedTask
      texts?: Record<string, string>
      commentOn?: string
      /** Why it can only become a comment; absent if it can become a task. */
      flaw?: string
      truncated: boolean
      warnings: string[]
      /** What may have been read wrongly. It is among the warnings, and also stored; absent if nothing. */
      misread?: string[]
    } & ReadSubmission)
  /** Store it, so that a person can look at it and replay it. */
  | ({ outcome: 'held'; reason: string } & Partial<ReadSubmission>)
  /** Store it, without a task. */
  | { outcome: 'ignored' | 'spam'; reason: string }

/** The headers that are needed to read a submission. They are stored with its body, so that it can be replayed. */
export const headersToKeep = [
  'content-type',
  'x-github-event',
  'idempotency-key',
  'webhook-id',
  'svix-id',
  'x-github-delivery',
] as const

/**
 * Reads and maps a submission without checking where it comes from. A preview and a replay use it directly.
 * @param receivedAtMs when the submission arrived, in ms since 1970
 * @param parsed its body, if that was read already
 * @throws ApiError payload_too_large, unsupported_media_type, invalid_request
 */
export async function interpret(
  form: FormRules,
  request: IncomingRequest,
  receivedAtMs: number,
  parsed?: SubmissionBody,
): Promise<Receipt> {
  const body = parsed ?? (await readBody(request))
  const echoReason = echoReasonOf(request.headers, documentOf(body))
  if (echoReason !== undefined) return { outcome: 'ignored', reason: echoReason }
  const presetInput = { headers: request.headers, body }
  const reading = readSubmission(form.source ?? detectSource(presetInput), presetInput)
  if (reading.outcome !== 'read') return reading
  const isTrap = ({ key }: Field) => key === form.honeypot
  const { fields } = reading.submission
  // a field may be known by another key, or not be shown at all
  const trapped = form.honeypot === undefined ? undefined : ownMember(documentOf(body), form.honeypot)
  if (isVisible(readable(trapped)) || fields.some((field) => isTrap(field) && isVisible(field.value))) {
    return { outcome: 'spam', reason: 'The field that people do not see was filled in.' }
  }
  const submission = { ...reading.submission, fields: fields.filter((field) => !isTrap(field)) }
  const input: MappingInput = {
    submission,
    document: documentOf(body),
    formName: form.name,
    receivedAtMs,
  }
  const dedupe = dedupeKeyOf(request, input, form.dedupeBy)
  const read = { fields: submission.fields, dedupe }
  const mapped = mapSubmission(input, form.mapping)
  if ('reason' in mapped) return { outcome: 'held', ...mapped, ...read }
  const { task, texts, commentOn, flaw, truncated } = mapped
  const misread = [...(body.warnings ?? []), ...(mapped.misread === undefined ? [] : [mapped.misread])]
  const warnings = [...misread, ...mapped.warnings, ...warningsOf(form, dedupe, truncated)]
  return {
    outcome: 'task',
    task,
    ...(texts && { texts }),
    ...(commentOn !== undefined && { commentOn }),
    ...(flaw !== undefined && { flaw }),
    truncated,
    warnings,
    ...(misread.length > 0 && { misread }),
    ...read,
  }
}

/** Why a task or comment has only a part of its submission. */
export const truncatedReason = (made: 'task' | 'comment'): string =>
  `The submission is longer than a ${made} may be: the ${made} has only a part of it.`

/** Returns warnings for the author of a form that are not about the mapping. */
function warningsOf(form: FormRules, dedupe: DedupeKey, truncated: boolean): string[] {
  return [
    ...(truncated ? [truncatedReason('task')] : []),
    ...(form.dedupeBy !== undefined && !dedupe.key.startsWith('value ')
      ? [`This submission has nothing at ${form.dedupeBy}, so it is known by something else.`]
      : []),
    ...(dedupe.bodyHash !== undefined
      ? [
          `This submission has no id, so repeats are recognised only for a ${dedupe.windowMs === undefined ? 'minute' : 'day'}.`,
        ]
      : []),
  ]
}

/**
 * Decides what to do with a submission that has just arrived, and that is signed if the form asks for it.
 * @param nowMs the time in ms since 1970
 * @param parsed its body, if that was read already
 * @throws ApiError payload_too_large, unsupported_media_type, invalid_request
 */
export async function receive(
  form: FormRules,
  request: IncomingRequest,
  nowMs: number,
  parsed?: SubmissionBody,
): Promise<Receipt> {
  const receipt = await interpret(form, request, nowMs, parsed)
  // an earlier release stored origins as they were written
  const origins = form.allowedOrigins?.map((origin) => originOf(origin) ?? origin)
  if (origins && !origins.includes(request.headers.origin ?? '')) {
    return { outcome: 'spam', reason: 'It came from a website that the form does not allow.' }
  }
  if (!form.paused || receipt.outcome !== 'task') return receipt
  const { fields, dedupe } = receipt
  return { outcome: 'held', reason: 'The form was paused.', fields, dedupe }
}
