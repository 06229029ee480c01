import { notFound } from '../contract/api-error.ts'
import { createSecret } from './secret.ts'
import type { Caller } from '../tokens/caller.ts'
import { updateAsMaker } from '../tokens/maker-write.ts'
import { replaced } from '../table/rotate.ts'
import { serviceUnavailable } from '../table/send.ts'
import { toWebhook, webhookKey } from './webhook-item.ts'
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
  while (Date.now() < maker.deadlineMs) {
    const webhook = await getWebhookItem(maker, webhookId)
    const nowMs = Date.now()
    const old = replaced(webhook.secrets, { validHours: oldValidHours, most: maxOldSecrets, nowMs })
    const change = { secrets: [{ secret }, ...old], updated_at: new Date(nowMs).toISOString() }
    const condition = {
      ConditionExpression: '#secrets = :seen',
      ExpressionAttributeNames: { '#secrets': 'secrets' },
      ExpressionAttributeValues: { ':seen': webhook.secrets },
    }
    const whenAbsent = () => notFound('webhook')
    if (await updateAsMaker(maker, webhookKey(maker, webhookId), change, { condition, whenAbsent })) {
      return { webhook: toWebhook({ ...webhook, ...change }), secret }
    }
  }
  throw serviceUnavailable()
}
