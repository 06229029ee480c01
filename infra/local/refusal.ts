import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, asApiError } from '../../lib/contract/api-error.ts'
import { baseHeadersOf } from '../../lib/http/base-headers.ts'
import { errorBody } from '../../lib/http/render-error.ts'
import { hostnameOf, isLoopback } from './settings.ts'

/** The limit of API Gateway: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const maxHeaderBytes = 10_240

/** How long a caller may take to read a refusal before its connection is closed. */
export const lingerMs = 2_000

/** The answer to a request that the gateway itself refuses. It has the same shape as all error answers. */
export function refusal(error: ApiError): { status: number; headers: Record<string, string>; body: string } {
  const requestId = randomUUID()
  const body = errorBody(error, requestId)
  const length = String(Buffer.byteLength(body))
  const headers = { ...baseHeadersOf(requestId), ...error.extras.headers, Connection: 'close' }
  return { status: error.status, headers: { ...headers, 'Content-Length': length }, body }
}

const invalid = (message: string) => new ApiError('invalid_request', message)

const headersTooLarge = () =>
  new ApiError('headers_too_large', 'All headers together must be at most 10,240 bytes.')

/**
 * Checks the headers of every request, before its route is known.
 * @throws ApiError headers_too_large, invalid_request
 */
export function checkHead({ rawHeaders, headersDistinct, httpVersion }: IncomingMessage): void {
  const bytes = rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 0)
  if (bytes > maxHeaderBytes) throw headersTooLarge()
  const { host = [], expect = [] } = headersDistinct
  // RFC 9112, section 3.2
  if (host.length > 1 || (host.length === 0 && httpVersion === '1.1')) {
    throw invalid('The request must have one header Host.')
  }
  if (host.some((name) => name !== '' && !URL.canParse(`http://${name}`))) {
    throw invalid('The header Host must be the name of a host, with its port if it has one.')
  }
  if (expect.some((expectation) => expectation.toLowerCase() !== '100-continue')) {
    throw invalid('The header Expect can only ask for 100-continue.')
  }
}

/** Whether the host of an origin is this machine, or the one of PUBLIC_ORIGIN. */
function isOwnHost(origin: string): boolean {
  const asked = URL.parse(origin)
  if (asked?.pathname !== '/' || asked.username !== '') return false
  const own = URL.parse(process.env.PUBLIC_ORIGIN ?? '')
  return isLoopback(hostnameOf(asked.host) ?? '') || asked.host === own?.host
}

/**
 * Refuses an agent's message that may come from a foreign page, if only this machine reaches the service. A page can make
 * the browser take its own name for this machine (DNS rebinding): `Host` and `Origin` tell. The protocol asks for it (MCP,
 * 2025-11-25, "Transports", "Security Warning").
 * @throws ApiError forbidden
 */
export function checkAgent({ headers: { host = '', origin } }: IncomingMessage): void {
  if (process.env.LOOPBACK_ORIGIN === undefined) return
  if (isOwnHost(`http://${host}`) && (origin === undefined || isOwnHost(origin))) return
  throw new ApiError(
    'forbidden',
    'Only this machine may call agents’ tools: Host, and Origin if there is one, must be localhost. Behind a proxy, set PUBLIC_ORIGIN.',
  )
}

/** Turns an error that was thrown outside the functions into an answer for the caller. */
export function asGatewayError(error: unknown): ApiError {
  if (error instanceof URIError) return invalid('The path contains a percent sign that encodes nothing.')
  if (!(error instanceof ApiError)) console.error(error)
  return asApiError(error)
}

/** The error for a request that Node's parser refuses. */
function asRequestError({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return invalid('The request took too long to arrive.')
  return invalid('This is not a valid HTTP request.')
}

/**
 * Answers a caller whose bytes are not a valid request, and closes the connection.
 * @param error of Node's parser, or of its timeout for slow requests
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex, receivedBytes: number): void {
  if (!socket.writable) return
  // without a request there must be no answer: a browser would take it as the answer to its next request
  if (receivedBytes === 0) {
    socket.destroy()
    return
  }
  const { status, headers, body } = refusal(asRequestError(error))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'))
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
