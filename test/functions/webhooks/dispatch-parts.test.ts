import type { DynamoDBRecord } from 'aws-lambda'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { handler } from '../../../functions/webhooks/dispatch.ts'
import { eventPartition } from '../../../lib/webhooks/webhook-item.ts'
import { tap } from '../../support/api.ts'
import { eventsOf, partition, putWebhook, recordsOf } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { keepWakeUps } from '../../support/webhooks.ts'

const context = { awsRequestId: 'c6af9ac6', getRemainingTimeInMillis: () => 60_000 }
const dispatch = (Records: DynamoDBRecord[]) => handler({ Records }, context)
const done = { batchItemFailures: [] }
const wakeUps = keepWakeUps()

/** How many events are stored. */
const storedEvents = async (tenant: TestTenant) => (await partition(tenant, eventPartition(tenant))).size

afterEach(() => {
  wakeUps.length = 0
  tap.reset()
})

describe('a dispatch that does not finish', () => {
  /** An account with 50 webhooks, and the records of so many writes. */
  async function manyWebhooks(count: number) {
    const tenant = await newTenant()
    await Promise.all(Array.from({ length: 50 }, () => putWebhook(tenant)))
    const records: DynamoDBRecord[] = []
    for (let one = 0; one < count; one++)
      records.push(...(await recordsOf(tenant, () => tenant.createTask())))
    return { tenant, records: records.filter((record) => eventsOf([record]).length > 0) }
  }

  it('keeps what is done, names the first record that is not, and wakes for the others', async () => {
    const { tenant, records } = await manyWebhooks(12)
    let writesSeen = 0
    // the second part of five events fails: each part is ten batches of what waits, and one of events
    tap.faults = (operation) => (operation === 'BatchWriteItem' && ++writesSeen > 15 ? 'invalid' : undefined)
    const { batchItemFailures } = await dispatch(records)
    tap.reset()
    expect(batchItemFailures).toEqual([{ itemIdentifier: records[5]?.dynamodb?.SequenceNumber }])
    expect(await storedEvents(tenant)).toBe(5)
    expect(new Set(wakeUps.map(({ webhook }) => webhook)).size).toBe(50)
    expect(await dispatch(records.slice(5))).toEqual(done)
    expect(await storedEvents(tenant)).toBe(12)
  })

  it('comes to its end on an engine that is too slow for all of it at once', async () => {
    const { tenant, records } = await manyWebhooks(20)
    tap.answerInstead = async (operation) => {
      if (operation === 'BatchWriteItem') await sleep(400)
      return undefined
    }
    let rest = records
    let runs = 0
    while (rest.length > 0) {
      expect(++runs).toBeLessThanOrEqual(records.length)
      // a part takes at least 1.6 s, and 2 s are kept for the wake-ups
      const { batchItemFailures } = await handler(
        { Records: rest },
        { ...context, getRemainingTimeInMillis: () => 6_000 },
      )
      const [failed] = batchItemFailures
      rest = failed
        ? rest.slice(rest.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failed.itemIdentifier))
        : []
    }
    expect(runs).toBeGreaterThan(1)
    expect(await storedEvents(tenant)).toBe(20)
  }, 120_000)
})
