import type { DynamoDBRecord } from 'aws-lambda'
import { afterEach, describe, expect, it } from 'vitest'
import { handler } from '../../../functions/webhooks/dispatch.ts'
import type { Webhook } from '../../../lib/webhooks/webhook.ts'
import type { ReceiverAnswer } from '../../../lib/webhooks/sending/post.ts'
import { realSurroundings } from '../../../lib/webhooks/deliver.ts'
import { tap } from '../../support/api.ts'
import { woken } from '../../support/queue.ts'
import { eventsOf, recordsOf } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { answered, deliverNow } from '../../support/webhooks.ts'
import { newWebhook, type TestWebhook } from './support.ts'

afterEach(() => {
  tap.reset()
})

const context = { awsRequestId: 'c6af9ac6', getRemainingTimeInMillis: () => 60_000 }

const dispatch = async (Records: DynamoDBRecord[]) => {
  expect(await handler({ Records }, context)).toEqual({ batchItemFailures: [] })
}

/** Writes a task: the records of its event, which nobody has dispatched yet, and its id. */
async function written(tenant: TestTenant) {
  const records = (await recordsOf(tenant, () => tenant.createTask())).filter(
    (record) => eventsOf([record]).length > 0,
  )
  const [event] = eventsOf(records)
  return { records, id: event?.id ?? '' }
}

const setStatus = async (tenant: TestTenant, { id }: TestWebhook, status: 'active' | 'paused') => {
  const { body } = await tenant.send('PATCH', `/webhooks/${id}`, { body: { status } })
  return (body as { webhook: Webhook }).webhook
}

const replayFrom = async (tenant: TestTenant, { id }: TestWebhook, from: string) => {
  const { status } = await tenant.send('POST', `/webhooks/${id}/replay`, { body: { from } })
  expect(status).toBe(200)
}

/** The events that wait for a webhook. */
const waiting = async (webhook: TestWebhook) => (await webhook.pending()).map(({ event_id }) => event_id)

/** Delivers with a receiver that answers so; returns what it was sent. */
async function delivered(tenant: TestTenant, webhook: TestWebhook, answer: () => Promise<ReceiverAnswer>) {
  const sent: string[] = []
  const item = await webhook.item()
  if (!item) throw new Error('There is no webhook.')
  await deliverNow(tenant, item, {
    ...realSurroundings,
    send: ({ headers }) => {
      sent.push(headers['webhook-id'] ?? '')
      return answer()
    },
  })
  return sent
}

const taken = () => Promise.resolve(answered(200))

describe('a webhook that is paused', () => {
  it('gets what was written before, though it is dispatched later; a replay from the pause brings the rest', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const before = await written(tenant)
    const { updated_at: pausedAt } = await setStatus(tenant, webhook, 'paused')
    const during = await written(tenant)
    await dispatch(before.records)
    await dispatch(during.records)
    expect(await waiting(webhook)).toEqual([before.id])
    await setStatus(tenant, webhook, 'active')
    await replayFrom(tenant, webhook, pausedAt)
    expect(await delivered(tenant, webhook, taken)).toEqual([before.id, during.id])
  })

  it('keeps its time when it is paused again', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    await setStatus(tenant, webhook, 'paused')
    const { records } = await written(tenant)
    await setStatus(tenant, webhook, 'paused')
    await dispatch(records)
    expect(await waiting(webhook)).toEqual([])
  })

  it('gets what was written before a replay, though it is dispatched after it', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const { updated_at: pausedAt } = await setStatus(tenant, webhook, 'paused')
    const during = await written(tenant)
    await replayFrom(tenant, webhook, pausedAt)
    const after = await written(tenant)
    await dispatch([...during.records, ...after.records])
    expect(await waiting(webhook)).toEqual([during.id])
    await setStatus(tenant, webhook, 'active')
    expect(await delivered(tenant, webhook, taken)).toEqual([during.id])
  })

  it('gets what a replay did not see, because its dispatch was under way', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const { updated_at: pausedAt } = await setStatus(tenant, webhook, 'paused')
    const { records, id } = await written(tenant)
    let isDone = false
    tap.answerInstead = async (operation) => {
      if (operation !== 'BatchWriteItem' || isDone) return undefined
      isDone = true // the dispatch has read the webhook, and is about to store the event
      await setStatus(tenant, webhook, 'active')
      await replayFrom(tenant, webhook, pausedAt)
      return undefined
    }
    await dispatch(records)
    expect(isDone).toBe(true)
    expect(woken().filter((one) => one === webhook.id)).toHaveLength(2)
    expect(await delivered(tenant, webhook, taken)).toEqual([id])
  })
})

describe('a webhook whose receiver answers 410', () => {
  it('gets what was written during that delivery; a replay from failing_since brings the rest', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const first = await written(tenant)
    await dispatch(first.records)
    let during = { records: [] as DynamoDBRecord[], id: '' }
    const gone = await delivered(tenant, webhook, async () => {
      during = await written(tenant)
      return answered(410)
    })
    expect(gone).toEqual([first.id])
    const { status, failing_since } = (await webhook.item()) ?? {}
    expect(status).toBe('disabled')
    const after = await written(tenant)
    await dispatch([...during.records, ...after.records])
    await setStatus(tenant, webhook, 'active')
    await replayFrom(tenant, webhook, String(failing_since))
    const sent = await delivered(tenant, webhook, taken)
    expect(sent.toSorted()).toEqual([first.id, during.id, after.id].toSorted())
  })
})
