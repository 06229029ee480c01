import { createServer, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { TaskEvent } from '../../lib/webhooks/event.ts'

/** A request that a receiver of webhooks got. */
export interface Received {
  event: TaskEvent
  body: string
  headers: IncomingMessage['headers']
  atMs: number
}

/** A real receiver of webhooks on this machine. */
export interface Receiver {
  url: string
  /** Everything that arrived, in the order of its arrival. */
  received: Received[]
  /** What it answers: a status, or `hang` to never answer. 204 unless set. */
  answer: (received: Received) => number | 'hang'
  close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
  return Buffer.concat(chunks).toString()
}

/**
 * Starts a receiver on 127.0.0.1.
 * @param secrets the secrets that each request must be signed with; it answers 401 to all others
 * @param at the port; a free one by default
 */
export async function startReceiver(secrets: string[] = [], at = 0): Promise<Receiver> {
  const received: Received[] = []
  const receiver: Pick<Receiver, 'answer'> = { answer: () => 204 }
  const server: Server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request)
      // Node joins repeated headers into one text
      for (const secret of secrets)
        new Webhook(secret).verify(body, request.headers as Record<string, string>)
      const one = { event: JSON.parse(body) as TaskEvent, body, headers: request.headers, atMs: Date.now() }
      received.push(one)
      const status = receiver.answer(one)
      if (status === 'hang') return
      response.writeHead(status).end()
    })().catch(() => response.writeHead(401).end())
  }).listen(at, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an address of this type
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}/tasks`, received, close })
}
