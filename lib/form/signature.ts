import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Signature } from '../contract/form-settings.ts'
import type { IncomingRequest } from './read-body.ts'

/** Standard Webhooks, "Verifying webhook authenticity": how far the sender's clock may be from ours. */
const toleranceSeconds = 5 * 60

/** Compares in a time that tells nothing about either text, whatever their lengths are. */
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
  // more than one while the sender changes its secret
  return signatures.split(' ').some((given) => isSame(given, expected))
}

/** The header in which a scheme puts its signature, and the signature that it must hold. */
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
 * Whether a request comes from the sender with whom the form shares a secret. Over the raw bytes, before anything of
 * them is read. Fails closed: an absent header, or an empty secret, is no.
 * @param nowMs the time in ms since 1970
 */
export function isSigned(signature: Signature, request: IncomingRequest, nowMs: number): boolean {
  if (signature.secret === '') return false
  if (signature.scheme === 'standard') return isStandard(signature.secret, request, nowMs)
  const [header, expected] = expectedOf(signature, request.bytes)
  const given = request.headers[header.toLowerCase()]
  return given !== undefined && isSame(given, expected)
}
