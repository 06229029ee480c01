import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { openStorage } from '../../../lib/table/storage.ts'
import { takeLease } from '../../../lib/webhooks/lease.ts'
import type { Surroundings } from '../../../lib/webhooks/deliver.ts'
import { wakeAll } from '../../../infra/local/wake-all.ts'
import { wakeDueWebhooks } from '../../../lib/webhooks/wake-up.ts'
import type { ReceiverAnswer } from '../../../lib/webhooks/sending/post.ts'
import { newTenant } from '../../support/tenant.ts'
import {
  answered,
  changeStatus,
  deliverNow,
  dueMsOf,
  eventIdOf,
  eventIdsAt,
  findWebhook,
  keepWakeUps,
  logOf,
  pendingOf,
  putEvent,
  putPending,
  putWebhook,
  queueEvents,
  unreachable,
} from '../../support/webhooks.ts'

const hourMs = 60 * 60 * 1000
const startMs = Date.now()
const wakeUps = keepWakeUps()

/** A receiver with a clock, whose answers the test sets. */
function receiver(answerOf: (id: string, nowMs: number) => ReceiverAnswer) {
  const sent: { id: string; atMs: number; headers: Record<string, string> }[] = []
  const clock = { nowMs: startMs }
  const surroundings: Surroundings = {
    nowMs: () => clock.nowMs,
    random: () => 0.5,
    send: ({ headers }) => {
      const id = headers['webhook-id'] ?? ''
      sent.push({ id, atMs: clock.nowMs, headers })
      return Promise.resolve(answerOf(id, clock.nowMs))
    },
  }
  return { sent, clock, surroundings }
}

const ids = (sent: readonly { id: string }[]) => sent.map(({ id }) => id)

const eventIds = (count: number) => eventIdsAt(startMs - 1000, count)

afterEach(() => {
  wakeUps.length = 0
})

describe('deliver', () => {
  it('posts what is due, signed and with the webhook’s headers, and logs it', async () => {
    const tenant = await newTenant()
    const headers = [{ name: 'Authorization', value: 'Bearer x' }]
    const webhook = await putWebhook(tenant, { headers })
    const [id = ''] = eventIds(1)
    await queueEvents(tenant, webhook.id, [id])
    const { sent, surroundings } = receiver(() => answered(200))
    expect(await deliverNow(tenant, webhook, surroundings)).toEqual({
      delivered: 1,
      failed: 0,
      exhausted: 0,
      disabled: 0,
    })
    expect(sent[0]?.headers).toMatchObject({ Authorization: 'Bearer x', 'webhook-id': id })
    expect(await pendingOf(tenant, webhook.id)).toEqual([])
    expect(await logOf(tenant, webhook.id)).toMatchObject([
      { event_id: id, attempt: 1, outcome: 'delivered', status: 200, response: 'ok' },
    ])
    expect(await findWebhook(tenant, webhook.id)).toEqual({
      ...webhook,
      pk: expect.anything() as unknown,
      sk: expect.anything() as unknown,
    })
    expect(wakeUps).toEqual([])
  })

  it('walks through the whole schedule until the webhook is disabled, and can be revived', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const [first = '', second = ''] = eventIds(2)
    await queueEvents(tenant, webhook.id, [first])
    let isWell = false
    const { sent, clock, surroundings } = receiver(() => (isWell ? answered(200) : unreachable))
    const noticed: number[] = []
    for (let rounds = 0; rounds < 20; rounds++) {
      await deliverNow(tenant, webhook, surroundings)
      const now = await findWebhook(tenant, webhook.id)
      if (now?.notice?.type === 'webhook.failing' && noticed.length === 0) noticed.push(clock.nowMs)
      if (now?.status !== 'active') break
      clock.nowMs = dueMsOf(now)
    }
    expect(sent).toHaveLength(10)
    expect(clock.nowMs - startMs).toBe(75 * hourMs + 35 * 60_000 + 5_000)
    expect(noticed).toEqual([startMs + 24 * hourMs])
    expect(await findWebhook(tenant, webhook.id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'Nothing could be delivered for 75 hours.',
      failing_since: new Date(startMs).toISOString(),
      notice: { type: 'webhook.disabled' },
    })
    const outcomes = (await logOf(tenant, webhook.id)).map(({ outcome, attempt }) => [attempt, outcome])
    expect(outcomes).toHaveLength(10)
    expect(outcomes.at(-1)).toEqual([10, 'failed'])
    expect(await pendingOf(tenant, webhook.id)).toHaveLength(1)
    await queueEvents(tenant, webhook.id, [second])
    await deliverNow(tenant, webhook, surroundings)
    expect(sent).toHaveLength(10)
    isWell = true
    await changeStatus(tenant, webhook.id, 'active', clock.nowMs)
    await deliverNow(tenant, webhook, surroundings)
    expect(ids(sent).slice(10)).toEqual([first, second])
  })

  it('sends one probe to a failing receiver, and the rest after it has succeeded', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    await queueEvents(tenant, webhook.id, eventIds(20))
    let isWell = false
    const { sent, clock, surroundings } = receiver(() => (isWell ? answered(200) : answered(503)))
    await deliverNow(tenant, webhook, surroundings)
    const tried = sent.length
    expect(tried).toBeLessThanOrEqual(10)
    expect(wakeUps).toMatchObject([{ webhook: webhook.id, delaySeconds: 5 }])
    await deliverNow(tenant, webhook, surroundings) // too early
    expect(sent).toHaveLength(tried)
    clock.nowMs += 5_000
    await deliverNow(tenant, webhook, surroundings)
    expect(sent).toHaveLength(tried + 1)
    isWell = true
    clock.nowMs += 5 * 60_000
    await deliverNow(tenant, webhook, surroundings)
    expect(await pendingOf(tenant, webhook.id)).toEqual([])
    const after = await findWebhook(tenant, webhook.id)
    expect(after).not.toHaveProperty('failing_since')
    expect(after).not.toHaveProperty('list_pk')
  })

  it('waits as long as the receiver asks', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    await queueEvents(tenant, webhook.id, eventIds(1))
    const { surroundings } = receiver(() => answered(429, hourMs))
    await deliverNow(tenant, webhook, surroundings)
    expect(dueMsOf((await findWebhook(tenant, webhook.id)) ?? webhook)).toBe(startMs + hourMs)
    expect(wakeUps).toEqual([]) // the schedule wakes it
  })

  it('lets a refused event wait while others go on, until five in a row are refused', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const [bad = '', ...good] = eventIds(4)
    await queueEvents(tenant, webhook.id, [bad, ...good])
    const { sent, surroundings } = receiver((id) => answered(id === bad ? 500 : 200))
    expect(await deliverNow(tenant, webhook, surroundings)).toMatchObject({ delivered: 3, failed: 1 })
    expect(ids(sent)).toEqual([bad, ...good])
    expect(await findWebhook(tenant, webhook.id)).not.toHaveProperty('next_attempt_at_ms')
    const other = await putWebhook(tenant)
    const task = randomUUID()
    await queueEvents(
      tenant,
      other.id,
      Array.from({ length: 8 }, (_, ms) => eventIdOf(task, startMs - 100 + ms)),
    )
    const refusing = receiver(() => answered(302))
    await deliverNow(tenant, other, refusing.surroundings)
    expect(refusing.sent).toHaveLength(5)
    expect(await findWebhook(tenant, other.id)).toMatchObject({
      consecutive_failures: 1,
      next_attempt_at_ms: startMs + 5_000,
    })
  })

  it('delivers the events of a task in their order', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const tasks = [randomUUID(), randomUUID(), randomUUID()]
    const all = Array.from({ length: 30 }, (_, ms) => eventIdOf(tasks[ms % 3] ?? '', startMs - 100 + ms))
    await queueEvents(tenant, webhook.id, all)
    const { sent, surroundings } = receiver(() => answered(200))
    await deliverNow(tenant, webhook, surroundings)
    for (const task of tasks) {
      const own = (id: string) => id.includes(task.replaceAll('-', ''))
      expect(ids(sent).filter(own)).toEqual(all.filter(own))
    }
  })

  it('reads 100 at once, and goes through them in rounds, also where an event fails', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const task = randomUUID()
    const all = Array.from({ length: 110 }, (_, ms) => eventIdOf(task, startMs - 200 + ms))
    await queueEvents(tenant, webhook.id, all)
    const bad = all[40] ?? ''
    const { sent, surroundings } = receiver((id) => answered(id === bad ? 400 : 200))
    expect(await deliverNow(tenant, webhook, surroundings)).toMatchObject({ delivered: 109, failed: 1 })
    expect(ids(sent)).toEqual(all)
    expect(await pendingOf(tenant, webhook.id)).toHaveLength(1)
    expect(await findWebhook(tenant, webhook.id)).not.toHaveProperty('lease_id')
  })

  it('stops when its time is nearly up, and wakes itself', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    await queueEvents(tenant, webhook.id, eventIds(30))
    const { sent, clock, surroundings } = receiver(() => {
      clock.nowMs += 5_000
      return answered(200)
    })
    await deliverNow(tenant, webhook, surroundings)
    expect(sent.length).toBeLessThan(30)
    expect(wakeUps).toEqual([{ account: tenant.accountId, webhook: webhook.id, delaySeconds: 0 }])
    const left = await findWebhook(tenant, webhook.id)
    expect(left).not.toHaveProperty('lease_id')
    expect(dueMsOf(left ?? webhook)).toBeLessThanOrEqual(clock.nowMs)
  })

  it('sends no event of a task whose earlier one is being stored, for two minutes at most', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const task = randomUUID()
    const [early = '', late = ''] = [5_000, 4_000].map((ms) => eventIdOf(task, startMs - ms))
    const [other = ''] = eventIds(1)
    await putPending(tenant, webhook.id, early)
    await queueEvents(tenant, webhook.id, [late, other])
    const { sent, clock, surroundings } = receiver(() => answered(200))
    await deliverNow(tenant, webhook, surroundings)
    expect(ids(sent)).toEqual([other])
    expect(dueMsOf((await findWebhook(tenant, webhook.id)) ?? webhook)).toBe(startMs + 115_000)
    await putEvent(tenant, early)
    await deliverNow(tenant, webhook, surroundings)
    expect(ids(sent)).toEqual([other, early, late])
    // the dispatch of another has failed for good
    await putPending(tenant, webhook.id, eventIdOf(task, startMs - 3_000))
    const next = eventIdOf(task, startMs - 2_000)
    await queueEvents(tenant, webhook.id, [next])
    await deliverNow(tenant, webhook, surroundings)
    expect(sent).toHaveLength(3)
    clock.nowMs = startMs + 117_000
    await deliverNow(tenant, webhook, surroundings)
    expect(ids(sent).at(-1)).toBe(next)
  })

  it('leaves alone what its dispatch has not finished, and removes it a day later', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const [id = ''] = eventIds(1)
    await queueEvents(tenant, webhook.id, [id])
    const { sent, clock, surroundings } = receiver(() => answered(200))
    const orphan = eventIdOf(randomUUID(), startMs - 5_000)
    await putPending(tenant, webhook.id, orphan)
    await deliverNow(tenant, webhook, surroundings)
    expect(ids(sent)).toEqual([id])
    expect(await pendingOf(tenant, webhook.id)).toHaveLength(1)
    expect(await findWebhook(tenant, webhook.id)).not.toHaveProperty('list_pk')
    clock.nowMs += 26 * hourMs
    await deliverNow(tenant, webhook, surroundings)
    expect(await pendingOf(tenant, webhook.id)).toEqual([])
  })

  it('leaves alone an old event whose dispatch has just begun: a rule may run late', async () => {
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant)
    const missed = eventIdOf(randomUUID(), startMs - 72 * hourMs)
    await putPending(tenant, webhook.id, missed, startMs)
    const { sent, clock, surroundings } = receiver(() => answered(200))
    await deliverNow(tenant, webhook, surroundings)
    expect(sent).toEqual([])
    await putEvent(tenant, missed)
    await deliverNow(tenant, webhook, surroundings)
    expect(ids(sent)).toEqual([missed])
    await putPending(tenant, webhook.id, eventIdOf(randomUUID(), startMs - 72 * hourMs), startMs)
    clock.nowMs += 26 * hourMs
    await deliverNow(tenant, webhook, surroundings)
    expect(await pendingOf(tenant, webhook.id)).toEqual([])
  })
})

describe('waking', () => {
  it('finds the webhooks that are due, and at a start all that are active', async () => {
    const tenant = await newTenant()
    const held = await putWebhook(tenant)
    await putWebhook(tenant, { status: 'paused' })
    await takeLease(tenant, held.id, startMs)
    const own = () =>
      wakeUps.filter(({ account }) => account === tenant.accountId).map(({ webhook }) => webhook)
    await wakeDueWebhooks(openStorage(Infinity), startMs + 89_999)
    expect(own()).toEqual([])
    await wakeDueWebhooks(openStorage(Infinity), startMs + 90_000)
    expect(own()).toEqual([held.id])
    wakeUps.length = 0
    await wakeAll(false)
    expect(own()).toEqual([held.id])
  })
})
