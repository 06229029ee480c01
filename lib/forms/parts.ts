import { ApiError } from '../contract/api-error.ts'
import { maxBulkOperations } from '../contract/limits.ts'
import { isJsonObject, parseJson, type JsonObject } from '../shared/json.ts'
import { areAnswers } from './answers.ts'
import { detectSource } from './presets/index.ts'
import type { FormField, IncomingRequest, SubmissionBody } from './read-body.ts'
import type { Source } from './settings.ts'

/** One submission of a request: the request as if it had come alone, which is what is stored, and its parsed body. */
export interface Part {
  request: IncomingRequest
  body: SubmissionBody
}

/**
 * The lists in which senders put several events, each with all that may be beside it. Nothing else may: `events` of a form
 * that somebody filled in is an answer.
 */
const lists: readonly (readonly [list: string, ...beside: string[]])[] = [
  ['events'], // https://developers.asana.com/docs/webhooks-guide
  ['events', 'destination'], // https://developers.line.biz/en/docs/messaging-api/receiving-messages/
  ['events', 'firstEventSequence', 'lastEventSequence', 'entropy'], // https://developer.xero.com/documentation/guides/webhooks/overview/
  ['events', 'nonce', 'timestamp', 'webhookId', 'scope', 'scopeObjectId'], // https://developers.smartsheet.com/api/smartsheet/guides/webhooks/webhook-callbacks
  ['value', 'validationTokens'], // https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks
  ['entry', 'object'], // https://developers.facebook.com/docs/graph-api/webhooks/getting-started
  ['mandrill_events'], // https://mailchimp.com/developer/transactional/guides/track-respond-activity-webhooks/
]

/** The senders whose format allows a list; the others send one submission each. */
const sendLists: readonly Source[] = ['generic', 'formbricks']

/** A list of events, and what makes a body of one of them again, with all that was beside it. */
interface Events {
  list: readonly unknown[]
  around: (event: unknown) => object
}

/** Finds the list of events in a document: the document itself, or a member of a sender's that is known. */
function eventsOf(document: unknown): Events | undefined {
  if (Array.isArray(document)) return { list: document, around: (event) => [event] }
  if (!isJsonObject(document)) return undefined
  const names = Object.keys(document)
  for (const [name, ...beside] of lists) {
    const list = document[name]
    if (!Array.isArray(list) || !names.every((each) => each === name || beside.includes(each))) continue
    return { list, around: (event) => ({ ...document, [name]: [event] }) }
  }
  return undefined
}

/** The document of a body. A form is one if its only field is a list: Mandrill sends its events so. */
function listIn(body: SubmissionBody): unknown {
  if (body.kind === 'json') return body.value
  const [[name, text] = ['', ''], ...others] = body.fields
  if (others.length > 0 || !text.startsWith('[')) return undefined
  const parsed = parseJson(text)
  return 'value' in parsed ? ({ [name]: parsed.value } satisfies JsonObject) : undefined
}

/** Whether one of these is a submission with its answers, and not an answer. */
const holdsAnswers = (event: JsonObject): boolean =>
  [event.answers, event.fields, event.responses].some((answers) =>
    Array.isArray(answers) ? answers.some(isJsonObject) : isJsonObject(answers),
  )

const tooMany = (count: number) =>
  new ApiError(
    'payload_too_large',
    `The body has ${count} submissions: send at most ${maxBulkOperations} at once. None of them was stored.`,
  )

/** A body of the same kind with another document, written in UTF-8. */
function bodyOf(
  body: SubmissionBody,
  document: object,
): { type: string; bytes: Buffer; body: SubmissionBody } {
  if (body.kind === 'json') {
    const bytes = Buffer.from(JSON.stringify(document))
    return { type: 'application/json', bytes, body: { ...body, value: document } }
  }
  const fields = Object.entries(document).map(([name, value]): FormField => [name, JSON.stringify(value)])
  const bytes = Buffer.from(new URLSearchParams(fields).toString())
  return { type: 'application/x-www-form-urlencoded', bytes, body: { ...body, fields } }
}

/**
 * Divides a body into its submissions. Nearly always it is one. Senders that collect events put several into a list: each
 * becomes a body of its own, with all that was beside the list, so that a mapping finds it where it finds a single one.
 * @returns none for the empty list of a sender that is known: with it, it only asks whether somebody listens
 * @throws ApiError invalid_request for an empty list, payload_too_large for too many submissions
 */
export function partsOf(source: Source | undefined, request: IncomingRequest, body: SubmissionBody): Part[] {
  const whole = [{ request, body }]
  const events = eventsOf(listIn(body))
  if (!events || !sendLists.includes(source ?? detectSource({ headers: request.headers, body }))) return whole
  const { list, around } = events
  if (list.length === 0) {
    if (!Array.isArray(listIn(body))) return []
    throw new ApiError('invalid_request', 'The body is an empty list: it has no submission.')
  }
  if (list.length === 1 || !list.every(isJsonObject)) return whole
  if (areAnswers(list) && !list.some(holdsAnswers)) return whole
  if (list.length > maxBulkOperations) throw tooMany(list.length)
  return list.map((event, part) => {
    const one = bodyOf(body, around(event))
    return {
      request: { headers: { ...request.headers, 'content-type': one.type }, bytes: one.bytes, part },
      body: one.body,
    }
  })
}
