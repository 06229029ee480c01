import { afterEach, describe, expect, it, vi } from 'vitest'
import { useQueue } from '../lib/table/queue/queue.ts'
import { get } from '../lib/table/read-items.ts'
import type { Change } from '../lib/tasks/change.ts'
import type { Task } from '../lib/tasks/task.ts'
import { postedTo } from '../lib/webhooks/bound.ts'
import { dispatchEvents } from '../lib/webhooks/dispatch.ts'
import type { TaskEvent, WebhookEvent } from '../lib/webhooks/event.ts'
import { eventsOf as postedEventsOf } from '../lib/webhooks/pending.ts'
import { asWebhook, webhookKey } from '../lib/webhooks/webhook-item.ts'
import type { Webhook } from '../lib/webhooks/webhook.ts'
import { send, tap, type Reply } from './support/api.ts'
import { idsIn, newScene, projectNotFound, sendWith, type Scene } from './support/bound.ts'
import { recordsOf, eventsOf } from './support/stream.ts'
import type { TestTenant } from './support/tenant.ts'
import { pendingOf } from './support/webhooks.ts'

/** All changes that a reader gets, from a cursor on, and the cursor after them. */
async function read(by: Scene['bound'], from?: string): Promise<{ changes: Change[]; cursor: string }> {
  const query = from === undefined ? '' : `?cursor=${encodeURIComponent(from)}`
  const { status, body } = await by('GET', `/changes${query}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  const { changes, next_cursor } = body as { changes: Change[]; next_cursor: string }
  return { changes, cursor: next_cursor }
}

describe('a task that leaves', () => {
  const moveTo = async (tenant: TestTenant, id: string, projectId: string): Promise<Task> =>
    ((await tenant.send('PATCH', `/tasks/${id}`, { body: { projectId } })).body as { task: Task }).task

  it('is a tombstone in the feed of a bound token, which later writes elsewhere do not change', async () => {
    const { tenant, own, other, bound } = await newScene()
    const { id } = await tenant.createTask({ externalId: 'one' })
    const { updated_at } = await moveTo(tenant, id, other)
    const tombstone = {
      ...{ id: `evt_${id.replaceAll('-', '')}_${Date.parse(updated_at)}`, version: 2, origin: null },
      ...{ type: 'deleted', reason: 'moved' },
      task: { id, project_id: own, external_id: 'one', deleted_at: updated_at },
    }
    expect((await read(bound)).changes).toEqual([tombstone])
    await tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'Secret', status: 2 } })
    expect((await read(bound)).changes).toEqual([tombstone])
    await tenant.send('DELETE', `/tasks/${id}`)
    expect((await read(bound)).changes).toEqual([tombstone])
    await tenant.send('POST', `/tasks/${id}/restore`)
    const back = await moveTo(tenant, id, own)
    expect((await read(bound)).changes).toMatchObject([{ type: 'updated', task: back }])
    const elsewhere = sendWith(await tenant.boundToken(other))
    expect((await read(elsewhere)).changes).toMatchObject([
      { type: 'deleted', reason: 'moved', task: { id, project_id: other, deleted_at: back.updated_at } },
    ])
  })

  it('is an update for a token that sees both projects, and for an unbound one', async () => {
    const { tenant, own, other } = await newScene()
    const both = sendWith(await tenant.boundToken(own, other))
    const { id } = await tenant.createTask()
    const task = await moveTo(tenant, id, other)
    for (const by of [both, tenant.send]) {
      expect((await read(by)).changes).toMatchObject([{ type: 'updated', task }])
    }
  })

  it('is told also when the writer elsewhere is one that the reader leaves out', async () => {
    const { tenant, other, bound } = await newScene()
    const { id } = await tenant.createTask()
    const headers = { 'Origin-Id': 'crm' }
    await tenant.send('PATCH', `/tasks/${id}`, { body: { projectId: other }, headers })
    await tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'There' }, headers })
    const { body } = await bound('GET', '/changes?excludeOriginId=crm')
    expect(body).toMatchObject({ changes: [{ type: 'deleted', reason: 'moved' }] })
  })

  it('names where it was last within bounds, however often it moved', async () => {
    const { tenant, own, other, bound } = await newScene()
    const third = await tenant.newProject()
    const { id } = await tenant.createTask()
    for (let round = 0; round < 30; round++) {
      await moveTo(tenant, id, other)
      await moveTo(tenant, id, own)
    }
    const left = await moveTo(tenant, id, third)
    await moveTo(tenant, id, other)
    expect((await read(bound)).changes).toMatchObject([
      { type: 'deleted', reason: 'moved', task: { project_id: own, deleted_at: left.updated_at } },
    ])
  })

  it('is told for 40 days', async () => {
    const { tenant, other, bound } = await newScene()
    const { id } = await tenant.createTask()
    await moveTo(tenant, id, other)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const dayMs = 24 * 60 * 60 * 1000
      vi.advanceTimersByTime(40 * dayMs - 1000)
      await tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'Still there' } })
      expect((await read(bound)).changes).toHaveLength(1)
      vi.advanceTimersByTime(2000)
      await tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'Later' } })
      expect((await read(bound)).changes).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('is told also after another task has taken its name in another project', async () => {
    const { tenant, other, bound } = await newScene()
    const { id } = await tenant.createTask({ externalId: 'one' })
    await moveTo(tenant, id, other)
    await tenant.send('DELETE', `/tasks/${id}`)
    await tenant.send('DELETE', `/projects/${other}`)
    const third = await tenant.newProject()
    expect((await tenant.createTask({ projectId: third, externalId: 'one' })).id).toBe(id)
    expect((await read(bound)).changes).toMatchObject([{ type: 'deleted', reason: 'moved', task: { id } }])
  })
})

const webhookOf = ({ body }: Reply) => (body as { webhook: Webhook }).webhook

const newWebhook = (by: Scene['bound'], settings: object = {}) =>
  by('POST', '/webhooks', { body: { url: 'https://example.com/tasks', ...settings } })

/** Dispatches the events of an act, and returns what each webhook would be posted, by its id. */
async function posted(
  tenant: TestTenant,
  webhookIds: string[],
  act: () => Promise<unknown>,
): Promise<WebhookEvent[][]> {
  useQueue({ sendMessages: () => Promise.resolve() })
  const events = eventsOf(await recordsOf(tenant, act))
  await dispatchEvents(tenant, tenant.accountId, events)
  return Promise.all(
    webhookIds.map(async (id) => {
      const webhook = asWebhook(await get(tenant, webhookKey(tenant, id)))
      const waiting = (await pendingOf(tenant, id)).map((sk) => sk.split('#').at(-1) ?? '')
      const stored = await postedEventsOf(
        tenant,
        waiting.map((event_id) => ({ ...{ pk: '', sk: '', attempts: 0, expires_at: 0 }, event_id })),
        Date.now(),
      )
      return events.flatMap((event) => {
        const item = stored.get(event.id)
        const sent = webhook && item && postedTo(webhook, item)
        return sent ? [JSON.parse(sent.body) as WebhookEvent] : []
      })
    }),
  )
}

describe('webhooks of a bound token', () => {
  afterEach(() => {
    tap.reset()
  })

  it('belong to its projects, by default to all of them, and stay bound', async () => {
    const { tenant, own, other, bound } = await newScene()
    const made = webhookOf(await newWebhook(bound))
    expect(made).toMatchObject({ project_ids: [own], bound: true })
    for (const projectIds of [null, [other], [own, other], [crypto.randomUUID()]]) {
      const refused = [
        await newWebhook(bound, { projectIds }),
        await bound('PATCH', `/webhooks/${made.id}`, { body: { projectIds } }),
      ]
      for (const { status, body } of refused) {
        expect({ status, body }).toEqual({ status: 404, body: projectNotFound })
      }
    }
    const path = `/webhooks/${made.id}`
    const widened = await tenant.send('PATCH', path, { body: { projectIds: [own, other] } })
    expect(webhookOf(widened)).toMatchObject({ project_ids: [own, other], bound: true })
    expect(await tenant.send('PATCH', path, { body: { projectIds: null } })).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: 'projectIds' }] } },
    })
    expect((await bound('GET', path)).status).toBe(404) // it is no longer wholly within the token's projects
  })

  it('are the only ones there for it, with those that are wholly within its projects', async () => {
    const { tenant, own, other, bound } = await newScene()
    const within = webhookOf(await newWebhook(tenant.send, { projectIds: [own] }))
    expect(within.bound).toBe(false)
    for (const projectIds of [null, [other], [own, other]]) {
      const beyond = webhookOf(await newWebhook(tenant.send, { projectIds }))
      expect((await bound('DELETE', `/webhooks/${beyond.id}`)).status).toBe(404)
      expect((await tenant.send('GET', `/webhooks/${beyond.id}`)).status).toBe(200)
    }
    expect(idsIn(await bound('GET', '/webhooks'), 'webhooks')).toEqual([within.id])
    const changed = await bound('PATCH', `/webhooks/${within.id}`, { body: { description: 'Mine' } })
    expect(webhookOf(changed)).toMatchObject({ description: 'Mine', bound: true })
    expect((await bound('DELETE', `/webhooks/${within.id}`)).status).toBe(200)
  })

  it('see a task that leaves as deleted, and one that enters as created', async () => {
    const { tenant, own, other, bound } = await newScene()
    const there = sendWith(await tenant.boundToken(other))
    const both = sendWith(await tenant.boundToken(own, other))
    const hooks = [
      await newWebhook(bound),
      await newWebhook(there),
      await newWebhook(both),
      await newWebhook(tenant.send, { projectIds: [own] }),
      await newWebhook(bound, { eventTypes: ['task.updated'] }),
    ].map((reply) => webhookOf(reply).id)
    const before = await tenant.createTask({ description: 'Private' })
    const [left, entered, seen, limited, updates] = (await posted(tenant, hooks, () =>
      tenant.send('PATCH', `/tasks/${before.id}`, { body: { projectId: other, label: 'Secret', status: 2 } }),
    )) as TaskEvent[][]
    const { task: after } = (await tenant.send('GET', `/tasks/${before.id}`)).body as { task: Task }
    expect(left).toMatchObject([
      {
        type: 'task.deleted',
        data: { reason: 'moved', task: before, version: 2, changed: [], previous: {} },
      },
    ])
    expect(JSON.stringify(left)).not.toMatch(new RegExp(`Secret|${other}`))
    expect(entered).toMatchObject([
      { type: 'task.created', data: { reason: 'moved', task: after, changed: [], previous: {} } },
    ])
    expect(JSON.stringify(entered)).not.toContain(own)
    for (const event of [seen?.[0], limited?.[0]]) {
      expect(event).toMatchObject({ type: 'task.completed', data: { task: after } })
      expect(event?.data).not.toHaveProperty('reason')
    }
    expect(updates).toEqual([])
  })

  it('get notices of forms and webhooks of their projects only', async () => {
    const { tenant, own, other, bound } = await newScene()
    const types = { eventTypes: ['form.submission_held', 'webhook.disabled'] }
    const hooks = [await newWebhook(bound, types), await newWebhook(tenant.send, types)].map(
      (reply) => webhookOf(reply).id,
    )
    const submit = async (projectId: string) => {
      const { body } = await tenant.send('POST', '/forms', {
        body: { name: 'Contact', projectId, paused: true },
      })
      const { url } = (body as { form: { url: string } }).form
      return posted(tenant, hooks, () =>
        send('POST', `/hooks/${String(url.split('/').at(-1))}`, { body: { name: 'Ada' } }),
      )
    }
    const [mine, all] = await submit(own)
    expect([mine?.length, all?.length]).toEqual([1, 1])
    const [ofOther, allAgain] = await submit(other)
    expect([ofOther?.length, allAgain?.length]).toEqual([0, 1])
  })
})
