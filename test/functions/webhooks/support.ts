import { v7 as timeOrderedUuid } from 'uuid'
import { expect } from 'vitest'
import { exampleOf } from '../../../lib/contract/field-texts.ts'
import { get, queryAll, withPrefix } from '../../../lib/table/read-items.ts'
import { updateOf } from '../../../lib/table/update-expression.ts'
import { put, update } from '../../../lib/table/write-items.ts'
import { taskTexts } from '../../../lib/tasks/fields.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import type { TaskEvent } from '../../../lib/webhooks/event.ts'
import {
  asWebhook,
  deliveryKey,
  deliveryPartition,
  eventExpiry,
  eventKey,
  pendingPrefix,
  webhookKey,
  type DeliveryItem,
  type EventItem,
  type PendingItem,
  type WebhookItem,
} from '../../../lib/webhooks/webhook-item.ts'
import type { Webhook } from '../../../lib/webhooks/webhook.ts'
import { errorBody, type TestTenant } from '../../support/tenant.ts'

export const notFound = errorBody('webhook_not_found', 'There is no such webhook.')

/** A webhook, and functions with which a test uses it. */
export interface TestWebhook {
  id: string
  secret: string
  shown: Webhook
  /** What the table holds of it. */
  item: () => Promise<WebhookItem | undefined>
  /** Sets attributes that only the deliverer sets; undefined removes one. */
  set: (attributes: Partial<WebhookItem>) => Promise<void>
  /** What waits for it, in the order in which it is due. */
  pending: () => Promise<(PendingItem & { sk: string })[]>
}

/** Creates a webhook. */
export async function newWebhook(tenant: TestTenant, settings: object = {}): Promise<TestWebhook> {
  const { status, body } = await tenant.send('POST', '/webhooks', {
    body: { url: 'https://example.com/tasks', ...settings },
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  const { webhook, secret } = body as { webhook: Webhook; secret: string } // checked on its way
  const { id } = webhook
  return {
    ...{ id, secret, shown: webhook },
    item: async () => asWebhook(await get(tenant, webhookKey(tenant, id))),
    set: async (attributes) => {
      await update(tenant, { Key: webhookKey(tenant, id), ...updateOf({ ...attributes }) })
    },
    pending: async () =>
      // only such items have this prefix
      (await queryAll(
        tenant,
        withPrefix(deliveryPartition(tenant, id), pendingPrefix),
      )) as unknown as (PendingItem & { sk: string })[],
  }
}

const task = (tenant: TestTenant, id: string, timestamp: string): Task => ({
  ...exampleOf<Task>(taskTexts()),
  ...{ id, label: 'A task', status: 2, project_id: tenant.projectId, workflow_lane_id: null },
  ...{ position: '0|100000:', description: '', subtasks: [], created_at: timestamp, updated_at: timestamp },
})

/** Stores an event of a task, as the dispatch of the table's stream does. */
export async function storeEvent(
  tenant: TestTenant,
  timeMs: number,
  { taskId = crypto.randomUUID(), type = 'task.completed' as const, expires_at = eventExpiry(timeMs) } = {},
): Promise<EventItem> {
  const timestamp = new Date(timeMs).toISOString()
  const id = `evt_${taskId.replaceAll('-', '')}_${timeMs}`
  const event: TaskEvent = {
    ...{ id, type, timestamp },
    data: {
      task: task(tenant, taskId, timestamp),
      ...{ version: 2, changed: ['status'], previous: { status: 1 }, origin: null },
    },
  }
  const item: EventItem = { id, type, body: JSON.stringify(event), expires_at }
  await put(tenant, { Item: { ...eventKey(tenant, id), ...item } })
  return item
}

/** Stores an attempt to deliver an event, as the deliverer does. */
export async function storeDelivery(
  tenant: TestTenant,
  webhookId: string,
  event: Pick<EventItem, 'id' | 'type' | 'expires_at'>,
  attributes: Partial<DeliveryItem> = {},
): Promise<DeliveryItem> {
  const item: DeliveryItem = {
    ...{ id: timeOrderedUuid(), event_id: event.id, event_type: event.type, attempt: 1, outcome: 'failed' },
    ...{ duration_ms: 5, attempted_at: new Date().toISOString(), expires_at: event.expires_at },
    ...attributes,
  }
  await put(tenant, { Item: { ...deliveryKey(tenant, webhookId, item.id), ...item } })
  return item
}
