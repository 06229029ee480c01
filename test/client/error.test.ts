import { describe, expect, it } from 'vitest'
import { isTasksApiError, TasksClient } from '../../client/src/index.ts'
import { maxIdempotencyKeyCharacters } from '../../client/src/limits.ts'
import { newTenant } from '../support/tenant.ts'
import { clientFor, errorAnswer, fated } from './support.ts'

describe('an error', () => {
  it('has a code, and the fields that belong to it', async () => {
    const { token, projectId, newToken } = await newTenant()
    const client = clientFor(token)
    const { task } = await client.tasks.create({ projectId, label: 'A', externalId: 'x' })
    const stale = client.tasks.update(task.id, { label: 'B' }, { ifMatch: '"7"' })
    await expect(stale).rejects.toMatchObject({ code: 'precondition_failed', status: 412, task, etag: '"1"' })
    const again = client.tasks.create({ projectId, label: 'A', externalId: 'x' })
    await expect(again).rejects.toMatchObject({ code: 'external_id_exists', taskId: task.id })
    const wrong = client.tasks.update(task.id, { label: '' })
    const details = [{ path: 'label', message: 'must contain at least one visible character' }]
    await expect(wrong).rejects.toMatchObject({
      code: 'invalid_request',
      details,
      docs: '/v1/docs#invalid_request',
    })
    const reader = clientFor(await newToken(['read']))
    await expect(reader.tasks.delete(task.id)).rejects.toMatchObject({ requiredScope: 'delete' })
  })

  it('is distinguished by its code', async () => {
    const error: unknown = await fated(new Response('<html>', { status: 404 }))
      .client.tokens.list()
      .catch(String)
    expect(error).toMatch(/TasksApiError: HTTP 404 without an error of the Tasks API/)
    const failure: unknown = await fated(errorAnswer(404, 'task_not_found'))
      .client.tasks.get('ext:1')
      .catch((reason: unknown) => reason)
    expect(isTasksApiError(failure, 'task_not_found')).toBe(true)
    expect(isTasksApiError(failure, 'lane_not_found')).toBe(false)
    expect(isTasksApiError(failure)).toBe(true)
    expect(isTasksApiError(new Error('other'))).toBe(false)
  })

  it.each([
    ['a page', new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
    [
      'JSON that was cut off',
      new Response('{"tokens": [', { headers: { 'Content-Type': 'application/json' } }),
    ],
    ['JSON of something else', Response.json({ hello: 1 })],
    ['nothing', new Response(null, { status: 204 })],
  ])('is an unexpected answer when a success has %s as its body', async (_, response) => {
    await expect(fated(response).client.tokens.list()).rejects.toMatchObject({
      name: 'TasksApiError',
      code: 'unexpected_answer',
    })
  })

  it('says why there was no answer, and how long to wait', async () => {
    const nobody = new TasksClient({ baseUrl: 'http://127.0.0.1:9/v1', token: 't', retry: { maxRetries: 0 } })
    await expect(nobody.tokens.list()).rejects.toThrow(
      /^GET http:\/\/127.0.0.1:9\/v1\/tokens got no answer \(.+\)\.$/,
    )
    const { client } = fated(errorAnswer(503, 'service_unavailable', { 'Retry-After': '3600' })) // longer than it waits
    await expect(client.tokens.list()).rejects.toMatchObject({ retryAfterMs: 3_600_000 })
  })

  it.each([
    [{ baseUrl: 'localhost:3000/v1' }, /^baseUrl must be a URL such as/],
    [{ baseUrl: '' }, /^baseUrl must be a URL such as/],
    [{ baseUrl: '/v1' }, /^baseUrl must be a URL such as/],
    [{ token: 'tsk_…' }, /^token must be a token/],
    [{ token: '' }, /^token must be a token/],
  ])('is a TypeError of the constructor with %o', (wrong, sentence) => {
    expect(() => new TasksClient({ baseUrl: 'http://localhost/v1', token: 't', ...wrong })).toThrow(sentence)
  })

  it.each(['日本', 'a\nb', '', 'x'.repeat(maxIdempotencyKeyCharacters + 1)])(
    'names an invalid idempotency key: %o',
    async (idempotencyKey) => {
      const { client, sent } = fated()
      const creating = client.tasks.create({ projectId: 'p', label: 'A' }, { idempotencyKey })
      await expect(creating).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(/^idempotencyKey must be/) as string,
      })
      expect(sent).toEqual([])
    },
  )
})
