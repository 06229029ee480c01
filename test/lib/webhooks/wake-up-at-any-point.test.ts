import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { useTable } from '../../../lib/table/table.ts'
import type { Tenant } from '../../../lib/table/tenant.ts'
import { put } from '../../../lib/table/write-items.ts'
import { deliver } from '../../../lib/webhooks/deliver.ts'
import type { Surroundings } from '../../../lib/webhooks/deliver.ts'
import { leaseMs } from '../../../lib/webhooks/lease.ts'
import { newPending } from '../../../lib/webhooks/pending.ts'
import type { ReceiverAnswer } from '../../../lib/webhooks/sending/post.ts'
import { eventExpiry, type WebhookItem } from '../../../lib/webhooks/webhook-item.ts'
import { MemoryTable } from '../../support/memory-table.ts'
import {
  answered,
  changeStatus,
  eventIdOf,
  findWebhook,
  keepWakeUps,
  pendingOf,
  putEvent,
  putWebhook,
  queueEvents,
} from '../../support/webhooks.ts'

interface Interruption {
  /** Whether it is one machine, where leases are in memory. */
  isEmbedded: boolean
  /** The webhook when the first event is delivered. */
  before?: Partial<WebhookItem>
  /** Whether the first event waits for its next try, which is hours away. */
  waits?: boolean
  /** The receiver's first answers; 200 by default. */
  answers?: readonly ReceiverAnswer[]
  /** How long the machine sleeps then, in ms. */
  sleepMs?: number
  /** What happens besides the dispatch of another event. */
  act?: (tenant: Tenant, webhookId: string) => Promise<void>
}

/**
 * Delivers an event. At moment number `point` of that delivery, before a command runs or before its answer arrives, another
 * event is dispatched, and its wake-up is handled: to its end, or up to its moment number `pauseAt`, and on from there when
 * the first delivery has ended. Nothing else wakes the webhook later: no schedule runs.
 */
async function interruptedAt(point: number, interruption: Interruption, pauseAt = Infinity) {
  const { isEmbedded, before, waits = false, sleepMs = 0, act } = interruption
  const memory = new MemoryTable(isEmbedded)
  useTable(memory.table)
  const wakeUps = keepWakeUps()
  const usage = { round_trips: 0, read_units: 0, write_units: 0 }
  const tenant: Tenant = { usage, deadlineMs: Infinity, accountId: randomUUID(), projectIds: null }
  const { id } = await putWebhook(tenant, before)
  const [first, second] = [1, 2].map((ms) => eventIdOf(randomUUID(), Date.now() - 1000 + ms))
  if (waits) {
    const event = { id: first ?? '', expires_at: eventExpiry(Date.now()) }
    await put(tenant, { Item: newPending(tenant, id, event, Date.now() + 5 * 60 * 60 * 1000) })
    await putEvent(tenant, event.id)
  } else await queueEvents(tenant, id, [first ?? ''])
  const delivered: string[] = []
  const answers = [...(interruption.answers ?? [])]
  let passedMs = 0
  const surroundings: Surroundings = {
    nowMs: () => Date.now() + passedMs,
    random: () => 0.5,
    send: ({ headers }) => {
      const answer = answers.shift() ?? answered(200)
      if (isDeepStrictEqual(answer, answered(200))) delivered.push(headers['webhook-id'] ?? '')
      return Promise.resolve(answer)
    },
  }
  const handle = async () => {
    await deliver(tenant, { account: tenant.accountId, webhook: id }, surroundings)
  }
  const other = new AsyncLocalStorage<true>()
  const otherPauses = Promise.withResolvers<undefined>()
  const firstEnds = Promise.withResolvers<undefined>()
  let otherEnds = Promise.resolve()
  let moments = 0
  let otherMoments = 0
  memory.gate = async () => {
    if (other.getStore()) {
      if (++otherMoments !== pauseAt) return
      otherPauses.resolve(undefined)
      await firstEnds.promise
    } else if (++moments === point) {
      await queueEvents(tenant, id, [second ?? ''])
      await act?.(tenant, id)
      passedMs += sleepMs
      otherEnds = other.run(true, handle)
      await Promise.race([otherEnds, otherPauses.promise])
    }
  }
  memory.answering = () => memory.gate('answer')
  await handle()
  firstEnds.resolve(undefined)
  await otherEnds
  const reached = moments >= point
  const paused = otherMoments >= pauseAt
  for (let wake = wakeUps.shift(); wake; wake = wakeUps.shift()) {
    passedMs += (wake.delaySeconds ?? 0) * 1000
    await handle()
  }
  return {
    reached,
    paused,
    expected: [first, second].sort(),
    delivered: [...new Set(delivered)].sort(),
    waiting: await pendingOf(tenant, id),
    webhook: await findWebhook(tenant, id),
  }
}

const failing = { failing_since: new Date(Date.now() - 60_000).toISOString(), consecutive_failures: 1 }

const changeNow = (tenant: Tenant, webhookId: string) =>
  changeStatus(tenant, webhookId, 'active', Date.now() + 1)

describe('a delivery that is interrupted at any point', () => {
  it.each<[what: string, where: Interruption, points: number]>([
    ['on AWS by a wake-up', { isEmbedded: false }, 14],
    ['on one machine by a wake-up', { isEmbedded: true }, 10],
    ['on AWS by a wake-up, after a failure', { isEmbedded: false, before: failing }, 14],
    ['on one machine by a wake-up, after a failure', { isEmbedded: true, before: failing }, 12],
    [
      'on one machine by a wake-up, while the receiver fails',
      { isEmbedded: true, answers: [answered(503)] },
      14,
    ],
    [
      'on one machine by its sleep and a wake-up, while the receiver fails',
      { isEmbedded: true, answers: [answered(503)], sleepMs: 2 * leaseMs },
      14,
    ],
    ['on AWS by a change', { isEmbedded: false, act: changeNow }, 14],
    ['on one machine by a change', { isEmbedded: true, act: changeNow }, 10],
    [
      'on one machine by a change, after a failure',
      { isEmbedded: true, before: failing, act: changeNow },
      12,
    ],
    ['on AWS by a revival', { isEmbedded: false, before: { status: 'paused' }, act: changeNow }, 3],
    ['on one machine by a revival', { isEmbedded: true, before: { status: 'paused' }, act: changeNow }, 4],
  ])('%s leaves nothing behind', async (_what, interruption, expectedPoints) => {
    let points = 0
    for (;;) {
      const { reached, expected, delivered, waiting, webhook } = await interruptedAt(points + 1, interruption)
      if (!reached) break
      points++
      expect({ points, waiting, delivered }).toEqual({ points, waiting: [], delivered: expected })
      for (const name of ['lease_id', 'list_pk', 'failing_since']) expect(webhook).not.toHaveProperty(name)
    }
    expect(points).toBe(expectedPoints)
  })

  const [refused, failed, down] = [answered(400), answered(500), answered(503)]

  it.each<[what: string, where: Interruption, pairs: number]>([
    ['on AWS', { isEmbedded: false, answers: [failed] }, 410],
    ['on AWS, of a receiver that is down', { isEmbedded: false, answers: [down] }, 268],
    ['on one machine', { isEmbedded: true, answers: [failed] }, 68],
    ['on one machine, of a receiver that is down', { isEmbedded: true, answers: [down] }, 60],
    [
      'on AWS, of an event that waits for its next try',
      { isEmbedded: false, before: { all_due: true }, waits: true, answers: [refused, down] },
      668,
    ],
  ])(
    'by a person who starts the webhook, and the session after that at any point, too, leaves nothing behind: %s',
    async (_what, interruption, expectedPairs) => {
      let pairs = 0
      for (let point = 1, reached = true; reached; point++) {
        for (let pauseAt = 1, paused = true; paused; pauseAt++) {
          const result = await interruptedAt(point, { ...interruption, act: changeNow }, pauseAt)
          ;({ reached, paused } = result)
          if (!reached) break
          const { expected, delivered, waiting } = result
          const at = { point, pauseAt }
          expect({ ...at, waiting, delivered }).toEqual({ ...at, waiting: [], delivered: expected })
          if (paused) pairs++
        }
      }
      expect(pairs).toBe(expectedPairs)
    },
  )
})
