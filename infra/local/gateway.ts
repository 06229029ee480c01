import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  type OutgoingHttpHeaders,
} from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { routes as contractRoutes, type ApiRoute } from '../../functions/index.ts'
import { isRawBody } from '../../lib/contract/endpoint.ts'
import { basePath, matchPath, pathInApi } from '../../lib/contract/routes.ts'
import { unmatched, staticRoutes } from '../../lib/contract/static.ts'
import { readBearer } from '../../lib/http/authenticate.ts'
import { compress, encodingOf, KeptBodies } from '../../lib/http/compression.ts'
import { readJwt } from '../../lib/http/jwt.ts'
import { maxBodyBytes } from '../../lib/http/read-body.ts'
import type { ApiResult } from '../../lib/http/types.ts'
import { senderOf } from '../../lib/http/viewer-address.ts'
import type { Assets } from '../web-assets/assets.ts'
import { Callers, type Credentials } from './callers.ts'
import { Connections } from './connections.ts'
import { allowOrigin } from './cors.ts'
import type { HttpFunctions } from './functions.ts'
import { sourceIpOf, toEvent, type MatchedRoute } from './http-event.ts'
import { asGatewayError, checkAgent, checkHead, lingerMs, refusal, refuseConnection } from './refusal.ts'
import { RequestBodies } from './request-body.ts'
import { mayBeAsset, serveAsset } from './serve-assets.ts'
import type { ServeDocs } from './serve-docs.ts'
import { isProxy, type TrustProxy } from './trust-proxy.ts'
import { Turns } from './turns.ts'
import { workFor } from './working-for.ts'

const staticIds = new Set<string>(staticRoutes.map(({ id }) => id))

/** The headers and the body of an answer, in the encoding that the caller accepts. */
export interface Content {
  body: Buffer
  headers: OutgoingHttpHeaders
}

/**
 * Compresses the body of an answer if the caller takes that. One with an ETag is compressed however short it is: a proxy
 * that compresses it instead rewrites the ETag, and If-Match never matches again.
 * @param accepted the request's `Accept-Encoding`
 * @param id the function's
 * @param staticAnswers those that were sent before, in the encodings that were asked for: the same text for everyone
 */
async function contentOf(
  accepted: string | undefined,
  id: string,
  staticAnswers: KeptBodies<string>,
  { statusCode = 200, headers: own, body: text = '', isBase64Encoded }: ApiResult,
): Promise<Content> {
  const whole = () => Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8')
  const isStatic = staticIds.has(id) && statusCode === 200 // an error names its request
  const body = isStatic ? await staticAnswers.get(text, undefined, whole) : whole()
  const { encoding, headers } = encodingOf(accepted, own, body, 1)
  if (!encoding) return { body, headers }
  return {
    body: isStatic
      ? await staticAnswers.get(text, encoding, () => compress(body, encoding, 'often'))
      : await compress(body, encoding, 'once'),
    headers,
  }
}

/** Limits that bound the server's memory: docs/self-hosting.md, "What it takes at once". */
export const serverLimits = {
  maxConnections: 4_096,
  /** How long the headers of a request may take to arrive, in milliseconds. */
  headersTimeout: 10_000,
  /** How long the whole request may take. */
  requestTimeout: 30_000,
}

/**
 * How many functions may run at once. A function's deadline counts from its turn. So under overload, requests wait as
 * long as their callers wait, instead of all missing their deadlines. It is more than two processors and the engine can
 * work on at once, but few enough that each ends soon. One account has at most half of these turns: turns.ts.
 */
const maxFunctions = 16

/**
 * Functions that wait for servers of others, each kind with as many turns of its own: webhooks' receivers may take 8 s,
 * an identity provider as long as the function. So nobody else waits while one of these hangs. `health.get` has its own turns,
 * too, so that a busy service does not look dead.
 */
const withOwnTurns = [['webhooks.test'], ['sign-in.get', 'sessions.create'], ['health.get']] as const

/** The server. `drain` closes it after the pending answers have been sent. */
export type Gateway = Server & { drain: () => Promise<void> }

/** If an endpoint reads no body, this much is enough to see that one was sent. */
const noBodyBytes = 1_024

/** A route: its function, the most bytes of the body to read, and the group that the request counts for. */
interface Target extends MatchedRoute {
  id: string
  bodyBytes: number
  credentials: Credentials
}

/** The most bytes of the body to read: none for a malformed token, and none for a route without a token. */
function bodyBytesOf(
  route: ApiRoute,
  { token }: Credentials,
  { authorization }: IncomingHttpHeaders,
): number {
  if (!('auth' in route)) return 0
  if (route.auth.kind === 'token' && !token) {
    const isOfProvider = route.auth.takesAccessTokens && readJwt(authorization) !== undefined
    if (!isOfProvider) return 0
  }
  if (isRawBody(route.body)) return route.body.maxBytes
  return route.body ? maxBodyBytes : noBodyBytes
}

function credentialsOf(
  route: ApiRoute,
  pathParameters: Record<string, string>,
  { authorization }: IncomingHttpHeaders,
): Credentials {
  if (!('auth' in route)) return {}
  if (route.auth.kind === 'token') return { token: readBearer(authorization) }
  return route.auth.kind === 'key' ? { key: pathParameters[route.auth.param] } : {}
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
    return { id: unmatched, bodyBytes: 0, routeKey: '$default', pathParameters: {}, credentials: {} }
  }
  const values = path.split('/')
  const parameters = route.path
    .split('/')
    .flatMap((part, index) =>
      part.startsWith('{') ? [[part.slice(1, -1), values[index] ?? ''] as const] : [],
    )
  const pathParameters = Object.fromEntries(parameters)
  const credentials = credentialsOf(route, pathParameters, headers)
  return {
    id: route.id,
    bodyBytes: bodyBytesOf(route, credentials, headers),
    routeKey: `${method} ${basePath}${route.path}`,
    ...{ pathParameters, credentials },
  }
}

/**
 * Sends an answer. If its request is still arriving, the rest is read for a moment and discarded: closing a connection
 * with unread bytes resets it, and the caller loses the answer (RFC 9112, section 9.6).
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
  { body, headers }: Content,
): Promise<void> {
  for (const [name, value] of Object.entries({ ...result.headers, ...headers })) {
    if (name === 'Vary') response.appendHeader(name, String(value))
    else response.setHeader(name, String(value))
  }
  if (!request.complete) response.setHeader('Connection', 'close')
  const status = result.statusCode ?? 200
  // no length for a 304: it would be that of the body which is not sent (RFC 9110, section 8.6)
  response.writeHead(status, status === 304 ? {} : { 'Content-Length': body.length })
  await end(request, response, body)
}

/** The path and query of a request. A proxy may send them with the origin in front: RFC 9112, section 3.2.2. */
const originForm = (target = '/') => target.replace(/^https?:\/\/[^/?]*\/?/i, '/')

/** What the gateway serves beside the API, which does not wait for it, and to whose scripts. */
export interface Beside {
  /** Resolves with the files of the web interface when they are built. */
  web?: Promise<Assets>
  docs?: ServeDocs
  corsOrigins?: readonly string[]
}

const noAssets: Assets = new Map()

/**
 * Serves the functions over HTTP as API Gateway does, the files of the web interface, and the documentation.
 * @param trusts tells which proxies are believed about the caller's address; undefined believes none
 */
export function createGateway(
  functions: HttpFunctions,
  { web = Promise.resolve(noAssets), docs, corsOrigins = [] }: Beside = {},
  routes = contractRoutes,
  trusts?: TrustProxy,
): Gateway {
  const server = createServer({
    maxHeaderSize: 64 * 1024,
    requireHostHeader: false, // `checkHead` refuses it with our own error
    connectionsCheckingInterval: 1_000,
  })
  Object.assign(server, serverLimits)
  const connections = new Connections(server, (address) => trusts !== undefined && isProxy(address, trusts))
  const bodies = new RequestBodies()
  const allTurns = new Turns(maxFunctions)
  const ownTurns = new Map(
    withOwnTurns.flatMap((ids) => {
      const turns = new Turns(maxFunctions)
      return ids.map((id): [string, Turns] => [id, turns])
    }),
  )

  const callers = new Callers()
  const staticAnswers = new KeptBodies<string>()

  const answer = async (request: IncomingMessage, response: ServerResponse, gone: AbortSignal) => {
    const { id, bodyBytes, credentials, ...route } = matchRoute(routes, request)
    if (id === 'mcp.call') checkAgent(request)
    const group = callers.groupOf(credentials, senderOf(sourceIpOf(request, trusts)))
    const turns = ownTurns.get(id) ?? allTurns
    const { result, content } = await bodies.hold(request, response, bodyBytes, async (body) => {
      const turn = await turns.take(group, gone)
      if (!turn) throw new Error('The caller has closed the connection.')
      try {
        // the event holds the body a second time, as text, so it is made only when the function's turn has come
        const result = await workFor(group, () => functions.invoke(id, toEvent(request, body, route, trusts)))
        callers.answered(credentials, result.statusCode ?? 200)
        // to compress it is work, too
        const accepted = request.headers['accept-encoding']
        return { result, content: await contentOf(accepted, id, staticAnswers, result) }
      } finally {
        turn.end()
      }
    })
    await sendResult(request, response, result, content)
  }
  const respond = async (request: IncomingMessage, response: ServerResponse, gone: AbortSignal) => {
    checkHead(request)
    request.url = originForm(request.url)
    if (mayBeAsset(request)) {
      if (await docs?.(request, response)) return
      if (await serveAsset(await web, request, response)) return
    } else if (allowOrigin(corsOrigins, request, response)) return
    await answer(request, response, gone)
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const gone = connections.add({ request, response })
    if (!server.listening) response.setHeader('Connection', 'close') // the server is stopping
    void respond(request, response, gone)
      .catch(async (error: unknown) => {
        if (gone.aborted || response.headersSent || response.destroyed) {
          response.destroy()
          return
        }
        const { status, headers, body } = refusal(asGatewayError(error))
        await end(request, response.writeHead(status, headers), body)
      })
      .then(() => {
        connections.answeredWith(response, request)
      })
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, listener)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // earlier requests on the connection may be valid: send their answers first
    void connections.answered(socket).then(() => {
      refuseConnection(error, socket, socket.bytesRead)
    })
  })
  return Object.assign(server, { drain: () => connections.drain() })
}
