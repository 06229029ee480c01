import { afterEach, describe, expect, it, vi } from 'vitest'
import { encodeCursor } from '../../../lib/table/cursor.ts'
import { accountPartition } from '../../../lib/table/item.ts'
import { deliveryKey } from '../../../lib/webhooks/webhook-item.ts'
import { put } from '../../../lib/table/write-items.ts'
import { limits, tap } from '../../support/api.ts'
import { woken } from '../../support/queue.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { newWebhook, storeDelivery, storeEvent, type TestWebhook } from './support.ts'

afterEach(() => {
  vi.useRealTimers()
  limits.functionTimeoutMs = 10_000
  tap.reset()
})

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

interface Answer {
  queued: number
  has_more: boolean
  next_from: string | null
}

const replay = (tenant: TestTenant, { id }: TestWebhook, body: object) =>
  tenant.send('POST', `/webhooks/${id}/replay`, { body })

const isoOf = (timeMs: number) => new Date(timeMs).toISOString()
const eventsOf = async (webhook: TestWebhook) => (await webhook.pending()).map(({ event_id }) => event_id)

describe('POST /webhooks/{webhookId}/replay', () => {
  it('queues the events from one time to another, due in their order, and wakes the webhook', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const startMs = Date.now() - 10 * minuteMs
    const taskId = crypto.randomUUID()
    const events = []
    for (let n = 0; n < 5; n++) events.push(await storeEvent(tenant, startMs + n, { taskId }))
    const ids = events.map(({ id }) => id)
    const range = { from: isoOf(startMs + 1), to: isoOf(startMs + 3) }
    expect(await replay(tenant, webhook, range)).toMatchObject({
      status: 200,
      body: { queued: 3, has_more: false, next_from: null },
    })
    expect(await eventsOf(webhook)).toEqual(ids.slice(1, 4))
    expect(await webhook.pending()).toMatchObject([
      { attempts: 0, expires_at: events[1]?.expires_at },
      { attempts: 0 },
      { attempts: 0 },
    ])
    expect(woken()).toContain(webhook.id)
    // the same again queues nothing twice
    expect((await replay(tenant, webhook, { from: isoOf(startMs) })).body).toMatchObject({ queued: 5 })
    expect(await eventsOf(webhook)).toEqual(ids)
  })

  it('queues only what the webhook wants, of this account, and what has not expired', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()]
    const webhook = await newWebhook(tenant, { eventTypes: ['task.completed'] })
    const nowMs = Date.now()
    await storeEvent(other, nowMs - 5)
    await storeEvent(tenant, nowMs - 4, { expires_at: Math.floor(nowMs / 1000) - 1 })
    const wanted = await storeEvent(tenant, nowMs - 3)
    const picky = await newWebhook(tenant, { changedFields: ['label'] })
    const from = isoOf(nowMs - minuteMs)
    expect((await replay(tenant, webhook, { from })).body).toMatchObject({ queued: 1 })
    expect(await eventsOf(webhook)).toEqual([wanted.id])
    expect((await replay(tenant, picky, { from })).body).toMatchObject({ queued: 0 })
    expect(woken()).not.toContain(picky.id)
  })

  it('lets them wait where the webhook is paused', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    await webhook.set({ status: 'disabled' })
    await storeEvent(tenant, Date.now() - 10)
    const from = isoOf(Date.now() - minuteMs)
    expect((await replay(tenant, webhook, { from })).body).toMatchObject({ queued: 1 })
    expect(await webhook.pending()).toHaveLength(1)
    expect(woken()).not.toContain(webhook.id)
  })

  it('leaves out what was delivered, with onlyFailed', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const other = await newWebhook(tenant)
    const startMs = Date.now() - minuteMs
    const [delivered, failed, untried, elsewhere] = [
      await storeEvent(tenant, startMs),
      await storeEvent(tenant, startMs + 1),
      await storeEvent(tenant, startMs + 2),
      await storeEvent(tenant, startMs + 3),
    ]
    await storeDelivery(tenant, webhook.id, delivered, { outcome: 'failed' })
    await storeDelivery(tenant, webhook.id, delivered, { outcome: 'delivered' })
    await storeDelivery(tenant, webhook.id, failed, { outcome: 'exhausted' })
    await storeDelivery(tenant, other.id, elsewhere, { outcome: 'delivered' })
    const { body } = await replay(tenant, webhook, { from: isoOf(startMs), onlyFailed: true })
    expect(body).toEqual({ queued: 3, has_more: false, next_from: null })
    expect(await eventsOf(webhook)).toEqual([failed.id, untried.id, elsewhere.id])
  })

  it('finds a delivery in the very millisecond of from', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const timeMs = Date.now() - minuteMs
    const event = await storeEvent(tenant, timeMs)
    const hex = timeMs.toString(16).padStart(12, '0')
    const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
    const delivery = { id, event_id: event.id, outcome: 'delivered', expires_at: event.expires_at }
    await put(tenant, { Item: { ...deliveryKey(tenant, webhook.id, id), ...delivery } })
    const { body } = await replay(tenant, webhook, { from: isoOf(timeMs), onlyFailed: true })
    expect(body).toMatchObject({ queued: 0 })
  })

  it('queues about 1,000 a call, and next_from leads to each event exactly once', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const startMs = Date.now() - minuteMs
    const ids: string[] = []
    for (let n = 0; n < 21; n++) {
      // 50 events in each millisecond, so that a call ends within one unless it goes on
      const added = await Promise.all(Array.from({ length: 50 }, () => storeEvent(tenant, startMs + n)))
      ids.push(...added.map(({ id }) => id))
    }
    const first = (await replay(tenant, webhook, { from: isoOf(startMs) })).body as Answer
    expect(first).toEqual({ queued: 1_000, has_more: true, next_from: isoOf(startMs + 20) })
    const second = (await replay(tenant, webhook, { from: first.next_from ?? '' })).body as Answer
    expect(second).toEqual({ queued: 50, has_more: false, next_from: null })
    expect((await eventsOf(webhook)).toSorted()).toEqual(ids.toSorted())
  })

  it('ends early when its time is over, with something done and the rest to come', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const startMs = Date.now() - minuteMs
    const taskId = crypto.randomUUID()
    const ids: string[] = []
    for (let n = 0; n < 6; n++) ids.push((await storeEvent(tenant, startMs + n, { taskId })).id)
    limits.functionTimeoutMs = 2_250 // what it keeps for the end, so its time is over at once
    let from: string | null = isoOf(startMs)
    let calls = 0
    for (; from !== null; calls++) {
      const { status, body } = await replay(tenant, webhook, { from })
      expect(status).toBe(200)
      from = (body as Answer).next_from
    }
    expect(calls).toBeGreaterThan(1)
    expect(await eventsOf(webhook)).toEqual(ids)
  })

  it('takes a cursor of the feed, and sends what has happened since its point', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    await tenant.createTask() // it shows how far the index is
    const { body } = await tenant.send('GET', '/changes?from=now')
    const { next_cursor: cursor } = body as { next_cursor: string }
    await storeEvent(tenant, Date.now() - minuteMs)
    const since = await storeEvent(tenant, Date.now() - 1)
    expect((await replay(tenant, webhook, { cursor })).body).toMatchObject({ queued: 1 })
    expect(await eventsOf(webhook)).toEqual([since.id])
    const other = await newTenant()
    const foreign = await replay(other, await newWebhook(other), { cursor })
    expect(foreign).toMatchObject({ status: 400, body: { error: { details: [{ path: 'cursor' }] } } })
  })

  it.each(['2026-99-99T99:99:99.999Z', '0000-00-00T00:00:00.000Z'])(
    'refuses a forged cursor with the impossible time %s',
    async (impossible) => {
      const tenant = await newTenant()
      const webhook = await newWebhook(tenant)
      const settled = isoOf(Date.now() - minuteMs)
      for (const point of [`${impossible}  `, `${settled} ${impossible}#${crypto.randomUUID()} `]) {
        const cursor = encodeCursor(['changes', accountPartition(tenant.accountId)], point)
        const reply = await replay(tenant, webhook, { cursor })
        expect([400, 410]).toContain(reply.status)
      }
    },
  )

  it('answers 410 to a cursor from before the events that are kept', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const { body } = await tenant.send('GET', '/changes?from=now')
    const { next_cursor: cursor } = body as { next_cursor: string }
    vi.advanceTimersByTime(30 * dayMs)
    const reply = await replay(tenant, webhook, { cursor })
    expect(reply).toMatchObject({ status: 410, body: { error: { code: 'cursor_expired' } } })
  })

  it.each([
    [() => ({}), 'from'],
    [() => ({ from: isoOf(Date.now()), cursor: 'x' }), 'from'],
    [() => ({ from: 'yesterday' }), 'from'],
    [() => ({ from: isoOf(Date.now() - 30 * dayMs - 1) }), 'from'],
    [() => ({ from: '0000-01-01T00:00:00Z' }), 'from'],
    [() => ({ from: isoOf(Date.now() + minuteMs) }), 'from'],
    [() => ({ from: isoOf(Date.now() - 5), to: isoOf(Date.now() - minuteMs) }), 'to'],
    [() => ({ cursor: 'x' }), 'cursor'],
  ])('refuses %s with 400 that names %s', async (body, path) => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const reply = await replay(tenant, webhook, body())
    expect(reply).toMatchObject({ status: 400, body: { error: { details: [{ path }] } } })
  })

  it.each([
    [{ from: '2026-11-21T12:00:00Z', cursor: 'x' }, 'Give from or cursor, not both'],
    [{ cursor: 'x' }, 'cursor must be a next_cursor of GET /changes'],
  ])('says what to change in %j', async (body, sentence) => {
    const tenant = await newTenant()
    const reply = await replay(tenant, await newWebhook(tenant), body)
    expect(reply.body).toMatchObject({ error: { message: expect.stringContaining(sentence) as string } })
  })

  it('includes an event that is ahead of the clock, since the times of a task rise with its writes', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const event = await storeEvent(tenant, Date.now() + 2_000)
    const { body } = await replay(tenant, webhook, { from: isoOf(Date.now() - minuteMs) })
    expect(body).toEqual({ queued: 1, has_more: false, next_from: null })
    expect(await eventsOf(webhook)).toEqual([event.id])
  })

  it('takes any end, also one in the year 10000', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const range = { from: isoOf(Date.now() - 30 * dayMs + minuteMs), to: '9999-12-31T23:59:59-23:59' }
    expect(await replay(tenant, webhook, range)).toMatchObject({ status: 200, body: { queued: 0 } })
  })
})
