import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WebhookItem } from '../../../../lib/store/webhook/item.ts'
import { takeLease } from '../../../../lib/store/webhook/lease.ts'
import type { Surroundings } from '../../../../lib/store/webhook/round.ts'
import { newTenant } from '../../../support/tenant.ts'
import {
  answered,
  deliverNow,
  dueMsOf,
  eventIdsAt,
  findWebhook,
  keepWakeUps,
  putWebhook,
  queueEvents,
} from '../../../support/webhooks.ts'

const startMs = Date.now()
const wakeUps = keepWakeUps()

/** A receiver with a clock, that answers 200. */
function receiver() {
  const sent: string[] = []
  const clock = { nowMs: startMs }
  const surroundings: Surroundings = {
    nowMs: () => clock.nowMs,
    random: () => 0.5,
    send: ({ url }) => {
      sent.push(url)
      return Promise.resolve(answered(200))
    },
  }
  return { sent, clock, surroundings }
}

const eventIds = (count: number) => eventIdsAt(startMs - 1000, count)

afterEach(() => {
  wakeUps.length = 0
})

describe('an account', () => {
  it('has at most five leases at once', async () => {
    const tenant = await newTenant()
    const webhooks: WebhookItem[] = []
    for (let count = 0; count < 6; count++) webhooks.push(await putWebhook(tenant))
    for (const { id } of webhooks.slice(0, 5)) await takeLease(tenant, id, startMs)
    const [last] = webhooks.slice(5)
    if (!last) throw new Error('There is none.')
    await queueEvents(tenant, last.id, eventIds(1))
    const { sent, clock, surroundings } = receiver()
    await deliverNow(tenant, last, surroundings)
    expect(sent).toEqual([])
    expect(wakeUps).toEqual([{ account: tenant.accountId, webhook: last.id, delaySeconds: 20 }])
    clock.nowMs += 90_000
    await deliverNow(tenant, last, surroundings)
    expect(sent).toHaveLength(1)
  })

  it('has at most five leases at once, also when 50 are woken together', async () => {
    const tenant = await newTenant()
    const webhooks: WebhookItem[] = []
    for (let count = 0; count < 50; count++) webhooks.push(await putWebhook(tenant))
    for (const { id } of webhooks) await queueEvents(tenant, id, eventIds(1))
    const hanging = new Set<() => void>()
    const { surroundings } = receiver()
    const send: Surroundings['send'] = async () => {
      await new Promise<void>((resolve) => hanging.add(resolve))
      return answered(200)
    }
    const running = Promise.all(
      webhooks.map((webhook) => deliverNow(tenant, webhook, { ...surroundings, send })),
    )
    await vi.waitFor(() => {
      expect(wakeUps.length + hanging.size).toBe(50) // the others come again later
    }, 20_000)
    expect(hanging.size).toBeGreaterThan(0)
    expect(hanging.size).toBeLessThanOrEqual(5)
    for (const end of hanging) end()
    const delivered = (await running).reduce((sum, tally) => sum + tally.delivered, 0)
    expect(delivered).toBe(hanging.size)
  })

  it('makes no more of the wake-ups that find no room than one of each webhook', async () => {
    const tenant = await newTenant()
    for (let count = 0; count < 5; count++) {
      const { id } = await putWebhook(tenant)
      await takeLease(tenant, id, startMs)
    }
    const webhook = await putWebhook(tenant)
    const { clock, surroundings } = receiver()
    const again = [{ account: tenant.accountId, webhook: webhook.id, delaySeconds: 20 }]
    await Promise.all([1, 2, 3].map(() => deliverNow(tenant, webhook, surroundings)))
    expect(wakeUps).toEqual(again)
    clock.nowMs += 15_000
    await deliverNow(tenant, webhook, surroundings)
    expect(wakeUps).toEqual(again)
    clock.nowMs += 5_000 // the one that waits comes now
    await deliverNow(tenant, webhook, surroundings)
    expect(wakeUps).toEqual([...again, ...again])
    // should it be lost, the schedule finds the webhook
    expect(dueMsOf((await findWebhook(tenant, webhook.id)) ?? webhook)).toBe(clock.nowMs + 19_000)
  })

  it('wakes those that have waited longest when there is room again', async () => {
    const tenant = await newTenant()
    const webhooks: WebhookItem[] = []
    for (let count = 0; count < 8; count++) webhooks.push(await putWebhook(tenant))
    for (const { id } of webhooks.slice(0, 4)) await takeLease(tenant, id, startMs)
    const [holder, ...waiting] = webhooks.slice(4)
    if (!holder) throw new Error('There is none.')
    const { sent, clock, surroundings } = receiver()
    await queueEvents(tenant, holder.id, eventIds(1))
    const send: Surroundings['send'] = async (delivery) => {
      for (const webhook of waiting) {
        clock.nowMs += 1
        await deliverNow(tenant, webhook, surroundings) // there is no room for it
      }
      wakeUps.length = 0
      return surroundings.send(delivery)
    }
    await deliverNow(tenant, holder, { ...surroundings, send })
    expect(sent).toHaveLength(1)
    expect(wakeUps).toEqual([{ account: tenant.accountId, webhook: waiting[0]?.id }])
  })
})
