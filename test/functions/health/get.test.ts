import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { limits, send, tap } from '../../support/api.ts'
import { clientFor } from '../../client/support.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

const well = { status: 'ok', version: manifest.version }
const unwell = errorBody('service_unavailable', 'The service cannot read its data.')

/** How often the table was asked. */
const lookUps = () => tap.exchanges.length

/** Each test begins when the answer before it no longer holds. */
let nowMs = Date.now()
beforeEach(() => {
  nowMs += 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
})
afterEach(() => {
  vi.useRealTimers()
  tap.reset()
  limits.functionTimeoutMs = 10_000
})

describe('GET /health', () => {
  it('answers 200 with the version, to anyone, counts towards no limit, and is kept by no cache', async () => {
    const { status, headers, body } = await send('GET', '/health')
    expect({ status, body }).toEqual({ status: 200, body: well })
    expect(headers['cache-control']).toBe('no-store')
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
    expect(await clientFor((await newTenant()).token).health()).toEqual(well)
  })

  it('asks the table at most every 5 s, also for callers who come together', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => send('GET', '/health')))
    expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect(lookUps()).toBe(1)
    vi.setSystemTime(nowMs + 4_999)
    await send('GET', '/health')
    expect(lookUps()).toBe(1)
    vi.setSystemTime(nowMs + 5_000)
    await send('GET', '/health')
    expect(lookUps()).toBe(2)
    vi.setSystemTime(nowMs - 3_600_000) // the clock is set back
    await send('GET', '/health')
    expect(lookUps()).toBe(3)
  })

  it('answers 503 while the table fails, asks it no more often, and 200 when it answers again', async () => {
    tap.faults = () => 'server-error'
    const { status, headers, body } = await send('GET', '/health')
    expect({ status, body }).toEqual({ status: 503, body: unwell })
    expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
    const asked = lookUps()
    tap.faults = () => undefined
    expect((await send('GET', '/health')).status).toBe(503)
    expect(lookUps()).toBe(asked)
    vi.setSystemTime(nowMs + 5_000)
    expect((await send('GET', '/health')).body).toEqual(well)
  })

  it('waits for a table that says nothing for no longer than 2 s, and shows nothing of the cause', async () => {
    vi.useRealTimers()
    limits.functionTimeoutMs = 3_600_000 // the request's own deadline does not end it
    tap.faults = () => 'no-answer'
    const { status, body } = await send('GET', '/health')
    expect({ status, body }).toEqual({ status: 503, body: unwell })
  })
})
