import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Signature } from './settings.ts'
import type { IncomingRequest } from './read-body.ts'

/** The largest allowed clock difference: Standard Webhooks, "Verifying webhook authenticity". */
const toleranceSeconds = 5 * 60

/** Compares two texts of any length in constant time, so that the time reveals nothing about them. */
function isSame(text: string, other: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(text), digest(other))
}

const hmacOf = (key: string | Buffer, bytes: Uint8Array, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(bytes).digest(encoding)

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
function isStandard(secret: string, { headers, bytes }: IncomingRequest, nowMs: number): boolean {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': timestamp = '',
    'webhook-signature': signatures = '',
  } = headers
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length === 0 || id === '' || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(Math.floor(nowMs / 1000) - Number(timestamp)) > toleranceSeconds) return false
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes])
  const expected = `v1,${hmacOf(key, signed, 'base64')}`
  // the sender sends more than one while it rotates its secret
  return signatures.split(' ').some((given) => isSame(given, expected))
}

/** Returns the header that holds a scheme's signature, and the expected signature. */
function expectedOf(
  signature: Exclude<Signature, { scheme: 'standard' }>,
  bytes: Uint8Array,
): [string, string] {
  const { secret } = signature
  switch (signature.scheme) {
    case 'typeform': // https://www.typeform.com/developers/webhooks/secure-your-webhooks/
      return ['typeform-signature', `sha256=${hmacOf(secret, bytes, 'base64')}`]
    case 'tally': // https://tally.so/help/webhooks
      return ['tally-signature', hmacOf(secret, bytes, 'base64')]
    case 'github': // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
      return ['x-hub-signature-256', `sha256=${hmacOf(secret, bytes, 'hex')}`]
    case 'hmac':
      return [signature.header, `${signature.prefix ?? ''}${hmacOf(secret, bytes, signature.encoding)}`]
    case 'header':
      return [signature.header, secret]
  }
}

/**
 * Whether a request is signed with the secret that the form shares with its sender. The signature is checked over the raw
 * bytes, before they are parsed. Returns false if the header is absent or the secret is empty.
 * @param nowMs the time in ms since 1970
 */
export function isSigned(signature: Signature, request: IncomingRequest, nowMs: number): boolean {
  if (signature.secret === '') return false
  if (signature.scheme === 'standard') return isStandard(signature.secret, request, nowMs)
  const [header, expected] = expectedOf(signature, request.bytes)
  const given = request.headers[header.toLowerCase()]
  return given !== undefined && isSame(given, expected)
}
