import { afterEach, describe, expect, it, vi } from 'vitest'
import { tap } from '../../support/api.ts'
import { readFeed } from '../../support/feed.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

const moreThanSettleMs = 10_001

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

describe('GET /changes?from=now', () => {
  it('answers with only a cursor, reads one entry of the index, and misses no later change', async () => {
    const tenant = await newTenant()
    vi.useFakeTimers({ now: Date.now() - moreThanSettleMs, toFake: ['Date'] })
    const before = await tenant.createTask()
    vi.useRealTimers()
    tap.reset()
    const start = await readFeed(tenant, '?from=now')
    expect(tap.exchanges.filter(({ operation }) => operation === 'Query')).toEqual([
      { operation: 'Query', units: 0.5 },
    ])
    expect(start).toEqual({ changes: [], next_cursor: expect.any(String) as unknown, has_more: false })
    const created = await tenant.createTask()
    await tenant.send('DELETE', `/tasks/${before.id}`)
    expect((await readFeed(tenant, `?cursor=${start.next_cursor}`)).changes).toMatchObject([
      { type: 'updated', task: created },
      { type: 'deleted', task: { id: before.id } },
    ])
  })

  it('does not repeat old changes of several pages for ever', async () => {
    const tenant = await newTenant()
    for (let task = 0; task < 3; task++) await tenant.createTask()
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
    let query = '?from=now'
    const sizes: number[] = []
    for (let round = 0; round < 4; round++) {
      let size = 0
      let isMore = true
      while (isMore) {
        const { changes, next_cursor, has_more } = await readFeed(tenant, query)
        query = `?limit=1&cursor=${next_cursor}`
        size += changes.length
        isMore = has_more
      }
      sizes.push(size)
      vi.advanceTimersByTime(2_000)
    }
    expect(sizes).toEqual([0, 3, 3, 0])
  })

  it('answers 400 to from together with a cursor, and to any other value of from', async () => {
    const tenant = await newTenant()
    const { next_cursor } = await readFeed(tenant, '?from=now')
    const both = await tenant.send('GET', `/changes?from=now&cursor=${next_cursor}`)
    expect(both).toMatchObject({
      status: 400,
      body: errorBody('invalid_request', 'from cannot be combined with cursor', {
        details: [{ path: 'from', message: 'cannot be combined with cursor' }],
      }),
    })
    const yesterday = await tenant.send('GET', '/changes?from=yesterday')
    expect(yesterday).toMatchObject({
      status: 400,
      body: errorBody('invalid_request', 'from must be now', {
        details: [{ path: 'from', message: 'must be now' }],
      }),
    })
  })
})
