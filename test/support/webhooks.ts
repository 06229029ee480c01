import { randomUUID } from 'node:crypto'
import { update } from '../../lib/table/write-items.ts'
import type { WebhookEvent } from '../../lib/webhooks/event.ts'
import { get, queryAll, withPrefix } from '../../lib/table/read-items.ts'
import type { Tenant } from '../../lib/table/tenant.ts'
import { timerKeys } from '../../lib/table/timers.ts'
import {
  asWebhook,
  deliveryPartition,
  deliveryPrefix,
  eventExpiry,
  eventKey,
  eventTimeMs,
  pendingKey,
  pendingPrefix,
  webhookKey,
  type DeliveryItem,
  type EventItem,
  type PendingItem,
  type WebhookItem,
} from '../../lib/webhooks/webhook-item.ts'
import { deliver } from '../../lib/webhooks/deliver.ts'
import { stateAttributes } from '../../lib/webhooks/delivery-state.ts'
import type { Surroundings } from '../../lib/webhooks/deliver.ts'
import type { WakeUp } from '../../lib/webhooks/wake-up.ts'
import { updateOf } from '../../lib/table/update-expression.ts'
import { put } from '../../lib/table/write-items.ts'
import type { ReceiverAnswer } from '../../lib/webhooks/sending/post.ts'
import { createSecret } from '../../lib/webhooks/secret.ts'
import { useQueue } from '../../lib/table/queue/queue.ts'

/** Stores an active webhook, and returns it. */
export async function putWebhook(
  tenant: Tenant,
  attributes: Partial<WebhookItem> = {},
): Promise<WebhookItem> {
  const now = new Date().toISOString()
  const webhook: WebhookItem = {
    id: randomUUID(),
    url: 'https://example.com/hook',
    event_types: ['task.*'],
    status: 'active',
    secrets: [{ secret: createSecret() }],
    created_at: now,
    updated_at: now,
    ...attributes,
  }
  await put(tenant, { Item: { ...webhookKey(tenant, webhook.id), ...webhook } })
  return webhook
}

export const findWebhook = async (tenant: Tenant, webhookId: string): Promise<WebhookItem | undefined> =>
  asWebhook(await get(tenant, webhookKey(tenant, webhookId)))

/** The id of an event of a task. */
export const eventIdOf = (taskId: string, timeMs: number): string =>
  `evt_${taskId.replaceAll('-', '')}_${timeMs}`

/** The event of an id that names a task, as far as a dispatch looks at it. */
export const taskEvent = (id: string): WebhookEvent => {
  const data = { task: { project_id: '' }, previous: {}, changed: [], origin: null, version: 1 }
  // a webhook without filters asks for nothing else
  return { id, type: 'task.updated', timestamp: new Date(eventTimeMs(id)).toISOString(), data } as never
}

/** Queues an event as a dispatch does: by default at the time of the event. */
export const putPending = async (
  tenant: Tenant,
  webhookId: string,
  eventId: string,
  queuedAtMs = eventTimeMs(eventId),
): Promise<void> => {
  const item: PendingItem = { event_id: eventId, attempts: 0, expires_at: eventExpiry(queuedAtMs) }
  await put(tenant, { Item: { ...pendingKey(tenant, webhookId, eventId), ...item } })
}

export const putEvent = async (tenant: Tenant, eventId: string): Promise<void> => {
  const item: EventItem = {
    id: eventId,
    type: 'task.updated',
    body: JSON.stringify({ id: eventId, type: 'task.updated' }),
    expires_at: eventExpiry(eventTimeMs(eventId)),
  }
  await put(tenant, { Item: { ...eventKey(tenant, eventId), ...item } })
}

/** Queues events for a webhook, as a dispatch does, without the wake-up. */
export async function queueEvents(tenant: Tenant, webhookId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await putPending(tenant, webhookId, id)
  for (const id of ids) await putEvent(tenant, id)
}

const under = async (tenant: Tenant, webhookId: string, prefix: string) =>
  queryAll(tenant, withPrefix(deliveryPartition(tenant, webhookId), prefix))

/** The sort keys of what waits for a webhook. */
export const pendingOf = async (tenant: Tenant, webhookId: string): Promise<string[]> =>
  (await under(tenant, webhookId, pendingPrefix)).map(({ sk }) => String(sk))

/** The log of a webhook, oldest first. */
export const logOf = async (tenant: Tenant, webhookId: string): Promise<DeliveryItem[]> =>
  (await under(tenant, webhookId, deliveryPrefix)) as unknown as DeliveryItem[] // only deliveries lie there

/** Changes a webhook as a person does: it breaks the lease, and what is active begins anew. */
export async function changeStatus(
  tenant: Tenant,
  webhookId: string,
  status: 'active' | 'paused',
  nowMs: number,
): Promise<void> {
  await update(tenant, {
    Key: webhookKey(tenant, webhookId),
    ...updateOf({
      status,
      disabled_reason: undefined,
      updated_at: new Date(nowMs).toISOString(),
      lease_id: undefined,
      lease_until_ms: undefined,
      ...(status === 'active' ? { ...stateAttributes({}), all_due: true } : { queued_until_ms: nowMs }),
      ...timerKeys(tenant, webhookId, status === 'active' ? nowMs : undefined),
    }),
  })
}

/** Makes a queue that keeps its messages for the test, and returns them. `before` runs before each sending. */
export function keepWakeUps(before: () => Promise<void> = () => Promise.resolve()): WakeUp[] {
  const kept: WakeUp[] = []
  useQueue({
    sendMessages: async (functionId, messages) => {
      await before()
      if (functionId !== 'webhooks.deliver') throw new Error(`A message to ${functionId}`)
      for (const { body, delaySeconds } of messages) {
        const wakeUp = JSON.parse(body) as WakeUp // wake-up.ts has written it
        kept.push({ ...wakeUp, ...(delaySeconds !== undefined && { delaySeconds }) })
      }
    },
  })
  return kept
}

export const answered = (status: number, retryAfterMs?: number): ReceiverAnswer => ({
  kind: 'answer',
  status,
  excerpt: 'ok',
  durationMs: 1,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})

export const unreachable: ReceiverAnswer = {
  kind: 'unreachable',
  error: 'The receiver refused the connection.',
  durationMs: 1,
}

/** The ids of events of so many tasks, the oldest first, from a time in ms since 1970 on. */
export const eventIdsAt = (firstMs: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => eventIdOf(randomUUID(), firstMs + index))

/** Delivers what is due for a webhook, with a minute for it. */
export const deliverNow = (tenant: Tenant, { id }: WebhookItem, surroundings: Surroundings) =>
  deliver(
    { ...tenant, deadlineMs: surroundings.nowMs() + 60_000 },
    { account: tenant.accountId, webhook: id },
    surroundings,
  )

/** When a webhook is woken at the latest, in ms since 1970; NaN if only by new events. */
export const dueMsOf = ({ list_sk = '' }: WebhookItem): number => Date.parse(list_sk.split('#', 1)[0] ?? '')
