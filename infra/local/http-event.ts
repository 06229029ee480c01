import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isUtf8 } from 'node:buffer'
import ipaddr from 'ipaddr.js'
import type { ApiEvent } from '../../lib/http/types.ts'
import { hostnameOf, isLoopback } from './settings.ts'
import { callerAddress, type TrustProxy } from './trust-proxy.ts'

/** The route that matches a request, and its path parameters as the caller wrote them. */
export interface MatchedRoute {
  routeKey: string
  pathParameters: Record<string, string>
}

/** The media types that API Gateway passes on as text. It encodes all other bodies in base64. */
const textTypes = /^(?:text\/|application\/(?:json|xml|javascript|x-www-form-urlencoded))/i

/** The headers with lower-case names, repeated ones joined with a comma; and the cookies separately. */
function headersOf({ headersDistinct }: IncomingMessage): {
  headers: Record<string, string>
  cookies: string[]
} {
  const { cookie = [], ...others } = headersDistinct
  const headers = Object.entries(others).map(([name, values = []]) => [name, values.join(',')] as const)
  return { headers: Object.fromEntries(headers), cookies: cookie.flatMap((line) => line.split('; ')) }
}

/** The caller's address, or the one that trusted proxies give. */
export function sourceIpOf(
  { socket, headersDistinct }: IncomingMessage,
  trusts: TrustProxy | undefined,
): string {
  const { remoteAddress = '127.0.0.1' } = socket // a connection that has closed has none
  return trusts
    ? callerAddress(remoteAddress, headersDistinct['x-forwarded-for']?.join(), trusts)
    : remoteAddress
}

/**
 * A name of the service that no caller can make up: that in `Host` if it is this machine or the address at which the request
 * arrived, and otherwise that address. It stands for the domain that API Gateway knows.
 */
function ownNameOf({ socket: { localAddress, localPort }, headers: { host = '' } }: IncomingMessage): string {
  const address = localAddress === undefined ? undefined : ipaddr.process(localAddress) // a closed connection has none
  const asked = hostnameOf(host)
  if (asked !== undefined && (isLoopback(asked) || asked === address?.toString())) return host
  const name = address?.kind() === 'ipv6' ? `[${address.toString()}]` : (address?.toString() ?? 'localhost')
  return `${name}:${localPort ?? 80}`
}

function queryOf(rawQueryString: string): Record<string, string> {
  const parameters = new URLSearchParams(rawQueryString)
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name).join(',')]),
  )
}

/**
 * Turns a request into the event that an API Gateway HTTP API sends to a Lambda, payload format 2.0.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 * @param body the bytes that arrived, or a text, which the event shares without a copy
 * @param trusts tells which proxies are believed about the caller's address; undefined believes none
 * @throws URIError when a path parameter is not valid percent-encoding
 */
export function toEvent(
  request: IncomingMessage,
  body: Buffer | string,
  route: MatchedRoute,
  trusts?: TrustProxy,
): ApiEvent {
  const [rawPath = '/', ...query] = (request.url ?? '/').split('?')
  const rawQueryString = query.join('?')
  const { headers, cookies } = headersOf(request)
  const pathParameters = Object.entries(route.pathParameters)
  const asText = typeof body === 'string' || (textTypes.test(headers['content-type'] ?? '') && isUtf8(body))
  const now = new Date()
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath,
    rawQueryString,
    headers,
    ...(cookies.length > 0 && { cookies }),
    ...(rawQueryString !== '' && { queryStringParameters: queryOf(rawQueryString) }),
    ...(pathParameters.length > 0 && {
      pathParameters: Object.fromEntries(
        pathParameters.map(([name, value]) => [name, decodeURIComponent(value)]),
      ),
    }),
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName: ownNameOf(request),
      domainPrefix: 'localhost',
      http: {
        method: request.method ?? 'GET',
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: sourceIpOf(request, trusts),
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: route.routeKey,
      stage: '$default',
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(asText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !asText,
  }
}
