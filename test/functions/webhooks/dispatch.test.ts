import type { DynamoDBRecord } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { declaration as dispatchEvents, handler } from '../../../functions/webhooks/dispatch.ts'
import { useQueue } from '../../../lib/table/queue/queue.ts'
import { epochSeconds } from '../../../lib/table/item.ts'
import { put, removeMany, update } from '../../../lib/table/write-items.ts'
import { taskKey } from '../../../lib/tasks/task-item.ts'
import { isTaskEvent } from '../../../lib/webhooks/bound.ts'
import { historyPartition } from '../../../lib/webhooks/history-item.ts'
import { deliveryPartition, eventPartition, webhookKey } from '../../../lib/webhooks/webhook-item.ts'
import { tap } from '../../support/api.ts'
import { eventsOf, partition, putWebhook, recordsOf } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

const context = { awsRequestId: 'c6af9ac6', getRemainingTimeInMillis: () => 60_000 }
const dispatch = (Records: DynamoDBRecord[]) => handler({ Records }, context)
const done = { batchItemFailures: [] }

let woken: string[] = []
const queue = { isDown: false }

beforeEach(() => {
  woken = []
  queue.isDown = false
  useQueue({
    sendMessages: (functionId, messages) => {
      if (queue.isDown) return Promise.reject(new Error('no queue'))
      expect(functionId).toBe('webhooks.deliver')
      for (const { body, group } of messages) {
        const { account, webhook } = JSON.parse(body) as Record<string, string>
        expect(group).toBe(account)
        woken.push(String(webhook))
      }
      return Promise.resolve()
    },
  })
})
afterEach(() => {
  tap.reset()
})

const storedEvents = async (tenant: TestTenant) => [
  ...(await partition(tenant, eventPartition(tenant))).values(),
]
const pendingOf = async (tenant: TestTenant, webhookId: string) => [
  ...(await partition(tenant, deliveryPartition(tenant, webhookId))).values(),
]

/** The records of a write that makes events. */
const eventRecords = async (tenant: TestTenant, act: () => Promise<unknown>) =>
  (await recordsOf(tenant, act)).filter((record) => eventsOf([record]).length > 0)

/** Writes tasks through the API: their records, in order. */
const writes = async (tenant: TestTenant, count = 1) => {
  const records: DynamoDBRecord[] = []
  for (let one = 0; one < count; one++) records.push(...(await recordsOf(tenant, () => tenant.createTask())))
  return records
}

/** Round trips and units of what an act did. */
async function costOf(act: () => Promise<unknown>): Promise<string[]> {
  tap.reset()
  await act()
  return tap.exchanges.map(({ operation, units }) => `${operation} ${units}`)
}

describe('webhooks.dispatch', () => {
  it('stores the event, queues it for the active webhooks that want it, and wakes them', async () => {
    const tenant = await newTenant()
    const wanting = await putWebhook(tenant)
    const other = await putWebhook(tenant, { event_types: ['task.deleted'] })
    const paused = await putWebhook(tenant, { status: 'paused' })
    const records = await writes(tenant)
    expect(await dispatch(records)).toEqual(done)

    const [event] = eventsOf(records)
    const stored = await storedEvents(tenant)
    expect(stored).toMatchObject([{ id: event?.id, type: 'task.created', body: JSON.stringify(event) }])
    const inDays = (days: number) => epochSeconds(Date.now() + days * 24 * 60 * 60 * 1000)
    expect(Math.abs(Number(stored[0]?.expires_at) - inDays(40))).toBeLessThan(60)
    const [pending] = await pendingOf(tenant, wanting.id)
    expect(Math.abs(Number(pending?.expires_at) - inDays(30))).toBeLessThan(60)
    expect(await pendingOf(tenant, wanting.id)).toMatchObject([
      { sk: `PENDING#!${String(event?.timestamp)}#${String(event?.id)}`, event_id: event?.id, attempts: 0 },
    ])
    expect(await pendingOf(tenant, other.id)).toEqual([])
    expect(await pendingOf(tenant, paused.id)).toEqual([])
    expect(woken).toEqual([wanting.id])
  })

  it('stores the events of an account whose webhooks are all paused or disabled, for replays', async () => {
    const tenant = await newTenant()
    await putWebhook(tenant, { status: 'paused' })
    await putWebhook(tenant, { status: 'disabled' })
    await dispatch(await writes(tenant))
    expect(await storedEvents(tenant)).toHaveLength(1)
    expect(woken).toEqual([])
  })

  it('writes nothing for an account without webhooks that keeps no history', async () => {
    const tenant = await newTenant({ historyDays: 0 })
    const records = await writes(tenant, 2)
    expect(await costOf(() => dispatch(records))).toEqual(['GetItem 1', 'Query 1'])
    expect(await storedEvents(tenant)).toEqual([])
  })

  it('stores what no replay sends, while the account has no webhook', async () => {
    const tenant = await newTenant()
    await dispatch(await writes(tenant))
    const { id } = await putWebhook(tenant)
    await dispatch(await writes(tenant))
    expect(await storedEvents(tenant)).toHaveLength(2)
    const from = new Date(Date.now() - 60_000).toISOString()
    const { body } = await tenant.send('POST', `/webhooks/${id}/replay`, { body: { from } })
    expect(body).toMatchObject({ queued: 1 })
  })

  it('writes again what a failed batch lacks of the history, also if the first webhook was made since', async () => {
    const tenant = await newTenant()
    const records = await writes(tenant, 30)
    let batches = 0
    // of three batches at once, the one of 25 steps fails: events are in the others
    tap.faults = (operation) =>
      operation === 'BatchWriteItem' && ![2, 3].includes(++batches) ? 'invalid' : undefined
    expect(await dispatch(records)).not.toEqual(done)
    expect((await storedEvents(tenant)).length).toBeGreaterThan(0)
    tap.reset()
    await putWebhook(tenant)
    expect(await dispatch(records)).toEqual(done)
    expect((await partition(tenant, historyPartition(tenant))).size).toBe(30)
    expect(await storedEvents(tenant)).toHaveLength(30)
  })

  it('stores events for 30 days, and no history, for an account with webhooks that keeps none', async () => {
    const tenant = await newTenant({ historyDays: 0 })
    await putWebhook(tenant)
    await dispatch(await writes(tenant))
    const [stored] = await storedEvents(tenant)
    expect(stored).not.toHaveProperty('history_until')
    const inThirtyDays = epochSeconds(Date.now() + 30 * 24 * 60 * 60 * 1000)
    expect(Math.abs(Number(stored?.expires_at) - inThirtyDays)).toBeLessThan(60)
    expect(await partition(tenant, historyPartition(tenant))).toEqual(new Map())
  })

  it('queues nothing twice when a batch comes again, but wakes again', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const records = await writes(tenant, 3)
    await dispatch([...records, ...records])
    expect(await pendingOf(tenant, webhook.id)).toHaveLength(3)
    await put(tenant, { Item: { ...webhookKey(tenant, webhook.id), ...webhook, id: 'delivered' } })
    tap.reset()
    await dispatch(records)
    expect(tap.exchanges.map(({ operation }) => operation)).toEqual(['GetItem', 'Query', 'BatchGetItem'])
    expect(woken).toEqual([webhook.id, 'delivered'])
  })

  it.each([
    ['before anything', 0],
    ['between PENDING and EVENT', 1],
    ['between the events', 2],
  ])('completes what an earlier run left, which was stopped %s', async (_, writesBefore) => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const records = await eventRecords(tenant, () => tenant.createTask())
    const [task] = eventsOf(records)
      .filter(isTaskEvent)
      .map(({ data }) => data.task)
    for (const label of ['One', 'Two']) {
      const update = () => tenant.send('PATCH', `/tasks/${String(task?.id)}`, { body: { label } })
      records.push(...(await eventRecords(tenant, update)))
    }
    let batches = 0
    tap.faults = (operation) =>
      operation === 'BatchWriteItem' && ++batches > writesBefore ? 'invalid' : undefined
    expect(await dispatch(records)).toEqual({
      batchItemFailures: [{ itemIdentifier: records[0]?.dynamodb?.SequenceNumber }],
    })
    expect(woken).toEqual([])
    tap.reset()
    expect(await dispatch(records)).toEqual(done)
    expect(await pendingOf(tenant, webhook.id)).toHaveLength(3)
    expect((await storedEvents(tenant)).map(({ type }) => type)).toEqual([
      'task.created',
      'task.updated',
      'task.updated',
    ])
    expect(woken).toEqual([webhook.id])
  })

  it('never shows a deliverer an event of a task without its earlier ones', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const records = await recordsOf(tenant, () => tenant.createTask())
    const [created] = eventsOf(records).filter(isTaskEvent)
    const id = created?.data.task.id ?? ''
    for (const status of [1, 2, 0]) {
      const update = () => tenant.send('PATCH', `/tasks/${id}`, { body: { status } })
      records.push(...(await recordsOf(tenant, update)))
    }
    const ids = eventsOf(records).map((event) => event.id)
    const order: string[] = []
    tap.answerInstead = (operation, request) => {
      if (operation !== 'BatchWriteItem') return undefined
      // the SDK's request
      const { RequestItems } = request as {
        RequestItems: Record<string, { PutRequest: { Item: { sk: { S: string } } } }[]>
      }
      const written = Object.values(RequestItems).flat()
      const keys = written.map(({ PutRequest }) => PutRequest.Item.sk.S.replace(/!?\d{4}-.*Z#/, ''))
      order.push(keys.filter((key) => !key.startsWith(`${id}#`)).join()) // without the steps of its history
      return undefined
    }
    await dispatch(records)
    expect(order).toEqual([...ids.map((one) => `PENDING#${one}`), ...ids])
    expect(await pendingOf(tenant, webhook.id)).toHaveLength(4)
  })

  it('tells the lowest number of a failed account, and serves the others all the same', async () => {
    const tenants = [await newTenant(), await newTenant(), await newTenant()] as const
    const webhooks = []
    for (const tenant of tenants) webhooks.push(await putWebhook(tenant))
    const records = []
    for (const tenant of tenants)
      records.push(...(await writes(tenant)).filter((one) => eventsOf([one]).length > 0))
    const broken = tenants[1].accountId
    tap.answerInstead = (operation, request) => {
      if (operation === 'BatchWriteItem' && JSON.stringify(request).includes(broken))
        throw new Error('broken')
      return undefined
    }
    expect(await dispatch(records)).toEqual({
      batchItemFailures: [{ itemIdentifier: records[1]?.dynamodb?.SequenceNumber }],
    })
    expect(woken.sort()).toEqual([webhooks[0]?.id, webhooks[2]?.id].sort())
    expect(await storedEvents(tenants[1])).toEqual([])
  })

  it('sends what DynamoDB left unprocessed again', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const records = await writes(tenant)
    let refused = 0
    tap.answerInstead = (operation, request) => {
      if (operation !== 'BatchWriteItem' || ++refused > 2) return undefined
      return { UnprocessedItems: (request as { RequestItems: object }).RequestItems }
    }
    expect(await dispatch(records)).toEqual(done)
    expect(await pendingOf(tenant, webhook.id)).toHaveLength(1)
    expect(await storedEvents(tenant)).toHaveLength(1)
  })

  it('fails when the wake-up cannot be sent, and sends it the next time', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const records = await writes(tenant)
    queue.isDown = true
    expect((await dispatch(records)).batchItemFailures).toHaveLength(1)
    queue.isDown = false
    expect(await dispatch(records)).toEqual(done)
    expect(woken).toEqual([webhook.id])
  })

  it('fails a record that it cannot read, and serves the others', async () => {
    const tenant = await newTenant()
    await putWebhook(tenant)
    const [record] = await eventRecords(tenant, () => tenant.createTask())
    const unreadable: DynamoDBRecord = {
      eventName: 'INSERT',
      dynamodb: {
        SequenceNumber: '99',
        Keys: { pk: { S: `ACCOUNT#${tenant.accountId}` }, sk: { S: 'TASK#broken' } },
        NewImage: { label: { S: 'Broken' } },
      },
    }
    expect(await dispatch([unreadable, ...(record ? [record] : [])])).toEqual({
      batchItemFailures: [{ itemIdentifier: '99' }],
    })
    expect(await storedEvents(tenant)).toHaveLength(1)
  })

  it('tells the other webhooks of one that was disabled, and nobody twice', async () => {
    const tenant = await newTenant()
    const other = await putWebhook(tenant, { event_types: ['webhook.disabled'] })
    const self = await putWebhook(tenant, { event_types: ['task.*', 'webhook.disabled'] })
    const notice = { type: 'webhook.disabled', at: new Date().toISOString() } as const
    const disable = () =>
      put(tenant, {
        Item: {
          ...webhookKey(tenant, self.id),
          ...self,
          status: 'disabled',
          disabled_reason: 'The receiver answered 410.',
          notice,
        },
      })
    await dispatch(await recordsOf(tenant, disable))
    expect(await storedEvents(tenant)).toMatchObject([{ type: 'webhook.disabled' }])
    expect(woken).toEqual([other.id])
    expect(await pendingOf(tenant, self.id)).toEqual([])
  })
})

describe('the grants of webhooks.dispatch', () => {
  it('suffice, and all of them are used', async () => {
    const tenant = await newTenant()
    await putWebhook(tenant)
    const projectId = await tenant.newProject()
    const { id } = await tenant.createTask({ projectId, externalId: 'e' })
    const send = (method: string, path: string, body?: object) => tenant.send(method, path, body && { body })
    await send('POST', `/tasks/${id}/comments`, { text: 'A comment' })
    const acts = [
      () => send('POST', '/tasks', { projectId, label: 'New' }),
      () => send('DELETE', `/tasks/${id}`),
      // another task takes the place of this one
      () =>
        update(tenant, {
          Key: taskKey(tenant, id),
          UpdateExpression: 'SET created_at = :later REMOVE deleted_at',
          ExpressionAttributeValues: { ':later': new Date(Date.now() + 60_000).toISOString() },
        }),
      () => removeMany(tenant, [taskKey(tenant, id)]),
    ]
    const used = new Set<string>()
    for (const act of acts) {
      const records = await recordsOf(tenant, act)
      tap.answerInstead = (operation, request) => {
        const { TransactItems = [] } = request as { TransactItems?: object[] } // DynamoDB's own
        const parts = TransactItems.flatMap((one) => Object.keys(one)).map((part) => `${part}Item`)
        for (const action of TransactItems.length > 0 ? parts : [operation]) used.add(action)
        return undefined
      }
      await dispatch(records)
      tap.reset()
    }
    expect(used).toEqual(new Set(dispatchEvents.access))
  })
})

describe('the cost of a dispatch', () => {
  it('is at most 3 write units for a change of a small task, without webhooks', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ description: 'x'.repeat(600) })
    const records = await recordsOf(tenant, () =>
      tenant.send('PATCH', `/tasks/${id}`, { body: { status: 2 } }),
    )
    expect(await costOf(() => dispatch(records))).toEqual(['GetItem 1', 'Query 1', 'BatchWriteItem 3'])
  })

  it('is one write unit for a write that changes nothing', async () => {
    const tenant = await newTenant()
    const { id, label } = await tenant.createTask()
    const records = await recordsOf(tenant, () => tenant.send('PATCH', `/tasks/${id}`, { body: { label } }))
    expect(await costOf(() => dispatch(records))).toEqual(['GetItem 1', 'BatchWriteItem 1'])
    expect(await storedEvents(tenant)).toEqual([])
  })

  it('is a write unit per KiB of the event, one for its step, one per webhook that wants it, and three reads of a unit', async () => {
    const tenant = await newTenant()
    const records = await writes(tenant)
    for (let count = 0; count < 3; count++) await putWebhook(tenant)
    await putWebhook(tenant, { event_types: ['task.deleted'] })
    const cost = await costOf(() => dispatch(records))
    const [stored] = await storedEvents(tenant)
    const kib = Math.ceil(Buffer.byteLength(JSON.stringify(stored)) / 1024)
    expect(cost).toEqual([
      ...['GetItem 1', 'Query 1', 'BatchGetItem 1'],
      ...['BatchWriteItem 4', `BatchWriteItem ${kib}`],
    ])
  })

  it('is one round trip for 25 items, also with 50 webhooks in each of many accounts', async () => {
    const tenants = []
    const records: DynamoDBRecord[] = []
    for (let account = 0; account < 4; account++) {
      const tenant = await newTenant()
      await Promise.all(Array.from({ length: 50 }, () => putWebhook(tenant)))
      records.push(...(await writes(tenant, 5)))
      tenants.push(tenant)
    }
    tap.reset()
    expect(await dispatch(records)).toEqual(done)
    const round = tap.exchanges.filter(({ operation }) => operation === 'BatchWriteItem')
    expect(round).toHaveLength(4 * (Math.ceil((250 + 5) / 25) + 1))
    expect(woken).toHaveLength(200)
    for (const tenant of tenants) expect(await storedEvents(tenant)).toHaveLength(5)
  })
})
