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
  it('answers with only a cursor, without reading the table, and misses no later change', async () => {
    const tenant = await newTenant()
    vi.useFakeTimers({ now: Date.now() - moreThanSettleMs, toFake: ['Date'] })
    const before = await tenant.createTask()
    vi.useRealTimers()
    tap.reset()
    const start = await readFeed(tenant, '?from=now')
    expect(tap.exchanges.map(({ operation }) => operation)).not.toContain('Query')
    expect(start).toEqual({ changes: [], next_cursor: expect.any(String) as unknown, has_more: false })
    const created = await tenant.createTask()
    await tenant.send('DELETE', `/tasks/${before.id}`)
    expect((await readFeed(tenant, `?cursor=${start.next_cursor}`)).changes).toMatchObject([
      { type: 'updated', task: created },
      { type: 'deleted', task: { id: before.id } },
    ])
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
