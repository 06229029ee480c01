import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * An example for receivers, without a dependency: whether a delivery is genuine and at most five minutes old. Give it the
 * body as it arrived, before it is parsed. The package `standardwebhooks` does the same.
 * @param headers the request's headers, their names in lower case
 */
export function isGenuine(
  headers: Record<string, string | undefined>,
  body: string,
  secret: string,
  nowMs = Date.now(),
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(nowMs / 1000 - Number(timestamp)) <= 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
