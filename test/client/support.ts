import { TasksClient, type Fetch } from '../../client/src/index.ts'
import { testPort } from '../support/api.ts'

export const baseUrl = `http://127.0.0.1:${testPort}/v1`

/** A client of the service under test, with very short waits. */
export const clientFor = (token: string, fetch?: Fetch): TasksClient =>
  new TasksClient({ baseUrl, token, retry: { baseDelayMs: 1 }, ...(fetch && { fetch }) })

/** The outcome of an attempt. `lost`: the service handles the request, but its answer never arrives. */
export type Fate = 'pass' | 'lost' | 'unreachable' | Response

/** A fetch whose first attempts have these outcomes, and the requests that it got. */
export function fatefulFetch(...fates: Fate[]): { fetch: Fetch; sent: Request[] } {
  const sent: Request[] = []
  const fetch: Fetch = async (request) => {
    sent.push(request.clone())
    const fate = fates.shift() ?? 'pass'
    if (fate instanceof Response) return fate
    if (fate === 'unreachable') throw new TypeError('fetch failed')
    const response = await globalThis.fetch(request)
    if (fate === 'lost') throw new TypeError('terminated')
    return response
  }
  return { fetch, sent }
}

/** A client without a service: each attempt has the given outcome. */
export function fated(...fates: Fate[]) {
  const { fetch, sent } = fatefulFetch(...fates)
  return { client: clientFor('tsk_none', fetch), sent }
}

/** An error answer of the service. */
export const errorAnswer = (
  status: number,
  code: string,
  headers: Record<string, string> = { 'Retry-After': '0' },
): Response =>
  Response.json(
    { error: { code, message: 'A message', request_id: 'r-1', docs: `/v1/docs#${code}` } },
    { status, headers },
  )

/** Everything that an iteration yields. */
export async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of list) all.push(one)
  return all
}
