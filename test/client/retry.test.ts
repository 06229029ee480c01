import { describe, expect, it } from 'vitest'
import { TasksClient } from '../../client/src/index.ts'
import { newTenant } from '../support/tenant.ts'
import { clientFor, errorAnswer, fated, fatefulFetch, type Fate } from './support.ts'

const unavailable = () => errorAnswer(503, 'service_unavailable')

const answer = () => Response.json({ tokens: [] })

describe('a retried create', () => {
  it('creates one task in four attempts, with the same Idempotency-Key', async () => {
    const { token, projectId, taskCount } = await newTenant()
    const { fetch, sent } = fatefulFetch('unreachable', 'lost', unavailable())
    const { task, replayed, etag } = await clientFor(token, fetch).tasks.create({ projectId, label: 'Once' })
    expect({ label: task.label, replayed, etag }).toEqual({ label: 'Once', replayed: true, etag: '"1"' })
    const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys).toEqual(Array.from({ length: 4 }, () => keys[0]))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(await taskCount()).toBe(1)
  })

  it('has a different key for each create, or the key that is given', async () => {
    const { token, projectId } = await newTenant()
    const { fetch, sent } = fatefulFetch()
    const client = clientFor(token, fetch)
    await client.tasks.create({ projectId, label: 'A' })
    await client.tasks.create({ projectId, label: 'A' })
    await client.tasks.create({ projectId, label: 'A' }, { idempotencyKey: 'form-1' })
    const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(3)
    expect(keys[2]).toBe('form-1')
  })

  it('of a subtask or a lane with an id creates one', async () => {
    const { token, projectId, createTask, send } = await newTenant()
    const { id } = await createTask()
    const own = { id: crypto.randomUUID(), label: 'Once' }
    for (const create of [
      (client: TasksClient) => client.subtasks.create(id, own),
      (client: TasksClient) => client.lanes.create(projectId, own),
    ]) {
      const { fetch, sent } = fatefulFetch('unreachable', 'lost', unavailable())
      await create(clientFor(token, fetch))
      expect(sent).toHaveLength(4)
    }
    expect((await send('GET', `/tasks/${id}`)).body).toMatchObject({ task: { subtasks: [own] } })
    expect((await send('GET', `/projects/${projectId}`)).body).toMatchObject({
      project: { workflow_lanes: [own] },
    })
    const { fetch, sent } = fatefulFetch('lost')
    await expect(clientFor(token, fetch).lanes.create(projectId, { label: 'Twice' })).rejects.toThrow()
    expect(sent).toHaveLength(1)
  })

  it('does not happen where a retry could create a second one', async () => {
    for (const fate of ['lost', unavailable()] as const) {
      const { token, send } = await newTenant()
      const { fetch, sent } = fatefulFetch(fate)
      await expect(clientFor(token, fetch).projects.create({ label: 'P' })).rejects.toMatchObject({
        code: fate === 'lost' ? 'network_error' : 'service_unavailable',
      })
      expect(sent).toHaveLength(1)
      const { body } = await send('GET', '/projects')
      expect(body).toMatchObject({ projects: { length: fate === 'lost' ? 2 : 1 } })
    }
  })
})

describe('a failed attempt', () => {
  it.each<[string, () => Fate]>([
    ['503', unavailable],
    ['429 rate_limited', () => errorAnswer(429, 'rate_limited')],
    ['a gateway’s own 429', () => Response.json({ message: 'Too Many Requests' }, { status: 429 })],
    ['502', () => new Response('Bad Gateway', { status: 502 })],
    ['no connection', () => 'unreachable'],
  ])('is retried after %s', async (_, fate) => {
    const { client, sent } = fated(fate(), fate(), answer())
    expect(await client.tokens.list()).toEqual({ tokens: [] })
    expect(sent).toHaveLength(3)
  })

  it.each([
    [429, 'quota_exceeded'],
    [500, 'internal_error'],
    [401, 'invalid_token'],
    [404, 'task_not_found'],
  ])('is not retried after %d %s', async (status, code) => {
    const { client, sent } = fated(errorAnswer(status, code))
    await expect(client.tasks.get('ext:1')).rejects.toMatchObject({ status, code, requestId: 'r-1' })
    expect(sent).toHaveLength(1)
  })

  it('is given up after the last retry, with the last answer', async () => {
    const { client, sent } = fated(...Array.from({ length: 9 }, unavailable))
    await expect(client.tokens.list()).rejects.toMatchObject({ status: 503, code: 'service_unavailable' })
    expect(sent).toHaveLength(5)
  })

  it('is retried no sooner than Retry-After says', async () => {
    const { client } = fated(errorAnswer(503, 'service_unavailable', { 'Retry-After': '1' }), answer())
    const before = performance.now()
    await client.tokens.list()
    expect(performance.now() - before).toBeGreaterThanOrEqual(990)
  })

  it('is not retried when Retry-After is longer than the longest wait', async () => {
    const { client, sent } = fated(errorAnswer(503, 'service_unavailable', { 'Retry-After': '3600' }))
    await expect(client.tokens.list()).rejects.toMatchObject({ status: 503 })
    expect(sent).toHaveLength(1)
  })

  it('ends after its timeout', async () => {
    const { fetch, sent } = { sent: [] as Request[], fetch: (request: Request) => hang(request, sent) }
    const retry = { timeoutMs: 20, baseDelayMs: 1, maxRetries: 1 }
    const client = new TasksClient({ baseUrl: 'http://localhost/v1', token: 't', retry, fetch })
    await expect(client.tokens.list()).rejects.toMatchObject({ code: 'network_error', status: 0 })
    expect(sent).toHaveLength(2)
  })

  it.each([
    [503, 'service_unavailable', '15'],
    [429, 'rate_limited', '60'],
  ])(
    'of status %d %s waits for %s s, and ends at once when the caller aborts',
    async (status, code, seconds) => {
      const { client, sent } = fated(errorAnswer(status, code, { 'Retry-After': seconds }))
      const reason = new Error('enough')
      const abort = new AbortController()
      setTimeout(() => {
        abort.abort(reason)
      }, 20)
      await expect(client.tokens.list({ signal: abort.signal })).rejects.toBe(reason)
      expect(sent).toHaveLength(1)
    },
  )
})

/** Never answers, and rejects when its request is aborted. */
const hang = (request: Request, sent: Request[]) =>
  new Promise<Response>((_, reject) => {
    sent.push(request)
    request.signal.addEventListener('abort', () => {
      reject(request.signal.reason as Error) // the reason of a timeout is an Error
    })
  })
