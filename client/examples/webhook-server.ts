/*
 * Receives webhooks of the Tasks API, and verifies each.
 *
 *     WEBHOOK_SECRET=whsec_... npx node client/examples/webhook-server.ts         (PORT=4000 by default)
 *
 * `npx node` is the Node 24 that `npm ci` installs; older versions do not run TypeScript.
 */

import { createServer, type IncomingMessage } from 'node:http'
import { verify, WebhookVerificationError, type WebhookEvent } from '../src/index.ts'

const { WEBHOOK_SECRET = '', PORT = '4000' } = process.env

if (!/^whsec_[A-Za-z0-9+/]{22,}=*$/.test(WEBHOOK_SECRET)) {
  console.error(
    'WEBHOOK_SECRET must be the secret of the webhook: whsec_ and then base64, as the API returned it.',
  )
  process.exit(1)
}

/** Put your own code here. An event can come twice: remember its id, or keep the highest version of each task. */
function handle(event: WebhookEvent): void {
  console.log(event.type, event.id)
}

/** Reads the body as bytes: the signature is over them. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
  return Buffer.concat(chunks)
}

/** Returns the status of the answer. */
async function receive(request: IncomingMessage): Promise<number> {
  try {
    handle(await verify(await bodyOf(request), request.headers, WEBHOOK_SECRET))
    return 204
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 401
    console.error(error)
    return 500 // it is tried again
  }
}

createServer((request, response) => {
  void receive(request).then((status) => response.writeHead(status).end())
}).listen(Number(PORT), '127.0.0.1')
