import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { inject } from 'vitest'
import { makeLight } from '../../infra/local/engine-handler.ts'
import { loadFunctions } from '../../infra/local/functions.ts'
import { createGateway } from '../../infra/local/gateway.ts'
import { openTable, useTable } from '../../lib/table/table.ts'
import { refuseUnbounded } from './bounded-queries.ts'
import { assertDeclared, readAnswer, type Contract } from './conformance.ts'
import { EngineTap } from '../harness/engine-tap.ts'
import { listenForOwn } from '../harness/listen.ts'
import { leftovers } from './leftovers.ts'
import { LocalUnitsHandler } from './local-units.ts'
import './queue.ts'
import { testTableName } from './table.ts'

/** The engine's side of every request of this worker. */
export const tap = new EngineTap(
  inject('engineUnits') === 'dynamodb-local' ? new LocalUnitsHandler() : undefined,
)

export const testTable = openTable(testTableName, {
  endpoint: inject('engineEndpoint'),
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  requestHandler: tap,
})
refuseUnbounded(testTable.client)
// the sandbox checks the signatures of the bundles: test/harness/sandbox/engine-proxy.ts
makeLight(testTable.client, { isEmbedded: inject('engineUnits') !== 'dynamodb-local' })

/** How long a function may take here, in milliseconds. */
export const limits = { functionTimeoutMs: 0 }

/** How each test file finds what the files of a worker share. */
function begin(): void {
  tap.reset()
  useTable(testTable)
  limits.functionTimeoutMs = 10_000
  // people can sign in, so that each endpoint answers
  Object.assign(process.env, { OIDC_ISSUER: inject('issuer'), OIDC_CLIENT_ID: 'tasks' })
}
begin()
leftovers.push(begin)

// it ends with the worker, which may run more files
const port = await listenForOwn(createGateway(await loadFunctions(() => limits.functionTimeoutMs)))

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The parsed JSON of the answer, to compare as a whole; a text that is not JSON; undefined if there is none. */
  body: unknown
}

export interface Sending {
  token?: string
  /** Sent as JSON; a string or bytes are sent unchanged. */
  body?: unknown
  headers?: Record<string, string | string[]>
  /** The address of this machine that it comes from, as 127.0.0.9. */
  from?: string
}

/**
 * Attempts to sign in are counted by address, in the table that all files of a run share: without addresses of their own, many
 * within a minute would be refused.
 */
const newAddress = () => `127.${[0, 0, 0].map(() => 1 + Math.floor(Math.random() * 254)).join('.')}`

/** Sends one request over real HTTP to a local port, and checks the answer against the service's contract. */
export async function sendTo(
  port: number,
  method: string,
  path: string,
  { token, body, headers = {}, from }: Sending = {},
  contract?: Contract,
): Promise<Reply> {
  const localAddress = from ?? (path === '/sessions' ? newAddress() : undefined)
  const payload =
    body === undefined || typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body)
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    ...(localAddress !== undefined && { localAddress }),
    method,
    path: `/v1${path}`,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(payload !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(payload),
      }),
      ...headers,
    },
  })
  request.end(payload)
  // an answer may come before the whole body is sent; the rest of it is not missed
  request.on('error', () => undefined)
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage]
  const content = (await buffer(response)).toString() // with its byte order mark
  const status = response.statusCode ?? 0
  const { body: answer, type } = readAnswer(content, response.headers['content-type'])
  assertDeclared(method, path, status, answer, contract, type)
  return { status, headers: response.headers, body: answer }
}

/** Sends one request to this worker's server. `path` is below /v1. */
export const send = (method: string, path: string, sending?: Sending): Promise<Reply> =>
  sendTo(port, method, path, sending)

/** The port of this worker's server, for what `send` cannot say. */
export const testPort = port
