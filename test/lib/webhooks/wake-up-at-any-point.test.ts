import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useTable } from '../../../lib/table/table.ts'
import type { Tenant } from '../../../lib/table/tenant.ts'
import { deliver } from '../../../lib/webhooks/deliver.ts'
import type { Surroundings } from '../../../lib/webhooks/round.ts'
import { MemoryTable } from '../../support/memory-table.ts'
import {
  answered,
  eventIdOf,
  findWebhook,
  keepWakeUps,
  pendingOf,
  putWebhook,
  queueEvents,
} from '../../support/webhooks.ts'

/**
 * Delivers an event. Before command number `point` of that delivery, another event is dispatched, and its wake-up is
 * handled to its end.
 */
async function wakenAt(point: number) {
  const memory = new MemoryTable()
  useTable(memory.table)
  keepWakeUps()
  const usage = { round_trips: 0, read_units: 0, write_units: 0 }
  const tenant: Tenant = { usage, deadlineMs: Infinity, accountId: randomUUID() }
  const { id } = await putWebhook(tenant)
  const [first, second] = [1, 2].map((ms) => eventIdOf(randomUUID(), Date.now() - 1000 + ms))
  await queueEvents(tenant, id, [first ?? ''])
  const delivered: string[] = []
  const surroundings: Surroundings = {
    nowMs: Date.now,
    random: () => 0.5,
    send: ({ headers }) => {
      delivered.push(headers['webhook-id'] ?? '')
      return Promise.resolve(answered(200))
    },
  }
  const handle = () => deliver(tenant, { account: tenant.accountId, webhook: id }, surroundings)
  let commands = 0
  memory.gate = async () => {
    if (++commands !== point) return
    await queueEvents(tenant, id, [second ?? ''])
    await handle()
  }
  await handle()
  return {
    reached: commands >= point,
    expected: [first, second].sort(),
    delivered: delivered.sort(),
    waiting: await pendingOf(tenant, id),
    webhook: await findWebhook(tenant, id),
  }
}

describe('a wake-up', () => {
  it('is not lost at any point of a delivery', async () => {
    let points = 0
    for (;;) {
      const { reached, expected, delivered, waiting, webhook } = await wakenAt(points + 1)
      if (!reached) break
      points++
      expect({ points, waiting, delivered }).toEqual({ points, waiting: [], delivered: expected })
      expect(webhook).not.toHaveProperty('lease_id')
    }
    expect(points).toBe(7)
  })
})
