import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import { tidyUp } from '../../client/examples/nightly.ts'
import { receiver } from '../../client/examples/receiver.ts'
import { twoWaySync } from '../../client/examples/sync.ts'
import { formWebhook } from '../../client/examples/webhook.ts'
import { TasksClient } from '../../client/src/index.ts'
import { followed } from '../support/comments.ts'
import { openOtherSystem } from '../support/other-system.ts'
import { newTenant } from '../support/tenant.ts'
import { baseUrl, clientFor, collect, fatefulFetch } from './support.ts'

const pages = ['client/README.md', 'docs/reference/client-uses.md']

describe('the pages about the client', () => {
  it.each(['webhook', 'nightly', 'sync', 'receiver'])(
    'show the example %s exactly as tested here',
    (name) => {
      const example = readFileSync(`client/examples/${name}.ts`, 'utf8')
      const shown = example.replace('../src/index.ts', '@tasks-api/client').trim()
      const texts = pages.map((page) => readFileSync(page, 'utf8')).join('')
      expect(texts).toContain(`\`\`\`ts\n${shown}\n\`\`\``)
    },
  )

  it('name every method', () => {
    const [, table = ''] =
      /\n## The methods\n([^]*?)\n## /.exec(readFileSync('client/README.md', 'utf8')) ?? []
    const client = new TasksClient({ baseUrl: 'http://localhost/v1', token: 't' })
    const rowOf = (on: string) => table.split('\n').find((line) => line.startsWith(`| \`${on}\``)) ?? ''
    const missing = Object.entries(client).flatMap(([group, methods]) =>
      Object.keys(methods as object) // each property is a group of methods
        .filter((method) => group !== 'http' && !rowOf(`client.${group}`).includes(`\`${method}`))
        .map((method) => `${group}.${method}`),
    )
    const own = Object.getOwnPropertyNames(TasksClient.prototype).filter((name) => name !== 'constructor')
    expect(missing).toEqual([])
    expect(own.filter((name) => !rowOf('client').includes(name) && rowOf(`client.${name}`) === '')).toEqual(
      [],
    )
  })
})

const submission = (id: string) =>
  new Request('http://localhost/form', {
    method: 'POST',
    body: JSON.stringify({ id, name: 'Ada', message: 'About the engine' }),
  })

describe('a form’s webhook', () => {
  it('creates one task for a submission that is delivered twice', async () => {
    const { token, projectId, taskCount } = await newTenant()
    const webhook = formWebhook(clientFor(token), projectId)
    const [first, second] = [await webhook(submission('1')), await webhook(submission('1'))]
    expect(first.status).toBe(200)
    expect(await first.json()).toEqual(await second.json())
    expect(await taskCount()).toBe(1)
  })

  it.each([
    ['another message under its id', { id: '1', name: 'Ada', message: 'Another' }, 200],
    ['a name of blanks and emoji', { id: 'é 日', name: '🙂'.repeat(600), message: '' }, 200],
    ['no message', { id: '2', name: 'Ada' }, 400],
  ])('asks for no further delivery of a submission that is always refused: %s', async (_, body, status) => {
    const silence = vi.spyOn(console, 'error').mockReturnValue()
    const { token, projectId } = await newTenant()
    const webhook = formWebhook(clientFor(token), projectId)
    await webhook(submission('1'))
    const request = new Request('http://localhost/form', { method: 'POST', body: JSON.stringify(body) })
    expect((await webhook(request)).status).toBe(status)
    silence.mockRestore()
  })

  it('accepts a delivery for a full project, and asks for another delivery when the service is unreachable', async () => {
    const silence = vi.spyOn(console, 'error').mockReturnValue()
    const { token, projectId } = await newTenant({ taskQuota: 0 })
    const full = await formWebhook(clientFor(token), projectId)(submission('1'))
    expect({ status: full.status, body: (await full.json()) as unknown }).toEqual({
      status: 200,
      body: { task: null },
    })
    const { fetch } = fatefulFetch(...Array.from({ length: 9 }, () => 'unreachable' as const))
    const down = await formWebhook(clientFor(token, fetch), projectId)(submission('1'))
    expect(down.status).toBe(503)
    silence.mockRestore()
  })
})

describe('a receiver of webhooks', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const delivery = (type: string, by = secret) => {
    const body = JSON.stringify({ id: 'evt_1_2', type, data: { task: { label: 'Call Ada' } } })
    const headers = {
      'webhook-id': 'evt_1_2',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': new Webhook(by).sign('evt_1_2', new Date(), body),
    }
    return new Request('http://localhost/hook', { method: 'POST', body, headers })
  }

  it('tells of a completed task, and accepts other events', async () => {
    const tell = vi.fn().mockResolvedValue(undefined)
    const receive = receiver([secret], tell)
    expect((await receive(delivery('task.completed'))).status).toBe(204)
    expect((await receive(delivery('task.invented'))).status).toBe(204)
    expect(tell.mock.calls).toEqual([['evt_1_2', 'Done: Call Ada']])
  })

  it('refuses a forged delivery, and asks for another one when telling fails', async () => {
    const silence = vi.spyOn(console, 'error').mockReturnValue()
    const tell = vi.fn().mockRejectedValue(new Error('offline'))
    const receive = receiver([secret], tell)
    const forged = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    expect((await receive(delivery('task.completed', forged))).status).toBe(400)
    expect(tell).not.toHaveBeenCalled()
    expect((await receive(delivery('task.completed'))).status).toBe(503)
    silence.mockRestore()
  })
})

describe('a nightly automation', () => {
  it('finishes completed tasks, keeps the rest, and has nothing to do the second time', async () => {
    const { token, createTask } = await newTenant()
    const part = (isCompleted: boolean) => ({ label: 'Part', isCompleted })
    const complete = await createTask({ subtasks: [part(true), part(true)] })
    const open = await createTask({ subtasks: [part(true), part(false)] })
    const bare = await createTask()
    const old = await createTask({ status: 2 })
    const client = clientFor(token)
    expect(await tidyUp(client)).toEqual({ finished: 1, trashed: 0 })
    const statuses = [complete, open, bare].map(async ({ id }) => (await client.tasks.get(id)).task.status)
    expect(await Promise.all(statuses)).toEqual([2, 0, 0])
    vi.useFakeTimers({ now: Date.now() + 31 * 24 * 3600 * 1000, toFake: ['Date'] })
    expect(await tidyUp(client)).toEqual({ finished: 0, trashed: 2 })
    vi.useRealTimers()
    await expect(client.tasks.get(old.id)).rejects.toMatchObject({ code: 'task_not_found' })
    expect(await tidyUp(client)).toEqual({ finished: 0, trashed: 0 })
  })

  it('leaves a task alone that someone reopens at that moment', async () => {
    const { token, createTask } = await newTenant()
    const old = await createTask({ status: 2 })
    const client = clientFor(token)
    const get = client.tasks.get.bind(client.tasks)
    vi.spyOn(client.tasks, 'get').mockImplementationOnce(async (id) => {
      const seen = await get(id)
      await client.tasks.update(id, { status: 0 })
      return seen
    })
    vi.useFakeTimers({ now: Date.now() + 31 * 24 * 3600 * 1000, toFake: ['Date'] })
    expect(await tidyUp(client)).toEqual({ finished: 0, trashed: 0 })
    vi.useRealTimers()
    expect((await client.tasks.get(old.id)).task.status).toBe(0)
  })
})

/** A two-way sync with a system that has ids of its own. */
async function newSync() {
  const tenant = await newTenant()
  const client = clientFor(tenant.token)
  const syncClient = new TasksClient({ baseUrl, token: tenant.token, originId: 'sync' })
  const other = openOtherSystem()
  const textsOf = (kind: 'tasks' | 'comments') =>
    Object.fromEntries(other.rows(kind).map(({ id, text }) => [id, text]))
  return {
    ...tenant,
    client,
    syncClient,
    other,
    edit: (id: string, label: string | null) => {
      other.edit('tasks', id, label)
    },
    labels: () => textsOf('tasks'),
    comments: () => textsOf('comments'),
    /** As a process that has just started. */
    sync: () => twoWaySync(syncClient, other.sync, tenant.projectId).once(),
  }
}

describe('a two-way sync', () => {
  it('copies creations, changes and deletions in both directions', async () => {
    const { client, createTask, edit, labels, sync } = await newSync()
    await createTask({ externalId: 'here', label: 'Made here' })
    edit('there', 'Made there')
    await sync()
    expect(labels()).toEqual({ here: 'Made here', there: 'Made there' })
    edit('here', 'Changed there')
    await client.tasks.update('ext:there', { label: 'Changed here' })
    await sync()
    expect(labels()).toEqual({ here: 'Changed there', there: 'Changed here' })
    expect((await client.tasks.get('ext:here')).task.label).toBe('Changed there')
    await client.tasks.delete('ext:there')
    await sync()
    expect(labels()).toEqual({ here: 'Changed there' })
  })

  it('copies tasks that people have made, and what happens to them on both sides', async () => {
    const { client, createTask, edit, labels, sync } = await newSync()
    const { id } = await createTask({ label: 'Made by a person' })
    const { id: gone } = await createTask({ label: 'Deleted by a person' })
    await sync()
    expect(labels()).toEqual({ [id]: 'Made by a person', [gone]: 'Deleted by a person' })
    edit(id, 'Changed there')
    await client.tasks.delete(gone)
    await sync()
    expect(labels()).toEqual({ [id]: 'Changed there' })
    expect((await client.tasks.get(id)).task.label).toBe('Changed there')
    edit(id, null)
    await sync()
    expect(labels()).toEqual({})
    await expect(client.tasks.get(id)).rejects.toMatchObject({ code: 'task_not_found' })
  })

  it('keeps the change of the API when both sides have changed a task', async () => {
    const { client, createTask, edit, labels, sync } = await newSync()
    await createTask({ externalId: 'both', label: 'Old' })
    await sync()
    edit('both', 'Changed there')
    await client.tasks.update('ext:both', { label: 'Changed here' })
    await sync()
    await sync()
    expect(labels()).toEqual({ both: 'Changed here' })
    expect((await client.tasks.get('ext:both')).task.label).toBe('Changed here')
  })

  it('copies deletions in both directions, and restores a task whose item was created again', async () => {
    const { client, createTask, edit, labels, sync } = await newSync()
    await createTask({ externalId: 'there', label: 'Deleted there' })
    await createTask({ externalId: 'here', label: 'Deleted here' })
    await sync()
    edit('there', null)
    await client.tasks.delete('ext:here')
    await sync()
    expect(labels()).toEqual({})
    await expect(client.tasks.get('ext:there')).rejects.toMatchObject({ code: 'task_not_found' })
    edit('here', 'Made anew')
    await sync()
    await sync()
    expect(labels()).toEqual({ here: 'Made anew' })
    expect((await client.tasks.get('ext:here')).task.label).toBe('Made anew')
  })

  it('drops tasks that move to another project, and continues after a refused edit', async () => {
    const { client, newProject, createTask, edit, labels, other, sync } = await newSync()
    for (const id of ['moved', 'blank', 'good']) await createTask({ externalId: id, label: id })
    await sync()
    await client.tasks.update('ext:moved', { projectId: await newProject() })
    edit('blank', ' ')
    edit('good', 'Better')
    await sync()
    expect(labels()).toEqual({ blank: 'blank', good: 'Better' })
    expect(other.refused()).toEqual(['label must contain at least one visible character'])
    expect((await client.tasks.get('ext:good')).task.label).toBe('Better')
  })
  it('copies comments in both directions, with their changes and deletions', async () => {
    const { client, createTask, other, edit, comments, sync } = await newSync()
    const { id } = await createTask({ label: 'Made here' })
    const { comment } = await client.comments.create(id, { text: 'Written here' })
    edit('there', 'Made there')
    other.edit('comments', 'c1', 'Written there', 'there') // before its task has got here
    other.edit('comments', 'c2', 'Answered there', id)
    await sync()
    await sync()
    expect(comments()).toEqual({
      [comment.id]: 'Written here',
      c1: 'Written there',
      c2: 'Answered there',
    })
    other.edit('comments', comment.id, 'Changed there')
    other.edit('comments', 'c2', null)
    await client.comments.update('ext:c1', { text: 'Changed here' })
    await sync()
    const shown = { [comment.id]: 'Changed there', c1: 'Changed here' }
    expect(comments()).toEqual(shown)
    const texts = (await collect(client.comments.list(id))).map(({ text }) => text)
    expect(texts).toEqual(['Changed there'])
    await client.comments.delete(comment.id)
    await sync()
    expect(comments()).toEqual({ c1: 'Changed here' })
  })

  it('keeps the comment of the API when both sides have changed it', async () => {
    const { client, createTask, other, comments, sync } = await newSync()
    const { id } = await createTask()
    await client.comments.create(id, { text: 'Old', externalId: 'both' })
    await client.comments.create(id, { text: 'Old', externalId: 'gone' })
    await sync()
    for (const comment of ['both', 'gone']) other.edit('comments', comment, 'Changed there')
    await client.comments.update('ext:both', { text: 'Changed here' })
    await client.comments.delete('ext:gone')
    await sync()
    expect(comments()).toEqual({ both: 'Changed here' })
  })

  it.each(['tasks', 'comments'] as const)(
    'learns from the feed of its %s that were written before it was killed',
    async (kind) => {
      const { client, createTask, other, labels, comments, sync } = await newSync()
      const { id } = await createTask({ externalId: 'task' })
      for (const text of ['changed', 'deleted']) {
        await client.comments.create(id, { text, externalId: `comments-${text}` })
        await createTask({ label: text, externalId: `tasks-${text}` })
      }
      await sync()
      // killed: what it stores after an answer is lost
      const { save, remove } = other.sync[kind]
      Object.assign(other.sync[kind], { save: () => undefined, remove: () => undefined })
      other.edit(kind, `${kind}-new`, 'New', 'task')
      other.edit(kind, `${kind}-changed`, 'Changed')
      other.edit(kind, `${kind}-deleted`, null)
      await sync()
      expect(other.sync[kind].edits()).toHaveLength(3)
      Object.assign(other.sync[kind], { save, remove })
      await sync()
      expect(other.sync[kind].edits()).toEqual([])
      const shown = kind === 'tasks' ? labels() : comments()
      expect(shown).toMatchObject({ [`${kind}-new`]: 'New', [`${kind}-changed`]: 'Changed' })
      expect(shown).not.toHaveProperty(`${kind}-deleted`)
      expect(await collect(client.comments.list(id))).toHaveLength(2)
    },
  )

  it('keeps an edit that somebody makes while an earlier one is sent', async () => {
    const { client, syncClient, createTask, other, comments, sync } = await newSync()
    const { id } = await createTask()
    const create = syncClient.comments.create.bind(syncClient.comments)
    vi.spyOn(syncClient.comments, 'create').mockImplementationOnce((...call) => {
      other.edit('comments', 'c', 'Second thoughts')
      return create(...call)
    })
    await sync()
    other.edit('comments', 'c', 'First thoughts', id)
    await sync()
    await sync()
    expect(comments()).toEqual({ c: 'Second thoughts' })
    expect((await collect(client.comments.list(id))).map(({ text }) => text)).toEqual(['Second thoughts'])
  })

  it('lets comments go with their task and come back with it', async () => {
    const tenant = await newSync()
    const { client, createTask, other, comments, sync } = tenant
    const { id } = await createTask({ externalId: 'task' })
    await client.comments.create(id, { text: 'Written here', externalId: 'here' })
    other.edit('comments', 'there', 'Written there', 'task')
    await sync()
    await sync()
    await followed(tenant, () => client.tasks.delete(id))
    other.edit('comments', 'late', 'Written while it was away', 'task')
    await sync()
    expect(Object.keys(comments())).toEqual(['late'])
    await followed(tenant, () => client.tasks.restore(id))
    await sync()
    await sync()
    expect(comments()).toEqual({
      here: 'Written here',
      there: 'Written there',
      late: 'Written while it was away',
    })
    expect(await collect(client.comments.list(id))).toHaveLength(3)
  })
})
