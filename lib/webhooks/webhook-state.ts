import type { DeliveryState } from './delivery-state.ts'
import type { Item } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Condition } from '../table/transaction-write.ts'
import { updateIf } from '../table/update-expression.ts'
import { update } from '../table/write-items.ts'
import { asWebhook, dueKeys, webhookKey, type WebhookItem } from './webhook-item.ts'

/** The state of the deliveries in a webhook's item. */
export const stateOf = (webhook: WebhookItem): DeliveryState => {
  const { failing_since, down_since, consecutive_failures, refused_in_row, next_attempt_at_ms, notice } =
    webhook
  return {
    ...(failing_since !== undefined && { failing_since }),
    ...(down_since !== undefined && { down_since }),
    ...(consecutive_failures !== undefined && { consecutive_failures }),
    ...(refused_in_row !== undefined && { refused_in_row }),
    ...(next_attempt_at_ms !== undefined && { next_attempt_at_ms }),
    ...(notice && { notice }),
  }
}

/** All attributes of the state: those that it no longer has are removed. `{}` removes all: nothing has failed. */
export const stateAttributes = (state: DeliveryState) => ({
  failing_since: undefined,
  down_since: undefined,
  consecutive_failures: undefined,
  refused_in_row: undefined,
  next_attempt_at_ms: undefined,
  notice: undefined,
  ...state,
})

export const noLease = { lease_id: undefined, lease_until_ms: undefined, woken_at_ms: undefined }

/** Changes a webhook on a condition; returns the webhook, and whether it was changed. */
export async function changeWebhook(
  tenant: Tenant,
  webhookId: string,
  attributes: Item,
  condition: Condition,
): Promise<{ refused: boolean; webhook: WebhookItem | undefined }> {
  const result = await update(tenant, {
    Key: webhookKey(tenant, webhookId),
    ...updateIf(attributes, condition),
  })
  return { refused: result.refused, webhook: asWebhook(result.refused ? result.found : result.item) }
}

/**
 * Queues events from before a time for a webhook that is not active, even if they are dispatched later: a replay may
 * have read the events before that.
 */
export async function queueUntil(tenant: Tenant, webhookId: string, untilMs: number): Promise<void> {
  await changeWebhook(
    tenant,
    webhookId,
    { queued_until_ms: untilMs },
    {
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(queued_until_ms) OR queued_until_ms < :until)',
      ExpressionAttributeValues: { ':until': untilMs },
    },
  )
}

/** Takes a webhook that gets no deliveries out of the index of those that must be woken. */
export async function forgetDue(tenant: Tenant, webhookId: string): Promise<void> {
  await changeWebhook(tenant, webhookId, dueKeys(tenant, webhookId, undefined), {
    ConditionExpression: 'attribute_exists(pk) AND #status <> :active',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':active': 'active' },
  })
}
