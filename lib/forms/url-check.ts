/** What a sender gets that asks whether somebody listens at a URL. */
export interface UrlCheckAnswer {
  statusCode: 200
  headers: Record<string, string>
  body: string
}

/** A request without a body. The names of its headers are in lower case. */
export interface UrlCheck {
  method: string
  rawQuery: string
  headers: Readonly<Record<string, string | undefined>>
}

/** As plain text, which no browser runs or shows as a page: every answer forbids to guess another type. */
export const textAnswer = (body: string, headers: Record<string, string> = {}): UrlCheckAnswer => ({
  statusCode: 200,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  body,
})

/** What senders let a receiver repeat: short texts in ASCII, without blanks, so that no link can show a message. */
const isRepeatable = (text: string | null | undefined): text is string =>
  typeof text === 'string' && /^[!-~]{1,1000}$/.test(text)

/** Strava's challenge; the only one that its receiver repeats in JSON. Meta's are in decimals, and hubs name a topic. */
const ofStrava = /^[0-9a-f]{32}$/

/** Returns the answer to a request that proves that its receiver reads it, by repeating a part of it. */
function repeated({ rawQuery, headers }: UrlCheck): UrlCheckAnswer | undefined {
  const query = new URLSearchParams(rawQuery)
  // https://www.w3.org/TR/websub/#hub-verifies-intent, https://developers.facebook.com/docs/graph-api/webhooks/getting-started
  const ofHub = query.get('hub.challenge')
  if (isRepeatable(ofHub)) {
    // https://developers.strava.com/docs/webhooks
    if (query.has('hub.topic') || !ofStrava.test(ofHub)) return textAnswer(ofHub)
    return textAnswer(JSON.stringify({ 'hub.challenge': ofHub }), { 'Content-Type': 'application/json' })
  }
  // https://www.dropbox.com/developers/reference/webhooks
  const challenge = query.get('challenge')
  if (isRepeatable(challenge)) return textAnswer(challenge)
  // https://developer.okta.com/docs/concepts/event-hooks/#one-time-verification-request
  const verification = headers['x-okta-verification-challenge']
  if (!isRepeatable(verification)) return undefined
  return textAnswer(JSON.stringify({ verification }), { 'Content-Type': 'application/json' })
}

/**
 * Answers a request by which a sender checks the URL of a form when it is entered. It is the same for every key, so that it
 * tells nobody which ones there are.
 * @returns undefined if it is none
 */
export function answerUrlCheck(check: UrlCheck): UrlCheckAnswer | undefined {
  const { method, headers } = check
  if (method === 'GET' || method === 'HEAD')
    return repeated(check) ?? textAnswer('This is the address of a form. It takes submissions by POST.\n')
  // https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/http-webhook.md#41-validation-request
  const origin = headers['webhook-request-origin']
  if (method !== 'OPTIONS' || !isRepeatable(origin)) return undefined
  return textAnswer('', {
    Allow: 'GET, HEAD, OPTIONS, POST',
    'WebHook-Allowed-Origin': origin,
    ...('webhook-request-rate' in headers && { 'WebHook-Allowed-Rate': '*' }),
  })
}
