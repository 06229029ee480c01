import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 5 * 60

/**
 * Whether the holder of the secret signed this body in the last five minutes.
 * @param body the bytes as they arrived
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function isGenuine(
  secret: string,
  headers: Readonly<Record<string, unknown>>,
  body: Uint8Array,
): boolean {
  const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`])
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  // with an empty key, anybody could sign
  if (
    key.length < 24 ||
    typeof id !== 'string' ||
    typeof sentAt !== 'string' ||
    typeof signatures !== 'string'
  )
    return false
  if (!/^\d{1,12}$/.test(sentAt) || Math.abs(Date.now() / 1000 - Number(sentAt)) > toleranceSeconds)
    return false
  const expected = createHmac('sha256', key).update(`${id}.${sentAt}.`).update(body).digest()
  // while a secret is being replaced, there is a signature for each of the two
  return signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected))
}
