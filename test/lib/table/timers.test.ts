import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { declaration as clock } from '../../../functions/webhooks/wake.ts'
import { accountPartition } from '../../../lib/table/item.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { table, useTable } from '../../../lib/table/table.ts'
import { eachDueTimer, timerKeys, timerPartitions, type DueTimer } from '../../../lib/table/timers.ts'
import type { Tenant } from '../../../lib/table/tenant.ts'
import { put } from '../../../lib/table/write-items.ts'
import { tap } from '../../support/api.ts'

const usual = table()
const storage = openStorage(Infinity)
const newAccount = (): Tenant => ({ ...storage, accountId: randomUUID(), projectIds: null })

/** Long before the timers of other tests. */
const dueMs = Date.parse('2001-01-01T00:00:00.000Z')

/** Items of as many accounts, each with a timer at this time. */
const withTimers = (count: number, atMs: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const tenant = newAccount()
      const [id, sk] = [randomUUID(), `TIMER#${randomUUID()}`]
      const keys = timerKeys(tenant, id, atMs)
      await put(tenant, { Item: { pk: accountPartition(tenant.accountId), sk, ...keys } })
      return { timer: { accountId: tenant.accountId, id, sk, atMs }, partition: keys.list_pk }
    }),
  )

async function dueAt(nowMs: number): Promise<DueTimer[]> {
  const found: DueTimer[] = []
  await eachDueTimer(storage, nowMs, (timers) => Promise.resolve(void found.push(...timers)))
  return found
}

afterEach(() => {
  tap.reset()
  useTable(usual)
})

describe('timers', () => {
  it('of accounts are spread evenly over sixteen partitions, and those of one account are in one', () => {
    const counts = new Map<unknown, number>()
    for (let accounts = 0; accounts < 16_000; accounts++) {
      const tenant = newAccount()
      const { list_pk } = timerKeys(tenant, randomUUID(), dueMs)
      expect(timerKeys(tenant, randomUUID(), dueMs + 1)).toMatchObject({ list_pk })
      counts.set(list_pk, (counts.get(list_pk) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual(
      timerPartitions()
        .filter((one) => one.startsWith('TIMERS#'))
        .sort(),
    )
    expect(counts.size).toBe(16)
    // 1,000 each; beyond seven standard deviations it is no chance
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(220)
  })

  it('are found when they are due, in every partition, and not before', async () => {
    const due = await withTimers(60, dueMs)
    const later = await withTimers(5, dueMs + 1)
    const found = await dueAt(dueMs)
    for (const { timer } of due) expect(found).toContainEqual(timer)
    for (const { timer } of later) expect(found).not.toContainEqual(timer)
  })

  it('are found although a partition fails, and the failure is told', async () => {
    const all = await withTimers(60, dueMs)
    const [failing] = timerPartitions()
    const found: DueTimer[] = []
    tap.failNext('Query', 'invalid')
    const look = eachDueTimer(storage, dueMs, (timers) => Promise.resolve(void found.push(...timers)))
    await expect(look).rejects.toThrow('injected')
    const elsewhere = all.filter(({ partition }) => partition !== failing).map(({ timer }) => timer)
    expect(elsewhere.length).toBeGreaterThan(0)
    expect(found).toEqual(expect.arrayContaining(elsewhere))
  })

  it('of one machine are in one partition: its engine has no limit, and a look takes time of its processor', async () => {
    useTable({ ...usual, isEmbedded: true })
    tap.reset()
    const [timers] = await withTimers(1, dueMs)
    expect(timers?.partition).toBe('TIMERS#0')
    tap.reset()
    expect(await dueAt(dueMs)).toContainEqual(timers?.timer)
    expect(tap.exchanges).toHaveLength(2) // it, and that of earlier releases
  })

  it('cost half a read unit for each partition when none is due: less than 16 of them a minute', async () => {
    tap.reset()
    expect(await dueAt(0)).toEqual([])
    expect(tap.exchanges).toEqual(timerPartitions().map(() => ({ operation: 'Query', units: 0.5 })))
    expect(timerPartitions().length / clock.everyMinutes).toBeLessThanOrEqual(16)
  })
})
