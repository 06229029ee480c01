import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  answered,
  eventIdOf,
  findWebhook,
  logOf,
  pendingOf,
  putWebhook,
  unreachable,
} from '../../support/webhooks.ts'
import { World, type Plan } from '../../support/webhook-world.ts'
import { rounds } from '../../support/rounds.ts'

const runs = rounds(250)

const tasks = [randomUUID(), randomUUID(), randomUUID()]

/** Three batches: two events of each of two tasks, one of which is in two batches of the same shard; one of a third. */
const batchesAt = (nowMs: number): string[][][] => {
  const [a = '', b = '', c = ''] = tasks
  return [
    [
      [eventIdOf(a, nowMs - 900), eventIdOf(b, nowMs - 800), eventIdOf(a, nowMs - 700)],
      [eventIdOf(a, nowMs - 600), eventIdOf(b, nowMs - 500)],
    ],
    [[eventIdOf(c, nowMs - 650), eventIdOf(c, nowMs - 400)]],
  ]
}

/** Runs everything at once, and then lets it come to rest. */
async function play(plan: Plan, batchesOf = batchesAt) {
  const world = new World(plan)
  const { id } = await putWebhook(world.tenant)
  const batches = batchesOf(world.nowMs)
  world.begin()
  const person = async () => {
    if (!plan.isPaused) return
    await world.setStatus(id, 'paused')
    await world.setStatus(id, 'active')
  }
  const shards = batches.map(async (shard) => {
    for (const batch of shard) await world.dispatch(batch)
  })
  await world.waitFor([...shards, world.jump(), person()])
  await world.settle(id)
  const webhook = await findWebhook(world.tenant, id)
  return { world, webhook, waiting: await pendingOf(world.tenant, id), log: await logOf(world.tenant, id) }
}

const answer = fc.constantFrom(
  answered(200),
  answered(200),
  answered(500),
  answered(503),
  answered(429, 60_000),
  unreachable,
)

const delays = fc.array(fc.constantFrom(0, 0, 1, 2_000, 20_001), { minLength: 1, maxLength: 6 })

describe('wake-ups, leases, deliveries, kills and pauses', () => {
  it('in any order leave nothing stuck', async () => {
    let kills = 0
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          scheduler: fc.scheduler(),
          answers: fc.array(answer, { maxLength: 8 }),
          deaths: fc.array(fc.oneof(fc.integer({ min: 1, max: 25 }), fc.constant(Infinity)), {
            maxLength: 8,
          }),
          jumps: fc.array(fc.constantFrom(10, 5_000, 50_000, 100_000, 3_600_000), { maxLength: 4 }),
          isPaused: fc.boolean(),
          isEmbedded: fc.boolean(),
          delays,
        }),
        async (plan) => {
          const { world, webhook, waiting, log } = await play(plan)
          kills += world.kills
          const done = new Set([
            ...world.delivered,
            ...log.filter(({ outcome }) => outcome === 'exhausted').map(({ event_id }) => event_id),
          ])
          expect([...world.queued].filter((id) => !done.has(id))).toEqual([])
          expect(waiting).toEqual([])
          expect(webhook?.status).toBe('active')
          expect(webhook).not.toHaveProperty('lease_id')
          expect(webhook).not.toHaveProperty('list_pk')
          expect(webhook).not.toHaveProperty('woken_at_ms')
        },
      ),
      { numRuns: runs },
    )
    expect(kills).toBeGreaterThan(0)
  }, 300_000)

  it('lose no wake-up that comes while the holder of the lease goes', async () => {
    const quiet = { answers: [], deaths: [], jumps: [], isPaused: false, delays: [0] }
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, isEmbedded) => {
        const { world, waiting } = await play({ scheduler, isEmbedded, ...quiet }, (nowMs) =>
          tasks.slice(0, 2).map((task) => [[eventIdOf(task, nowMs)]]),
        )
        expect(waiting).toEqual([])
        expect(world.delivered).toHaveLength(2)
      }),
      { numRuns: runs },
    )
  }, 300_000)

  it('deliver the events of a task once and in their order while nothing fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.boolean(), delays, async (scheduler, isEmbedded, late) => {
        const { world } = await play({
          scheduler,
          isEmbedded,
          answers: [],
          deaths: [],
          jumps: [],
          isPaused: false,
          delays: late,
        })
        for (const task of tasks) {
          const start = `evt_${task.replaceAll('-', '')}_`
          const own = batchesAt(0)
            .flat(2)
            .filter((id) => id.startsWith(start))
          const got = world.delivered.filter((id) => id.startsWith(start))
          expect(got).toEqual([...got].sort())
          expect(got).toHaveLength(own.length)
        }
      }),
      { numRuns: Math.ceil(runs / 5) },
    )
  }, 300_000)
})
