import { marshall } from '@aws-sdk/util-dynamodb'
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda'
import { isDeepStrictEqual } from 'node:util'
import type { TaskEvent, WebhookEvent } from '../../lib/webhooks/event.ts'
import { accountPartition, type Item } from '../../lib/table/item.ts'
import { queryAll } from '../../lib/table/read-items.ts'
import type { Tenant } from '../../lib/table/tenant.ts'
import { put } from '../../lib/table/write-items.ts'
import { isTaskEvent } from '../../lib/webhooks/bound.ts'
import { webhookKey, type WebhookItem } from '../../lib/webhooks/webhook-item.ts'
import { toldByRecord } from '../../lib/webhooks/event-of-record.ts'

/** Every item of a partition, by sort key. */
export async function partition(tenant: Tenant, pk: string): Promise<Map<string, Item>> {
  const items = await queryAll(tenant, { condition: 'pk = :pk', values: { ':pk': pk } })
  return new Map(items.map((item) => [String(item.sk), item]))
}

/** Every item of an account and of its forms. */
async function itemsOf(tenant: Tenant): Promise<Map<string, Item>> {
  const own = await partition(tenant, accountPartition(tenant.accountId))
  const forms = [...own.keys()].filter((sk) => sk.startsWith('FORM#'))
  const all = [...own.values()]
  for (const form of forms) {
    all.push(...(await partition(tenant, `${accountPartition(tenant.accountId)}#${form}`)).values())
  }
  return new Map(all.map((item) => [`${String(item.pk)} ${String(item.sk)}`, item]))
}

let sequence = 100_000

// Lambda's types are those of the SDK, but for bytes
const image = (item: Item) =>
  marshall(item, { removeUndefinedValues: true }) as Record<string, AttributeValue>

/** The record of one change of an item, as Lambda gets it. */
export const recordOf = (before: Item | undefined, after: Item | undefined): DynamoDBRecord => {
  const { pk, sk } = after ?? before ?? {}
  return {
    eventName: before && after ? 'MODIFY' : after ? 'INSERT' : 'REMOVE',
    dynamodb: {
      SequenceNumber: String(sequence++),
      Keys: image({ pk, sk }),
      ...(before && { OldImage: image(before) }),
      ...(after && { NewImage: image(after) }),
    },
  }
}

/** Acts, and returns the changes of the account's items as the records of the table's stream. */
export async function recordsOf(tenant: Tenant, act: () => Promise<unknown>): Promise<DynamoDBRecord[]> {
  const before = await itemsOf(tenant)
  await act()
  const after = await itemsOf(tenant)
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => !isDeepStrictEqual(before.get(key), after.get(key)))
    .map((key) => recordOf(before.get(key), after.get(key)))
}

/** The events of records. */
export const eventsOf = (records: readonly DynamoDBRecord[]): WebhookEvent[] =>
  records.flatMap((record) => {
    const { event } = toldByRecord(record) ?? {}
    if (!event) return []
    delete event.step // what is stored beside it
    return [event]
  })

/** Acts, and returns the events of its writes of tasks. */
export const taskEventsOf = async (tenant: Tenant, act: () => Promise<unknown>): Promise<TaskEvent[]> =>
  eventsOf(await recordsOf(tenant, act)).filter(isTaskEvent)

/** Puts a webhook into the table, as an endpoint would. */
export async function putWebhook(tenant: Tenant, settings: Partial<WebhookItem> = {}): Promise<WebhookItem> {
  const id = crypto.randomUUID()
  const now = new Date().toISOString()
  const webhook: WebhookItem = {
    id,
    url: 'https://example.com/tasks',
    event_types: ['task.*'],
    status: 'active',
    secrets: [{ secret: 'whsec_test' }],
    created_at: now,
    updated_at: now,
    ...settings,
  }
  await put(tenant, { Item: { ...webhookKey(tenant, webhook.id), ...webhook } })
  return webhook
}
