import { afterEach, describe, expect, it, vi } from 'vitest'
import { anyEvent, readFeed, type Feed } from '../../support/feed.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

const after = (feed: Feed) => `?cursor=${feed.next_cursor}`
const maxSkewMs = 4_000

afterEach(() => {
  vi.useRealTimers()
})

describe('GET /changes', () => {
  it.each(['', '?from=now'])(
    'answers 410 for a cursor of GET /changes%s from a clock that was ahead',
    async (start) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const tenant = await newTenant()
      await tenant.createTask()
      const rightMs = Date.now()
      const cursorFrom = async (aheadMs: number) => {
        vi.setSystemTime(rightMs + aheadMs)
        await tenant.createTask() // the cursor follows what the index shows
        const feed = await readFeed(tenant, start)
        vi.setSystemTime(rightMs)
        return after(feed)
      }
      const { status, body } = await tenant.send('GET', `/changes${await cursorFrom(maxSkewMs + 1)}`)
      expect(status).toBe(410)
      expect(body).toEqual(
        errorBody(
          'cursor_expired',
          "The cursor is ahead of the service's clock, so changes may be missing: start again without a cursor.",
        ),
      )
      // two clocks may differ by this much without a loss
      const within = await cursorFrom(maxSkewMs)
      vi.setSystemTime(rightMs - maxSkewMs)
      const task = await tenant.createTask()
      vi.setSystemTime(rightMs)
      const feed = (await tenant.send('GET', `/changes${within}`)).body as Feed
      expect(feed.changes).toContainEqual({ ...anyEvent, type: 'updated', task })
    },
  )

  it.each(['', '?from=now'])(
    'takes a cursor of GET /changes%s from a clock that was ahead if nothing was written by it, and misses nothing',
    async (start) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const tenant = await newTenant()
      await tenant.createTask()
      const rightMs = Date.now()
      vi.setSystemTime(rightMs + 8_000)
      const cursor = after(await readFeed(tenant, start))
      vi.setSystemTime(rightMs)
      const task = await tenant.createTask()
      const feed = await readFeed(tenant, cursor)
      expect(feed.changes).toContainEqual({ ...anyEvent, type: 'updated', task })
    },
  )

  it('answers 410 between two pages of a round if the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = await newTenant()
    for (let n = 0; n < 2; n++) await tenant.createTask()
    const first = await readFeed(tenant, '?limit=1')
    expect(first.has_more).toBe(true)
    vi.setSystemTime(Date.now() - 60_000)
    expect((await tenant.send('GET', `/changes${after(first)}`)).status).toBe(410)
  })
})
