import type { WebhookEvent } from './event.ts'

/** Why a delivery was refused. */
export type WebhookVerificationReason =
  | 'missing_header'
  | 'malformed_header'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'wrong_signature'
  | 'malformed_body'

/** A delivery that must not be trusted: answer 400 and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: WebhookVerificationReason

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The headers of a request: of the web platform, or of Node's `http`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How far the time of a delivery may be from this clock, in seconds: 300 by default. */
  toleranceSeconds?: number | undefined
}

const defaultToleranceSeconds = 300

const refuse = (reason: WebhookVerificationReason, message: string) =>
  new WebhookVerificationError(reason, message)

function headerOf(headers: WebhookHeaders, name: string): string {
  const plain = headers instanceof Headers ? undefined : headers
  const key = plain && Object.keys(plain).find((key) => key.toLowerCase() === name)
  const value = headers instanceof Headers ? headers.get(name) : key === undefined ? undefined : plain?.[key]
  const text = typeof value === 'object' ? value?.join(' ') : value
  if (text === undefined || text === '') throw refuse('missing_header', `The header ${name} is missing.`)
  return text
}

/** Decodes base64; undefined if it is none. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** @throws TypeError when it is not a webhook's secret: with an empty key, anybody could sign */
function importSecret(secret: string) {
  const key = bytesOf(secret.replace(/^whsec_/, ''))
  if (!key || key.length < 16)
    throw new TypeError('A secret must be whsec_ and base64, as the API returned it.')
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** @throws WebhookVerificationError when the time of a delivery is not near now: it may be a replay of an old one */
function checkTime(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw refuse('malformed_header', 'The header webhook-timestamp is not a time in seconds.')
  }
  const ageSeconds = Math.floor(Date.now() / 1000) - Number(timestamp)
  if (ageSeconds > toleranceSeconds) {
    throw refuse('timestamp_too_old', `The delivery was signed ${ageSeconds} s ago, or this clock is ahead.`)
  }
  if (ageSeconds < -toleranceSeconds) {
    throw refuse('timestamp_too_new', `The delivery was signed ${-ageSeconds} s ahead of this clock.`)
  }
}

/** The signatures of version 1 in the header: one for each secret that was valid. */
function signaturesOf(header: string): Uint8Array<ArrayBuffer>[] {
  const signatures = header
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => bytesOf(part.slice('v1,'.length)))
    .filter((signature) => signature !== undefined)
  if (signatures.length > 0) return signatures
  throw refuse('malformed_header', 'The header webhook-signature has no signature of version 1.')
}

function eventOf(body: string): WebhookEvent {
  let event: unknown
  try {
    event = JSON.parse(body)
  } catch {
    // refused below
  }
  if (typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string') {
    return event as WebhookEvent // the service signed it, and its members are those of the OpenAPI document
  }
  throw refuse(
    'malformed_body',
    'The body is signed, but it is no event: the format of the webhook must be standard.',
  )
}

/**
 * Checks that a delivery comes from the service, unchanged and recently, by Standard Webhooks. It needs nothing but the
 * platform's WebCrypto, which compares in constant time.
 * @param body exactly as it arrived. A body that was parsed and written again has other bytes.
 * @param headers of the request
 * @param secrets one, or several while you rotate it: each is accepted
 * @returns the event
 * @throws WebhookVerificationError when the delivery must not be trusted; TypeError when a secret is malformed
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function verify(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = defaultToleranceSeconds }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const known = typeof secrets === 'string' ? [secrets] : secrets
  if (known.length === 0) throw new TypeError('verify needs a secret.')
  const keys = await Promise.all(known.map(importSecret))
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = signaturesOf(headerOf(headers, 'webhook-signature'))
  checkTime(timestamp, toleranceSeconds)

  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  for (const key of keys) {
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) {
        return eventOf(new TextDecoder().decode(bytes))
      }
    }
  }
  throw refuse('wrong_signature', 'No signature fits: the secret is another one, or the body was changed.')
}
