import { afterEach, describe, expect, it, vi } from 'vitest'
import { accountPartition } from '../../../lib/table/item.ts'
import { deliver } from '../../../lib/webhooks/deliver.ts'
import type { WebhookItem } from '../../../lib/webhooks/webhook-item.ts'
import type { Surroundings } from '../../../lib/webhooks/deliver.ts'
import type { WakeUp } from '../../../lib/webhooks/wake-up.ts'
import { get } from '../../../lib/table/read-items.ts'
import { tap } from '../../support/api.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import {
  answered,
  eventIdsAt,
  keepWakeUps,
  pendingOf,
  putWebhook,
  queueEvents,
} from '../../support/webhooks.ts'

const startMs = Date.now()
const wakeUps = keepWakeUps()

/** An account with so many webhooks, for each of which one event waits. */
async function newCrowd(count: number) {
  const tenant = await newTenant()
  const webhooks: WebhookItem[] = []
  for (let index = 0; index < count; index++) {
    const webhook = await putWebhook(tenant)
    await queueEvents(tenant, webhook.id, eventIdsAt(startMs - 1000, 1))
    webhooks.push(webhook)
  }
  return { tenant, webhooks }
}

/** A receiver with a clock. It answers 200 when it is let go, at once by default. */
function receiver() {
  const clock = { nowMs: startMs }
  const held: (() => void)[] = []
  const state = { hangs: false, at: 0, most: 0 }
  const surroundings: Surroundings = {
    nowMs: () => clock.nowMs,
    random: () => 0.5,
    send: async () => {
      state.most = Math.max(state.most, ++state.at)
      if (state.hangs) await new Promise<void>((resolve) => held.push(resolve))
      state.at -= 1
      return answered(200)
    },
  }
  return { clock, held, state, surroundings }
}

/** Begins deliveries to webhooks. Five of them take all places of the account, until their receivers are let go. */
async function fillPlaces(
  tenant: TestTenant,
  webhooks: readonly WebhookItem[],
  { held, state, surroundings }: ReturnType<typeof receiver>,
) {
  state.hangs = true
  const running = webhooks.map((webhook) => deliverBy(tenant, wake(tenant, webhook), surroundings))
  await vi.waitFor(() => {
    expect(held).toHaveLength(5)
  }, 20_000)
  return running
}

const wake = (tenant: TestTenant, { id }: WebhookItem): WakeUp => ({
  account: tenant.accountId,
  webhook: id,
  crowd: true,
})

const deliverBy = (tenant: TestTenant, message: WakeUp, surroundings: Surroundings) =>
  deliver({ ...tenant, deadlineMs: surroundings.nowMs() + 600_000 }, message, surroundings)

/** Handles wake-ups, and those that come of them, five at once, until there are none. */
async function handleAll(tenant: TestTenant, surroundings: Surroundings): Promise<void> {
  while (wakeUps.length > 0) {
    await Promise.all(wakeUps.splice(0, 5).map((message) => deliverBy(tenant, message, surroundings)))
  }
}

const slotsOf = (tenant: TestTenant) =>
  get(tenant, { pk: accountPartition(tenant.accountId), sk: 'DELIVERING' })

const waitingCount = async (tenant: TestTenant, webhooks: readonly WebhookItem[]): Promise<number> =>
  (await Promise.all(webhooks.map(({ id }) => pendingOf(tenant, id)))).flat().length

afterEach(() => {
  wakeUps.length = 0
  tap.reset()
})

describe('an account with many webhooks', () => {
  it('is delivered to at five of them at once when all are woken together, and then at the others', async () => {
    const { tenant, webhooks } = await newCrowd(50)
    const away = receiver()
    const { held, state, surroundings } = away
    const running = await fillPlaces(tenant, webhooks, away)
    const waiting = async () => [...((await slotsOf(tenant))?.waiting as Set<string>)].length
    await vi.waitFor(async () => {
      expect(await waiting()).toBe(45)
    }, 20_000)
    expect(wakeUps).toEqual([]) // nobody looks again
    state.hangs = false
    for (const end of held) end()
    await Promise.all(running)
    await handleAll(tenant, surroundings)
    expect(state.most).toBe(5)
    expect(await waitingCount(tenant, webhooks)).toBe(0)
    expect(await slotsOf(tenant)).not.toHaveProperty('holders')
    expect(await slotsOf(tenant)).not.toHaveProperty('waiting')
  })

  it('wakes those that have waited longest when a place is free', async () => {
    const { tenant, webhooks } = await newCrowd(8)
    const away = receiver()
    const { clock, held, state, surroundings } = away
    const running = await fillPlaces(tenant, webhooks.slice(0, 5), away)
    for (const webhook of webhooks.slice(5)) {
      clock.nowMs += 1
      await deliverBy(tenant, wake(tenant, webhook), surroundings)
      await deliverBy(tenant, wake(tenant, webhook), surroundings) // it waits once
    }
    held[2]?.()
    await Promise.any(running)
    expect(wakeUps.map(({ webhook }) => webhook)).toEqual([webhooks[5]?.id])
    for (const end of held) end()
    await Promise.all(running)
    state.hangs = false
    await handleAll(tenant, surroundings)
    expect(await waitingCount(tenant, webhooks)).toBe(0)
  })

  it('goes on after holders that were killed: their places are free after their time', async () => {
    const { tenant, webhooks } = await newCrowd(7)
    const { clock, state, surroundings } = receiver()
    for (const webhook of webhooks.slice(0, 5)) {
      // it is killed before it has the lease: nothing more of it reaches the table
      let commands = 0
      tap.faults = () => (++commands > 1 ? 'invalid' : undefined)
      await expect(deliverBy(tenant, wake(tenant, webhook), surroundings)).rejects.toThrow()
      tap.reset()
    }
    for (const webhook of webhooks.slice(5)) await deliverBy(tenant, wake(tenant, webhook), surroundings)
    expect(state.most).toBe(0)
    clock.nowMs += 90_000
    // the wake-ups of those that were killed come again
    wakeUps.push(...webhooks.slice(0, 5).map((webhook) => wake(tenant, webhook)))
    await handleAll(tenant, surroundings)
    expect(await waitingCount(tenant, webhooks)).toBe(0)
  })

  it('wakes the next when a wake-up comes twice, in case that of the next is lost', async () => {
    const { tenant, webhooks } = await newCrowd(7)
    const away = receiver()
    const { held, state, surroundings } = away
    const running = await fillPlaces(tenant, webhooks.slice(0, 5), away)
    for (const webhook of webhooks.slice(5)) await deliverBy(tenant, wake(tenant, webhook), surroundings)
    state.hangs = false
    held[0]?.()
    await Promise.any(running)
    const [first] = wakeUps.splice(0)
    if (!first) throw new Error('None that waits is woken.')
    await deliverBy(tenant, first, surroundings)
    const lost = wakeUps.splice(0)
    expect(lost.map(({ webhook }) => webhook)).not.toContain(first.webhook)
    await deliverBy(tenant, first, surroundings)
    expect(wakeUps).toEqual(lost)
    for (const end of held) end()
    await Promise.all(running)
    await handleAll(tenant, surroundings)
    expect(await waitingCount(tenant, webhooks)).toBe(0)
  })

  it('takes a place that becomes free while it is put among those that wait', async () => {
    const { tenant, webhooks } = await newCrowd(6)
    const away = receiver()
    const { held, state, surroundings } = away
    const running = await fillPlaces(tenant, webhooks.slice(0, 5), away)
    state.hangs = false
    let waits = 0
    tap.answerInstead = async (_, request) => {
      if (!JSON.stringify(request).includes('ADD waiting')) return undefined
      waits++
      for (const end of held) end()
      await Promise.all(running)
      return undefined
    }
    const [last] = webhooks.slice(5)
    if (!last) throw new Error('There is none.')
    expect(await deliverBy(tenant, wake(tenant, last), surroundings)).toMatchObject({ delivered: 1 })
    expect(waits).toBe(1)
    expect(wakeUps).toEqual([])
  })

  it('reads no webhook to find a place: two writes of one unit, and one more if it must wait', async () => {
    const { tenant, webhooks } = await newCrowd(6)
    const away = receiver()
    const { held, state, surroundings } = away
    const running = await fillPlaces(tenant, webhooks.slice(1, 6), away)
    tap.reset()
    const [last] = webhooks
    if (!last) throw new Error('There is none.')
    await deliverBy(tenant, wake(tenant, last), surroundings)
    const costs = () => tap.exchanges.map(({ operation, units }) => `${operation} ${units}`)
    // refused, for which DynamoDB counts a unit too, and put among those that wait
    expect(costs()).toEqual(['UpdateItem 0', 'UpdateItem 1'])
    state.hangs = false
    held[0]?.()
    await Promise.any(running)
    tap.reset()
    await handleAll(tenant, surroundings)
    const lease = ['UpdateItem 2', 'UpdateItem 2']
    expect(
      costs()
        .filter((cost) => cost.startsWith('UpdateItem'))
        .sort(),
    ).toEqual(['UpdateItem 1', 'UpdateItem 1', ...lease].sort())
    expect(costs().filter((cost) => cost.startsWith('Query'))).toEqual(['Query 1']) // of what waits
    for (const end of held) end()
    await Promise.all(running)
  })
})

describe('an account with few webhooks', () => {
  it('pays for no place, whether its wake-up says so or not', async () => {
    const { tenant, webhooks } = await newCrowd(5)
    const { surroundings } = receiver()
    for (const [index, webhook] of webhooks.entries()) {
      await deliverBy(
        tenant,
        { ...wake(tenant, webhook), crowd: index % 2 === 0 ? false : undefined },
        surroundings,
      )
    }
    expect(await waitingCount(tenant, webhooks)).toBe(0)
    expect(await slotsOf(tenant)).toBeUndefined()
  })
})
