import type { IncomingMessage, ServerResponse } from 'node:http'
import { endpoints } from '../../functions/index.ts'
import { corsMaxAgeSeconds, exposedHeaders, takenBy } from '../../lib/contract/cors.ts'

const { methods, headers } = takenBy(endpoints)

/** What a browser is told when it asks whether a script may send a request (Fetch, "CORS-preflight request"). */
const preflight = {
  'Access-Control-Allow-Methods': methods.join(','),
  'Access-Control-Allow-Headers': headers.join(','),
  'Access-Control-Max-Age': String(corsMaxAgeSeconds),
}

/**
 * Lets the scripts of some websites read the answer. Answers the request if it only asks whether a script may send another.
 * @param origins those of the websites, or `*` for all
 * @returns whether it is answered
 */
export function allowOrigin(
  origins: readonly string[],
  { method, headers: { origin = '', ...asked } }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const isForAll = origins.includes('*')
  if (!isForAll && origins.length > 0) response.appendHeader('Vary', 'Origin')
  if (origin === '' || (!isForAll && !origins.includes(origin))) return false
  response.setHeader('Access-Control-Allow-Origin', isForAll ? '*' : origin)
  if (method === 'OPTIONS' && asked['access-control-request-method'] !== undefined) {
    response.writeHead(204, preflight).end()
    return true
  }
  response.setHeader('Access-Control-Expose-Headers', exposedHeaders.join(','))
  return false
}
