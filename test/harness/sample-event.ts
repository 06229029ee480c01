import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../functions/index.ts'
import { basePath } from '../../lib/contract/routes.ts'
import type { ApiEvent } from '../../lib/http/types.ts'
import { pathOf, type Ids, type SampleRequest } from './sample-requests.ts'

/** An event of payload format 2.0 as an API Gateway HTTP API sends it, with made-up ids and times. */
const recorded = readFileSync(join(import.meta.dirname, 'recorded-event.json'), 'utf8')

/** Returns the route of a function. The $default route takes requests without a matching route. */
function routeOf(id: string, params: Ids) {
  const endpoint = routes.find((declared) => declared.id === id)
  if (!endpoint) return { method: 'GET', routeKey: '$default', rawPath: `${basePath}/nothing` }
  const { method, path } = endpoint
  return {
    method,
    routeKey: `${method} ${basePath}${path}`,
    rawPath: basePath + String(pathOf(endpoint, params).split('?')[0]),
  }
}

/** The recorded event with another request in it. */
export function sampleEvent(
  id: string,
  { params = {}, query, body, contentType = 'application/json', secret }: SampleRequest,
  token: string,
): ApiEvent {
  const { method, routeKey, rawPath } = routeOf(id, params)
  const event = JSON.parse(recorded) as ApiEvent // the file is one
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  return {
    ...event,
    routeKey,
    rawPath,
    headers: {
      ...event.headers,
      authorization: `Bearer ${secret ?? token}`,
      'content-length': String(Buffer.byteLength(text ?? '')),
      ...(text !== undefined && { 'content-type': contentType }),
    },
    requestContext: {
      ...event.requestContext,
      routeKey,
      http: { ...event.requestContext.http, method, path: rawPath },
    },
    // empty members are left out
    ...(query !== undefined && {
      rawQueryString: query,
      queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
    }),
    ...(Object.keys(params).length > 0 && { pathParameters: params }),
    ...(text !== undefined && { body: text }),
  }
}
