import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '../../lib/api-error.ts'
import { baseHeadersOf } from '../../lib/http/base-headers.ts'
import { asApiError, errorBody } from '../../lib/http/render-error.ts'

/** API Gateway's own limit: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const maxHeaderBytes = 10_240

/** How long a caller may take to read a refusal before its connection is cut. */
export const lingerMs = 2_000

/** What the gateway itself refuses, in the one shape of all errors. */
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
 * Checks what concerns every request, whatever its route.
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
  if (expect.some((expectation) => expectation.toLowerCase() !== '100-continue')) {
    throw invalid('The header Expect can only ask for 100-continue.')
  }
}

/** What a caller may see of an error that no function has answered. */
export function asGatewayError(error: unknown): ApiError {
  if (error instanceof URIError) return invalid('The path holds a percent sign that encodes nothing.')
  if (!(error instanceof ApiError)) console.error(error)
  return asApiError(error)
}

/** What Node's parser could not read as a request. */
function asRequestError({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return invalid('The request took too long to arrive.')
  return invalid('This is not a valid HTTP request.')
}

/**
 * Answers a caller whose bytes are no request, and closes the connection.
 * @param error what Node's parser, or its watch over slow requests, found
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex, receivedBytes: number): void {
  if (!socket.writable) return
  // who has sent nothing waits for no answer: a browser would take this one for that to its next request
  if (receivedBytes === 0) {
    socket.destroy()
    return
  }
  const { status, headers, body } = refusal(asRequestError(error))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'))
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
