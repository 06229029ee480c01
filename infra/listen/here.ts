import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import {
  verify,
  WebhookVerificationError,
  type NewWebhook,
  type TasksClient,
} from '../../client/src/index.ts'
import { createWebhook } from './create-webhook.ts'
import type { OnDelivery } from './forward.ts'
import type { Listener } from './listener.ts'

/** Headers of the connection, which a forwarded request has of its own. */
const ownHeaders = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'])

const advice = 'Start it without HOST, or with WEBHOOK_ALLOWED_NETWORKS=127.0.0.1/32.'

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      ownHeaders.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  )

/** Makes a webhook whose receiver is a free port of this machine. For a service on the same machine. */
export async function listenHere(
  client: TasksClient,
  settings: Omit<NewWebhook, 'url'>,
  onDelivery: OnDelivery,
): Promise<Listener> {
  let secret: string | undefined
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const [body, headers] = [await buffer(request), headersOf(request)]
    // the answer does not depend on the receiver: a failing one is shown here, and the service need not try again
    await onDelivery({ event: await verify(body, headers, secret ?? []), body, headers })
    response.writeHead(204).end()
  }
  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => {
      response.writeHead(error instanceof WebhookVerificationError ? 400 : 503).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  try {
    const { port } = server.address() as AddressInfo // the address of a TCP server
    const made = await createWebhook(client, { ...settings, url: `http://127.0.0.1:${port}/` }, advice)
    secret = made.secret
    const stop = async () => {
      await client.webhooks.delete(made.webhook.id).finally(close)
    }
    return { secret: made.secret, ended: new Promise(() => undefined), stop }
  } catch (error) {
    close()
    throw error
  }
}
