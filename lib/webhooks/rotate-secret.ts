import { notFound } from '../contract/api-error.ts'
import { replaced } from '../shared/old-secrets.ts'
import type { Caller } from '../tokens/caller.ts'
import { changeAsMaker } from '../tokens/maker-write.ts'
import { createSecret } from './secret.ts'
import { toWebhook, webhookKey, type WebhookItem } from './webhook-item.ts'
import { getWebhookItem, type WebhookWithSecret } from './webhooks.ts'

/** The most old secrets that sign beside the current one: each signature makes the header longer. */
const maxOldSecrets = 2

/**
 * Gives a webhook a new secret. Deliveries are also signed with the previous one for `oldValidHours`, so that none is
 * refused while the receiver is being changed.
 * @throws ApiError webhook_not_found; invalid_token when the token is revoked
 */
export async function rotateSecret(
  maker: Caller,
  webhookId: string,
  oldValidHours: number,
): Promise<WebhookWithSecret> {
  const secret = createSecret()
  const { after } = await changeAsMaker<WebhookItem>(maker, webhookKey(maker, webhookId), {
    read: () => getWebhookItem(maker, webhookId),
    changesOf: ({ secrets }) => {
      const nowMs = Date.now()
      const old = replaced(secrets, { validHours: oldValidHours, most: maxOldSecrets, nowMs })
      return { secrets: [{ secret }, ...old], updated_at: new Date(nowMs).toISOString() }
    },
    seen: 'secrets',
    whenAbsent: () => notFound('webhook'),
  })
  return { webhook: toWebhook(after), secret }
}
