import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deliver } from '../../../lib/webhooks/deliver.ts'
import { realSurroundings, type Surroundings } from '../../../lib/webhooks/deliver.ts'
import { parsePolicy } from '../../../lib/webhooks/sending/network.ts'
import { post } from '../../../lib/webhooks/sending/post.ts'
import { newTenant } from '../../support/tenant.ts'
import {
  deliverNow,
  eventIdOf,
  eventIdsAt,
  findWebhook,
  keepWakeUps,
  logOf,
  pendingOf,
  putWebhook,
  queueEvents,
} from '../../support/webhooks.ts'

keepWakeUps()

describe('a real receiver', () => {
  it.each<[string, RequestListener, object]>([
    [
      'that answers 500',
      (_, response) => response.writeHead(500).end('no'),
      { status: 500, error: 'The receiver answered 500.', response: 'no' },
    ],
    [
      'that redirects',
      (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      { status: 302, error: 'The receiver answered 302. Redirects are not followed.' },
    ],
    [
      'that has gone',
      (_, response) => response.writeHead(410).end(),
      { status: 410, error: 'The receiver answered 410.' },
    ],
    ['that hangs', () => undefined, { error: 'The receiver did not answer within 0.2 s.' }],
  ])('%s', async (_, listener, row) => {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // a TCP server's address is one
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant, { url: `http://127.0.0.1:${port}/` })
    await queueEvents(tenant, webhook.id, [eventIdOf(randomUUID(), Date.now() - 1000)])
    const policy = parsePolicy('127.0.0.0/8')
    await deliver(
      { ...tenant, deadlineMs: Date.now() + 60_000 },
      { account: tenant.accountId, webhook: webhook.id },
      {
        ...realSurroundings,
        send: (delivery) => post({ ...delivery, policy, timeouts: { connectMs: 200, totalMs: 200 } }),
      },
    )
    server.closeAllConnections()
    server.close()
    expect(await logOf(tenant, webhook.id)).toMatchObject([{ outcome: 'failed', attempt: 1, ...row }])
    expect(await pendingOf(tenant, webhook.id)).toHaveLength(1)
    const { status } = (await findWebhook(tenant, webhook.id)) ?? webhook
    expect(status).toBe('status' in row && row.status === 410 ? 'disabled' : 'active')
  })

  it('gets the events of a round by few connections, and an event alone by one that is not kept', async () => {
    const sockets = new Map<unknown, string | undefined>()
    const server = createServer((request, response) => {
      sockets.set(request.socket, request.headers.connection)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // a TCP server's address is one
    const tenant = await newTenant()
    const webhook = await putWebhook(tenant, { url: `http://127.0.0.1:${port}/` })
    const policy = parsePolicy('127.0.0.0/8')
    const surroundings: Surroundings = {
      ...realSurroundings,
      send: (delivery) => post({ ...delivery, policy }),
    }
    await queueEvents(tenant, webhook.id, eventIdsAt(Date.now() - 1000, 25))
    expect(await deliverNow(tenant, webhook, surroundings)).toMatchObject({ delivered: 25 })
    expect(sockets.size).toBeLessThanOrEqual(10)
    expect(new Set(sockets.values())).toEqual(new Set(['keep-alive']))
    sockets.clear()
    await queueEvents(tenant, webhook.id, eventIdsAt(Date.now() - 1000, 1))
    expect(await deliverNow(tenant, webhook, surroundings)).toMatchObject({ delivered: 1 })
    expect([...sockets.values()]).toEqual(['close'])
    await new Promise((resolve) => server.close(resolve)) // no connection is left
  })
})
