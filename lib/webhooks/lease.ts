import { randomUUID } from 'node:crypto'
import { noticeAfterMs, type DeliveryState } from './delivery-state.ts'
import type { Item } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import { updateIf } from '../table/update-expression.ts'
import { update } from '../table/write-items.ts'
import type { Condition } from '../table/transaction-write.ts'
import { asWebhook, dueKeys, webhookKey, type WebhookItem } from './webhook-item.ts'

/** How long a lease stands: longer than an invocation may take, so that only a killed holder leaves one behind. */
export const leaseMs = 90_000

/** The right to deliver to a webhook. Nobody else delivers to it meanwhile, unless a person breaks the lease. */
export interface Lease {
  id: string
  /** The webhook as the holder last wrote it. */
  webhook: WebhookItem
}

/** Whether somebody delivers to a webhook now. */
const isLeased = (
  { lease_id, lease_until_ms = 0 }: Pick<WebhookItem, 'lease_id' | 'lease_until_ms'>,
  nowMs: number,
): boolean => lease_id !== undefined && lease_until_ms > nowMs

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

/** All attributes of the state, so that those which it has no more are removed; `{}` removes all: nothing has failed. */
export const stateAttributes = (state: DeliveryState) => ({
  failing_since: undefined,
  down_since: undefined,
  consecutive_failures: undefined,
  refused_in_row: undefined,
  next_attempt_at_ms: undefined,
  notice: undefined,
  ...state,
})

const noLease = { lease_id: undefined, lease_until_ms: undefined, woken_at_ms: undefined }

/** Changes a webhook on a condition; returns the webhook, and whether it was changed. */
async function change(
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

/** The condition that a webhook is active, free, and either its next attempt or its notice is due. */
const mayBeTaken = (nowMs: number): Condition => ({
  ConditionExpression:
    '#status = :active AND (attribute_not_exists(lease_id) OR lease_until_ms <= :now) AND ' +
    '(attribute_not_exists(next_attempt_at_ms) OR next_attempt_at_ms <= :now OR ' +
    '(failing_since <= :noticed AND attribute_not_exists(notice)))',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: {
    ':active': 'active',
    ':now': nowMs,
    ':noticed': new Date(nowMs - noticeAfterMs).toISOString(),
  },
})

/**
 * Takes the lease of a webhook, if it is active, free and due. The webhook is due again at the end of the lease, so that
 * another finds it if this holder is killed.
 * @returns the lease; `held` if another has it; `idle` if there is nothing to do now, such as for a paused one, which then
 *   is no longer due
 */
export async function takeLease(
  tenant: Tenant,
  webhookId: string,
  nowMs: number,
): Promise<Lease | 'held' | 'idle'> {
  const id = randomUUID()
  const untilMs = nowMs + leaseMs
  const { refused, webhook } = await change(
    tenant,
    webhookId,
    { ...noLease, lease_id: id, lease_until_ms: untilMs, ...dueKeys(tenant, webhookId, untilMs) },
    mayBeTaken(nowMs),
  )
  if (!webhook) return 'idle'
  // it is also ours if an earlier try of this write took it, and only the answer was lost
  if (!refused || webhook.lease_id === id) return { id, webhook }
  if (webhook.status !== 'active' && webhook.list_pk !== undefined) await forgetDue(tenant, webhookId)
  return webhook.status === 'active' && isLeased(webhook, nowMs) ? 'held' : 'idle'
}

/**
 * Leaves a mark for the holder of a lease: it must look again before it goes.
 * @returns whether there is still a holder
 */
export async function markWoken(tenant: Tenant, webhookId: string, nowMs: number): Promise<boolean> {
  const { refused } = await change(
    tenant,
    webhookId,
    { woken_at_ms: nowMs },
    {
      ConditionExpression: 'attribute_exists(lease_id) AND lease_until_ms > :now',
      ExpressionAttributeValues: { ':now': nowMs },
    },
  )
  return !refused
}

const isOwn = ({ id }: Lease): Condition => ({
  ConditionExpression: 'lease_id = :lease',
  ExpressionAttributeValues: { ':lease': id },
})

/**
 * Saves the state between two rounds, and removes the mark of a wake-up, because the next round looks anew.
 * @param others further attributes to set or to remove
 * @returns the lease with the webhook as it is now; undefined if it is lost, so that its holder must stop
 */
export async function keepLease(
  tenant: Tenant,
  lease: Lease,
  state: DeliveryState,
  others: Partial<Record<'all_due', undefined>> = {},
): Promise<Lease | undefined> {
  const { refused, webhook } = await change(
    tenant,
    lease.webhook.id,
    { ...stateAttributes(state), woken_at_ms: undefined, ...others },
    isOwn(lease),
  )
  return refused || !webhook ? undefined : { ...lease, webhook }
}

/** What a release leaves behind. */
export interface Release {
  state: DeliveryState
  /** When the webhook must be woken, in ms since 1970; undefined if only by new events. */
  dueAtMs: number | undefined
  /** Whether a mark may be passed over, because the webhook will be woken at `dueAtMs` in any case. */
  evenIfWoken: boolean
  /** For when a delayed wake-up is sent after the release, in ms since 1970; undefined if none is. */
  wakeAtMs?: number | undefined
}

/**
 * Gives the lease back.
 * @returns `woken` if a wake-up came meanwhile, so that the holder must look again; `lost` if it was no longer the holder
 */
export async function releaseLease(
  tenant: Tenant,
  lease: Lease,
  { state, dueAtMs, evenIfWoken, wakeAtMs }: Release,
): Promise<'released' | 'woken' | 'lost'> {
  const own = isOwn(lease)
  const { refused, webhook } = await change(
    tenant,
    lease.webhook.id,
    {
      ...stateAttributes(state),
      ...noLease,
      ...dueKeys(tenant, lease.webhook.id, dueAtMs),
      ...(wakeAtMs !== undefined && { wake_sent_ms: wakeAtMs }),
    },
    evenIfWoken
      ? own
      : { ...own, ConditionExpression: `${own.ConditionExpression} AND attribute_not_exists(woken_at_ms)` },
  )
  if (!refused) return 'released'
  return webhook?.lease_id === lease.id ? 'woken' : 'lost'
}

/**
 * Disables a webhook and gives the lease back.
 * @param reason for people
 * @param nowMs the time in ms since 1970: what was written before is queued
 * @returns whether it was still the holder
 */
export async function disableByLease(
  tenant: Tenant,
  lease: Lease,
  state: DeliveryState,
  { reason, nowMs }: { reason: string; nowMs: number },
): Promise<boolean> {
  const { id } = lease.webhook
  const { refused } = await change(
    tenant,
    id,
    {
      ...stateAttributes(state),
      ...noLease,
      ...dueKeys(tenant, id, undefined),
      status: 'disabled',
      disabled_reason: reason,
      queued_until_ms: nowMs,
    },
    isOwn(lease),
  )
  return !refused
}

/** Ends a lease whose holder is known to be gone. Without this it would stand to its end. */
export async function endLease(tenant: Tenant, { id, lease_id }: WebhookItem): Promise<void> {
  await change(tenant, id, noLease, {
    ConditionExpression: 'lease_id = :lease',
    ExpressionAttributeValues: { ':lease': lease_id },
  })
}

/**
 * Queues what was written before a time for a webhook that is not active, also if it is dispatched later: a replay may have
 * read the events before that.
 */
export async function queueUntil(tenant: Tenant, webhookId: string, untilMs: number): Promise<void> {
  await change(
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
  await change(tenant, webhookId, dueKeys(tenant, webhookId, undefined), {
    ConditionExpression: 'attribute_exists(pk) AND #status <> :active',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':active': 'active' },
  })
}
