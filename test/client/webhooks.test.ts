import { describe, expect, it } from 'vitest'
import { newTenant } from '../support/tenant.ts'
import { clientFor, collect, errorAnswer, fated, fatefulFetch } from './support.ts'

const url = 'https://example.com/tasks'

describe('the methods of webhooks', () => {
  it('reach every operation', async () => {
    const { token } = await newTenant()
    const { webhooks } = clientFor(token)
    const { webhook, secret } = await webhooks.create({ url, eventTypes: ['task.completed'] })
    expect(secret).toMatch(/^whsec_/)
    expect(await webhooks.get(webhook.id)).toEqual({ webhook })
    expect(await webhooks.list()).toEqual({ webhooks: [webhook] })
    const paused = await webhooks.update(webhook.id, { status: 'paused' })
    expect(paused.webhook).toMatchObject({ status: 'paused', event_types: ['task.completed'] })
    const rotated = await webhooks.rotateSecret(webhook.id, { oldValidHours: 1 })
    expect(rotated.secret).not.toBe(secret)
    const from = new Date(Date.now() - 60_000).toISOString()
    expect(await webhooks.replay(webhook.id, { from, onlyFailed: true })).toEqual({ queued: 0 })
    expect(await collect(webhooks.deliveries.list(webhook.id, { outcome: 'failed' }))).toEqual([])
    const none = crypto.randomUUID()
    const missing = { code: 'delivery_not_found' }
    await expect(webhooks.deliveries.get(webhook.id, none)).rejects.toMatchObject(missing)
    await expect(webhooks.deliveries.redeliver(webhook.id, none)).rejects.toMatchObject(missing)
    expect(await webhooks.delete(webhook.id)).toEqual({ success: true })
    await expect(webhooks.test(webhook.id)).rejects.toMatchObject({ code: 'webhook_not_found' })
  })
})

describe('a replay', () => {
  it('goes on until everything is queued', async () => {
    const [first, second] = ['2026-11-21T09:00:00.000Z', '2026-11-21T10:00:00.000Z']
    const { client, sent } = fated(
      Response.json({ queued: 1000, has_more: true, next_from: first }),
      Response.json({ queued: 1000, has_more: true, next_from: second }),
      Response.json({ queued: 7, has_more: false, next_from: null }),
    )
    expect(await client.webhooks.replay('w', { cursor: 'c', onlyFailed: true })).toEqual({ queued: 2007 })
    expect(await Promise.all(sent.map((request) => request.json()))).toEqual([
      { cursor: 'c', onlyFailed: true },
      { from: first, onlyFailed: true },
      { from: second, onlyFailed: true },
    ])
  })
})

describe('a call about a webhook', () => {
  it('is not retried where a retry could create a second one, or another secret', async () => {
    const { token } = await newTenant()
    const { fetch, sent } = fatefulFetch('lost', errorAnswer(503, 'service_unavailable'))
    const { webhooks } = clientFor(token, fetch)
    await expect(webhooks.create({ url })).rejects.toMatchObject({ code: 'network_error' })
    const [webhook] = (await clientFor(token).webhooks.list()).webhooks
    await expect(webhooks.rotateSecret(webhook?.id ?? '')).rejects.toMatchObject({ status: 503 })
    expect(sent).toHaveLength(2)
  })

  it.each(['test', 'redeliver', 'replay'] as const)('is retried where it does no harm: %s', async (name) => {
    const answer = Response.json({ delivered: true, success: true, queued: 0, next_from: null })
    const { client, sent } = fated('lost', errorAnswer(503, 'service_unavailable'), answer)
    const { webhooks } = client
    if (name === 'test') await webhooks.test('w')
    else if (name === 'redeliver') await webhooks.deliveries.redeliver('w', 'd')
    else await webhooks.replay('w', { from: '2026-11-21T09:00:00Z' })
    expect(sent).toHaveLength(3)
  })
})
