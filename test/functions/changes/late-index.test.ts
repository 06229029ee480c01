import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { tap, testTable } from '../../support/api.ts'
import { readFeed } from '../../support/feed.ts'
import { isOwnWork } from '../../support/shared-counts.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

/** The feed as a reader follows it, which polls every two seconds, or more rarely. */
function follower(tenant: TestTenant, start = '?limit=50') {
  let query = start
  const seen: string[] = []
  const poll = async () => {
    const { changes, next_cursor, has_more } = await readFeed(tenant, query)
    query = `?limit=50&cursor=${next_cursor}`
    const ids = changes.map(({ task }) => task.id)
    seen.push(...ids)
    return { ids, next_cursor, has_more }
  }
  return {
    seen,
    poll,
    pollFor: async (ms: number, everyMs = 2_000) => {
      for (let passedMs = 0; passedMs < ms; passedMs += everyMs) {
        vi.advanceTimersByTime(everyMs)
        await poll()
      }
    },
  }
}

/** The tasks that a project's list shows. */
async function listed({ send, projectId }: TestTenant) {
  const { body } = await send('GET', `/projects/${projectId}/tasks?limit=100`)
  return (body as { tasks: Task[] }).tasks.map(({ id }) => id) // held against the contract by `send`
}

/** What a poll exchanges with the engine, apart from the look-up of its token and the counts of requests. */
const exchanges = () =>
  tap.exchanges
    .filter((one) => isOwnWork(one) && one.operation !== 'BatchGetItem')
    .map(({ operation, units }) => `${operation} ${units}`)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
})

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

describe.each([15_000, 60_000])('a feed whose index lags by %d ms', (lagMs) => {
  it('loses no change of a reader that polls all the time, and then goes on', async () => {
    const tenant = await newTenant()
    const old = await tenant.createTask()
    vi.advanceTimersByTime(60_000)
    const { seen, poll, pollFor } = follower(tenant)
    await poll()
    await tap.lagIndexes(testTable, tenant.accountId, lagMs)
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      ids.push((await tenant.createTask()).id)
      await pollFor(14_000)
    }
    await tenant.send('PATCH', `/tasks/${old.id}`, { body: { status: 1 } })
    await pollFor(3 * lagMs + 40_000)
    expect(seen).toEqual(expect.arrayContaining(ids))
    expect(seen.lastIndexOf(old.id)).toBeGreaterThan(seen.indexOf(ids[0] ?? ''))
    expect((await poll()).ids).toEqual([])
  })

  it('loses no change of a reader that began with from=now and the lists', async () => {
    const tenant = await newTenant()
    await tenant.createTask()
    vi.advanceTimersByTime(60_000)
    await tap.lagIndexes(testTable, tenant.accountId, lagMs)
    const { id } = await tenant.createTask()
    vi.advanceTimersByTime(lagMs - 1_000)
    const { seen, poll, pollFor } = follower(tenant, '?from=now')
    await poll()
    expect(await listed(tenant)).not.toContain(id)
    await pollFor(10_000)
    expect(seen).toContain(id)
  })

  it('loses no change of a reader that reads several pages', async () => {
    const tenant = await newTenant()
    for (let count = 0; count < 3; count++) await tenant.createTask()
    vi.advanceTimersByTime(60_000)
    await tap.lagIndexes(testTable, tenant.accountId, lagMs)
    const { id } = await tenant.createTask()
    vi.advanceTimersByTime(lagMs - 1_000)
    const first = await readFeed(tenant, '?limit=2')
    expect(first.has_more).toBe(true)
    const second = await readFeed(tenant, `?limit=2&cursor=${first.next_cursor}`)
    expect(second).toMatchObject({ changes: [{}], has_more: false })
    vi.advanceTimersByTime(1_000)
    const { changes } = await readFeed(tenant, `?limit=50&cursor=${second.next_cursor}`)
    expect(changes.map(({ task }) => task.id)).toContain(id)
  })
})

describe('a partition that lags alone', () => {
  it('holds back the feed of its account, and no other feed and no list', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()]
    const { id: early } = await tenant.createTask()
    await other.createTask()
    vi.advanceTimersByTime(60_000)
    const [late, prompt] = [follower(tenant), follower(other)]
    for (const { poll } of [late, prompt]) await poll()
    await tap.lagIndexes(testTable, tenant.accountId, 60_000, 'changes')
    const { id } = await tenant.createTask()
    const { id: foreign } = await other.createTask()
    expect(await listed(tenant)).toEqual([early, id])
    for (const { pollFor } of [late, prompt]) await pollFor(20_000)
    expect([late.seen.includes(id), prompt.seen.includes(foreign)]).toEqual([false, true])
    expect((await prompt.poll()).ids).toEqual([])
    await late.pollFor(40_000)
    expect(late.seen).toContain(id)
  })
})

describe('the marker', () => {
  it.each(['throttle', 'server-error', 'invalid'] as const)(
    'cannot be written (%s): the feed answers, waits, and loses nothing',
    async (fault) => {
      const tenant = await newTenant()
      await tenant.createTask()
      vi.advanceTimersByTime(60_000)
      const { seen, poll, pollFor } = follower(tenant)
      await poll()
      await tap.lagIndexes(testTable, tenant.accountId, 30_000)
      const { id } = await tenant.createTask()
      tap.faults = (operation) => (operation === 'UpdateItem' ? fault : undefined)
      await pollFor(60_000, 6_000)
      expect(seen).toContain(id)
      tap.faults = () => undefined
      await pollFor(80_000)
      expect((await poll()).ids).toEqual([])
    },
  )

  it('is written once after changes, and a feed that nobody changes costs a query', async () => {
    const tenant = await newTenant()
    await tenant.createTask()
    const { poll } = follower(tenant)
    await poll()
    const costs: string[][] = []
    for (const pauseMs of [11_000, 5_000, 5_000, 60_000, 40 * 60_000]) {
      vi.advanceTimersByTime(pauseMs)
      tap.reset()
      await poll()
      costs.push(exchanges())
    }
    const quiet = ['Query 0.5']
    expect(costs).toEqual([['Query 0.5', 'UpdateItem 2', 'Query 0.5'], quiet, quiet, quiet, quiet])
  })

  it('tells the log how late the index is, for an alarm', async () => {
    const tenant = await newTenant()
    await tenant.createTask()
    vi.advanceTimersByTime(60_000)
    await tap.lagIndexes(testTable, tenant.accountId, 60_000)
    vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'WARN')
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { poll, pollFor } = follower(tenant)
    await poll()
    await pollFor(30_000, 5_000)
    const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)) as { index_lag_ms: number })
    write.mockRestore()
    vi.unstubAllEnvs()
    expect(lines.map(({ index_lag_ms: lag }) => lag)).toEqual([5_000, 10_000, 15_000, 20_000, 25_000, 30_000])
    expect(lines[0]).toMatchObject({ level: 'WARN', account_id: tenant.accountId })
  })

  it('is shown to nobody, and takes no place on a page', async () => {
    const tenant = await newTenant()
    const ids: string[] = []
    const add = async () => ids.push((await tenant.createTask()).id)
    await add()
    vi.advanceTimersByTime(11_000)
    await readFeed(tenant)
    await add()
    for (const query of ['?limit=2', '?limit=2&excludeOriginId=me']) {
      const feed = await readFeed(tenant, query)
      expect(feed).toMatchObject({ changes: ids.map((id) => ({ task: { id } })), has_more: false })
    }
    const { body } = await tenant.send('GET', '/tasks?limit=2')
    expect(body).toMatchObject({ tasks: [...ids].reverse().map((id) => ({ id })), next_cursor: null })
  })

  it('lets a reader pass what its filter leaves out', async () => {
    const tenant = await newTenant()
    await tenant.createTask()
    vi.advanceTimersByTime(60_000)
    const token = await tenant.boundToken(await tenant.newProject())
    const read = async (query: string) =>
      (await tenant.send('GET', `/changes${query}`, { token })).body as { next_cursor: string }
    let cursor = (await read('')).next_cursor
    tap.reset()
    for (let count = 0; count < 2; count++) cursor = (await read(`?cursor=${cursor}`)).next_cursor
    expect(exchanges().filter((one) => one.startsWith('Query'))).toEqual(['Query 0.5', 'Query 0.5'])
    const bytes = Buffer.from(cursor, 'base64url').subarray(9).toString()
    expect(bytes.slice(0, 24)).toBe(new Date(Date.now() - 10_000).toISOString())
  })
})
