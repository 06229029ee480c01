import { randomUUID } from 'node:crypto'
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { ApiError } from '../../lib/api-error.ts'
import { endpoints } from '../../lib/contract/index.ts'
import { basePath, matchPath, pathInApi } from '../../lib/contract/routes.ts'
import { staticRoutes } from '../../lib/contract/static.ts'
import { baseHeadersOf } from '../../lib/http/base-headers.ts'
import { errorBody } from '../../lib/http/render-error.ts'
import type { Assets } from '../web/assets.ts'
import { unmatched, type Functions } from './functions.ts'
import { toEvent, type MatchedRoute } from './http-event.ts'
import { mayBeAsset, serveAsset } from './web.ts'

/** API Gateway's own limits: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const maxBodyBytes = 10 * 1024 * 1024
const maxHeaderBytes = 10_240

/** What the gateway itself refuses, in the one shape of all errors. */
function refusal(error: ApiError): { status: number; headers: Record<string, string>; body: string } {
  const requestId = randomUUID()
  const body = errorBody(error, requestId)
  const length = String(Buffer.byteLength(body))
  return {
    status: error.status,
    headers: { ...baseHeadersOf(requestId), Connection: 'close', 'Content-Length': length },
    body,
  }
}

const headersTooLarge = () =>
  new ApiError('headers_too_large', 'All headers together must be at most 10,240 bytes.')

/** Reads a body to its end; of one over the gateway's limit nothing is kept. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= maxBodyBytes) chunks.push(chunk)
  }
  if (bytes > maxBodyBytes) throw new ApiError('payload_too_large', 'The body must be at most 256 KiB.')
  return Buffer.concat(chunks)
}

const routes = [...endpoints, ...staticRoutes]

function matchRoute(method: string, rawPath: string): MatchedRoute & { id: string } {
  const path = pathInApi(rawPath, '$default')
  const route =
    path === undefined ? undefined : matchPath(routes, path).find((found) => found.method === method)
  if (!route || path === undefined) return { id: unmatched, routeKey: '$default', pathParameters: {} }
  const values = path.split('/')
  const parameters = route.path
    .split('/')
    .flatMap((part, index) =>
      part.startsWith('{') ? [[part.slice(1, -1), values[index] ?? ''] as const] : [],
    )
  return {
    id: route.id,
    routeKey: `${method} ${basePath}${route.path}`,
    pathParameters: Object.fromEntries(parameters),
  }
}

async function answer(
  functions: Functions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headerBytes = request.rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 0)
  if (headerBytes > maxHeaderBytes) {
    throw headersTooLarge()
  }
  const [rawPath = '/'] = (request.url ?? '/').split('?')
  const { id, ...route } = matchRoute(request.method ?? 'GET', rawPath)
  const event = toEvent(request, await readBody(request), route)
  const result = await functions.invoke(id, event)
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8')
  for (const [name, value] of Object.entries(result.headers ?? {})) response.setHeader(name, String(value))
  const status = result.statusCode ?? 200
  // of a 304 it would have to be the length of what is not sent: RFC 9110, section 8.6
  response.writeHead(status, status === 304 ? {} : { 'Content-Length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The path and query of a request; a proxy may send them with the origin before them: RFC 9112, section 3.2.2. */
const originForm = (target = '/') => target.replace(/^https?:\/\/[^/?]*\/?/i, '/')

const asGatewayError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  if (error instanceof URIError) {
    return new ApiError('invalid_request', 'The path holds a percent sign that encodes nothing.')
  }
  console.error(error)
  return new ApiError('internal_error', 'Something went wrong on our side. Try again later.')
}

const noAssets: Assets = new Map()

/**
 * Serves the handlers over HTTP as API Gateway would, and the web interface's files beside them.
 * @param web the files, once they are there: the API does not wait for them
 */
export function createGateway(functions: Functions, web = Promise.resolve(noAssets)): Server {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (mayBeAsset(request) && serveAsset(await web, request, response)) return
    await answer(functions, request, response)
  }
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    request.url = originForm(request.url)
    respond(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) response.destroy()
      else {
        const { status, headers, body } = refusal(asGatewayError(error))
        response.writeHead(status, headers).end(body)
      }
    })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const { status, headers, body } = refusal(
      error.code === 'HPE_HEADER_OVERFLOW'
        ? headersTooLarge()
        : new ApiError('invalid_request', 'This is not a valid HTTP request.'),
    )
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'))
  })
  return server
}
