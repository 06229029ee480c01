import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signatureHeaders } from '../../../lib/webhooks/sending/sign.ts'
import { receive } from '../../lib/webhooks/sending/receiver.ts'
import { tap } from '../../support/api.ts'
import { newTenant } from '../../support/tenant.ts'
import { newWebhook } from './support.ts'

beforeEach(() => {
  vi.stubEnv('WEBHOOK_ALLOWED_NETWORKS', '127.0.0.0/8')
})

afterEach(() => {
  vi.unstubAllEnvs()
  tap.reset()
})

/** A receiver on this machine that keeps what arrives. */
async function receiver(status: number, answer = 'ok') {
  const arrived: { headers: IncomingMessage['headers']; body: string }[] = []
  const port = await receive((request, response) => {
    void text(request).then((body) => {
      arrived.push({ headers: request.headers, body })
      response.writeHead(status).end(answer)
    })
  })
  return { url: `http://127.0.0.1:${port}/tasks`, arrived }
}

const anyTime = expect.any(Number) as number
const anyTest = expect.stringContaining('"webhook.test"') as string

describe('POST /webhooks/{webhookId}/test', () => {
  it('sends webhook.test, with the headers of a delivery, signed with every valid secret', async () => {
    const { url, arrived } = await receiver(204, '')
    const tenant = await newTenant()
    const headers = [{ name: 'Authorization', value: 'Bearer hidden' }]
    const { id, secret, shown } = await newWebhook(tenant, { url, headers })
    const rotated = await tenant.send('POST', `/webhooks/${id}/rotate-secret`, { body: {} })
    const { status, body } = await tenant.send('POST', `/webhooks/${id}/test`)
    const [sent] = arrived
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...{ delivered: true, status: 204, duration_ms: anyTime, response: '', error: null },
        body: sent?.body,
      },
    })
    const event = JSON.parse(sent?.body ?? '') as { id: string; timestamp: string }
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}_\d+$/) as string,
      ...{ type: 'webhook.test', timestamp: expect.stringMatching(/Z$/) as string },
      data: { webhook_id: id },
    })
    const expected = signatureHeaders({
      ...{ id: event.id, body: sent?.body ?? '', nowMs: Date.parse(event.timestamp) },
      secrets: [(rotated.body as { secret: string }).secret, secret],
    })
    expect(sent?.headers).toMatchObject({
      ...expected,
      ...{ authorization: 'Bearer hidden', 'content-type': 'application/json' },
    })
    expect(arrived).toHaveLength(1)
    // it is not part of the log, and changes nothing
    const log = await tenant.send('GET', `/webhooks/${id}/deliveries`)
    expect(log.body).toEqual({ deliveries: [], next_cursor: null })
    expect((await tenant.send('GET', `/webhooks/${id}`)).body).toMatchObject({
      webhook: { consecutive_failures: shown.consecutive_failures, failing_since: null },
    })
  })

  it.each([302, 410, 500])('says what a receiver answers that refuses it: %d', async (refusal) => {
    const { url } = await receiver(refusal, 'Not now.')
    const tenant = await newTenant()
    const { id } = await newWebhook(tenant, { url })
    await tenant.send('PATCH', `/webhooks/${id}`, { body: { status: 'paused' } })
    expect((await tenant.send('POST', `/webhooks/${id}/test`)).body).toEqual({
      ...{ delivered: false, status: refusal, duration_ms: anyTime, response: 'Not now.', body: anyTest },
      error: `The receiver answered ${refusal}.`,
    })
    expect((await tenant.send('GET', `/webhooks/${id}`)).body).toMatchObject({
      webhook: { status: 'paused' },
    })
  })

  it('says why nobody was reached', async () => {
    const tenant = await newTenant()
    const { id } = await newWebhook(tenant, { url: 'http://127.0.0.1:1/' })
    expect((await tenant.send('POST', `/webhooks/${id}/test`)).body).toEqual({
      ...{ delivered: false, status: null, duration_ms: anyTime, response: null, body: anyTest },
      error: 'The receiver refused the connection.',
    })
    vi.stubEnv('WEBHOOK_ALLOWED_NETWORKS', '') // it was allowed when the webhook was made
    expect((await tenant.send('POST', `/webhooks/${id}/test`)).body).toMatchObject({
      ...{
        delivered: false,
        status: null,
        error: 'The address is not public. The operator can allow its network with WEBHOOK_ALLOWED_NETWORKS.',
      },
    })
  })

  it('gives a receiver that says nothing up after 8 s', async () => {
    const port = await receive(() => undefined)
    const tenant = await newTenant()
    const { id } = await newWebhook(tenant, { url: `http://127.0.0.1:${port}/` })
    const { body } = await tenant.send('POST', `/webhooks/${id}/test`)
    expect(body).toMatchObject({ delivered: false, error: 'The receiver did not answer within 8 s.' })
  }, 20_000)
})
