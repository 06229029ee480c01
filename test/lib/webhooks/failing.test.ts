import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Surroundings } from '../../../lib/webhooks/deliver.ts'
import type { WebhookItem } from '../../../lib/webhooks/webhook-item.ts'
import type { ReceiverAnswer } from '../../../lib/webhooks/sending/post.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import {
  answered,
  deliverNow,
  dueMsOf,
  eventIdOf,
  eventIdsAt,
  findWebhook,
  keepWakeUps,
  logOf,
  pendingOf,
  putWebhook,
  queueEvents,
  unreachable,
} from '../../support/webhooks.ts'

const secondMs = 1000
const hourMs = 60 * 60 * secondMs
const startMs = Date.now() + 24 * hourMs // after the time by which the store sees its deadline
const wakeUps = keepWakeUps()

afterEach(() => {
  wakeUps.length = 0
})

/** A webhook with a clock that follows its schedule, and a receiver whose answers the test sets. */
class Life {
  nowMs = startMs
  readonly sent: { id: string; atMs: number }[] = []
  answerOf: (id: string) => ReceiverAnswer = () => answered(200)
  readonly tenant: TestTenant
  readonly webhook: WebhookItem
  readonly #surroundings: Surroundings = {
    nowMs: () => this.nowMs,
    random: () => 0.5,
    send: ({ headers }) => {
      const id = headers['webhook-id'] ?? ''
      this.sent.push({ id, atMs: this.nowMs })
      return Promise.resolve(this.answerOf(id))
    },
  }

  constructor(tenant: TestTenant, webhook: WebhookItem) {
    this.tenant = tenant
    this.webhook = webhook
  }

  /** Queues events and wakes the webhook, as a dispatch does. */
  async queue(ids: readonly string[]): Promise<void> {
    await queueEvents(this.tenant, this.webhook.id, ids)
    await this.wake()
  }

  async wake(): Promise<void> {
    await deliverNow(this.tenant, this.webhook, this.#surroundings)
  }

  async item(): Promise<WebhookItem> {
    const item = await findWebhook(this.tenant, this.webhook.id)
    if (!item) throw new Error('There is no webhook.')
    return item
  }

  /** Lets time pass until nothing is due before a time, or the webhook is no longer active. */
  async passUntil(untilMs: number): Promise<void> {
    for (;;) {
      const item = await this.item()
      const dueMs = dueMsOf(item)
      if (item.status !== 'active' || !(dueMs <= untilMs)) break
      this.nowMs = Math.max(this.nowMs, dueMs)
      await this.wake()
    }
    this.nowMs = Math.max(this.nowMs, untilMs)
  }

  /** When an event was first sent, in ms since the start. */
  firstSentMs(id: string): number {
    return (this.sent.find((one) => one.id === id)?.atMs ?? NaN) - startMs
  }

  ids(fromIndex = 0): string[] {
    return this.sent.slice(fromIndex).map(({ id }) => id)
  }
}

async function newLife(): Promise<Life> {
  const tenant = await newTenant()
  return new Life(tenant, await putWebhook(tenant))
}

/** Queues events at once that the receiver refuses, while it takes all others. */
async function refusing(status: number, count: number) {
  const life = await newLife()
  const refused = eventIdsAt(startMs - 1000, count)
  life.answerOf = (id) => answered(refused.includes(id) ? status : 200)
  await life.queue(refused)
  return { life, refused }
}

describe('a receiver that refuses single events', () => {
  it.each([400, 405, 413, 422])('with %i takes the others within seconds', async (status) => {
    const { life } = await refusing(status, 30)
    for (let minute = 1; minute <= 5; minute++) {
      await life.passUntil(startMs + minute * 60 * secondMs)
      const [id = ''] = eventIdsAt(life.nowMs, 1)
      await life.queue([id])
      await life.passUntil(life.nowMs + 6 * secondMs)
      expect(life.ids()).toContain(id)
    }
  })

  it('is never disabled for that, and does not wait for what it refuses', async () => {
    const { life, refused } = await refusing(400, 7)
    const good: string[] = []
    for (const hours of [1, 30, 60, 74, 76, 100]) {
      await life.passUntil(startMs + hours * hourMs)
      expect((await life.item()).status).toBe('active')
      const [id = ''] = eventIdsAt(life.nowMs, 1)
      good.push(id)
      await life.queue([id])
      await life.passUntil(life.nowMs + 6 * secondMs)
    }
    await life.passUntil(startMs + 200 * hourMs)
    expect(life.ids().filter((id) => good.includes(id))).toEqual(good)
    expect(await pendingOf(life.tenant, life.webhook.id)).toEqual([])
    const log = await logOf(life.tenant, life.webhook.id)
    const givenUp = log.filter(({ outcome }) => outcome === 'exhausted').map(({ event_id }) => event_id)
    expect(givenUp.toSorted()).toEqual(refused.toSorted())
  }, 120_000)

  it('is not disabled by one failure of its own after 76 hours of refusals', async () => {
    const { life } = await refusing(400, 7)
    await life.passUntil(startMs + 76 * hourMs)
    life.answerOf = () => unreachable
    await life.queue(eventIdsAt(life.nowMs, 1))
    expect((await life.item()).status).toBe('active')
  }, 120_000)

  it('gets each of many events once before it gets one of them again', async () => {
    const life = await newLife()
    const refused = eventIdsAt(startMs - 1000, 40)
    life.answerOf = () => answered(400)
    await life.queue(refused)
    await life.passUntil(startMs + 4 * 60 * secondMs)
    expect(new Set(life.ids()).size).toBe(40)
  })
})

describe('a receiver that is out of reach', () => {
  it('loses nothing in the whole schedule: what waited is there when the webhook is started again', async () => {
    const life = await newLife()
    const ids = eventIdsAt(startMs - 1000, 20)
    life.answerOf = () => unreachable
    await life.queue(ids)
    await life.passUntil(startMs + 200 * hourMs)
    const { status, disabled_reason } = await life.item()
    expect([status, disabled_reason]).toEqual(['disabled', 'Nothing could be delivered for 75 hours.'])
    const before = life.sent.length
    life.answerOf = () => answered(200)
    await life.tenant.send('PATCH', `/webhooks/${life.webhook.id}`, { body: { status: 'active' } })
    await life.wake()
    expect(life.ids(before)).toEqual(ids)
  })

  it('gets another event with each probe, until all were tried', async () => {
    const life = await newLife()
    life.answerOf = () => answered(503)
    await life.queue(eventIdsAt(startMs - 1000, 20))
    await life.passUntil(startMs + 8 * hourMs)
    expect(new Set(life.ids()).size).toBe(life.sent.length)
  })

  it('gets the newest of those that were never tried with each probe', async () => {
    const life = await newLife()
    const ids = eventIdsAt(startMs - 1000, 20)
    life.answerOf = () => answered(503)
    await life.queue(ids)
    const tried = life.ids().length
    await life.passUntil(startMs + hourMs)
    const probes = life.ids(tried)
    expect(probes.length).toBeGreaterThan(2)
    expect(probes).toEqual(ids.slice(tried).reverse().slice(0, probes.length))
  })

  it('gets the events of a task in their order when it is back', async () => {
    const life = await newLife()
    const task = randomUUID()
    const ids = Array.from({ length: 30 }, (_, ms) => eventIdOf(task, startMs - 100 + ms))
    let isWell = false
    const taken: string[] = []
    life.answerOf = (id) => {
      if (isWell) taken.push(id)
      return answered(isWell ? 200 : 503)
    }
    await life.queue(ids)
    await life.passUntil(startMs + hourMs)
    isWell = true
    await life.passUntil(startMs + 4 * hourMs)
    expect(taken).toEqual(ids)
  })
})

describe('an event that waits to be tried again', () => {
  it('leaves one delayed wake-up behind, however often the webhook is served meanwhile', async () => {
    const life = await newLife()
    const [bad = ''] = eventIdsAt(startMs - 1000, 1)
    life.answerOf = (id) => answered(id === bad ? 500 : 200)
    await life.queue([bad])
    for (let session = 0; session < 8; session++) await life.queue(eventIdsAt(startMs + session, 1))
    expect(wakeUps).toMatchObject([{ webhook: life.webhook.id, delaySeconds: 5 }])
    life.nowMs += 5 * secondMs
    await life.wake()
    expect(wakeUps).toHaveLength(2)
    expect(life.ids().filter((id) => id === bad)).toHaveLength(2)
  })
})

describe('the status active', () => {
  it.each([
    ['a receiver that failed', unreachable],
    ['refused events', answered(400)],
    ['failed events', answered(500)],
  ])('makes all due at once after %s', async (_, answer) => {
    const life = await newLife()
    const ids = eventIdsAt(startMs - 1000, 20)
    life.answerOf = () => answer
    await life.queue(ids)
    await life.passUntil(startMs + 12 * hourMs)
    const before = life.sent.length
    life.answerOf = () => answered(200)
    await life.tenant.send('PATCH', `/webhooks/${life.webhook.id}`, { body: { status: 'active' } })
    await life.wake()
    expect(life.ids(before).toSorted()).toEqual(ids.toSorted())
    expect(await life.item()).not.toHaveProperty('all_due')
    expect(await pendingOf(life.tenant, life.webhook.id)).toEqual([])
  })
})

describe('an event that waits twice', () => {
  it('is recorded and waits again when the receiver refuses both at once', async () => {
    const life = await newLife()
    const [id = ''] = eventIdsAt(startMs - 1000, 1)
    life.answerOf = () => answered(400, hourMs)
    await life.queue([id])
    life.nowMs += hourMs
    await queueEvents(life.tenant, life.webhook.id, [id]) // as a replay does
    await life.wake()
    expect(life.ids()).toEqual([id, id, id])
    expect(await logOf(life.tenant, life.webhook.id)).toHaveLength(3)
    expect(await pendingOf(life.tenant, life.webhook.id)).toHaveLength(1)
    life.nowMs += hourMs
    await life.wake()
    expect((await logOf(life.tenant, life.webhook.id)).at(-1)?.attempt).toBe(2)
  })
})

describe('a clock that is set back', () => {
  it('by an hour does not hold up what has a time after it', async () => {
    const life = await newLife()
    const task = randomUUID()
    const ids = [eventIdOf(task, startMs + hourMs), eventIdOf(task, startMs + hourMs + 1)]
    await life.queue(ids)
    expect(life.ids()).toEqual(ids)
    expect(life.firstSentMs(ids[0] ?? '')).toBe(0)
  })

  it('does not hide it behind what waits to be tried again', async () => {
    const life = await newLife()
    const bad = eventIdsAt(startMs - 1000, 30)
    life.answerOf = (id) => answered(bad.includes(id) ? 422 : 200)
    const before = eventIdsAt(startMs - 2000, 1)
    const id = eventIdOf(randomUUID(), startMs + hourMs)
    await life.queue([...before, ...bad])
    await life.queue([id])
    await life.passUntil(startMs + 6 * secondMs)
    expect(life.ids()).toContain(id)
  })
})
