import { TasksClient, type Fetch } from '../../client/src/index.ts'
import { testPort } from '../support/api.ts'

export const baseUrl = `http://127.0.0.1:${testPort}/v1`

/** A client of the service under test, with waits too short to be noticed. */
export const clientFor = (token: string, fetch?: Fetch): TasksClient =>
  new TasksClient({ baseUrl, token, retry: { baseDelayMs: 1 }, ...(fetch && { fetch }) })

/** What an attempt meets instead of the service, or after it: `lost` is done, but its answer never arrives. */
export type Fate = 'pass' | 'lost' | 'unreachable' | Response

/** A fetch whose first attempts meet these fates, with what was sent. */
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

/** A client without a service: every attempt meets its fate. */
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

/** All that an iteration gives. */
export async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of list) all.push(one)
  return all
}
