import {
  isRawBody,
  takesNullAsAbsent,
  type Endpoint,
  type Fields,
  type Input,
  type RawInput,
} from '../contract/endpoint.ts'
import { basePath } from '../contract/routes.ts'
import { ApiError } from '../contract/api-error.ts'
import { httpEnvironment } from './environment.ts'
import { readJsonBody, readRawBody, refuseBody } from './read-body.ts'
import type { ApiEvent } from './types.ts'
import { describeIssues, messageOf, type Kind } from '../shared/describe-issues.ts'
import { withoutNulls } from '../shared/schemas.ts'

/** Part of an object in a query, in the style deepObject of OpenAPI: `fields[due.before]=2026-12-31`. */
const member = /^(fields)\[([^\]]*)\]$/

/**
 * Returns the query parameters by name. The value of a repeated parameter is the array of its values; that of `fields` an
 * object with its members, unless there is also one with that very name: then its schema refuses it.
 */
function parseQuery(rawQuery: string): Record<string, unknown> {
  const parameters = new URLSearchParams(rawQuery)
  const query = new Map<string, unknown>()
  const members = new Map<string, unknown>()
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    const value = values.length === 1 ? values[0] : values
    const [, object, key] = member.exec(name) ?? []
    if (key === undefined) query.set(name, value)
    else members.set(key, value)
    if (object !== undefined && !parameters.has(object)) query.set(object, Object.fromEntries(members))
  }
  return Object.fromEntries(query)
}

/**
 * Parses the fields of one part of a request.
 * @throws ApiError invalid_request, with what to change in each field
 */
export function parseFields(schema: Fields, value: unknown, kind: Kind): Record<string, unknown> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const details = describeIssues(result.error.issues, value, schema, kind)
  throw new ApiError('invalid_request', messageOf(details), { details })
}

function parseBody(endpoint: Endpoint, event: ApiEvent): Record<string, unknown> | RawInput | undefined {
  const { body: declared } = endpoint
  if (isRawBody(declared)) return readRawBody(declared, event)
  if (declared) {
    const body = readJsonBody(event)
    return parseFields(declared, takesNullAsAbsent(endpoint) ? withoutNulls(declared, body) : body, 'body')
  }
  refuseBody(event)
  return undefined
}

/** Returns the path parameters without the key, which authenticate.ts has already read. */
function pathParameters({ auth }: Endpoint, { pathParameters: all = {} }: ApiEvent): Record<string, unknown> {
  return auth.kind === 'key'
    ? Object.fromEntries(Object.entries(all).filter(([name]) => name !== auth.param))
    : all
}

/** PUBLIC_ORIGIN, which the environment must set if a proxy or CDN changes the header `Host`; or the origin with this host. */
function originWith(host: string, { headers }: ApiEvent): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http' // callers may send anything
  return httpEnvironment().PUBLIC_ORIGIN ?? `${scheme}://${host}`
}

/** An origin of the service that no caller can make up: a setting, or a name of the listener. */
export const originOf = (event: ApiEvent): string => originWith(event.requestContext.domainName, event)

/**
 * Parses a request according to its endpoint's declaration. This happens once per request.
 * @throws ApiError invalid_request, unsupported_media_type, payload_too_large
 */
export function parseInput<E extends Endpoint>(endpoint: E, event: ApiEvent): Input<E> {
  return {
    path: event.rawPath,
    rawQuery: event.rawQueryString,
    baseUrl: `${originWith(event.headers.host ?? 'localhost', event)}${basePath}`,
    origin: originOf(event),
    params: parseFields(endpoint.params, pathParameters(endpoint, event), 'path'),
    query: parseFields(endpoint.query, parseQuery(event.rawQueryString), 'query'),
    headers: endpoint.headers && parseFields(endpoint.headers, event.headers, 'header'),
    body: parseBody(endpoint, event),
    // each part was parsed by the schema from which Input<E> takes its type
  } as Input<E>
}
