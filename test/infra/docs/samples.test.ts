import { describe, expect, it } from 'vitest'
import { TasksClient } from '../../../client/src/index.ts'
import { buildDocument } from '../../../infra/docs/openapi/document.ts'
import { curlSample, placesOf, typescriptSample } from '../../../infra/docs/openapi/samples.ts'

const places = placesOf(buildDocument()).map((place) => [place.operation.operationId, place] as const)
const withClient = places.flatMap(([id, place]) => {
  const sample = typescriptSample(place)
  return sample === undefined ? [] : [[id, place, sample] as const]
})

/** Calls a sample on a client whose service only takes down what it gets. */
async function sentBy(sample: string): Promise<{ method: string; path: string; body: unknown }[]> {
  const sent: { method: string; path: string; body: unknown }[] = []
  const fetch = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    sent.push({ method: request.method, path: `${pathname}${search}`, body })
    if (pathname.endsWith('/export')) return new Response('', { headers: { 'Content-Type': 'text/csv' } })
    const lists = {
      ...{ tasks: [], projects: [], changes: [], tokens: [], forms: [], submissions: [], fields: [] },
      ...{ members: [] },
      ...{ webhooks: [], deliveries: [], results: [] },
    }
    const entities = {
      task: {},
      field: {},
      project: {},
      token: {},
      member: {},
      form: {},
      submission: {},
      webhook: {},
      delivery: {},
    }
    const rest = {
      ...{ next_cursor: null, has_more: false, success: true, created: 0 },
      ...{ delivered: true, queued: 0, next_from: null, matched: 0, next_row: null },
      ...{ status: 'ok' },
    }
    return Response.json({ ...lists, ...entities, ...rest })
  }
  const client = new TasksClient({ baseUrl: 'http://localhost/v1', token: 't', fetch })
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the sample is code of ours, shown as text
  const run = new Function('client', `return (async () => { ${sample} })()`) as (
    on: TasksClient,
  ) => Promise<void>
  await run(client)
  return sent
}

describe('the samples of the reference', () => {
  it.each(withClient)('send the same with curl and with the client: %s', async (_, place, sample) => {
    const curl = curlSample(place)
    const [, target = ''] = /\$URL([^\s"]*)/.exec(curl) ?? []
    const [, body] = /-d '([^]*)'$/.exec(curl) ?? []
    const [sent, ...others] = await sentBy(sample)
    const path = (text: string) => {
      const url = new URL(text, 'http://localhost')
      url.searchParams.sort()
      return url.pathname + url.search
    }
    expect({ ...sent, path: path(sent?.path ?? '') }).toEqual({
      method: place.method.toUpperCase(),
      path: path(`/v1${target}`),
      body: body === undefined ? undefined : (JSON.parse(body) as unknown),
    })
    expect(others).toEqual([])
  })

  it('leave TypeScript out only for senders of forms, agents and browsers at a sign-in: the client has no method for that', () => {
    const without = places.filter(([, place]) => typescriptSample(place) === undefined).map(([id]) => id)
    expect(without.sort()).toEqual(['hooks.receive', 'mcp.call', 'sessions.create', 'sign-in.get'])
  })

  it('show a body where any JSON is taken', () => {
    const [, place] = places.find(([id]) => id === 'hooks.receive') ?? []
    expect(place && curlSample(place)).toContain(`-d '{\n  "name": "Ada"`)
  })
})
