import { marshall } from '@aws-sdk/util-dynamodb'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { get } from '../../../lib/table/read-items.ts'
import { accountPartition, type Item } from '../../../lib/table/item.ts'
import { taskKey } from '../../../lib/tasks/task-item.ts'
import { tap } from '../../support/api.ts'
import { anyEvent, readFeed, type Feed } from '../../support/feed.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { rounds } from '../../support/rounds.ts'

const after = (feed: Feed, limit = 50) => `?limit=${limit}&cursor=${feed.next_cursor}`
const settleMs = 10_000
const dayMs = 24 * 60 * 60 * 1000

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

describe('GET /changes', () => {
  it('answers without a cursor with all tasks, oldest change first, and deletions as tombstones', async () => {
    const tenant = await newTenant()
    await (await newTenant()).createTask()
    const [first, second, third] = [
      await tenant.createTask(),
      await tenant.createTask({ externalId: 'x' }),
      await tenant.createTask({ projectId: await tenant.newProject() }),
    ]
    const patched = await tenant.send('PATCH', `/tasks/${first.id}`, { body: { status: 2 } })
    await tenant.send('DELETE', `/tasks/${second.id}`)
    const feed = await readFeed(tenant)
    expect(feed).toEqual({
      changes: [
        { ...anyEvent, type: 'updated', task: third },
        { ...anyEvent, type: 'updated', task: (patched.body as { task: Task }).task },
        {
          ...anyEvent,
          type: 'deleted',
          task: {
            id: second.id,
            project_id: tenant.projectId,
            external_id: 'x',
            deleted_at: expect.any(String) as unknown,
          },
        },
      ],
      next_cursor: expect.any(String) as unknown,
      has_more: false,
    })
  })

  it('shows a move between projects and a restore as updates', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const projectId = await tenant.newProject()
    await tenant.send('PATCH', `/tasks/${id}`, { body: { projectId } })
    expect((await readFeed(tenant)).changes).toMatchObject([
      { type: 'updated', task: { id, project_id: projectId } },
    ])
    await tenant.send('DELETE', `/tasks/${id}`)
    await tenant.send('POST', `/tasks/${id}/restore`)
    expect((await readFeed(tenant)).changes).toMatchObject([{ type: 'updated', task: { id } }])
  })

  it('says with has_more whether another page follows, and repeats nothing between pages', async () => {
    const tenant = await newTenant()
    const ids: string[] = []
    for (let n = 0; n < 7; n++) ids.push((await tenant.createTask()).id)
    const first = await readFeed(tenant, '?limit=3')
    const second = await readFeed(tenant, after(first, 3))
    const third = await readFeed(tenant, after(second, 3))
    expect([first, second, third].map(({ has_more }) => has_more)).toEqual([true, true, false])
    expect([first, second, third].flatMap(({ changes }) => changes.map(({ task }) => task.id))).toEqual(ids)
  })

  it('repeats changes that are younger than ten seconds, and no older ones', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = await newTenant()
    await tenant.createTask()
    vi.advanceTimersByTime(settleMs + 1)
    const young = await tenant.createTask()
    const feed = await readFeed(tenant)
    expect(feed.changes).toHaveLength(2)
    const again = await readFeed(tenant, after(feed))
    expect(again.changes).toEqual([{ ...anyEvent, type: 'updated', task: young }])
    vi.advanceTimersByTime(settleMs + 1)
    const last = await readFeed(tenant, after(again))
    expect((await readFeed(tenant, after(last))).changes).toEqual([])
  })

  it('answers 410 for a cursor older than 40 days, unless the reader polls in time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = await newTenant()
    await tenant.createTask()
    let feed = await readFeed(tenant)
    for (let n = 0; n < 3; n++) {
      vi.advanceTimersByTime(39 * dayMs)
      feed = await readFeed(tenant, after(feed))
    }
    vi.advanceTimersByTime(40 * dayMs + 1)
    const { status, body } = await tenant.send('GET', `/changes${after(feed)}`)
    expect(status).toBe(410)
    expect(body).toEqual(
      errorBody(
        'cursor_expired',
        'The cursor is older than 40 days, so deletions may be missing: start again without a cursor.',
      ),
    )
  })

  it('lets a first round read old tasks, and answers 410 if a later round was interrupted for too long', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = await newTenant()
    for (let n = 0; n < 3; n++) await tenant.createTask()
    vi.advanceTimersByTime(100 * dayMs)
    const first = await readFeed(tenant, '?limit=1')
    const second = await readFeed(tenant, after(first, 1)) // the last change it read is 100 days old, but the round began today
    const end = await readFeed(tenant, after(second, 1))
    expect(end.has_more).toBe(false)
    for (let n = 0; n < 3; n++) await tenant.createTask()
    vi.advanceTimersByTime(30 * dayMs)
    const later = await readFeed(tenant, after(end, 1))
    vi.advanceTimersByTime(20 * dayMs)
    expect((await tenant.send('GET', `/changes${after(later, 1)}`)).status).toBe(410)
  })

  it('answers 400 for a cursor that was changed, or belongs to another account or list', async () => {
    const tenant = await newTenant()
    const foreign = await newTenant()
    for (let n = 0; n < 2; n++) await tenant.createTask()
    const { next_cursor } = await readFeed(tenant)
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks?limit=1`)
    const listCursor = (body as { next_cursor: string }).next_cursor
    for (const cursor of [`${next_cursor}x`, next_cursor.slice(1), listCursor, '']) {
      expect((await tenant.send('GET', `/changes?cursor=${cursor}`)).status).toBe(400)
    }
    expect((await foreign.send('GET', `/changes?cursor=${next_cursor}`)).status).toBe(400)
  })
})

/** The changes index as on AWS: each write appears some time after it was made. */
class LaggingIndex {
  #shown = new Map<string, Item>()
  #pending: { item: Item; atMs: number }[] = []

  add(item: Item, atMs: number): void {
    this.#pending.push({ item, atMs })
  }

  /** Answers a query of the index as of a time. */
  answer(nowMs: number, after: string, limit: number) {
    for (const { item } of this.#pending.filter(({ atMs }) => atMs <= nowMs)) {
      const shown = this.#shown.get(String(item.id))
      // writes to one item appear in order
      if (!shown || Number(shown.version) < Number(item.version)) this.#shown.set(String(item.id), item)
    }
    this.#pending = this.#pending.filter(({ atMs }) => atMs > nowMs)
    const place = (item: Item) => String(item.changes_sk)
    const found = [...this.#shown.values()]
      .filter((item) => place(item) > after)
      .sort((a, b) => (place(a) < place(b) ? -1 : 1))
    const items = found.slice(0, limit)
    const last = items.at(-1)
    return {
      Items: items.map((item) => marshall(item)),
      ...(found.length > limit && last && { LastEvaluatedKey: marshall({ changes_sk: place(last) }) }),
    }
  }
}

const writes = fc.record({
  pauseMs: fc.integer({ min: 0, max: 1_500 }),
  kind: fc.constantFrom('create', 'update', 'delete', 'restore', 'move'),
  pick: fc.nat(20),
  lagMs: fc.integer({ min: 0, max: 4_000 }),
  skewMs: fc.integer({ min: -2_000, max: 2_000 }),
  readerSkewMs: fc.integer({ min: -2_000, max: 2_000 }),
  reads: fc.nat(2),
  limit: fc.integer({ min: 1, max: 6 }),
})

describe('a mirror of the feed', () => {
  it('equals the stored tasks, although the index lags and clocks differ by up to 4 s', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(writes, { minLength: 10, maxLength: 40 }), async (steps) => {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
        let nowMs = Date.now()
        const tenant = await newTenant()
        const other = await tenant.newProject()
        const index = new LaggingIndex()
        const partition = accountPartition(tenant.accountId)
        tap.answerInstead = (operation, request) => {
          const { IndexName, ExpressionAttributeValues, Limit } = request as {
            IndexName?: string
            ExpressionAttributeValues?: Record<string, { S: string }>
            Limit?: number
          }
          if (operation !== 'Query' || IndexName !== 'changes') return undefined
          expect(ExpressionAttributeValues?.[':partition']?.S).toBe(partition)
          return index.answer(nowMs, ExpressionAttributeValues?.[':after']?.S ?? '', Limit ?? 100)
        }

        const ids: string[] = []
        const write = async ({ kind, pick, skewMs, lagMs }: (typeof steps)[number]) => {
          vi.setSystemTime(nowMs + skewMs)
          let id = ids[pick % Math.max(ids.length, 1)]
          if (kind === 'create' || id === undefined) ids.push((id = (await tenant.createTask()).id))
          else if (kind === 'update')
            await tenant.send('PATCH', `/tasks/${id}`, { body: { status: pick % 3 } })
          else if (kind === 'move') {
            const projectId = pick % 2 === 0 ? other : tenant.projectId
            await tenant.send('PATCH', `/tasks/${id}`, { body: { projectId } })
          } else if (kind === 'delete') await tenant.send('DELETE', `/tasks/${id}`)
          else await tenant.send('POST', `/tasks/${id}/restore`)
          const written = await get(tenant, taskKey(tenant, id))
          if (written) index.add(written, nowMs + lagMs)
        }

        const mirror = new Map<string, Task>()
        let cursor = ''
        const poll = async (limit: number) => {
          const feed = await readFeed(tenant, `?limit=${limit}${cursor}`)
          for (const change of feed.changes) {
            if (change.type === 'updated') mirror.set(change.task.id, change.task)
            else mirror.delete(change.task.id)
          }
          cursor = `&cursor=${feed.next_cursor}`
          return feed.has_more
        }

        for (const step of steps) {
          nowMs += step.pauseMs
          await write(step)
          vi.setSystemTime(nowMs + step.readerSkewMs)
          for (let read = 0; read < step.reads; read++) await poll(step.limit)
        }
        nowMs += 30_000
        vi.setSystemTime(nowMs)
        while (await poll(5)) continue // the rest of the current round
        while (await poll(5)) continue // and one more round from its settled time

        tap.reset()
        const truth = new Map<string, Task>()
        for (const projectId of [tenant.projectId, other]) {
          const { body } = await tenant.send('GET', `/projects/${projectId}/tasks?limit=100`)
          for (const task of (body as { tasks: Task[] }).tasks) truth.set(task.id, task)
        }
        expect(mirror).toEqual(truth)
        vi.useRealTimers()
      }),
      { numRuns: rounds(25) },
    )
  }, 300_000)
})
