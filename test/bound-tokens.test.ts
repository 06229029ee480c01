import { afterEach, describe, expect, it, vi } from 'vitest'
import { maxBoundProjects } from '../lib/contract/limits.ts'
import { useQueue } from '../lib/table/queue/queue.ts'
import type { Change } from '../lib/tasks/change.ts'
import type { Task } from '../lib/tasks/task.ts'
import type { Token } from '../lib/tokens/token.ts'
import { dispatchEvents } from '../lib/webhooks/dispatch.ts'
import { postedTo } from '../lib/webhooks/bound.ts'
import { eventsOf as postedEventsOf } from '../lib/webhooks/pending.ts'
import { asWebhook, webhookKey } from '../lib/webhooks/webhook-item.ts'
import type { TaskEvent, WebhookEvent } from '../lib/webhooks/event.ts'
import type { Webhook } from '../lib/webhooks/webhook.ts'
import type { Submission } from '../lib/forms/submission.ts'
import { get } from '../lib/table/read-items.ts'
import { send, tap, type Reply, type Sending } from './support/api.ts'
import { pendingOf } from './support/webhooks.ts'
import { recordsOf, eventsOf } from './support/stream.ts'
import { errorBody, newTenant, type TestTenant } from './support/tenant.ts'

const projectNotFound = errorBody('project_not_found', 'There is no such project.')
const taskNotFound = errorBody('task_not_found', 'There is no such task.')

/** An account with two projects, and a token that is bound to the first. */
interface Scene {
  tenant: TestTenant
  /** The project of the bound token, and another one. */
  own: string
  other: string
  /** Sends with the bound token. */
  bound: (method: string, path: string, sending?: Sending) => Promise<Reply>
  token: string
}

const sendWith =
  (token: string): Scene['bound'] =>
  (method, path, sending) =>
    send(method, path, { token, ...sending })

async function newScene(): Promise<Scene> {
  const tenant = await newTenant()
  const [own, other] = [tenant.projectId, await tenant.newProject()]
  const token = await tenant.boundToken(own)
  return { tenant, own, other, token, bound: sendWith(token) }
}

const tokenOf = ({ body }: Reply) => (body as { token: Token & { secret: string } }).token

const mint = (by: Scene['bound'], body: object = {}) =>
  by('POST', '/tokens', { body: { name: 'New', scopes: ['read'], ...body } })

describe('POST /tokens', () => {
  it('binds a token to projects, and shows to which', async () => {
    const { tenant, own, other } = await newScene()
    const created = await mint(tenant.send, { projectIds: [own, other] })
    expect(tokenOf(created)).toMatchObject({ project_ids: [own, other] })
    const self = await send('GET', '/tokens/self', { token: tokenOf(created).secret })
    expect(self.body).toMatchObject({ token: { project_ids: [own, other] } })
    for (const projectIds of [null, undefined]) {
      expect(tokenOf(await mint(tenant.send, { projectIds }))).toMatchObject({ project_ids: null })
    }
  })

  it('refuses ids that are unknown or foreign, and makes no token', async () => {
    const { tenant, own } = await newScene()
    const { projectId: foreign } = await newTenant()
    const { body: before } = await tenant.send('GET', '/tokens')
    for (const id of [crypto.randomUUID(), foreign]) {
      const { status, body } = await mint(tenant.send, { projectIds: [own, id] })
      expect({ status, body }).toEqual({ status: 404, body: projectNotFound })
    }
    expect((await tenant.send('GET', '/tokens')).body).toEqual(before)
  })

  it('refuses none, the same twice, and one too many', async () => {
    const { tenant, own } = await newScene()
    const many = Array.from({ length: maxBoundProjects + 1 }, () => crypto.randomUUID())
    for (const projectIds of [[], [own, own], [own, own.toUpperCase()], many]) {
      const { status, body } = await mint(tenant.send, { projectIds })
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'invalid_request',
            details: [{ path: 'projectIds', message: 'must name 1 to 10 different projects' }],
          },
        },
      })
    }
  })

  it('lets a bound token make tokens for its projects or fewer, and for its own by default', async () => {
    const { tenant, own, other } = await newScene()
    const maker = sendWith(await tenant.boundToken(own, other))
    expect(tokenOf(await mint(maker))).toMatchObject({ project_ids: [own, other] })
    expect(tokenOf(await mint(maker, { projectIds: [other] }))).toMatchObject({ project_ids: [other] })
    const third = await tenant.newProject()
    for (const projectIds of [null, [third], [own, third], [crypto.randomUUID()]]) {
      const { status, body } = await mint(maker, { projectIds })
      expect({ status, body }).toEqual({ status: 404, body: projectNotFound })
    }
  })
})

describe('GET and DELETE /tokens', () => {
  it('show a bound token itself and those that see nothing beyond its projects', async () => {
    const { tenant, own, other, bound } = await newScene()
    const names = async () =>
      ((await bound('GET', '/tokens')).body as { tokens: Token[] }).tokens.map(({ name }) => name)
    const make = async (name: string, projectIds: string[] | null) =>
      tokenOf(await mint(tenant.send, { name, projectIds }))
    const gone = await tenant.newProject()
    const [beyond, wide, within, former] = [
      await make('beyond', [own, other]),
      await make('wide', null),
      await make('within', [own]),
      await make('former', [own, gone]),
    ]
    expect(await names()).toEqual(['Bound', 'within'])
    for (const { id } of [beyond, wide, former]) {
      expect(await bound('DELETE', `/tokens/${id}`)).toMatchObject({
        status: 404,
        body: errorBody('token_not_found', 'There is no such token.'),
      })
    }
    expect((await tenant.send('DELETE', `/projects/${gone}`)).status).toBe(200)
    expect(await names()).toEqual(['Bound', 'within', 'former'])
    for (const { id } of [within, former]) expect((await bound('DELETE', `/tokens/${id}`)).status).toBe(200)
    expect(await names()).toEqual(['Bound'])
  })
})

const idsIn = ({ body }: Reply, name: 'tasks' | 'projects' | 'forms' | 'webhooks') =>
  (body as Record<string, { id: string }[]>)[name]?.map(({ id }) => id)

describe('lists', () => {
  it('have only what is in the projects of a bound token', async () => {
    const { tenant, own, other, bound } = await newScene()
    const [mine] = [await tenant.createTask(), await tenant.createTask({ projectId: other })]
    expect(idsIn(await bound('GET', '/projects'), 'projects')).toEqual([own])
    for (const query of ['', '?order=oldest', `?projectId=${own}`, '?q=task']) {
      expect(idsIn(await bound('GET', `/tasks${query}`), 'tasks')).toEqual([mine?.id])
    }
    for (const id of [other, crypto.randomUUID()]) {
      const { status, body } = await bound('GET', `/tasks?projectId=${own}&projectId=${id}`)
      expect({ status, body }).toEqual({ status: 404, body: projectNotFound })
    }
    const { body } = await bound('GET', '/changes')
    expect((body as { changes: Change[] }).changes.map(({ task }) => task.id)).toEqual([mine?.id])
  })

  it('come in pages', async () => {
    const { tenant, own, other } = await newScene()
    const third = await tenant.newProject()
    await tenant.newProject()
    const bound = sendWith(await tenant.boundToken(third, own, other))
    const found: (string | undefined)[] = []
    for (let query = '?limit=2'; query !== '';) {
      const page = await bound('GET', `/projects${query}`)
      found.push(...(idsIn(page, 'projects') ?? []))
      const { next_cursor } = page.body as { next_cursor: string | null }
      query = next_cursor === null ? '' : `?limit=2&cursor=${encodeURIComponent(next_cursor)}`
    }
    expect(found).toEqual([own, other, third]) // oldest first
  })

  it('are shorter by a project that was deleted since, and empty when all were', async () => {
    const { tenant, own, other } = await newScene()
    const bound = sendWith(await tenant.boundToken(own, other))
    await tenant.send('DELETE', `/projects/${other}`)
    expect(idsIn(await bound('GET', '/projects'), 'projects')).toEqual([own])
    await tenant.send('DELETE', `/projects/${own}`)
    expect(idsIn(await bound('GET', '/projects'), 'projects')).toEqual([])
    expect(idsIn(await bound('GET', '/tasks'), 'tasks')).toEqual([])
    expect((await bound('GET', '/changes')).body).toMatchObject({ changes: [], has_more: false })
    const { status, body } = await bound('POST', '/tasks', { body: { projectId: own, label: 'New' } })
    expect({ status, body }).toEqual({ status: 404, body: projectNotFound })
  })
})

describe('writes of a bound token', () => {
  it('reach no task of another project, by any door', async () => {
    const { tenant, own, other, bound } = await newScene()
    const mine = await tenant.createTask()
    const foreign = await tenant.createTask({ projectId: other, externalId: 'there' })
    const refused = [
      await bound('PATCH', `/tasks/${foreign.id}`, { body: { label: 'x' } }),
      await bound('PATCH', '/tasks/ext:there', { body: { status: 2 } }),
      await bound('PATCH', `/tasks/${foreign.id}`, { body: { projectId: own } }),
      await bound('POST', `/tasks/${mine.id}/move`, { body: { beforeTaskId: foreign.id } }),
      await bound('POST', `/tasks/${foreign.id}/move`, { body: { to: 'top' } }),
      await bound('POST', `/tasks/${foreign.id}/subtasks`, { body: { label: 'x' } }),
      await bound('DELETE', '/tasks/ext:there'),
      await bound('POST', `/tasks/${foreign.id}/restore`),
    ]
    for (const { status, body } of refused)
      expect({ status, body }).toEqual({ status: 404, body: taskNotFound })
    const moved = await bound('PATCH', `/tasks/${mine.id}`, { body: { projectId: other } })
    expect({ status: moved.status, body: moved.body }).toEqual({ status: 404, body: projectNotFound })
    const operations = [
      { op: 'update', id: foreign.id, label: 'x' },
      { op: 'create', projectId: other, label: 'x' },
      { op: 'delete', id: 'ext:there' },
      { op: 'update', id: mine.id, label: 'Mine' },
    ]
    const { body } = await bound('POST', '/tasks/bulk', { body: { operations } })
    expect((body as { results: { status: number }[] }).results.map(({ status }) => status)).toEqual([
      404, 404, 404, 200,
    ])
    expect((await tenant.send('GET', `/tasks/${foreign.id}`)).body).toEqual({ task: foreign })
    expect(await tenant.taskCount(other)).toBe(1)
  })

  it('may rename its projects and change their lanes, but define no fields by an import', async () => {
    const { own, bound } = await newScene()
    expect((await bound('PATCH', `/projects/${own}`, { body: { label: 'Mine' } })).status).toBe(200)
    expect((await bound('POST', `/projects/${own}/lanes`, { body: { label: 'Lane' } })).status).toBe(201)
    const file = { body: 'label,fields.colour\nOne,red\n', headers: { 'Content-Type': 'text/csv' } }
    const path = `/projects/${own}/import?format=csv`
    expect((await bound('POST', `${path}&createFields=true`, file)).body).toMatchObject({
      error: { code: 'project_bound_token' },
    })
    expect((await bound('POST', path, file)).body).toMatchObject({ created: 1, fields_created: [] })
    expect((await bound('GET', '/fields')).body).toEqual({ fields: [] })
  })
})

describe('names', () => {
  const create = (by: Scene['bound'], body: object, key?: string) =>
    by('POST', '/tasks', {
      body: { label: 'A task', ...body },
      ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
    })

  it('of tasks elsewhere are taken, without telling by which', async () => {
    const { tenant, own, other, bound } = await newScene()
    const here = await tenant.createTask({ externalId: 'here' })
    await tenant.createTask({ projectId: other, externalId: 'there' })
    const message = 'A task with this externalId already exists or is in the trash: update or restore it.'
    const taken = async (externalId: string) => {
      const { status, body } = await create(bound, { projectId: own, externalId })
      return { status, body }
    }
    expect(await taken('here')).toEqual({
      status: 409,
      body: errorBody('external_id_exists', message, { task_id: here.id }),
    })
    expect(await taken('there')).toEqual({ status: 409, body: errorBody('external_id_exists', message) })
  })

  it('of requests elsewhere are used, and a repeat of its own gets the first answer', async () => {
    const { tenant, own, other, bound } = await newScene()
    await create(tenant.send, { projectId: other }, 'there')
    for (const projectId of [own, other]) {
      expect(await create(bound, { projectId }, 'there')).toMatchObject({
        status: 422,
        body: { error: { code: 'idempotency_key_reused' } },
      })
    }
    const first = await create(bound, { projectId: own }, 'mine')
    const again = await create(bound, { projectId: own }, 'mine')
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers['idempotency-replayed']).toBe('true')
  })
})

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

describe('forms of a bound token', () => {
  const formOf = ({ body }: Reply) => (body as { form: { id: string; url: string } }).form
  const newForm = async (by: Scene['bound'], projectId: string, settings: object = {}) =>
    by('POST', '/forms', { body: { name: 'Contact', projectId, ...settings } })
  const submit = (url: string, body: object) =>
    send('POST', `/hooks/${String(url.split('/').at(-1))}`, { body })

  it('are those of its projects', async () => {
    const { tenant, own, other, bound } = await newScene()
    const mine = formOf(await newForm(bound, own))
    const foreign = formOf(await newForm(tenant.send, other))
    expect(idsIn(await bound('GET', '/forms'), 'forms')).toEqual([mine.id])
    for (const { status, body } of [
      await newForm(bound, other),
      await bound('PATCH', `/forms/${mine.id}`, { body: { projectId: other } }),
    ]) {
      expect({ status, body }).toEqual({ status: 404, body: projectNotFound })
    }
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/submissions'],
      ['POST', '/replay'],
    ] as const) {
      expect((await bound(method, `/forms/${foreign.id}${path}`)).status).toBe(404)
    }
    expect((await tenant.send('GET', `/forms/${foreign.id}`)).status).toBe(200)
  })

  it('say of a duplicate whose task is elsewhere only that it is one', async () => {
    const { tenant, own, other, bound } = await newScene()
    const mapping = { externalId: '{{id}}', label: '{{id}}' }
    const form = formOf(await newForm(bound, own, { mapping }))
    await tenant.createTask({ projectId: other, externalId: 'there' })
    const here = await tenant.createTask({ externalId: 'here' })
    for (const id of ['there', 'here', 'new']) await submit(form.url, { id })
    const outcomes = async (by: Scene['bound']) => {
      const { body } = await by('GET', `/forms/${form.id}/submissions`)
      return (body as { submissions: Submission[] }).submissions
        .map(({ outcome, task_id }) => [outcome, task_id])
        .toReversed()
    }
    const made = expect.any(String) as string
    expect(await outcomes(bound)).toEqual([
      ['duplicate', null],
      ['duplicate', here.id],
      ['created', made],
    ])
    expect(await outcomes(tenant.send)).toEqual([
      ['duplicate', made],
      ['duplicate', here.id],
      ['created', made],
    ])
  })
})
