/*
 * Prints every change of the account: at once when a webhook tells of it, and otherwise once a minute.
 *
 *     BASE_URL=$URL TOKEN=$TOKEN WEBHOOK_SECRET=whsec_... npx node client/examples/sync-server.ts
 *
 * PORT is 4000 by default. The file CURSOR, .data/cursor by default, remembers what was printed.
 * `npx node` is the Node 24 that `npm ci` installs; older versions do not run TypeScript.
 */

import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { TasksClient, WebhookVerificationError } from '../src/index.ts'

const { BASE_URL = '', TOKEN = '', WEBHOOK_SECRET = '', PORT = '4000', CURSOR = '.data/cursor' } = process.env

if (BASE_URL === '' || TOKEN === '' || WEBHOOK_SECRET === '') {
  console.error('Set BASE_URL, TOKEN and WEBHOOK_SECRET.')
  process.exit(1)
}

const sync = new TasksClient({ baseUrl: BASE_URL, token: TOKEN }).sync({
  store: {
    load: () => readFile(CURSOR, 'utf8').catch(() => undefined),
    save: (cursor) => writeFile(CURSOR, cursor),
  },
  secrets: [WEBHOOK_SECRET],
  onChange: (change) => {
    console.log(change.type, change.task.id)
  },
})

/** Returns the status of the answer. */
async function receive(request: IncomingMessage): Promise<number> {
  try {
    await sync.receive(await buffer(request), request.headers) // the bytes as they arrived
    return 204
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 401
    console.error(error)
    return 503 // it is tried again
  }
}

createServer((request, response) => {
  void receive(request).then((status) => response.writeHead(status).end())
}).listen(Number(PORT), '127.0.0.1')

await sync.run(new AbortController().signal) // until the process ends
