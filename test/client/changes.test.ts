import { describe, expect, it } from 'vitest'
import { taskChanges } from '../../client/src/changes.ts'
import { openHttp } from '../../client/src/http.ts'
import { TasksClient, type Change } from '../../client/src/index.ts'
import { newTenant } from '../support/tenant.ts'
import { baseUrl, clientFor, collect, errorAnswer, fatefulFetch } from './support.ts'

/** A feed of made-up pages, and the cursors that it requested. */
function feedOf(pages: { ids: string[]; more: boolean }[], options: Parameters<typeof taskChanges>[1] = {}) {
  const asked: (string | null)[] = []
  const http = openHttp({
    baseUrl: 'http://localhost/v1',
    token: 't',
    fetch: (request) => {
      asked.push(new URL(request.url).searchParams.get('cursor'))
      const { ids, more } = pages[asked.length - 1] ?? { ids: [], more: false }
      const changes = ids.map((id) => ({
        id: `evt_${id}_${Date.parse('2026-11-21T04:28:36.451Z')}`,
        type: 'deleted',
        task: { id, deleted_at: '2026-11-21T04:28:36.451Z' },
      }))
      return Promise.resolve(Response.json({ changes, next_cursor: `c${asked.length}`, has_more: more }))
    },
  })
  return { feed: taskChanges(http, options), asked }
}

const pages = [
  { ids: ['a', 'b'], more: true },
  { ids: ['c'], more: false },
  { ids: ['d'], more: false },
]

describe('the change feed', () => {
  it('yields the changes of the account, including deletions, and the cursor to continue from', async () => {
    const { token, createTask } = await newTenant()
    const client = clientFor(token)
    const [kept, gone] = [await createTask(), await createTask()]
    await client.tasks.delete(gone.id)
    const feed = client.changes({ limit: 1 })
    const changes: Change[] = await collect(feed)
    expect(changes.map(({ type, task }) => [type, task.id])).toEqual([
      ['updated', kept.id],
      ['deleted', gone.id],
    ])
    expect(feed.cursor).toEqual(expect.any(String))
    expect(await collect(client.changes({ cursor: feed.cursor }))).toHaveLength(2) // too recent, so they are repeated
  })

  it('advances its cursor only when a page has been handled', async () => {
    const { feed, asked } = feedOf(pages, { cursor: 'c0' })
    for await (const { task } of feed) if (task.id === 'b') break
    expect(feed.cursor).toBe('c0')
    const seen = []
    for await (const { task } of feed) {
      seen.push(task.id)
      break
    }
    expect({ asked, seen }).toEqual({ asked: ['c0', 'c0'], seen: ['c'] })
  })

  it('passes on the cursor to store after each page, and polls until it is aborted', async () => {
    const stored: string[] = []
    const abort = new AbortController()
    const onCursor = (cursor: string) => {
      stored.push(cursor)
    }
    const { feed, asked } = feedOf(pages, { pollMs: 5, onCursor, signal: abort.signal })
    const seen: string[] = []
    const reading = (async () => {
      for await (const { task } of feed) {
        seen.push(task.id)
        if (task.id === 'd') abort.abort(new Error('stop'))
      }
    })()
    await expect(reading).rejects.toThrow('stop')
    expect(seen).toEqual(['a', 'b', 'c', 'd'])
    expect(stored).toEqual(['c1', 'c2', 'c3'])
    expect(asked).toEqual([null, 'c1', 'c2'])
  })

  it('yields each change once, although the service repeats the last seconds', async () => {
    const { feed } = feedOf([
      { ids: ['a', 'b'], more: true },
      { ids: ['c'], more: false },
      { ids: ['b', 'c', 'd'], more: false },
      { ids: ['d'], more: false },
    ])
    const rounds = [await collect(feed), await collect(feed), await collect(feed)]
    expect(rounds.map((round) => round.map(({ task }) => task.id))).toEqual([['a', 'b', 'c'], ['d'], []])
  })

  it('continues after an outage when polling, and throws when not', async () => {
    const outage = [
      ...Array.from({ length: 6 }, () => 'unreachable' as const),
      errorAnswer(503, 'service_unavailable'),
    ]
    const { token, createTask } = await newTenant()
    const { id } = await createTask()
    const abort = new AbortController()
    const { fetch } = fatefulFetch(...outage)
    const followed = clientFor(token, fetch).changes({ pollMs: 1, signal: abort.signal })
    const seen: string[] = []
    const reading = (async () => {
      for await (const { task } of followed) {
        seen.push(task.id)
        abort.abort(new Error('stop'))
      }
    })()
    await expect(reading).rejects.toThrow('stop')
    expect(seen).toEqual([id])
    const down = fatefulFetch(...Array.from({ length: 9 }, () => 'unreachable' as const))
    await expect(collect(clientFor(token, down.fetch).changes())).rejects.toMatchObject({
      code: 'network_error',
    })
    const wrong = clientFor('tsk_wrong').changes({ pollMs: 1 })
    await expect(collect(wrong)).rejects.toMatchObject({ code: 'invalid_token' })
  })

  it('starts with changes from now on, beginning with just a cursor', async () => {
    const { token, createTask } = await newTenant()
    const client = clientFor(token)
    const feed = client.changes({ from: 'now' })
    expect(await collect(feed)).toEqual([])
    const { id } = await createTask()
    expect((await collect(feed)).map(({ task }) => task.id)).toEqual([id])
    expect(await collect(feed)).toEqual([])
  })
})

describe('an origin', () => {
  it('goes with every write, and the feed leaves its echo out', async () => {
    const { token, projectId } = await newTenant()
    const as = (originId: string) => new TasksClient({ baseUrl, token, originId })
    const [crm, desk] = [as('crm'), as('desk')]
    const { task: ours } = await crm.tasks.create({ projectId, label: 'Ours' })
    const { task: theirs } = await desk.tasks.create({ projectId, label: 'Theirs' })
    const idsOf = (changes: Change[]) => changes.map(({ task }) => task.id)
    expect(idsOf(await collect(crm.changes({ excludeOriginIds: ['crm'] })))).toEqual([theirs.id])
    expect(idsOf(await collect(crm.changes({ excludeSelf: true })))).toEqual([])
    expect(idsOf(await collect(crm.changes()))).toEqual([ours.id, theirs.id])
  })

  it('that no service would take is refused at once', () => {
    expect(() => new TasksClient({ baseUrl, token: 't', originId: 'a b' })).toThrow('originId must be')
  })
})
