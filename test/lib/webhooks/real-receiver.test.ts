import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deliver } from '../../../lib/webhooks/deliver.ts'
import { realSurroundings } from '../../../lib/webhooks/round.ts'
import { parsePolicy } from '../../../lib/webhooks/sending/network.ts'
import { post } from '../../../lib/webhooks/sending/post.ts'
import { newTenant } from '../../support/tenant.ts'
import {
  eventIdOf,
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
})
