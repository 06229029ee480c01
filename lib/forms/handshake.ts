import { createHmac } from 'node:crypto'
import { isJsonObject, ownMember, parseJson } from '../shared/json.ts'
import type { IncomingRequest } from './read-body.ts'
import type { Signature } from './settings.ts'
import { textAnswer, type UrlCheckAnswer } from './url-check.ts'

/** Handshakes are short; a submission is not parsed for them. */
const maxHandshakeBytes = 4 * 1024

const answerOf = (body: object, headers: Record<string, string> = {}): UrlCheckAnswer =>
  textAnswer(JSON.stringify(body), { 'Content-Type': 'application/json', ...headers })

/** The answer to an empty list of events: Asana, LINE, Mailchimp and Xero send one to see whether somebody listens. */
export const received = (): UrlCheckAnswer => answerOf({ received: true })

/** Letters and digits as senders make them: nothing in it could be read as a submission, or as a signed event. */
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w=-]{1,200}$/.test(value)

/**
 * Answers a request by which a sender only asks whether this URL is meant to receive its events. Such a request needs no
 * signature, because the answer returns what was sent, and with Zoom proves that the form has the secret.
 * @returns undefined if the request is a submission
 */
export function answerHandshake(
  { headers, bytes, rawQuery }: IncomingRequest & { rawQuery: string },
  signature: Signature | undefined,
): UrlCheckAnswer | undefined {
  // https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks#notificationurl-validation
  const query = [...new URLSearchParams(rawQuery)]
  const [, validation = ''] = query.find(([name]) => name.toLowerCase() === 'validationtoken') ?? []
  if (bytes.length === 0 && /^[ -~]{1,1000}$/.test(validation)) return textAnswer(validation)
  // https://developers.asana.com/docs/webhooks-guide
  const { 'x-hook-secret': hookSecret } = headers
  if (isToken(hookSecret)) return answerOf({}, { 'X-Hook-Secret': hookSecret })
  // https://developers.smartsheet.com/api/smartsheet/guides/webhooks/webhook-verification
  const { 'smartsheet-hook-challenge': smartsheet } = headers
  if (isToken(smartsheet))
    return answerOf({ smartsheetHookResponse: smartsheet }, { 'Smartsheet-Hook-Response': smartsheet })
  if (
    bytes.length > maxHandshakeBytes ||
    !/challenge|url_validation|validationCode/.test(Buffer.from(bytes).toString('latin1'))
  ) {
    return undefined
  }
  const parsed = parseJson(Buffer.from(bytes).toString())
  const value = 'value' in parsed ? parsed.value : undefined
  // https://learn.microsoft.com/en-us/azure/event-grid/end-point-validation-event-grid-events-schema
  const validationCode = ownMember(ownMember(ownMember(value, '0'), 'data'), 'validationCode')
  if (headers['aeg-event-type'] === 'SubscriptionValidation' && isToken(validationCode))
    return answerOf({ validationResponse: validationCode })
  const body = isJsonObject(value) ? value : {}
  // https://docs.slack.dev/reference/events/url_verification; monday.com and Miro send the challenge alone
  const { challenge } = body
  const isAlone = Object.keys(body).length === 1
  if (typeof challenge === 'string' && (body.type === 'url_verification' || isAlone))
    return answerOf({ challenge })
  // https://developers.zoom.us/docs/api/webhooks/#validate-your-webhook-endpoint
  const plainToken = ownMember(body.payload, 'plainToken')
  const isZoom = signature?.scheme === 'hmac' && signature.header === 'x-zm-signature'
  if (body.event !== 'endpoint.url_validation' || !isZoom || !isToken(plainToken)) return undefined
  const encryptedToken = createHmac('sha256', signature.secret.trim()).update(plainToken).digest('hex')
  return answerOf({ plainToken, encryptedToken })
}
