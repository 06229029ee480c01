import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import { TasksClient, type Change, type SyncOptions } from '../../client/src/index.ts'
import { newTenant } from '../support/tenant.ts'
import { baseUrl, clientFor, errorAnswer, fatefulFetch } from './support.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** A store in memory, and everything that it was given. */
function memoryStore(cursor?: string) {
  const saved: string[] = []
  return {
    saved,
    load: () => Promise.resolve(saved.at(-1) ?? cursor),
    save: (next: string) => {
      saved.push(next)
      return Promise.resolve()
    },
  }
}

/** A sync that notes the changes that it is given. */
function notingSync(client: TasksClient, options: Partial<SyncOptions> = {}) {
  const changes: Change[] = []
  const store = memoryStore()
  const sync = client.sync({
    store,
    secrets: secret,
    onChange: (change) => {
      changes.push(change)
      return Promise.resolve()
    },
    ...options,
  })
  return { sync, store, changes, ids: () => changes.map(({ task }) => task.id) }
}

/** A delivery of an event about a change of the feed. */
function deliveryOf({ id, task, version, origin }: Change, type = 'task.updated') {
  const body = JSON.stringify({
    id,
    type,
    timestamp: new Date().toISOString(),
    data: { task, version, origin, changed: [], previous: {} },
  })
  const at = new Date()
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
  return { body, headers }
}

/** The newest change of the account. */
async function newestChange(client: TasksClient): Promise<Change> {
  let newest: Change | undefined
  for await (const change of client.changes()) newest = change
  if (!newest) throw new Error('The account has no change.')
  return newest
}

describe('a round of a sync', () => {
  it('applies each write once, although the feed repeats the last seconds', async () => {
    const { token, createTask } = await newTenant()
    const client = clientFor(token)
    const { sync, ids } = notingSync(client)
    const { id } = await createTask()
    await sync.once()
    await sync.once()
    await client.tasks.update(id, { label: 'New' })
    await sync.once()
    await client.tasks.delete(id)
    await sync.once()
    expect(ids()).toEqual([id, id, id])
  })

  it('saves the cursor only after the changes before it were applied', async () => {
    const { token, createTask } = await newTenant()
    const { id } = await createTask()
    const store = memoryStore()
    const onChange = vi.fn().mockRejectedValueOnce(new Error('full')).mockResolvedValue(undefined)
    const { sync } = notingSync(clientFor(token), { store, onChange })
    await expect(sync.once()).rejects.toThrow('full')
    expect(store.saved).toEqual([])
    await sync.once()
    expect(onChange).toHaveBeenCalledTimes(2)
    expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'updated' }))
    expect(onChange.mock.lastCall?.[0]).toMatchObject({ task: { id } })
    expect(store.saved.length).toBeGreaterThan(0)
  })

  it('never applies an older version after a newer one', async () => {
    const task = { id: 'aa', label: 'A', updated_at: '2026-11-21T09:00:00.000Z' }
    const entry = (timeMs: number) => ({ id: `evt_aa_${timeMs}`, type: 'updated', task, version: timeMs })
    // a reader of an index may see a state, and an older one after that
    const pages = [[entry(2_000)], [entry(1_000)], [entry(3_000)]]
    const fetch = () =>
      Promise.resolve(Response.json({ changes: pages.shift() ?? [], next_cursor: 'c', has_more: false }))
    const { sync, changes } = notingSync(new TasksClient({ baseUrl, token: 't', fetch }))
    for (let round = 0; round < 3; round += 1) await sync.once()
    expect(changes.map(({ version }) => version)).toEqual([2_000, 3_000])
  })

  it('begins again after an expired cursor, and then leaves nothing out', async () => {
    const { token, projectId, createTask } = await newTenant()
    const own = new TasksClient({ baseUrl, token, originId: 'crm' })
    const { task: ours } = await own.tasks.create({ projectId, label: 'Ours' })
    const theirs = await createTask()
    const { fetch } = fatefulFetch(errorAnswer(410, 'cursor_expired'))
    const client = new TasksClient({ baseUrl, token, originId: 'crm', fetch })
    const steps: string[] = []
    const note = (step: string) => () => {
      steps.push(step)
      return Promise.resolve()
    }
    const { sync } = notingSync(client, {
      store: memoryStore('old'),
      onChange: ({ task }) => note(task.id)(),
      onReset: note('reset'),
      onCaughtUp: note('caught up'),
    })
    await sync.once()
    expect(steps).toEqual(['reset', ours.id, theirs.id, 'caught up'])
    const silent = notingSync(fated410(), { store: memoryStore('old') })
    await expect(silent.sync.once()).rejects.toMatchObject({ code: 'cursor_expired' })
  })

  it('leaves nothing out on the way through everything, even if that was broken off', async () => {
    const { token, projectId } = await newTenant()
    const own = new TasksClient({ baseUrl, token, originId: 'crm' })
    const ids: string[] = []
    for (let count = 0; count < 51; count += 1) {
      ids.push((await own.tasks.create({ projectId, label: `T${count}` })).task.id)
    }
    const store = memoryStore()
    const seen: string[] = []
    const broken = own.sync({
      store,
      onChange: ({ task }) => {
        if (seen.length === 50) return Promise.reject(new Error('killed'))
        seen.push(task.id)
        return Promise.resolve()
      },
    })
    await expect(broken.once()).rejects.toThrow('killed')
    const next = notingSync(own, { store })
    await next.sync.once()
    expect(next.ids()).toEqual(ids.slice(50))
    await next.sync.once()
    expect(next.ids()).toHaveLength(1) // from now on the client's own writes are left out
  })

  it('leaves out the writes of its client’s origin', async () => {
    const { token, projectId, createTask } = await newTenant()
    const own = new TasksClient({ baseUrl, token, originId: 'crm' })
    const { sync, ids } = notingSync(own)
    await sync.once()
    await own.tasks.create({ projectId, label: 'Ours' })
    const theirs = await createTask()
    await sync.once()
    expect(ids()).toEqual([theirs.id])
  })
})

const fated410 = () => clientFor('t', fatefulFetch(errorAnswer(410, 'cursor_expired')).fetch)

describe('a running sync', () => {
  it('reads the feed at once after a webhook, and not again for its repeat', async () => {
    const { token, createTask } = await newTenant()
    const { fetch, sent } = fatefulFetch()
    const { sync, ids } = notingSync(clientFor(token, fetch), { pollMs: 3_600_000 })
    const stop = new AbortController()
    const running = sync.run(stop.signal)
    await vi.waitUntil(() => sent.length === 1)
    const { id } = await createTask()
    const { body, headers } = deliveryOf(await newestChange(clientFor(token)), 'task.created')
    expect(await sync.receive(body, headers)).toMatchObject({ type: 'task.created', data: { task: { id } } })
    await vi.waitUntil(() => ids().length === 1)
    const asked = sent.length
    await sync.receive(body, headers)
    stop.abort()
    await running
    expect(ids()).toEqual([id])
    expect(sent).toHaveLength(asked)
  })

  it('asks again for a while when the feed does not show a write yet', async () => {
    const { token, createTask } = await newTenant()
    await createTask()
    const change = await newestChange(clientFor(token))
    const nothing = () => Response.json({ changes: [], next_cursor: 'c', has_more: false })
    const { fetch, sent } = fatefulFetch(nothing(), nothing(), nothing())
    const { sync, store, ids } = notingSync(clientFor(token, fetch), {
      pollMs: 3_600_000,
      store: { load: () => Promise.resolve(undefined), save: () => Promise.resolve() },
    })
    const stop = new AbortController()
    const running = sync.run(stop.signal)
    await vi.waitUntil(() => sent.length === 1)
    const { body, headers } = deliveryOf(change)
    await sync.receive(body, headers)
    await vi.waitUntil(() => ids().length === 1, { timeout: 20_000 })
    expect(sent.length).toBeGreaterThanOrEqual(4)
    stop.abort()
    await running
    expect(store.saved).toEqual([])
  })

  it('continues after a temporary error of the service, and ends with any other', async () => {
    const { token, createTask } = await newTenant()
    const { id } = await createTask()
    const { fetch } = fatefulFetch(...Array.from({ length: 7 }, () => 'unreachable' as const))
    const { sync, ids } = notingSync(clientFor(token, fetch), { pollMs: 1 })
    const stop = new AbortController()
    const running = sync.run(stop.signal)
    await vi.waitUntil(() => ids().length === 1, { timeout: 20_000 })
    stop.abort()
    await running
    expect(ids()).toEqual([id])
    const wrong = notingSync(clientFor('tsk_wrong'))
    await expect(wrong.sync.run(new AbortController().signal)).rejects.toMatchObject({
      code: 'invalid_token',
    })
  })

  it('stops between two changes when its signal is aborted', async () => {
    const { token, createTask } = await newTenant()
    for (let count = 0; count < 3; count += 1) await createTask()
    const stop = new AbortController()
    const onChange = vi.fn(() => {
      stop.abort()
      return Promise.resolve()
    })
    const { sync, store } = notingSync(clientFor(token), { onChange })
    await sync.run(stop.signal)
    expect(onChange).toHaveBeenCalledTimes(1)
    expect(store.saved).toEqual([])
  })
})

describe('receive', () => {
  it('refuses what the webhook did not sign', async () => {
    const { token, createTask } = await newTenant()
    await createTask()
    const client = clientFor(token)
    const { body, headers } = deliveryOf(await newestChange(client))
    const { sync } = notingSync(client)
    await expect(sync.receive(`${body} `, headers)).rejects.toMatchObject({ reason: 'wrong_signature' })
    await expect(notingSync(client, { secrets: undefined }).sync.receive(body, headers)).rejects.toThrow(
      TypeError,
    )
  })
})
