import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Token } from '../../../lib/tokens/token.ts'
import { digestOf, windowMs } from '../../../lib/http/rate-limit/key.ts'
import { addToCount } from '../../../lib/http/limit-rate.ts'
import { accountKey } from '../../../lib/tokens/account.ts'
import { query } from '../../../lib/table/read-items.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { update } from '../../../lib/table/write-items.ts'
import { send, tap, type Reply } from '../../support/api.ts'
import { stopClock } from '../../support/stop-clock.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const storage = () => openStorage(Infinity)

/** A tenant whose first token has this limit per minute, which is 0.4 of its account's limit. */
const limitedTenant = (tokenLimit: number) => newTenant({ rateLimit: tokenLimit / 0.4 })

const self = (tenant: TestTenant) => tenant.send('GET', '/tokens/self')

async function repeat(times: number, act: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let done = 0; done < times; done++) replies.push(await act())
  return replies
}

const statuses = (replies: Reply[]) =>
  Object.fromEntries(
    [...Map.groupBy(replies, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )

/** Parses the headers: policy, limit, requests left, and seconds until the reset. */
function said({ headers }: Reply) {
  const [, policy, limit] = /^"(\w+)";q=(\d+);w=60$/.exec(String(headers['ratelimit-policy'])) ?? []
  const [, same, remaining, seconds] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit)) ?? []
  expect(same).toBe(policy)
  return { policy, limit: Number(limit), remaining: Number(remaining), seconds: Number(seconds) }
}

const shares = () => tap.exchanges.filter(({ operation }) => operation === 'UpdateItem')

beforeEach(() => {
  stopClock()
})

afterEach(() => {
  tap.reset()
})

describe('the limit of a token', () => {
  it('is 1,200 a minute, and 3,000 for its account, where nothing else is set, as in earlier tables', async () => {
    const tenant = await newTenant()
    await update(storage(), { Key: accountKey(tenant.accountId), UpdateExpression: 'REMOVE rate_limit' })
    expect(said(await self(tenant))).toMatchObject({ policy: 'token', limit: 1_200, remaining: 1_199 })
    const { body } = await tenant.send('POST', '/tokens', {
      body: { name: 'x', scopes: ['read'], rateLimit: 3_001 },
    })
    expect(body).toMatchObject({
      error: { message: 'rateLimit must be at most 3000, the limit of the account' },
    })
  })

  it('has room for one request that counts as more than it, with the request itself, when a minute is unused', async () => {
    const tenant = await limitedTenant(4)
    const { projectId } = tenant
    const operations = Array.from({ length: 100 }, () => ({ op: 'create', projectId, label: 'New' }))
    const replies = await repeat(2, () => tenant.send('POST', '/tasks/bulk', { body: { operations } }))
    expect(replies).toMatchObject([{ status: 200, body: { succeeded: 100 } }, { status: 429 }])
    expect(await tenant.taskCount()).toBe(100)
  })

  it('refuses what is above it with 429, until the time that it says', async () => {
    const tenant = await limitedTenant(20)
    const replies = await repeat(60, () => self(tenant))
    expect(statuses(replies)).toEqual({ 200: 20, 429: 40 })
    const refused = replies.at(-1)
    if (!refused) throw new Error('no answer')
    const { seconds, ...rest } = said(refused)
    expect(rest).toEqual({ policy: 'token', limit: 20, remaining: 0 })
    expect(refused.headers['retry-after']).toBe(String(seconds))
    expect(refused.body).toEqual(
      errorBody(
        'rate_limited',
        `Too many requests: this token may send 20 a minute. Try again in ${seconds} s.`,
      ),
    )
    vi.setSystemTime(Date.now() + seconds * 1000)
    expect((await self(tenant)).status).toBe(200)
  })

  it('can be one of its own, below that of the account, and shows', async () => {
    const tenant = await limitedTenant(40)
    const create = (rateLimit: unknown) =>
      tenant.send('POST', '/tokens', { body: { name: 'x', scopes: ['read'], rateLimit } })
    const { body } = await create(5)
    const { token } = body as { token: Token & { secret: string } } // held against the contract by `send`
    expect(token.rate_limit).toBe(5)
    const replies = await repeat(10, () => send('GET', '/tokens/self', { token: token.secret }))
    expect(statuses(replies)).toEqual({ 200: 5, 429: 5 })
    expect(replies[0]?.body).toMatchObject({ token: { id: token.id, rate_limit: 5 } })
    expect((await create(100)).status).toBe(201)
    for (const [wrong, message] of [
      [101, 'rateLimit must be at most 100, the limit of the account'],
      [0, 'rateLimit must be a whole number from 1 to 100000000'],
      [100_000_001, 'rateLimit must be a whole number from 1 to 100000000'],
      [1.5, 'rateLimit must be a whole number or null'],
      ['5', 'rateLimit must be a number or null'],
    ]) {
      const reply = await create(wrong)
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ error: { code: 'invalid_request', message } })
    }
  })

  it('leaves other accounts alone, and other tokens of its own', async () => {
    const [noisy, calm] = [await limitedTenant(40), await limitedTenant(40)]
    const other = await noisy.newToken(['read'])
    const [loud, ...quiet] = await Promise.all([
      repeat(120, () => self(noisy)),
      repeat(30, () => self(calm)),
      repeat(30, () => send('GET', '/tokens/self', { token: other })),
    ])
    expect(statuses(loud)).toEqual({ 200: 40, 429: 80 })
    expect(quiet.map(statuses)).toEqual([{ 200: 30 }, { 200: 30 }])
  })
})

describe('the limit of an account', () => {
  it('holds for all of its tokens together', async () => {
    const tenant = await limitedTenant(20) // its account may send 50
    const tokens = [tenant.token, await tenant.newToken(['read']), await tenant.newToken(['read'])]
    const replies: Reply[] = []
    for (const token of tokens)
      replies.push(...(await repeat(20, () => send('GET', '/tokens/self', { token }))))
    expect(statuses(replies)).toEqual({ 200: 50, 429: 10 })
    const refused = replies.at(-1)
    expect(refused && said(refused)).toMatchObject({ policy: 'account', limit: 50, remaining: 0 })
    expect(refused?.body).toMatchObject({
      error: { message: expect.stringContaining('this account may send 50 a minute') as string },
    })
  })
})

describe('the headers', () => {
  it('are on every answer to a known token, refusals and 304 among them, and count down', async () => {
    const tenant = await newTenant({ rateLimit: 1_000 })
    const { id } = await tenant.createTask()
    const path = `/tasks/${id}`
    const replies = [
      await tenant.send('GET', path),
      await tenant.send('GET', path, { headers: { 'If-None-Match': '*' } }),
      await tenant.send('GET', path, { headers: { 'If-None-Match': 'nonsense' } }),
      await tenant.send('GET', `/tasks/${crypto.randomUUID()}`),
      await tenant.send('POST', '/tasks', { body: '{' }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 304, 400, 404, 400])
    const shown = replies.map(said)
    expect(shown.map(({ remaining }) => remaining)).toEqual([398, 397, 396, 395, 394])
    for (const { seconds } of shown) expect(seconds).toBeGreaterThanOrEqual(1)
    for (const { seconds } of shown) expect(seconds).toBeLessThanOrEqual(windowMs / 1000)
  })

  it('are on an answer of 503 too', async () => {
    const tenant = await newTenant({ rateLimit: 1_000 })
    await self(tenant)
    tap.faults = () => 'server-error'
    const reply = await tenant.send('GET', `/tasks/${crypto.randomUUID()}`)
    expect(reply.status).toBe(503)
    expect(said(reply)).toMatchObject({ remaining: 398 })
  })

  it('are not on an answer to a token that is unknown', async () => {
    const { status, headers } = await send('GET', '/tokens/self')
    expect(status).toBe(401)
    expect(headers).not.toHaveProperty('ratelimit')
  })
})

describe('a request that is refused', () => {
  it('asks the table for nothing, and leaves its Idempotency-Key unused', async () => {
    const tenant = await limitedTenant(2)
    await repeat(2, () => self(tenant))
    tap.reset()
    const create = () =>
      tenant.send('POST', '/tasks', {
        body: { projectId: tenant.projectId, label: 'New' },
        headers: { 'Idempotency-Key': 'once' },
      })
    expect((await create()).status).toBe(429)
    expect(tap.exchanges).toEqual([])
    expect(await tenant.taskCount()).toBe(0)
    vi.setSystemTime(Date.now() + windowMs)
    const { status, headers } = await create()
    expect(status).toBe(201)
    expect(headers).not.toHaveProperty('idempotency-replayed')
  })
})

describe('an account whose token sends three times its limit', () => {
  it('gets 429 for all above the limit, while another account gets all that it asks for', async () => {
    const limit = 60
    const [first, other] = [await limitedTenant(limit), await limitedTenant(limit)]
    const create = ({ send: sendAs, projectId }: TestTenant) =>
      sendAs('POST', '/tasks', { body: { projectId, label: 'A task' } })
    const flood: Reply[] = []
    const replies: Reply[] = []
    for (let turn = 0; turn < limit; turn++) {
      const [reply, ...more] = await Promise.all([create(other), create(first), create(first), create(first)])
      replies.push(reply)
      flood.push(...more)
    }
    expect(statuses(flood)).toEqual({ 201: limit, 429: 2 * limit })
    expect(flood.slice(0, limit).every(({ status }) => status === 201)).toBe(true)
    expect(statuses(replies)).toEqual({ 201: limit })
    expect(replies.map((reply) => said(reply).remaining)).toEqual(
      Array.from({ length: limit }, (_, index) => limit - 1 - index),
    )
    expect([await first.taskCount(), await other.taskCount()]).toEqual([limit, limit])
  })
})

describe('the count of all containers', () => {
  it('is asked beside the work of the request, and holds from the next one on', async () => {
    const tenant = await newTenant({ rateLimit: 1_000 })
    const { id } = await tenant.createTask()
    await repeat(8, () => self(tenant))
    // another container has counted 300 requests of this token
    const reply = await self(tenant)
    const { id: key } = (reply.body as { token: Token }).token
    const bucket = { policy: 'token', accountId: tenant.accountId, key, limit: 0 }
    const digest = digestOf(bucket)
    const { items } = await query(storage(), {
      condition: 'pk = :pk',
      values: { ':pk': `ACCOUNT#${tenant.accountId}#RATE#token#${digest.toString('hex')}` },
    })
    const startMs = Date.parse(String(items[0]?.sk))
    await addToCount(storage(), { ...bucket, digest, startMs }, 300)
    await repeat(9, () => self(tenant))
    tap.reset()
    const isAsked = new AbortController()
    tap.answerInstead = async (operation) => {
      if (operation === 'GetItem') isAsked.abort()
      if (operation === 'UpdateItem') {
        if (!isAsked.signal.aborted) await once(isAsked.signal, 'abort')
        await sleep(50) // the work is done long before
      }
      return undefined
    }
    expect(said(await tenant.send('GET', `/tasks/${id}`)).remaining).toBe(380)
    // in any order: the task's answer and the count's are on their way at the same time
    const asked = tap.exchanges.map(({ operation }) => operation).sort()
    expect(asked).toEqual(['GetItem', 'UpdateItem', 'UpdateItem'])
    expect(said(await self(tenant)).remaining).toBe(79)
  })

  it.each(['server-error', 'throttle', 'invalid', 'connection-reset', 'lost-answer'] as const)(
    'that meets %s fails no request',
    async (fault) => {
      const tenant = await newTenant({ rateLimit: 1_000 })
      tap.faults = (operation) => (operation === 'UpdateItem' ? fault : undefined)
      const replies = await repeat(25, () => self(tenant))
      expect(statuses(replies)).toEqual({ 200: 25 })
      expect(replies.map((reply) => said(reply).remaining)).toEqual(
        Array.from({ length: 25 }, (_, index) => 399 - index),
      )
      expect(shares().length).toBeGreaterThanOrEqual(4)
    },
  )

  it('that never answers holds no request for longer than a second', async () => {
    const tenant = await newTenant({ rateLimit: 1_000 })
    await repeat(9, () => self(tenant))
    tap.faults = (operation) => (operation === 'UpdateItem' ? 'no-answer' : undefined)
    const beganMs = performance.now()
    expect((await self(tenant)).status).toBe(200)
    expect(shares()).toHaveLength(2)
    expect(performance.now() - beganMs).toBeLessThan(5_000) // a function may take 10 s
  })
})

describe('the cost of counting', () => {
  it('is nothing below ten requests a minute, then 0.2 write units a request', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    tap.reset()
    const read = (times: number) => repeat(times, () => tenant.send('GET', `/tasks/${id}`))
    await read(8)
    expect(tap.exchanges).toEqual(Array(8).fill({ operation: 'GetItem', units: 1 }))
    tap.reset()
    await read(100)
    expect(shares()).toEqual(Array(20).fill({ operation: 'UpdateItem', units: 1 }))
    expect(tap.exchanges).toHaveLength(120)
  })
})
