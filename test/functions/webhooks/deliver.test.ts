import type { SQSEvent } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { grantsNeeded, type TableRequest } from '../../harness/sandbox/grants.ts'
import { tap, testTable } from '../../support/api.ts'
import { captureLog } from '../../support/log.ts'
import { startReceiver } from '../../support/receiver.ts'
import { newTenant } from '../../support/tenant.ts'
import {
  eventIdOf,
  findWebhook,
  keepWakeUps,
  pendingOf,
  putPending,
  putWebhook,
  queueEvents,
  taskEvent,
} from '../../support/webhooks.ts'
import { declaration as deliverEvents, handler as deliver } from '../../../functions/webhooks/deliver.ts'
import { declaration as wakeWebhooks, handler as wake } from '../../../functions/webhooks/wake.ts'
import { epochSeconds } from '../../../lib/table/item.ts'
import { put } from '../../../lib/table/write-items.ts'
import { takeLease } from '../../../lib/webhooks/lease.ts'

const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 60_000 }

const eventOf = (...bodies: string[]) =>
  ({ Records: bodies.map((body, index) => ({ messageId: String(index), body })) }) as SQSEvent // the function reads no more

const wakeUps = keepWakeUps()

afterEach(() => {
  wakeUps.length = 0
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  tap.reset()
})

/** Notes the actions on the table that a function uses. */
function watchActions(): Set<string> {
  const used = new Set<string>()
  tap.answerInstead = (operation, request) => {
    // every request here comes from the SDK
    for (const grant of grantsNeeded(operation, request as TableRequest, testTable.name)) {
      const [action = '', index] = grant.replace('dynamodb:', '').split(/ (?:table|index\/)/)
      used.add(index ? `${action}:${index}` : action)
    }
    return undefined
  }
  return used
}

describe('webhooks.deliver', () => {
  it('uses exactly the actions that it declares, and passes over what is no longer there', async () => {
    const tenant = await newTenant()
    // no address of it may be dialled
    const webhook = await putWebhook(tenant, { url: 'https://127.0.0.1/' })
    const paused = await putWebhook(tenant, { status: 'paused', list_pk: 'WEBHOOKS#DUE', list_sk: 'x' })
    await queueEvents(tenant, webhook.id, [eventIdOf(randomUUID(), Date.now() - 1000)])
    await putPending(tenant, webhook.id, eventIdOf(randomUUID(), Date.now() - 1000))
    const used = watchActions()
    const body = (id: string) => JSON.stringify({ account: tenant.accountId, webhook: id })
    const crowded = { account: tenant.accountId, webhook: randomUUID(), crowd: true }
    const event = eventOf(
      ...[webhook.id, webhook.id, paused.id, randomUUID()].map(body),
      JSON.stringify(crowded),
    )
    expect(await deliver(event, context)).toEqual({ batchItemFailures: [] })
    tap.reset()
    expect([...used].sort()).toEqual([...deliverEvents.access].sort())
    expect(await findWebhook(tenant, webhook.id)).toMatchObject({ consecutive_failures: 1 })
    expect(await findWebhook(tenant, paused.id)).not.toHaveProperty('list_pk')
    expect(await pendingOf(tenant, webhook.id)).toHaveLength(2)
  })

  it('delivers what waits since a release that kept no history, and shows none of it there', async () => {
    const receiver = await startReceiver()
    vi.stubEnv('WEBHOOK_ALLOWED_NETWORKS', '127.0.0.1/32')
    const tenant = await newTenant()
    const task = await tenant.createTask()
    const { id } = await putWebhook(tenant, { url: receiver.url })
    const at = new Date(Date.now() - 1000).toISOString()
    const eventId = eventIdOf(task.id, Date.parse(at))
    const event = {
      ...taskEvent(eventId),
      data: { task, version: 2, changed: [], previous: {}, origin: null },
    }
    const expires_at = epochSeconds(Date.now()) + 30 * 24 * 60 * 60
    // as release 0.3.0 wrote them
    const [account, of] = [`ACCOUNT#${tenant.accountId}`, { event_id: eventId, attempts: 0, expires_at }]
    const stored = { id: eventId, type: event.type, body: JSON.stringify(event), expires_at }
    await put(tenant, { Item: { pk: `${account}#EVENTS`, sk: `${at}#${eventId}`, ...stored } })
    await put(tenant, {
      Item: { pk: `${account}#WEBHOOK#${id}`, sk: `PENDING#!${at}#${eventId}`, ...of },
    })
    const body = JSON.stringify({ account: tenant.accountId, webhook: id })
    expect(await deliver(eventOf(body), context)).toEqual({ batchItemFailures: [] })
    await receiver.close()
    expect(receiver.received.map((one) => one.event)).toEqual([event])
    expect(await pendingOf(tenant, id)).toEqual([])
    for (const path of ['/history', `/tasks/${task.id}/history`])
      expect((await tenant.send('GET', path)).body).toEqual({ entries: [], next_cursor: null })
    const from = new Date(Date.parse(at) - 1000).toISOString()
    const replay = await tenant.send('POST', `/webhooks/${id}/replay`, { body: { from } })
    expect(replay.body).toMatchObject({ queued: 1 })
  })

  it('returns the messages that storage has kept it from handling', async () => {
    const tenant = await newTenant()
    const { id } = await putWebhook(tenant)
    tap.faults = (operation) => (operation === 'Query' ? 'invalid' : undefined)
    const body = JSON.stringify({ account: tenant.accountId, webhook: id })
    expect(await deliver(eventOf(body, 'no JSON', body), context)).toEqual({
      batchItemFailures: [{ itemIdentifier: '0' }, { itemIdentifier: '2' }],
    })
  })

  it('warns of a message that it cannot read, without its text', async () => {
    const texts = captureLog()
    const { handler } = await import('../../../functions/webhooks/deliver.ts')
    expect(await handler(eventOf('a secret text', '{"account": "secret"}'), context)).toEqual({
      batchItemFailures: [],
    })
    const [line = '{}'] = texts()
    expect(JSON.parse(line)).toMatchObject({ level: 'WARN', unreadable_records: 2, delivered: 0 })
    expect(texts().join('\n')).not.toContain('secret')
  })
})

describe('the cost of a delivery', () => {
  /** Delivers events that wait, and returns what the requests to the table cost, in their order. */
  async function costsOf(count: number): Promise<string[]> {
    const receiver = await startReceiver()
    vi.stubEnv('WEBHOOK_ALLOWED_NETWORKS', '127.0.0.1/32')
    const tenant = await newTenant()
    const { id } = await putWebhook(tenant, { url: receiver.url })
    const ids = Array.from({ length: count }, () => eventIdOf(randomUUID(), Date.now() - 1000))
    await queueEvents(tenant, id, ids)
    tap.reset()
    const body = JSON.stringify({ account: tenant.accountId, webhook: id, crowd: false }) // as a dispatch says it
    expect(await deliver(eventOf(body), context)).toEqual({ batchItemFailures: [] })
    await receiver.close()
    expect(receiver.received).toHaveLength(count)
    return tap.exchanges.map(({ operation, units }) => `${operation} ${units}`)
  }

  /** The events of a round are read, and then their rows are written and what waited is deleted. */
  const roundOf = (count: number) => [
    `BatchGetItem ${count}`,
    `BatchWriteItem ${count}`,
    `BatchWriteItem ${count}`,
  ]
  const lease = 'UpdateItem 2'

  it.each([
    [1, [lease, 'Query 1', ...roundOf(1), lease]],
    [25, [lease, 'Query 2', ...roundOf(25), lease]],
    [60, [lease, 'Query 4', ...roundOf(25), ...roundOf(25), ...roundOf(10), lease]],
  ])('is a log row and a deletion for each of %d events, and one lease', async (count, costs) => {
    expect(await costsOf(count)).toEqual(costs)
  })

  it('is one look and one write more for each full page of 100', async () => {
    const page = [25, 25, 25, 25].flatMap(roundOf)
    // after a full page more may follow, so the lease is kept
    expect(await costsOf(100)).toEqual([lease, 'Query 7', ...page, 'UpdateItem 1', 'Query 1', lease])
  })
})

describe('webhooks.wake', () => {
  it('wakes what is due, and uses exactly the actions that it declares', async () => {
    const tenant = await newTenant()
    const { id } = await putWebhook(tenant)
    await takeLease(tenant, id, Date.now() - 91_000)
    const used = watchActions()
    await wake({} as Parameters<typeof wake>[0], context) // it reads nothing of its event
    expect([...used]).toEqual([...wakeWebhooks.access])
    expect(wakeUps).toContainEqual({ account: tenant.accountId, webhook: id })
  })
})
