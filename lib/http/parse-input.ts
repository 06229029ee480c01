import { isRawBody, type Endpoint, type Fields, type Input, type RawInput } from '../contract/endpoint.ts'
import { basePath } from '../contract/routes.ts'
import { ApiError } from '../api-error.ts'
import { httpEnvironment } from './environment.ts'
import { readJsonBody, readRawBody, refuseBody } from './read-body.ts'
import type { ApiEvent } from './types.ts'
import { describeIssues, type Kind } from './describe-issues.ts'

/** A value per parameter; a parameter that came more than once has them all. */
function parseQuery(rawQuery: string): Record<string, unknown> {
  const parameters = new URLSearchParams(rawQuery)
  const query = new Map<string, string | string[]>()
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    query.set(name, values.length === 1 && values[0] !== undefined ? values[0] : values)
  }
  return Object.fromEntries(query)
}

function parse(schema: Fields, value: unknown, kind: Kind): Record<string, unknown> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const details = describeIssues(result.error.issues, value, Object.keys(schema.shape), kind)
  const [first] = details
  throw new ApiError(
    'invalid_request',
    first ? `${first.path} ${first.message}`.trim() : 'Invalid request.',
    {
      details,
    },
  )
}

function parseBody(
  declared: Endpoint['body'],
  event: ApiEvent,
): Record<string, unknown> | RawInput | undefined {
  if (isRawBody(declared)) return readRawBody(declared, event)
  if (declared) return parse(declared, readJsonBody(event), 'body')
  refuseBody(event)
  return undefined
}

/** The parameters in the path but for a key, which authenticate.ts has read. */
function pathParameters({ auth }: Endpoint, { pathParameters: all = {} }: ApiEvent): Record<string, unknown> {
  return auth.kind === 'key'
    ? Object.fromEntries(Object.entries(all).filter(([name]) => name !== auth.param))
    : all
}

/** A proxy or a CDN may hide from the function how callers reach the API: then the environment says it. */
function baseUrlOf({ headers }: ApiEvent): string {
  const {
    PUBLIC_ORIGIN: origin = `${headers['x-forwarded-proto'] ?? 'http'}://${headers.host ?? 'localhost'}`,
  } = httpEnvironment()
  return `${origin}${basePath}`
}

/**
 * Checks a request against its declaration, once, at the door.
 * @throws ApiError invalid_request, unsupported_media_type, payload_too_large
 */
export function parseInput<E extends Endpoint>(endpoint: E, event: ApiEvent): Input<E> {
  return {
    path: event.rawPath,
    rawQuery: event.rawQueryString,
    baseUrl: baseUrlOf(event),
    params: parse(endpoint.params, pathParameters(endpoint, event), 'path'),
    query: parse(endpoint.query, parseQuery(event.rawQueryString), 'query'),
    headers: endpoint.headers && parse(endpoint.headers, event.headers, 'header'),
    body: parseBody(endpoint.body, event),
    // each part was parsed by the very schema from which Input<E> takes its type
  } as Input<E>
}
