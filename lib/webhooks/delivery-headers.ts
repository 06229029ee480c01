import type { WebhookItem } from './webhook-item.ts'
import { signatureHeaders } from './sending/sign.ts'

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
