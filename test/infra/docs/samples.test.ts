import { execFile, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { TasksClient, verify, WebhookVerificationError } from '../../../client/src/index.ts'
import { endpoints } from '../../../functions/index.ts'
import { cursor, ids as exampleIds } from '../../../functions/samples.ts'
import { buildDocument } from '../../../infra/docs/openapi/document.ts'
import { curlSample, placesOf, pythonSample, typescriptSample } from '../../../infra/docs/openapi/samples.ts'
import { signatureChecks } from '../../../infra/docs/openapi/signature.ts'
import { createSecret } from '../../../lib/webhooks/secret.ts'
import { signatureHeaders } from '../../../lib/webhooks/sending/sign.ts'
import { idsOf, type Ids } from '../../harness/sample-requests.ts'
import { makeSample } from '../../harness/sample.ts'
import { testPort } from '../../support/api.ts'
import { pathWithCurl } from '../../support/curl.ts'

const origin = `http://127.0.0.1:${testPort}`
const env = { ...process.env, PATH: pathWithCurl(), URL: `${origin}/v1` }

const places = placesOf(buildDocument()).map((place) => [place.operation.operationId, place] as const)
const withClient = places.flatMap(([id, place]) => {
  const sample = typescriptSample(place)
  return sample === undefined ? [] : [[id, place, sample] as const]
})

/** A request, as a program has sent it. */
interface Sent {
  method: string
  target: string
  body: unknown
}

/** A path with its query, whose parameters may stand in any order. */
function inOrder(target: string): string {
  const url = new URL(target, origin)
  url.searchParams.sort()
  return url.pathname + url.search
}

/** What a curl command sends. */
function sentByCurl(command: string): Sent {
  const [, target = ''] = /\$URL([^\s"]*)/.exec(command) ?? []
  const [, body] = /-d '([^]*)'$/.exec(command) ?? []
  return {
    method: /-X (\w+)/.exec(command)?.[1] ?? 'GET',
    target: inOrder(`/v1${target}`),
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  }
}

/** What an operation answers to its sample. Nobody has signed in, so there is no code of a provider: the request is well-formed. */
const statusOf = (id: string): number =>
  id === 'sessions.create' ? 401 : (endpoints.find((endpoint) => endpoint.id === id)?.success ?? 0)

/** A new account in which a sample can be run: its token, and what puts ids that exist in place of the examples. */
async function newGround(id: string) {
  const { secret, ids } = await makeSample()
  const own: Ids = idsOf(id, ids)
  const client = new TasksClient({ baseUrl: env.URL, token: secret })
  const other = (await client.tasks.create({ projectId: ids.projectId, label: 'Other' })).task.id
  const feed = await client.http.GET('/changes', { params: { query: { from: 'now' } } })
  const existing: [example: string, existing: string][] = [
    ...Object.entries(exampleIds).flatMap(([name, example]): [string, string][] => {
      const actual = own[name]
      return actual === undefined || (name === 'fieldKey' && id === 'fields.create')
        ? []
        : [[example, actual]]
    }),
    [exampleIds.otherTask, other],
    [cursor, feed.data?.next_cursor ?? ''],
    ['your-key', id === 'calendars.read' ? ids.calendarKey.replace('.ics', '') : ids.key],
    ...(id === 'calendars.create'
      ? [
          ['"due"', JSON.stringify(ids.field)] as [string, string],
          ["'due'", JSON.stringify(ids.field)] as [string, string],
        ]
      : []),
    ['https://tasks.example.com', origin],
    ['2026-11-21T08:00:00Z', new Date(Date.now() - 3_600_000).toISOString()], // at most 30 days ago
  ]
  return {
    token: id === 'sessions.delete' ? String(ids.sessionSecret) : secret,
    fill: (sample: string) =>
      existing.reduce((filled, [example, actual]) => filled.replaceAll(example, actual), sample),
  }
}

/** Runs programs in one process of Python, and reads the request and the answer that each leaves in its variables. */
const runner = `
import contextlib, io, json, os, sys, urllib.error

def run(program):
    os.environ["TOKEN"] = program["token"]
    scope = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(program["sample"], scope)
        status = scope["answer"].status
    except urllib.error.HTTPError as error:
        status = error.code
    request = scope["request"]
    body = None if request.data is None else json.loads(request.data)
    return {"status": status, "method": request.get_method(), "target": request.selector, "body": body}

print(json.dumps([run(program) for program in json.load(sys.stdin)]))
`

async function runPython(
  programs: { token: string; sample: string }[],
): Promise<(Sent & { status: number })[]> {
  const child = spawn('python3', ['-c', runner], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(programs))
  return JSON.parse(await text(child.stdout)) as (Sent & { status: number })[] // the runner's own format
}

describe('the samples of the reference, on the real service,', () => {
  it.each(places)('succeed with curl: %s', async (id, place) => {
    const { token, fill } = await newGround(id)
    const command = `${fill(curlSample(place))} -o /dev/null -w '%{http_code}'`
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command], {
      env: { ...env, TOKEN: token },
    })
    expect(Number(stdout)).toBe(statusOf(id))
  })

  it.each(withClient)('succeed with the client, and send the same: %s', async (id, place, sample) => {
    const { token, fill } = await newGround(id)
    const sent: Sent[] = []
    const recorded = async (request: Request) => {
      const { pathname, search } = new URL(request.url)
      const body = await request.clone().text()
      sent.push({
        method: request.method,
        target: inOrder(pathname + search),
        body: body === '' ? undefined : (JSON.parse(body) as unknown),
      })
      return fetch(request)
    }
    const client = new TasksClient({ baseUrl: env.URL, token, fetch: recorded })
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the sample is code of ours, shown as text
    const run = new Function(
      'client',
      'console',
      'process',
      `return (async () => { ${fill(sample)} })()`,
    ) as (
      client: TasksClient,
      console: { log: () => void },
      process: { stdout: { write: () => void } },
    ) => Promise<void>
    await run(client, { log: () => undefined }, { stdout: { write: () => undefined } })
    expect(sent).toEqual([sentByCurl(fill(curlSample(place)))])
  })

  describe('with Python', () => {
    const ran = new Map<string, { expected: Sent; actual: Sent & { status: number } }>()

    beforeAll(async () => {
      const grounds = []
      // one by one: all at once would need more time than a write has on a busy machine
      for (const [id, place] of places) grounds.push({ id, place, ...(await newGround(id)) })
      const results = await runPython(
        grounds.map(({ place, token, fill }) => ({ token, sample: fill(pythonSample(place)) })),
      )
      for (const [index, { id, place, fill }] of grounds.entries()) {
        const actual = results[index]
        if (actual) ran.set(id, { actual, expected: sentByCurl(fill(curlSample(place))) })
      }
    })

    it.each(places)('succeed, and send the same: %s', (id) => {
      const { expected, actual } = ran.get(id) ?? {}
      const sent = actual && { ...actual, target: inOrder(actual.target), body: actual.body ?? undefined }
      expect(sent).toEqual({ ...expected, status: statusOf(id) })
    })
  })

  it('leave TypeScript out only for senders of forms, calendar programs, agents and browsers at a sign-in: the client has no method for that', () => {
    const without = places.filter(([, place]) => typescriptSample(place) === undefined).map(([id]) => id)
    const others = ['calendars.read', 'hooks.receive', 'mcp.call', 'sessions.create', 'sign-in.get']
    expect(without.sort()).toEqual(others)
  })

  it('show a body where any JSON is taken', () => {
    const [, place] = places.find(([id]) => id === 'hooks.receive') ?? []
    expect(place && curlSample(place)).toContain(`-d '{\n  "name": "Ada"`)
  })
})

describe('the signature checks of the reference', () => {
  const secret = createSecret()
  const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', data: { task: { label: 'Käse' } } })
  const headers = signatureHeaders({
    id: 'evt_1',
    body,
    secrets: [createSecret(), secret],
    nowMs: Date.now(),
  })
  const late = signatureHeaders({ id: 'evt_1', body, secrets: [secret], nowMs: Date.now() - 6 * 60_000 })
  const deliveries = [
    { body, headers, genuine: true },
    { body: body.replace('Käse', 'Kase'), headers, genuine: false },
    { body, headers: { ...headers, 'webhook-id': 'evt_2' }, genuine: false },
    { body, headers: late, genuine: false },
    { body, headers: {}, genuine: false },
  ]

  it('take what the service has signed in Python, and nothing else', async () => {
    const program = `
import json, sys
${signatureChecks.Python}
secret, deliveries = json.load(sys.stdin)
print(json.dumps([is_genuine(secret, one["headers"], one["body"].encode()) for one in deliveries]))
`
    const child = spawn('python3', ['-c', program], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.end(JSON.stringify([secret, deliveries]))
    expect(JSON.parse(await text(child.stdout))).toEqual(deliveries.map(({ genuine }) => genuine))
  })

  it('take what the service has signed in TypeScript, and nothing else', async () => {
    const code = signatureChecks.TypeScript.replace(/^import .*$/m, '')
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the sample is code of ours, shown as text
    const check = new Function(
      'verify',
      'body',
      'headers',
      'secret',
      `return (async () => { ${code} })()`,
    ) as (...values: [typeof verify, string, object, string]) => Promise<void>
    for (const delivery of deliveries) {
      const checked = check(verify, delivery.body, delivery.headers, secret)
      if (delivery.genuine) await checked
      else await expect(checked).rejects.toThrow(WebhookVerificationError)
    }
  })

  it('are in the document', () => {
    const { description = '' } = buildDocument().tags.find(({ name }) => name === 'Webhooks') ?? {}
    for (const code of Object.values(signatureChecks)) expect(description).toContain(code)
  })
})
