import { describe, expect, it } from 'vitest'
import { TasksClient } from '../../client/src/index.ts'
import { loadFunctions } from '../../infra/local/functions.ts'
import { createGateway } from '../../infra/local/gateway.ts'
import { compressors, openCompressingProxy } from '../support/compressing-proxy.ts'
import { listenDuringTest } from '../support/listen.ts'
import { newTenant } from '../support/tenant.ts'

const functions = await loadFunctions()

/** A service behind a proxy, and the ways to call it. */
async function setUp(name: keyof typeof compressors, hidesEncodings: boolean) {
  const own = await listenDuringTest(createGateway(functions))
  const origin = await openCompressingProxy(Number(new URL(own).port), compressors[name], hidesEncodings)
  const { token, projectId, createTask } = await newTenant()
  const client = new TasksClient({ baseUrl: `${origin}/v1`, token })
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}/v1${path}`, {
      ...init,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...(init.headers as Record<string, string> | undefined), // only such are sent here
      },
    })
  return { client, send, projectId, createTask }
}

const names = Object.keys(compressors) as (keyof typeof compressors)[] // its keys

describe.each(names)('behind %s', (name) => {
  it.each([false, true])(
    'the client reads and then writes, also after a conflict; encodings hidden: %s',
    async (hidesEncodings) => {
      const { client, createTask } = await setUp(name, hidesEncodings)
      const { id } = await createTask({ description: 'many words '.repeat(100) })
      const { etag } = await client.tasks.get(id)
      const { etag: next } = await client.tasks.update(id, { label: 'Second' }, { ifMatch: etag })
      const late = await client.tasks
        .update(id, { label: 'Too late' }, { ifMatch: etag })
        .catch((error: unknown) => error)
      expect(late).toMatchObject({ code: 'precondition_failed', etag: next, task: { label: 'Second' } })
      const { task } = await client.tasks.update(id, { label: 'Third' }, { ifMatch: next })
      expect(task.label).toBe('Third')
    },
  )

  it.each([10, 10_000])(
    'any caller that takes gzip gets the ETag of the service, with %d characters',
    async (characters) => {
      const { send, createTask } = await setUp(name, false)
      const { id } = await createTask({ description: 'x'.repeat(characters) })
      const { headers } = await send(`/tasks/${id}`, { headers: { 'Accept-Encoding': 'gzip' } })
      expect([headers.get('etag'), headers.get('content-encoding')]).toEqual(['"1"', 'gzip'])
    },
  )
})

describe.each(['nginx', 'Apache'] as const)('behind %s, which hides what the caller takes,', (name) => {
  it('a rewritten ETag does not match, and the error says so', async () => {
    const { send, createTask } = await setUp(name, true)
    const { id } = await createTask({ description: 'many words '.repeat(100) })
    const etag = (await send(`/tasks/${id}`)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^(W\/"1"|"1-gzip")$/)
    const init = { method: 'PATCH', headers: { 'If-Match': etag }, body: '{"label": "New"}' }
    const answer = await send(`/tasks/${id}`, init)
    const { error } = (await answer.json()) as { error: { code: string; message: string } }
    expect([answer.status, error.code]).toEqual([412, 'precondition_failed'])
    expect(error.message).toMatch(/^A proxy that compresses has rewritten the ETag .* such as "2"\.$/)
  })
})
