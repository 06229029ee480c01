import { afterEach, describe, expect, it } from 'vitest'
import type { Webhook } from '../../../lib/webhooks/webhook.ts'
import { timerKeys } from '../../../lib/table/timers.ts'
import type { WebhookItem } from '../../../lib/webhooks/webhook-item.ts'
import { tap } from '../../support/api.ts'
import { woken } from '../../support/queue.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { newWebhook } from './support.ts'

afterEach(() => {
  tap.reset()
})

const failingSince = '2026-11-20T09:00:00.000Z'

/** What the deliverer leaves on a webhook whose receiver fails. */
const failing = (nextMs: number): Partial<WebhookItem> => ({
  ...{ failing_since: failingSince, consecutive_failures: 4, refused_in_row: 2, next_attempt_at_ms: nextMs },
  notice: { type: 'webhook.failing', at: failingSince },
})

const leased = (tenant: TestTenant, id: string): Partial<WebhookItem> => {
  const { list_pk, list_sk } = timerKeys(tenant, id, Date.now() + 90_000)
  return {
    ...{ lease_id: 'holder', lease_until_ms: Date.now() + 90_000 },
    ...{ ...(list_pk && { list_pk }), ...(list_sk && { list_sk }) },
  }
}

const patch = async (tenant: TestTenant, id: string, body: object) => {
  const reply = await tenant.send('PATCH', `/webhooks/${id}`, { body })
  expect(reply).toMatchObject({ status: 200 })
  return (reply.body as { webhook: Webhook }).webhook
}

describe('PATCH /webhooks/{webhookId}', () => {
  it('changes the fields that are sent, null removes one, and the rest stays', async () => {
    const tenant = await newTenant()
    const { id, shown } = await newWebhook(tenant, { description: 'Old', changedFields: ['label'] })
    const changed = await patch(tenant, id, {
      ...{ url: 'https://example.com/other', eventTypes: ['task.created'], description: null },
      ...{ projectIds: [tenant.projectId], headers: [{ name: 'X-Key', value: 'hidden' }] },
    })
    expect(changed).toEqual({
      ...shown,
      ...{ url: 'https://example.com/other', event_types: ['task.created'], description: null },
      ...{ project_ids: [tenant.projectId], header_names: ['X-Key'] },
      updated_at: expect.stringMatching(/Z$/) as string,
    })
    expect((await tenant.send('GET', `/webhooks/${id}`)).body).toEqual({ webhook: changed })
  })

  it('with nothing to change changes nothing', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    await webhook.set(leased(tenant, webhook.id))
    const before = await webhook.item()
    expect(await patch(tenant, webhook.id, {})).toEqual(webhook.shown)
    expect(await webhook.item()).toEqual(before)
  })

  it('refuses a URL to a private address, a foreign project and the status disabled', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()]
    const { id, shown } = await newWebhook(tenant)
    const send = (body: object) => tenant.send('PATCH', `/webhooks/${id}`, { body })
    expect((await send({ url: 'https://10.0.0.1/' })).status).toBe(400)
    expect((await send({ status: 'disabled' })).status).toBe(400)
    expect(await send({ projectIds: [other.projectId] })).toMatchObject({
      status: 404,
      body: errorBody('project_not_found', 'There is no such project.'),
    })
    expect((await tenant.send('GET', `/webhooks/${id}`)).body).toEqual({ webhook: shown })
  })

  it('breaks the lease of whoever delivers, and wakes the webhook', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    await webhook.set(leased(tenant, webhook.id))
    const beforeMs = Date.now()
    await patch(tenant, webhook.id, { description: 'New' })
    const item = await webhook.item()
    expect(item).not.toHaveProperty('lease_id')
    expect(item).not.toHaveProperty('lease_until_ms')
    expect(woken()).toContain(webhook.id)
    // the schedule finds it now, even if the wake-up is lost
    const dueAt = String(item?.list_sk).slice(0, 24)
    expect(Date.parse(dueAt)).toBeGreaterThanOrEqual(beforeMs)
    expect(Date.parse(dueAt)).toBeLessThanOrEqual(Date.now())
  })

  it('leaves a failing receiver its pause, unless the URL is another', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    const nextMs = Date.now() + 3_600_000
    await webhook.set(failing(nextMs))
    const described = await patch(tenant, webhook.id, { description: 'New', url: webhook.shown.url })
    expect(described).toMatchObject({ consecutive_failures: 4, failing_since: failingSince })
    expect(await webhook.item()).toMatchObject({
      ...failing(nextMs),
      ...timerKeys(tenant, webhook.id, nextMs),
    })
    const moved = await patch(tenant, webhook.id, { url: 'https://example.com/other' })
    expect(moved).toMatchObject({ consecutive_failures: 0, failing_since: null, next_attempt_at: null })
    for (const name of Object.keys(failing(0))) expect(await webhook.item()).not.toHaveProperty(name)
  })

  it('sends the headers to another host only if they are given again', async () => {
    const tenant = await newTenant()
    const headers = [{ name: 'X-Key', value: 'only for example.com' }]
    const webhook = await newWebhook(tenant, { headers })
    const send = (body: object) => tenant.send('PATCH', `/webhooks/${webhook.id}`, { body })
    const before = await webhook.item()
    for (const url of ['https://example.org/tasks', 'https://example.com:444/tasks']) {
      expect(await send({ url })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request', details: [{ path: 'headers' }] } },
      })
    }
    expect(await webhook.item()).toEqual(before)
    expect(await patch(tenant, webhook.id, { url: 'https://example.com/elsewhere' })).toMatchObject({
      header_names: ['X-Key'],
    })
    const moved = await patch(tenant, webhook.id, { url: 'https://example.org/', headers: null })
    expect(moved).toMatchObject({ url: 'https://example.org/', header_names: null })
    expect(await patch(tenant, webhook.id, { url: 'https://example.net/' })).toMatchObject({
      status: 'active',
    })
  })

  it('pauses: nothing wakes it, and it leaves the list of what is due', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    await webhook.set({ ...leased(tenant, webhook.id), ...failing(Date.now()) })
    const wakeUps = woken().length
    expect(await patch(tenant, webhook.id, { status: 'paused' })).toMatchObject({
      ...{ status: 'paused', consecutive_failures: 4 },
    })
    await patch(tenant, webhook.id, { description: 'Still paused' })
    const item = await webhook.item()
    for (const name of ['lease_id', 'lease_until_ms', 'list_pk', 'list_sk'])
      expect(item).not.toHaveProperty(name)
    expect(woken()).toHaveLength(wakeUps)
  })

  it('revives a disabled webhook, and wakes it', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    await webhook.set({
      ...failing(Date.now() + 1_000),
      ...{ status: 'disabled', disabled_reason: 'The receiver answered 410.' },
      notice: { type: 'webhook.disabled', at: failingSince },
    })
    const read = await tenant.send('GET', `/webhooks/${webhook.id}`)
    expect(read.body).toMatchObject({
      webhook: {
        status: 'disabled',
        disabled_reason: 'The receiver answered 410.',
        failing_since: failingSince,
      },
    })
    const revived = await patch(tenant, webhook.id, { status: 'active' })
    expect(revived).toEqual({ ...webhook.shown, updated_at: revived.updated_at })
    const item = await webhook.item()
    for (const name of [...Object.keys(failing(0)), 'disabled_reason']) expect(item).not.toHaveProperty(name)
    expect(woken()).toContain(webhook.id)
  })

  it('loses no change of ten that race', async () => {
    const tenant = await newTenant()
    const { id } = await newWebhook(tenant)
    const bodies = [
      ...['status', 'description', 'eventTypes', 'changedFields', 'excludeOriginIds'].map((field) => ({
        [field]: {
          ...{ status: 'paused', description: 'New', eventTypes: ['task.deleted'] },
          ...{ changedFields: ['label'], excludeOriginIds: ['crm'] },
        }[field],
      })),
    ]
    await Promise.all([...bodies, ...bodies].map((body) => patch(tenant, id, body)))
    expect((await tenant.send('GET', `/webhooks/${id}`)).body).toMatchObject({
      webhook: {
        ...{ status: 'paused', description: 'New', event_types: ['task.deleted'] },
        ...{ changed_fields: ['label'], exclude_origin_ids: ['crm'] },
      },
    })
  })
})
