import { createHmac } from 'node:crypto'
import type { WebhookItem } from '../webhook-item.ts'

/** The signed content and its secret. */
interface Message {
  /** The event's id. It must not hold a dot, because a dot separates the parts of what is signed. */
  id: string
  /** The body, exactly as it is sent. */
  body: string
  /** The secrets that are valid now: more than one while a secret is being rotated. */
  secrets: readonly string[]
  /** The time of this attempt in ms since 1970. Receivers refuse what is older than five minutes. */
  nowMs: number
}

/**
 * Returns the headers by which a receiver knows that a delivery is genuine and new. There is a signature for each
 * secret, so a receiver that knows any one of them accepts the delivery.
 * @throws Error if there is no secret, or one of them is empty: such a signature could be made by anybody
 *   https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#webhook-headers-sending-metadata-to-consumers
 */
export function signatureHeaders({ id, body, secrets, nowMs }: Message) {
  const timestamp = String(Math.floor(nowMs / 1000))
  if (secrets.length === 0) throw new Error('A delivery needs a secret.')
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    if (key.length === 0) throw new Error('The secret of a webhook is empty.')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/**
 * Returns the webhook's own headers and those of the signature. It is signed with every secret that is still valid.
 * @param event its id, and the body exactly as it is sent
 * @param nowMs the time of this attempt in ms since 1970
 */
export function deliveryHeaders(
  { headers = [], secrets }: Pick<WebhookItem, 'headers' | 'secrets'>,
  { id, body }: { id: string; body: string },
  nowMs: number,
): Record<string, string> {
  const valid = secrets.filter(({ expires_at_ms = Infinity }) => expires_at_ms > nowMs)
  return {
    ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    ...signatureHeaders({ id, body, secrets: valid.map(({ secret }) => secret), nowMs }),
  }
}
