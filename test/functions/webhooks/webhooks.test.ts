import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Webhook } from '../../../lib/webhooks/webhook.ts'
import { tap } from '../../support/api.ts'
import { woken } from '../../support/queue.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { newWebhook, notFound } from './support.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  tap.reset()
})

const time = expect.stringMatching(/Z$/) as string
const url = 'https://example.com/tasks'

describe('POST /webhooks', () => {
  it('answers 201 with the webhook and its secret, which no other answer shows', async () => {
    const tenant = await newTenant()
    const { status, headers, body } = await tenant.send('POST', '/webhooks', { body: { url } })
    expect(status).toBe(201)
    const { webhook, secret } = body as { webhook: Webhook; secret: string }
    expect(body).toEqual({
      webhook: {
        ...{ id: webhook.id, url, event_types: ['task.*'], project_ids: null, changed_fields: null },
        bound: false,
        ...{ exclude_origin_ids: null, exclude_token_ids: null, header_names: null, description: null },
        format: 'standard',
        ...{ status: 'active', disabled_reason: null, failing_since: null, consecutive_failures: 0 },
        ...{ next_attempt_at: null, created_at: time, updated_at: time },
      },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
    })
    expect(headers.location).toBe(`/v1/webhooks/${webhook.id}`)
    expect((await tenant.send('GET', `/webhooks/${webhook.id}`)).body).toEqual({ webhook })
    expect((await tenant.send('GET', '/webhooks')).body).toEqual({ webhooks: [webhook] })
    expect(JSON.stringify((await tenant.send('GET', '/webhooks')).body)).not.toContain(secret)
  })

  it('takes every setting, and shows of its headers the names only', async () => {
    const tenant = await newTenant()
    const [tokenId, { projectId }] = [crypto.randomUUID(), tenant]
    const { shown, item } = await newWebhook(tenant, {
      ...{ eventTypes: ['task.completed', 'webhook.failing', 'task.completed'], changedFields: ['status'] },
      ...{ projectIds: [projectId, projectId.toUpperCase()], excludeOriginIds: ['crm'] },
      ...{ excludeTokenIds: [tokenId], description: 'Sync' },
      headers: [{ name: 'Authorization', value: 'Bearer hidden' }],
    })
    expect(shown).toMatchObject({
      ...{ event_types: ['task.completed', 'webhook.failing'], changed_fields: ['status'] },
      ...{ project_ids: [projectId], exclude_origin_ids: ['crm'], exclude_token_ids: [tokenId] },
      ...{ header_names: ['Authorization'], description: 'Sync' },
    })
    expect((await item())?.headers).toEqual([{ name: 'Authorization', value: 'Bearer hidden' }])
    expect(JSON.stringify((await tenant.send('GET', '/webhooks')).body)).not.toContain('hidden')
  })

  it.each([
    [{}, 'url', /required/],
    [{ url: 'ftp://example.com/' }, 'url', /web address/],
    [{ url: 'http://example.com/' }, 'url', /begin with https/],
    [{ url: 'https://user:word@example.com/' }, 'url', /user name/],
    [{ url: 'https://127.0.0.1/' }, 'url', /not public/],
    [{ url: 'https://169.254.169.254/latest/meta-data' }, 'url', /not public/],
    [{ url: 'https://[::ffff:10.0.0.1]/' }, 'url', /not public/],
    [{ url: 'https://localhost/' }, 'url', /not public/],
    [{ url, eventTypes: [] }, 'eventTypes', /must name/],
    [{ url, eventTypes: ['task.archived'] }, 'eventTypes.0', /one of/],
    [{ url, eventTypes: ['webhook.test'] }, 'eventTypes.0', /one of/],
    [{ url, excludeOriginIds: ['a b'] }, 'excludeOriginIds.0', /1 to 64/],
    [{ url, headers: [{ name: 'Webhook-Id', value: 'x' }] }, 'headers.0.name', /must not begin/],
    [{ url, headers: [{ name: 'Host', value: 'x' }] }, 'headers.0.name', /must not be/],
    [
      {
        url,
        headers: [
          { name: 'X-A', value: 'x' },
          { name: 'x-a', value: 'y' },
        ],
      },
      'headers.1.name',
      /earlier/,
    ],
    [{ url, headers: [{ name: 'X-A', value: 'a\r\nHost: b' }] }, 'headers.0.value', /visible ASCII/],
    [{ url, status: 'paused' }, 'status', /not a field/],
  ])('refuses %j with 400 that names %s', async (body, path, message) => {
    const tenant = await newTenant()
    const reply = await tenant.send('POST', '/webhooks', { body })
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    const { details } = (reply.body as { error: { details: { path: string; message: string }[] } }).error
    expect(details).toContainEqual({ path, message: expect.stringMatching(message) as string })
    expect((await tenant.send('GET', '/webhooks')).body).toEqual({ webhooks: [] })
  })

  it('takes http and a private address where the operator allows the network', async () => {
    vi.stubEnv('WEBHOOK_ALLOWED_NETWORKS', '10.1.0.0/16')
    const tenant = await newTenant()
    await newWebhook(tenant, { url: 'http://10.1.2.3:8080/' })
    const reply = await tenant.send('POST', '/webhooks', { body: { url: 'http://10.2.2.3:8080/' } })
    expect(reply.status).toBe(400)
  })

  it('answers 404 to a project of another account, also among fifty', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()]
    const own = await Promise.all(Array.from({ length: 49 }, () => tenant.newProject()))
    const projectIds = [...own, other.projectId]
    const reply = await tenant.send('POST', '/webhooks', { body: { url, projectIds } })
    expect(reply).toMatchObject({
      status: 404,
      body: errorBody('project_not_found', 'There is no such project.'),
    })
    await newWebhook(tenant, { projectIds: [...own, tenant.projectId] })
  })

  it('answers 429 to the 51st webhook, also of many that race', async () => {
    const tenant = await newTenant()
    for (let n = 0; n < 48; n++) await newWebhook(tenant)
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => tenant.send('POST', '/webhooks', { body: { url } })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429])
    const { body } = await tenant.send('GET', '/webhooks')
    expect((body as { webhooks: Webhook[] }).webhooks).toHaveLength(50)
    const refused = replies.find(({ status }) => status === 429)
    const message = 'The account has 50 webhooks: delete one first.'
    expect(refused?.body).toEqual(errorBody('quota_exceeded', message))
  })

  it('answers 503 with the reason where the engine has no streams', async () => {
    const reason = 'The engine has no streams, so there are no webhooks.'
    vi.stubEnv('WEBHOOKS_UNAVAILABLE', reason)
    const tenant = await newTenant()
    const reply = await tenant.send('POST', '/webhooks', { body: { url } })
    expect(reply).toMatchObject({ status: 503, body: errorBody('service_unavailable', reason) })
    expect((await tenant.send('GET', '/webhooks')).status).toBe(200)
  })
})

describe('a webhook', () => {
  it('is gone after DELETE, and wakes nobody', async () => {
    const tenant = await newTenant()
    const { id } = await newWebhook(tenant)
    expect((await tenant.send('DELETE', `/webhooks/${id}`)).body).toEqual({ success: true })
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { status: 'active' }],
      ['DELETE', '', undefined],
      ['POST', '/rotate-secret', {}],
      ['POST', '/test', undefined],
      ['POST', '/replay', { from: new Date().toISOString() }],
      ['GET', '/deliveries', undefined],
      ['GET', `/deliveries/${id}`, undefined],
      ['POST', `/deliveries/${id}/redeliver`, undefined],
    ] as const) {
      const reply = await tenant.send(method, `/webhooks/${id}${path}`, { body })
      expect({ path, ...reply }).toMatchObject({ status: 404, body: notFound })
    }
    expect(woken()).not.toContain(id)
  })

  it('needs the scope hooks, and read too where a receiver will see tasks', async () => {
    const tenant = await newTenant()
    const { id } = await newWebhook(tenant)
    const token = await tenant.newToken(['hooks'])
    expect((await tenant.send('GET', '/webhooks', { token })).status).toBe(200)
    for (const [method, path, body] of [
      ['POST', '/webhooks', { url }],
      ['PATCH', `/webhooks/${id}`, { status: 'active' }],
      ['POST', `/webhooks/${id}/rotate-secret`, {}],
      ['POST', `/webhooks/${id}/replay`, { from: new Date().toISOString() }],
      ['GET', `/webhooks/${id}/deliveries`, undefined],
    ] as const) {
      const reply = await tenant.send(method, path, { token, body })
      expect(reply).toMatchObject({ status: 403, body: { error: { required_scope: 'read' } } })
    }
  })
})
