import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { digestOf, rateKey, type Bucket } from '../../../../lib/http/rate-limit/key.ts'
import { RateLimiter } from '../../../../lib/http/rate-limit/limiter.ts'
import { addToCount } from '../../../../lib/http/limit-rate.ts'
import { get } from '../../../../lib/table/read-items.ts'
import { openStorage } from '../../../../lib/table/storage.ts'
import { tap } from '../../../support/api.ts'

const startMs = Date.UTC(2026, 10, 21, 12, 0, 17)
const minuteOf = (bucket: Bucket) => ({ ...bucket, digest: digestOf(bucket), startMs })
const address = (): Bucket => ({
  policy: 'address',
  accountId: randomUUID(),
  key: '203.0.113.7',
  limit: 10,
})
const storage = () => openStorage(Date.now() + 10_000)

afterEach(() => {
  tap.reset()
})

describe('the shared count', () => {
  it('adds up in one item, for 1 write unit and one round trip each', async () => {
    const minute = minuteOf(address())
    const own = storage()
    tap.reset()
    expect(await addToCount(own, minute, 10)).toBe(10)
    expect(await addToCount(own, minute, 10)).toBe(20)
    expect(tap.exchanges).toEqual(Array(2).fill({ operation: 'UpdateItem', units: 1 }))
    expect(own.usage).toEqual({ round_trips: 2, read_units: 0, write_units: 2 })
  })

  it('lies in a partition of its bucket, without what the bucket is made of, until five minutes later', async () => {
    const bucket = address()
    await addToCount(storage(), minuteOf(bucket), 10)
    const item = await get(storage(), rateKey(minuteOf(bucket)))
    expect(item).toEqual({
      pk: expect.stringMatching(
        new RegExp(`^ACCOUNT#${bucket.accountId}#RATE#address#[0-9a-f]{32}$`),
      ) as string,
      sk: '2026-11-21T12:00:17.000Z',
      requests: 10,
      expires_at: (startMs + 6 * 60_000) / 1000,
    })
    expect(JSON.stringify(item)).not.toContain(bucket.key)
  })

  it('is another for another minute, key, policy and account', () => {
    const bucket = address()
    const others: Bucket[] = [
      { ...bucket, key: '203.0.113.8' },
      { ...bucket, policy: 'form' },
      { ...bucket, accountId: randomUUID() },
    ]
    const keys = [bucket, ...others].map((one) => JSON.stringify(rateKey(minuteOf(one))))
    keys.push(JSON.stringify(rateKey({ ...minuteOf(bucket), startMs: startMs + 60_000 })))
    expect(new Set(keys).size).toBe(5)
  })

  it('is given up after a second, however long the request may last', async () => {
    tap.failNext('UpdateItem', 'no-answer')
    const beganMs = performance.now()
    await expect(addToCount(openStorage(Infinity), minuteOf(address()), 10)).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    expect(performance.now() - beganMs).toBeGreaterThan(900)
    expect(performance.now() - beganMs).toBeLessThan(5_000)
  })

  it('is given up at the deadline of the request, if that comes sooner', async () => {
    await expect(addToCount(openStorage(Date.now() - 1), minuteOf(address()), 10)).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    expect(tap.exchanges).toEqual([])
  })

  it('keeps eight containers below ten requests each above the limit', async () => {
    const bucket: Bucket = { ...address(), limit: 100 }
    const nowMs = () => startMs
    let failed = 0 // a busy machine may be too slow for one: its ten are not shared
    const sendAll = async () => {
      const limiter = new RateLimiter({ nowMs })
      let allowed = 0
      for (let sent = 0; sent < 60; sent++) {
        const verdict = limiter.take([bucket], 1, (minute, amount) => addToCount(storage(), minute, amount))
        failed += (await verdict.sharing).filter(({ status }) => status === 'rejected').length
        allowed += verdict.isAllowed ? 1 : 0
      }
      return allowed
    }
    const allowed = await Promise.all(Array.from({ length: 8 }, sendAll))
    const total = allowed.reduce((sum, one) => sum + one, 0)
    expect(total).toBeGreaterThanOrEqual(100)
    expect(total).toBeLessThan(100 + 8 * 10 + failed * 10)
  })
})
