import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { isRawBody } from '../../lib/contract/endpoint.ts'
import { routes as contractRoutes, unmatched, type ApiRoute } from '../../lib/contract/functions.ts'
import { basePath, matchPath, pathInApi } from '../../lib/contract/routes.ts'
import { readBearer } from '../../lib/http/authenticate.ts'
import { maxBodyBytes } from '../../lib/http/read-body.ts'
import type { ApiResult } from '../../lib/http/types.ts'
import type { Assets } from '../web/assets.ts'
import { Connections } from './connections.ts'
import type { Functions } from './functions.ts'
import { Turns } from './turns.ts'
import { toEvent, type MatchedRoute } from './http-event.ts'
import { asGatewayError, checkHead, lingerMs, refusal, refuseConnection } from './refusal.ts'
import { RequestBodies } from './request-body.ts'
import { mayBeAsset, serveAsset } from './web.ts'

/** What the server takes at most, so that its memory has an end; docs/self-hosting.md, "What it takes at once". */
export const serverLimits = {
  maxConnections: 4_096,
  /** Until the head of a request, and the whole of it, must have arrived. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
}

/**
 * How many functions work at once. A function's time begins with its turn. So under overload requests wait for as long as
 * their callers do, instead of all running out of time together.
 */
const maxFunctions = 64

/** The server, which can be closed without cutting what it is answering. */
export type Gateway = Server & { drain: () => Promise<void> }

/** Where an endpoint reads no body, this is enough to see that one was sent. */
const noBodyBytes = 1_024

/** A route with the function behind it, and how much of a body that wants to see. */
interface Target extends MatchedRoute {
  id: string
  bodyBytes: number
}

/** How much of a body is worth a look. That of a caller whose token cannot be one is not, nor that to a document. */
function bodyBytesOf(route: ApiRoute, { authorization }: IncomingHttpHeaders): number {
  if (!('auth' in route)) return 0
  if (route.auth.kind === 'token' && !readBearer(authorization)) return 0
  if (isRawBody(route.body)) return route.body.maxBytes
  return route.body ? maxBodyBytes : noBodyBytes
}

function matchRoute(
  routes: readonly ApiRoute[],
  { method = 'GET', url = '/', headers }: IncomingMessage,
): Target {
  const [rawPath = '/'] = url.split('?')
  const path = pathInApi(rawPath, '$default')
  const route =
    path === undefined ? undefined : matchPath(routes, path).find((found) => found.method === method)
  if (!route || path === undefined) {
    return { id: unmatched, bodyBytes: 0, routeKey: '$default', pathParameters: {} }
  }
  const values = path.split('/')
  const parameters = route.path
    .split('/')
    .flatMap((part, index) =>
      part.startsWith('{') ? [[part.slice(1, -1), values[index] ?? ''] as const] : [],
    )
  return {
    id: route.id,
    bodyBytes: bodyBytesOf(route, headers),
    routeKey: `${method} ${basePath}${route.path}`,
    pathParameters: Object.fromEntries(parameters),
  }
}

/**
 * Sends an answer. While its request is still arriving it reads on for a moment, without keeping anything: a connection
 * that is closed on unread bytes is reset, and the answer lost with it (RFC 9112, section 9.6).
 */
async function end(request: IncomingMessage, response: ServerResponse, body: Buffer | string): Promise<void> {
  const content = request.method === 'HEAD' ? '' : body
  if (request.complete) {
    response.end(content)
    return
  }
  response.flushHeaders()
  response.write(content)
  await finished(request.resume(), { signal: AbortSignal.timeout(lingerMs) }).catch(() => undefined)
  response.end()
}

async function sendResult(
  request: IncomingMessage,
  response: ServerResponse,
  result: ApiResult,
): Promise<void> {
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8')
  for (const [name, value] of Object.entries(result.headers ?? {})) response.setHeader(name, String(value))
  if (!request.complete) response.setHeader('Connection', 'close')
  const status = result.statusCode ?? 200
  // of a 304 it would have to be the length of what is not sent: RFC 9110, section 8.6
  response.writeHead(status, status === 304 ? {} : { 'Content-Length': body.length })
  await end(request, response, body)
}

/** The path and query of a request; a proxy may send them with the origin before them: RFC 9112, section 3.2.2. */
const originForm = (target = '/') => target.replace(/^https?:\/\/[^/?]*\/?/i, '/')

const noAssets: Assets = new Map()

/**
 * Serves the handlers over HTTP as API Gateway would, and the web interface's files beside them.
 * @param web the files, once they are there: the API does not wait for them
 * @param routes those of the contract; a test brings its own
 */
export function createGateway(
  functions: Functions,
  web = Promise.resolve(noAssets),
  routes = contractRoutes,
): Gateway {
  const server = createServer({
    maxHeaderSize: 64 * 1024,
    requireHostHeader: false, // we refuse it ourselves, in our own words
    connectionsCheckingInterval: 1_000,
  })
  Object.assign(server, serverLimits)
  const connections = new Connections(server)
  const bodies = new RequestBodies()
  const turns = new Turns(maxFunctions)

  const answer = async (request: IncomingMessage, response: ServerResponse, gone: AbortSignal) => {
    const { id, bodyBytes, ...route } = matchRoute(routes, request)
    const result = await bodies.hold(request, response, bodyBytes, async (body) => {
      if (!(await turns.take(() => gone))) throw new Error('The caller has gone.')
      try {
        // the event has the body once more, as text: so only who has a turn gets one
        return await functions.invoke(id, toEvent(request, body, route))
      } finally {
        turns.leave()
      }
    })
    await sendResult(request, response, result)
  }
  const respond = async (request: IncomingMessage, response: ServerResponse, gone: AbortSignal) => {
    checkHead(request)
    request.url = originForm(request.url)
    if (mayBeAsset(request) && serveAsset(await web, request, response)) return
    await answer(request, response, gone)
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const gone = connections.add({ request, response })
    if (!server.listening) response.setHeader('Connection', 'close') // it is stopping
    respond(request, response, gone).catch(async (error: unknown) => {
      if (gone.aborted || response.headersSent || response.destroyed) {
        response.destroy()
        return
      }
      const { status, headers, body } = refusal(asGatewayError(error))
      await end(request, response.writeHead(status, headers), body)
    })
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, listener)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // what came before the fault may be a request that is done: its answer goes first
    void connections.answered(socket).then(() => {
      refuseConnection(error, socket, socket.bytesRead)
    })
  })
  return Object.assign(server, { drain: () => connections.drain() })
}
