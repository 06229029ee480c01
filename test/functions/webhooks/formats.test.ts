import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebhookFormat } from '../../../lib/contract/webhook-formats.ts'
import { put } from '../../../lib/table/write-items.ts'
import { realSurroundings } from '../../../lib/webhooks/deliver.ts'
import type { Delivery, WholeDelivery } from '../../../lib/webhooks/delivery.ts'
import {
  commentEventTypes,
  noticeTypes,
  subscriptions,
  taskEventTypes,
  type WebhookEvent,
} from '../../../lib/webhooks/event.ts'
import { adviceFor } from '../../../lib/webhooks/send-test.ts'
import { signatureHeaders } from '../../../lib/webhooks/sending/sign.ts'
import { eventExpiry, eventKey, eventTimeMs, type EventItem } from '../../../lib/webhooks/webhook-item.ts'
import type { Webhook } from '../../../lib/webhooks/webhook.ts'
import { receive } from '../../lib/webhooks/sending/receiver.ts'
import { eventsOfEachType } from '../../support/events-of-each-type.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { deliverNow, eventIdOf, putPending } from '../../support/webhooks.ts'
import { newWebhook, type TestWebhook } from './support.ts'

const origin = 'https://tasks.example.com'

beforeEach(() => {
  vi.stubEnv('WEBHOOK_ALLOWED_NETWORKS', '127.0.0.0/8')
  vi.stubEnv('PUBLIC_ORIGIN', origin)
})

afterEach(() => {
  vi.unstubAllEnvs()
})

interface Arrived {
  headers: IncomingMessage['headers']
  body: string
}

/** A receiver on this machine that keeps what arrives, as it arrives. */
async function receiver() {
  const arrived: Arrived[] = []
  const answer = { status: 204 }
  const port = await receive((request, response) => {
    void text(request).then((body) => {
      arrived.push({ headers: request.headers, body })
      response.writeHead(answer.status).end()
    })
  })
  return { url: `http://127.0.0.1:${port}/tasks`, arrived, answer }
}

/** Queues an event for a webhook, as a dispatch does. */
async function queue(
  tenant: TestTenant,
  webhook: TestWebhook,
  event: WebhookEvent,
  stored: Partial<EventItem> = {},
) {
  const { id, type } = event
  const item: EventItem = {
    ...{ id, type, body: JSON.stringify(event), expires_at: eventExpiry(eventTimeMs(id)) },
    ...stored,
  }
  await putPending(tenant, webhook.id, id)
  await put(tenant, { Item: { ...eventKey(tenant, id), ...item } })
}

async function deliver(tenant: TestTenant, webhook: TestWebhook) {
  const item = await webhook.item()
  if (!item) throw new Error('There is no webhook.')
  return deliverNow(tenant, item, realSurroundings)
}

const patch = async (tenant: TestTenant, { id }: TestWebhook, body: object) => {
  const reply = await tenant.send('PATCH', `/webhooks/${id}`, { body })
  expect(reply).toMatchObject({ status: 200 })
  return (reply.body as { webhook: Webhook }).webhook
}

/** The log of a webhook, newest first, each with the body that was sent. */
async function logOf(tenant: TestTenant, { id }: TestWebhook): Promise<WholeDelivery[]> {
  const list = await tenant.send('GET', `/webhooks/${id}/deliveries`)
  const { deliveries } = list.body as { deliveries: Delivery[] }
  return Promise.all(
    deliveries.map(async (one) => {
      const whole = await tenant.send('GET', `/webhooks/${id}/deliveries/${one.id}`)
      return (whole.body as { delivery: WholeDelivery }).delivery
    }),
  )
}

const contentTypes: Record<WebhookFormat, string> = {
  ...{ standard: 'application/json', slack: 'application/json', discord: 'application/json' },
  ...{ teams: 'application/json', ntfy: 'text/plain; charset=utf-8' },
}

/** The signature that a body must have. */
const signatureOf = ({ headers, body }: Arrived, secret: string) =>
  signatureHeaders({
    ...{ id: String(headers['webhook-id']), body, secrets: [secret] },
    nowMs: Number(headers['webhook-timestamp']) * 1000,
  })

describe('a webhook of the format', () => {
  it.each(Object.keys(contentTypes) as WebhookFormat[])(
    '%s gets every type of event, as it is signed and logged',
    async (format) => {
      const { url, arrived } = await receiver()
      const tenant = await newTenant()
      const webhook = await newWebhook(tenant, { url, format, eventTypes: [...subscriptions] })
      expect(webhook.shown.format).toBe(format)
      const events = Object.values(eventsOfEachType('Zoë’s <!channel>\n@everyone'))
      for (const event of events) await queue(tenant, webhook, event)
      expect(await deliver(tenant, webhook)).toMatchObject({ delivered: events.length })
      const log = await logOf(tenant, webhook)
      expect(log.map(({ event_type }) => event_type).toSorted()).toEqual(
        [...taskEventTypes, ...commentEventTypes, ...noticeTypes].toSorted(),
      )
      expect(arrived).toHaveLength(events.length)
      for (const one of arrived) {
        const { headers, body } = one
        expect(log.find(({ event_id }) => event_id === headers['webhook-id'])?.body).toBe(body)
        expect(headers).toMatchObject(signatureOf(one, webhook.secret))
        expect(headers['content-type']).toBe(contentTypes[format])
        expect(headers).not.toHaveProperty('x-tags')
        if (format !== 'standard') expect(body).not.toContain('"type":"task.')
      }
    },
  )

  it('ntfy has headers of its own beside it, and none of them makes it something else', async () => {
    const { url, arrived } = await receiver()
    const tenant = await newTenant()
    const headers = [
      { name: 'Priority', value: '5' },
      { name: 'Markdown', value: 'yes' },
      { name: 'X-Markdown', value: 'yes' },
      { name: 'Click', value: 'https://example.com/' },
    ]
    const webhook = await newWebhook(tenant, { url, format: 'ntfy', headers })
    await queue(tenant, webhook, eventsOfEachType('a\r\nX-Tags: evil')['task.created'])
    await deliver(tenant, webhook)
    const [one] = arrived
    expect(one?.body).toMatch(/^Task created: a X-Tags: evil\nhttps:\/\/tasks\.example\.com\/#\/projects\//)
    // X-Markdown comes before Markdown: https://docs.ntfy.sh/publish/#markdown-formatting
    expect(one?.headers).toMatchObject({ priority: '5', 'x-markdown': 'no' })
    expect(one?.headers.click).toBe(one?.body.split('\n')[1])
    expect(one?.headers).not.toHaveProperty('x-tags')
  })

  it('slack that is bound to projects says that a task has left them, and not to where', async () => {
    const { url, arrived } = await receiver()
    const tenant = await newTenant()
    const bound = await newWebhook(tenant, { url, format: 'slack', projectIds: [tenant.projectId] })
    await bound.set({ bound: true })
    const moved = eventsOfEachType('Call Ada')['task.updated']
    if (!('previous' in moved.data)) throw new Error('It is no event of a task.')
    const { task } = moved.data
    const elsewhere = randomUUID()
    const data = { ...moved.data, previous: { project_id: tenant.projectId } }
    const departure = {
      ...{ ...moved, type: 'task.deleted' },
      data: { ...data, task: { ...task, project_id: tenant.projectId }, reason: 'moved' },
    }
    const event = { ...moved, data: { ...data, task: { ...task, project_id: elsewhere } } } as WebhookEvent // of a move
    await queue(tenant, bound, event, { departure: JSON.stringify(departure) })
    await deliver(tenant, bound)
    expect(arrived.map(({ body }) => (JSON.parse(body) as { text: string }).text)).toEqual([
      'Task moved away: Call Ada',
    ])
    expect((await logOf(tenant, bound)).map(({ body, event_type }) => [body, event_type])).toEqual([
      [arrived[0]?.body, 'task.deleted'],
    ])
  })
})

describe('another format', () => {
  it('is that of what waits; the log still has what was sent', async () => {
    const { url, arrived, answer } = await receiver()
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant, { url })
    const events = eventsOfEachType('Call Ada')
    await queue(tenant, webhook, events['task.created'])
    answer.status = 503
    await deliver(tenant, webhook)
    expect(await webhook.item()).toHaveProperty('next_attempt_at_ms')
    answer.status = 204
    expect(await patch(tenant, webhook, { format: 'discord' })).toMatchObject({
      ...{ format: 'discord', consecutive_failures: 0, next_attempt_at: null },
    })
    expect(await webhook.item()).toMatchObject({ format: 'discord', all_due: true })
    await deliver(tenant, webhook)
    expect(await patch(tenant, webhook, { format: 'standard' })).toMatchObject({ format: 'standard' })
    await queue(tenant, webhook, events['task.updated'])
    await deliver(tenant, webhook)
    await patch(tenant, webhook, { format: 'teams' })
    const [first, second, third] = arrived.map(({ body }) => body)
    expect((await logOf(tenant, webhook)).map(({ body }) => body)).toEqual([third, second, first])
    expect(JSON.parse(first ?? '')).toEqual(events['task.created'])
    expect(JSON.parse(second ?? '')).toMatchObject({ content: expect.stringContaining('Call Ada') as string })
    expect(JSON.parse(third ?? '')).toEqual(events['task.updated'])
  })

  it('is that of what is sent again', async () => {
    const { url, arrived } = await receiver()
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant, { url, format: 'slack' })
    await queue(tenant, webhook, eventsOfEachType('Call Ada')['task.created'])
    await deliver(tenant, webhook)
    await patch(tenant, webhook, { format: 'ntfy' })
    const [delivery] = await logOf(tenant, webhook)
    const again = await tenant.send('POST', `/webhooks/${webhook.id}/deliveries/${delivery?.id}/redeliver`)
    expect(again.status).toBe(200)
    await deliver(tenant, webhook)
    expect(arrived.map(({ body }) => body.split('\n')[0])).toEqual([
      expect.stringContaining('"blocks"'),
      'Task created: Call Ada',
    ])
    expect((await logOf(tenant, webhook)).map(({ body }) => body)).toEqual(
      arrived.map(({ body }) => body).toReversed(),
    )
  })

  it('which is the same leaves a failing receiver its pause, also of a webhook of an earlier release', async () => {
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant)
    expect(await webhook.item()).not.toHaveProperty('format')
    const nextMs = Date.now() + 3_600_000
    await webhook.set({ next_attempt_at_ms: nextMs, consecutive_failures: 4 })
    expect(await patch(tenant, webhook, { format: 'standard' })).toMatchObject({
      ...{ format: 'standard', consecutive_failures: 4, next_attempt_at: new Date(nextMs).toISOString() },
    })
  })

  it('is one of those that there are', async () => {
    const tenant = await newTenant()
    const { id } = await newWebhook(tenant)
    for (const [method, path, body] of [
      ['POST', '/webhooks', { url: 'https://example.com/', format: 'mattermost' }],
      ['PATCH', `/webhooks/${id}`, { format: 'mattermost' }],
    ] as const) {
      expect(await tenant.send(method, path, { body })).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'invalid_request',
            details: [{ path: 'format', message: 'must be one of standard, slack, discord, teams, ntfy' }],
          },
        },
      })
    }
  })
})

describe('the body of a delivery', () => {
  it('goes with its event, whatever its format', async () => {
    const { url } = await receiver()
    const tenant = await newTenant()
    const webhook = await newWebhook(tenant, { url, format: 'slack' })
    const event = eventsOfEachType('Call Ada')['task.created']
    await queue(tenant, webhook, event)
    await deliver(tenant, webhook)
    await put(tenant, {
      Item: {
        ...eventKey(tenant, event.id),
        ...{ id: event.id, type: event.type, body: JSON.stringify(event), expires_at: 1 },
      },
    })
    expect((await logOf(tenant, webhook)).map(({ body }) => body)).toEqual([null])
  })
})

describe('POST /webhooks/{webhookId}/test', () => {
  it.each(Object.keys(contentTypes) as WebhookFormat[])(
    'sends a message of the format %s, signed, and shows it',
    async (format) => {
      const { url, arrived } = await receiver()
      const tenant = await newTenant()
      const { id, secret } = await newWebhook(tenant, { url, format })
      const { body } = await tenant.send('POST', `/webhooks/${id}/test`)
      const [one] = arrived
      if (!one) throw new Error('Nothing arrived.')
      expect(body).toMatchObject({ delivered: true, status: 204, body: one.body })
      expect(one.headers).toMatchObject({
        ...signatureOf(one, secret),
        'content-type': contentTypes[format],
      })
      const words = format === 'standard' ? '"type":"webhook.test"' : 'This is a test of a webhook.'
      expect(one.body).toContain(words)
    },
  )

  it('says which format the host of a receiver takes that has refused another', () => {
    const slack = 'https://hooks.slack.com/services/T0/B0/x'
    expect(adviceFor({ url: slack })).toBe(' Its host takes the format "slack".')
    expect(adviceFor({ url: slack, format: 'discord' })).toBe(' Its host takes the format "slack".')
    expect(adviceFor({ url: slack, format: 'slack' })).toBe('')
    expect(adviceFor({ url: 'https://example.com/hook' })).toBe('')
  })
})

describe('a form', () => {
  it('makes no task of a message, which could cause the next one', async () => {
    const { url, arrived } = await receiver()
    const tenant = await newTenant()
    const made = await tenant.send('POST', '/forms', {
      body: { projectId: tenant.projectId, name: 'Contact' },
    })
    const { form } = made.body as { form: { id: string; url: string } }
    for (const format of ['slack', 'discord', 'teams'] as const) {
      const webhook = await newWebhook(tenant, { url, format })
      await queue(tenant, webhook, {
        ...eventsOfEachType('Call Ada')['task.created'],
        id: eventIdOf(randomUUID(), Date.now()),
      })
      await deliver(tenant, webhook)
    }
    expect(arrived).toHaveLength(3)
    for (const { headers, body } of arrived) {
      const { 'webhook-id': id = '', 'content-type': type = '' } = headers
      const sent = await tenant.send('POST', `/hooks/${String(form.url.split('/').at(-1))}`, {
        body: JSON.parse(body) as object, // the body of a chat is JSON
        headers: { 'webhook-id': String(id), 'content-type': type },
      })
      expect(sent.status).toBe(200)
    }
    const { body } = await tenant.send('GET', `/forms/${form.id}/submissions`)
    const ignored = { outcome: 'ignored', reason: expect.stringContaining('the format standard') as string }
    expect(body).toMatchObject({ submissions: [ignored, ignored, ignored] })
  })
})
