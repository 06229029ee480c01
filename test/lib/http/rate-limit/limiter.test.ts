import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rateKey, type Bucket } from '../../../../lib/http/rate-limit/key.ts'
import { RateLimiter, type Share } from '../../../../lib/http/rate-limit/limiter.ts'

const startMs = Date.UTC(2026, 10, 21, 12)

/** The table as the containers see it: the count of all, by minute. */
class SharedCounts {
  readonly totals = new Map<string, number>()
  readonly amounts: number[] = []
  readonly share: Share = (minute, amount) => {
    const { pk, sk } = rateKey(minute)
    const total = (this.totals.get(pk + sk) ?? 0) + amount
    this.totals.set(pk + sk, total)
    this.amounts.push(amount)
    return Promise.resolve(total)
  }
}

const bucketOf = (limit: number, rest: Partial<Bucket> = {}): Bucket => ({
  policy: 'token',
  accountId: randomUUID(),
  key: 'a token',
  limit,
  ...rest,
})

/** One container, at a time that stands still until it is moved. */
function container(counts = new SharedCounts()) {
  const clock = { nowMs: startMs }
  const limiter = new RateLimiter({ nowMs: () => clock.nowMs })
  const send = async (bucket: Bucket, cost = 1) => {
    const { sharing, ...verdict } = limiter.take([bucket], cost, counts.share)
    await sharing
    return verdict
  }
  /** Sends so many, one after the other; returns how many were let through. */
  const sendMany = async (bucket: Bucket, requests: number) => {
    let allowed = 0
    for (let sent = 0; sent < requests; sent++) allowed += (await send(bucket)).isAllowed ? 1 : 0
    return allowed
  }
  return { clock, counts, limiter, send, sendMany }
}

describe('one container', () => {
  it('lets through exactly the limit', async () => {
    const { sendMany } = container()
    expect(await sendMany(bucketOf(25), 100)).toBe(25)
  })

  it('says what is left, and for how long', async () => {
    const { send, clock } = container()
    const bucket = bucketOf(3)
    const { standing } = await send(bucket)
    expect(standing).toEqual({
      policy: 'token',
      limit: 3,
      remaining: 2,
      resetSeconds: expect.any(Number) as number,
    })
    expect(standing.resetSeconds).toBeGreaterThanOrEqual(1)
    expect(standing.resetSeconds).toBeLessThanOrEqual(60)
    clock.nowMs += (standing.resetSeconds - 1) * 1000
    expect((await send(bucket)).standing).toMatchObject({ remaining: 1, resetSeconds: 1 })
  })

  it('begins anew after as many seconds as it said', async () => {
    const { send, sendMany, clock } = container()
    const bucket = bucketOf(5)
    expect(await sendMany(bucket, 6)).toBe(5)
    const { isAllowed, standing } = await send(bucket)
    expect([isAllowed, standing.remaining]).toEqual([false, 0])
    clock.nowMs += standing.resetSeconds * 1000
    expect(await sendMany(bucket, 6)).toBe(5)
  })

  it('has minutes that begin at another time for each bucket', async () => {
    const { send } = container()
    const resets = new Set<number>()
    for (let bucket = 0; bucket < 50; bucket++) resets.add((await send(bucketOf(5))).standing.resetSeconds)
    expect(resets.size).toBeGreaterThan(10)
  })

  it('shares nothing below ten requests, then tens', async () => {
    const { sendMany, counts } = container()
    const bucket = bucketOf(1_000)
    await sendMany(bucket, 9)
    expect(counts.amounts).toEqual([])
    await sendMany(bucket, 26)
    expect(counts.amounts).toEqual([10, 10, 10])
  })

  it('counts a request by its cost, at most as the whole limit', async () => {
    const { send } = container()
    const bucket = bucketOf(20)
    expect(await send(bucket, 15)).toMatchObject({ isAllowed: true, standing: { remaining: 5 } })
    expect(await send(bucket, 6)).toMatchObject({ isAllowed: false, standing: { remaining: 5 } })
    expect(await send(bucket, 5)).toMatchObject({ isAllowed: true, standing: { remaining: 0 } })
    expect(await send(bucketOf(20), 1_000)).toMatchObject({ isAllowed: true, standing: { remaining: 0 } })
  })

  it('shares one count at a time, and what came meanwhile with the next', async () => {
    const { limiter } = container()
    const bucket = bucketOf(1_000)
    const amounts: number[] = []
    const answers: (() => void)[] = []
    const take = () =>
      limiter.take([bucket], 1, async (_, amount) => {
        amounts.push(amount)
        await new Promise<void>((resolve) => answers.push(resolve))
        return amounts.reduce((sum, one) => sum + one, 0)
      })
    const first = Array.from({ length: 35 }, take)
    expect(amounts).toEqual([10])
    expect(first.at(-1)?.standing.remaining).toBe(965)
    answers[0]?.()
    await Promise.all(first.map(({ sharing }) => sharing))
    expect(take().standing.remaining).toBe(964)
    expect(amounts).toEqual([10, 26])
  })

  it('remembers only so many buckets', () => {
    const limiter = new RateLimiter({ nowMs: () => startMs, maxBuckets: 10 })
    const { share } = new SharedCounts()
    const bucket = bucketOf(1)
    expect(limiter.take([bucket], 1, share).isAllowed).toBe(true)
    for (let other = 0; other < 30; other++) limiter.take([bucketOf(1)], 1, share)
    expect(limiter.take([bucket], 1, share).isAllowed).toBe(true)
  })
})

describe('several buckets', () => {
  const accountId = randomUUID()
  const account = bucketOf(30, { accountId, policy: 'account', key: '' })
  const tokenOf = (key: string) => bucketOf(12, { accountId, key })

  it('each hold, and what one refuses is not taken from the others', () => {
    const { limiter, counts } = container()
    const allowed = (token: string, requests: number) =>
      Array.from({ length: requests }, () => limiter.take([tokenOf(token), account], 1, counts.share)).filter(
        ({ isAllowed }) => isAllowed,
      ).length
    expect(allowed('one', 100)).toBe(12)
    expect(allowed('two', 100)).toBe(12)
    expect(allowed('three', 100)).toBe(6)
  })

  it('show the one that refuses, else the one of which the least is left', () => {
    const { limiter, counts } = container()
    const take = (token: string) => limiter.take([tokenOf(token), account], 1, counts.share).standing
    expect(take('one')).toMatchObject({ policy: 'token', limit: 12, remaining: 11 })
    for (let sent = 0; sent < 24; sent++) take(sent < 12 ? 'two' : 'three')
    expect(take('one')).toMatchObject({ policy: 'account', limit: 30, remaining: 4 })
    expect(take('two')).toMatchObject({ policy: 'token', limit: 12, remaining: 0 })
  })
})

describe('many containers', () => {
  /** Sends from containers in this order, each one request at a time; returns how many were let through. */
  async function letThrough(limit: number, order: number[]): Promise<number> {
    const counts = new SharedCounts()
    const bucket = bucketOf(limit)
    const containers = new Map([...new Set(order)].map((id) => [id, container(counts)]))
    let allowed = 0
    for (const id of order) allowed += (await containers.get(id)?.send(bucket))?.isAllowed ? 1 : 0
    return allowed
  }

  const turns = (containers: number, rounds: number) =>
    Array.from({ length: containers * rounds }, (_, turn) => turn % containers)

  it('let through less than ten requests each above the limit, in whatever order they get them', async () => {
    const cases = fc.record({
      limit: fc.integer({ min: 1, max: 150 }),
      order: fc.array(fc.nat(7), { minLength: 100, maxLength: 600 }),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ limit, order }) => {
        const allowed = await letThrough(limit, order)
        expect(allowed).toBeLessThan(limit + 10 * new Set(order).size)
        expect(allowed).toBeGreaterThanOrEqual(Math.min(limit, order.length))
      }),
    )
  })

  it('come near that bound when all go on at once', async () => {
    // each shares its first ten; the nine that heard of less than 100 then send ten more
    expect(await letThrough(100, turns(20, 100))).toBe(290)
  })

  it('hold the limit together', async () => {
    const allowed = await letThrough(1_200, turns(10, 360))
    expect(allowed).toBeGreaterThanOrEqual(1_200)
    expect(allowed).toBeLessThan(1_300)
  })
})

describe('while the count of all cannot be reached', () => {
  const failing: Share = () => Promise.reject(new Error('The table is away.'))

  it('a container lets through as much as it would alone, and tells what went wrong', async () => {
    const { limiter } = container()
    const bucket = bucketOf(25)
    const verdicts = []
    for (let sent = 0; sent < 40; sent++) {
      const verdict = limiter.take([bucket], 1, failing)
      verdicts.push(verdict.isAllowed)
      const problems = (await verdict.sharing).filter(({ status }) => status === 'rejected')
      expect(problems.length).toBe([10, 20].includes(sent + 1) ? 1 : 0)
    }
    expect(verdicts).toEqual([...Array<boolean>(25).fill(true), ...Array<boolean>(15).fill(false)])
  })

  it('what it could not share is never added twice', async () => {
    const { limiter, counts } = container()
    const bucket = bucketOf(1_000)
    for (let sent = 0; sent < 10; sent++) await limiter.take([bucket], 1, failing).sharing
    for (let sent = 0; sent < 10; sent++) await limiter.take([bucket], 1, counts.share).sharing
    expect(counts.amounts).toEqual([10])
    expect(limiter.take([bucket], 1, counts.share).standing.remaining).toBe(979)
  })
})
