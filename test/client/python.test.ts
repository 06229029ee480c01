import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request as ask, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { blocksOf } from '../recipes/recipe.ts'
import { testPort } from '../support/api.ts'
import { listenDuringTest } from '../support/listen.ts'
import { storeTasks } from '../support/stored-tasks.ts'
import { newTenant, type TestTenant } from '../support/tenant.ts'

const env = { ...process.env, PYTHONPATH: 'client/python', PYTHONDONTWRITEBYTECODE: '1' }

/** Runs a program in Python, with the client at hand, and returns what it leaves in `result`. */
async function run(program: string, given: object = {}): Promise<unknown> {
  const lines = [
    'import json, sys, time',
    'import tasks_api',
    'from tasks_api import TasksApi, TasksApiError, WebhookVerificationError, verify',
    'given = json.loads(sys.argv[1])',
    program,
    'print(json.dumps(result))',
  ]
  // a warning, such as of a file that was not closed, is an error
  const args = ['-W', 'error', '-c', lines.join('\n'), JSON.stringify(given)]
  const { stdout } = await promisify(execFile)('python3', args, { env })
  return JSON.parse(stdout)
}

/** A program that calls the service as `api`. */
const call = (program: string, given: { url: string; token: string } & Record<string, unknown>) =>
  run(`api = TasksApi(given["url"], given["token"])\n${program}`, given)

/** A program that keeps what the error of its call says. */
const failing = (statement: string) => `
try:
    ${statement}
    result = None
except TasksApiError as error:
    result = {"code": error.code, "status": error.status, "docs": error.docs, "text": str(error),
        "retry_after": error.retry_after}`

/** The outcome of an attempt. `lost`: the service handles the request, but its answer never arrives. */
type Fate = 'lost' | { status: number; headers?: Record<string, string>; body?: object | string }

const serviceUrl = `http://127.0.0.1:${testPort}/v1`

/** The service behind a proxy in which the first attempts have these outcomes, and the requests that it got. */
async function openFates(...fates: Fate[]) {
  const sent: IncomingMessage[] = []
  const server = createServer((request, response) => {
    void (async () => {
      sent.push(request)
      const body = await buffer(request)
      const fate = fates.shift()
      if (typeof fate === 'object') {
        const headers = { 'Content-Type': 'application/json', ...fate.headers }
        const { body: content = {} } = fate
        return response
          .writeHead(fate.status, headers)
          .end(typeof content === 'string' ? content : JSON.stringify(content))
      }
      const { method, url: path, headers } = request
      const onward = ask({ port: testPort, host: '127.0.0.1', method, path, headers }).end(body)
      const [answer] = (await once(onward, 'response')) as [IncomingMessage] // that is what the event has
      const content = await buffer(answer)
      if (fate === 'lost') return response.destroy()
      return response.writeHead(answer.statusCode ?? 0, answer.headers).end(content)
    })()
  })
  return { url: `${await listenDuringTest(server)}/v1`, sent }
}

const error = (status: number, code: string, headers: Record<string, string> = {}): Fate => ({
  status,
  headers,
  body: { error: { code, message: 'A message', request_id: 'r-1', docs: `/v1/docs#${code}` } },
})

describe('the client in Python', () => {
  it('creates, reads, changes and deletes a task', async () => {
    const { token, projectId } = await newTenant()
    const program = `
task = api.post("/tasks", {"projectId": given["projectId"], "label": "Grüße 🧀", "externalId": "order/ü 17#"})["task"]
seen = api.send("GET", "/tasks/ext:order%2F\\u00fc 17#")
changed = api.patch("/tasks/" + task["id"], {"status": 2}, headers={"If-Match": seen.etag})["task"]
unchanged = api.send("GET", "/tasks/" + task["id"], headers={"If-None-Match": '"2"'})
result = [seen.body["task"] == task, seen.etag, changed["status"], unchanged.status, api.delete("/tasks/" + task["id"])]`
    expect(await call(program, { url: `${serviceUrl}/`, token, projectId })).toEqual([
      true,
      '"1"',
      2,
      304,
      { success: true },
    ])
  })

  it('reads each page of a list, with lists and true in its query', async () => {
    const { token, projectId, createTask } = await newTenant()
    const labels = ['a', 'b', 'c', 'd', 'e']
    for (const [index, label] of labels.entries()) await createTask({ label, status: index % 2 })
    await createTask({ label: 'done', status: 2 })
    const program = `
path = "/projects/" + given["projectId"] + "/tasks"
query = {"limit": 2, "status": [0, 1], "q": None}
result = {
    "labels": sorted(task["label"] for task in api.each(path, query)),
    "pages": [len(page["tasks"]) for page in api.pages(path, query)],
    "fields": list(api.each("/fields")),
    "tried": api.send("POST", "/tasks", {"projectId": given["projectId"], "label": "T"}, {"dryRun": True}).status,
    "changes": len({change["task"]["id"] for change in api.each("/changes", {"limit": 4})}),
    "now": list(api.each("/changes", {"from": "now"})),
}`
    expect(await call(program, { url: serviceUrl, token, projectId })).toEqual({
      labels,
      pages: [2, 2, 1],
      fields: [],
      tried: 200,
      changes: 6,
      now: [],
    })
  })

  it('says that an answer has no list, and how a path begins', async () => {
    const { token } = await newTenant()
    const program = `
def refused(act):
    try:
        act()
    except ValueError as error:
        return str(error)

result = [refused(lambda: list(api.each("/tokens/self"))), refused(lambda: api.get("projects"))]`
    expect(await call(program, { url: serviceUrl, token })).toEqual([
      '/tokens/self answers with no list: use get()',
      'path must begin with /, such as /tasks, not projects',
    ])
  })

  it('exports all pages of a project', async () => {
    const { token, projectId, createTask } = await newTenant()
    const { url, sent } = await openFates()
    await createTask()
    // more than the 4 MiB of a page
    const program = `
one = {"op": "create", "projectId": given["projectId"], "label": "T", "description": "x" * 10_000}
for _ in range(18):
    api.post("/tasks/bulk", {"operations": [one] * 25})
result = [len("".join(api.export(given["projectId"], format)).splitlines()) for format in ("ndjson", "csv")]`
    expect(await call(program, { url, token, projectId })).toEqual([451, 452])
    expect(sent.filter(({ url: path }) => path?.includes('cursor=')).length).toBeGreaterThanOrEqual(2)
  })

  it('says what the service says of a wrong request', async () => {
    const { token, projectId } = await newTenant()
    const statement = 'api.post("/tasks", {"projectId": given["projectId"], "status": 3})'
    const docs = expect.stringMatching(/^http.*\/docs#invalid_request$/) as string
    expect(await call(failing(statement), { url: serviceUrl, token, projectId })).toEqual({
      code: 'invalid_request',
      status: 400,
      docs,
      text: expect.stringMatching(
        /^label is required \(and 1 more in details\) \(invalid_request\)\n- label is required\n- status must be one of 0, 1, 2\nhttp\S+#invalid_request$/,
      ) as string,
      retry_after: 0,
    })
  })

  it.each([
    ['a create of a task', 'api.post("/tasks", {"projectId": given["projectId"], "label": "Once"})'],
    [
      'a bulk request',
      'api.post("/tasks/bulk", {"operations": [{"op": "create", "projectId": given["projectId"], "label": "Once"}]})',
    ],
  ])('makes one task by %s in four attempts, with one Idempotency-Key', async (_, statement) => {
    const { token, projectId, taskCount } = await newTenant()
    const { url, sent } = await openFates('lost', error(503, 'service_unavailable'), 'lost')
    await call(`${statement}\nresult = 1`, { url, token, projectId })
    expect(await taskCount()).toBe(1)
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/^[0-9a-f-]{36}$/) as string))
    expect(new Set(keys).size).toBe(1)
  })

  it('takes a key that is given', async () => {
    const { token, projectId, taskCount } = await newTenant()
    const program = `
body = {"projectId": given["projectId"], "label": "Once"}
key = {"idempotency-key": "weekly-2026-W47"}
answers = [api.send("POST", "/tasks", body, headers=key) for _ in range(2)]
result = [one.headers["idempotency-replayed"] for one in answers]`
    expect(await call(program, { url: serviceUrl, token, projectId })).toEqual([null, 'true'])
    expect(await taskCount()).toBe(1)
  })

  it('makes one lane that has an id, and sends none twice that has none', async () => {
    const { token, projectId, send } = await newTenant()
    const own = { id: crypto.randomUUID(), label: 'Once' }
    const path = `/projects/${projectId}/lanes`
    const { url } = await openFates('lost', 'lost')
    await call('api.post(given["path"], given["own"])\nresult = 1', { url, token, path, own })
    const lost = await openFates('lost')
    expect(
      await call(failing('api.post(given["path"], {"label": "Perhaps"})'), {
        url: lost.url,
        token,
        path,
      }),
    ).toMatchObject({ code: 'network_error', status: 0 })
    expect(lost.sent).toHaveLength(1)
    expect((await send('GET', `/projects/${projectId}`)).body).toMatchObject({
      project: { workflow_lanes: [own, { label: 'Perhaps' }] },
    })
  })

  it('waits as Retry-After says, in seconds or as a date', async () => {
    const { token } = await newTenant()
    const date = new Date(Date.now() + 3000).toUTCString()
    const { url, sent } = await openFates(
      error(429, 'rate_limited', { 'Retry-After': '1' }),
      error(503, 'service_unavailable', { 'Retry-After': date }),
    )
    const startedAt = Date.now()
    await call('api.get("/projects")\nresult = 1', { url, token })
    expect(Date.now()).toBeGreaterThanOrEqual(Math.max(startedAt + 1000, Date.parse(date)))
    expect(sent).toHaveLength(3)
  })

  it.each<[string, Fate, string]>([
    ['a reached quota', error(429, 'quota_exceeded'), 'quota_exceeded'],
    ['a wait that is too long', error(429, 'rate_limited', { 'Retry-After': '66' }), 'rate_limited'],
    ['a fault', error(500, 'internal_error'), 'internal_error'],
    ['an answer of something else', { status: 404, body: { message: 'no' } }, 'unexpected_answer'],
    ['a page', { status: 200, headers: { 'Content-Type': 'text/html' } }, 'unexpected_answer'],
    ['a text', { status: 200, headers: { 'Content-Type': 'text/plain' } }, 'unexpected_answer'],
    ['nothing', { status: 200, body: '' }, 'unexpected_answer'],
    ['a list', { status: 200, body: [] }, 'unexpected_answer'],
    ['half an answer', { status: 200, body: '{"projects": [' }, 'unexpected_answer'],
    ['a redirect', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, 'unexpected_answer'],
  ])('does not try again after %s', async (_, fate, code) => {
    const { url, sent } = await openFates(fate)
    expect(await call(failing('api.get("/projects")'), { url, token: 'tsk_none' })).toMatchObject({ code })
    expect(sent).toHaveLength(1)
  })

  it('gives up after four retries, and says what it got', async () => {
    const unavailable = { status: 503, headers: { 'Content-Type': 'text/html' } }
    const { url, sent } = await openFates(...Array.from({ length: 9 }, () => unavailable))
    const program = `tasks_api.BASE_DELAY_SECONDS = 0.01\n${failing('api.get("/projects")')}`
    expect(await call(program, { url, token: 'tsk_none' })).toMatchObject({
      code: 'service_unavailable',
      status: 503,
    })
    expect(sent).toHaveLength(5)
  })

  it('refuses a base URL and a token that cannot be right', async () => {
    const program = `
result = []
for values in [("localhost:3000", "t"), ("file:///etc/passwd", "t"), ("http://localhost:3000/v1", "tsk\\n_1")]:
    try:
        TasksApi(*values)
    except ValueError as error:
        result.append(str(error).split(" ")[0])`
    expect(await run(program)).toEqual(['base_url', 'base_url', 'token'])
  })
})

const [first = '', receiver = '', nightly = ''] = blocksOf(
  readFileSync('docs/reference/python.md', 'utf8'),
  'python',
)

/** Runs a program of the page as its reader does; returns what it prints. */
async function runPage(
  program: string,
  { token, projectId }: TestTenant,
  ...args: string[]
): Promise<string> {
  const settings = { URL: serviceUrl, TOKEN: token, PROJECT: projectId }
  const running = promisify(execFile)('python3', ['-c', program, ...args], { env: { ...env, ...settings } })
  return (await running).stdout
}

describe('the page about the client in Python', () => {
  it('makes and lists a task', async () => {
    expect(await runPage(first, await newTenant())).toBe('Call Ada\n')
  })

  it('completes and deletes at night what is old, and nothing the second time', async () => {
    const tenant = await newTenant()
    const at = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
    await storeTasks(tenant, [
      { label: 'old', status: 1, updated_at: at(31) },
      { label: 'recent', status: 1, updated_at: at(29) },
      { label: 'old and done', status: 2, updated_at: at(31) },
      { label: 'done', status: 2, updated_at: at(29) },
    ])
    for (const args of [['--dry-run'], []])
      expect(await runPage(nightly, tenant, ...args)).toBe('1 completed, 1 in the trash\n')
    expect(await runPage(nightly, tenant)).toBe('0 completed, 0 in the trash\n')
    const { body: answer } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks`)
    const { tasks } = answer as { tasks: { label: string; status: number }[] } // `send` has checked it
    expect(tasks.map(({ label, status }) => [label, status]).sort()).toEqual([
      ['done', 2],
      ['old', 2],
      ['recent', 1],
    ])
  })

  it('receives a webhook', async () => {
    const program = `${receiver}
with contextlib.redirect_stdout(io.StringIO()) as shown:
    statuses = [receive(given["body"].encode(), one, given["secret"]) for one in given["headers"]]
result = [statuses, shown.getvalue()]`
    const headers = [signed(), signed({ by: [other] })]
    const given = { body, secret, headers }
    expect(await run(`import contextlib, io\n${program}`, given)).toEqual([
      [204, 401],
      'webhook.test evt_1\n',
    ])
  })
})

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', data: { note: 'é 日 🙂' } })

/** The headers of a delivery, made by the official library. */
function signed({ by = [secret], text = body, ageSeconds = 0 } = {}): Record<string, string> {
  const at = new Date(Date.now() - ageSeconds * 1000)
  return {
    'Webhook-Id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': by.map((one) => new Webhook(one).sign('evt_1', at, text)).join(' '),
  }
}

describe('verify in Python', () => {
  const check = (deliveries: object[]) =>
    run(
      `
result = []
for one in given["deliveries"]:
    try:
        result.append(verify(one.get("body", given["body"]).encode(), one["headers"], one["secrets"])["type"])
    except WebhookVerificationError as error:
        result.append(error.reason)
    except ValueError as error:
        result.append("malformed secret")`,
      { body, deliveries },
    )

  it('returns the event of what a secret signed', async () => {
    const deliveries = [
      { headers: signed(), secrets: secret },
      { headers: signed({ by: [other, secret] }), secrets: secret },
      { headers: signed(), secrets: [other, secret] },
      { headers: signed({ ageSeconds: 240 }), secrets: secret },
    ]
    expect(await check(deliveries)).toEqual(deliveries.map(() => 'webhook.test'))
  })

  it('refuses everything else, and says why', async () => {
    const without = { ...signed(), 'webhook-signature': '' }
    const refused: [reason: string, delivery: object][] = [
      ['missing_header', { headers: {} }],
      ['missing_header', { headers: without }],
      ['malformed_header', { headers: { ...signed(), 'webhook-timestamp': '１２' } }],
      ['timestamp_too_old', { headers: signed({ ageSeconds: 302 }) }],
      ['timestamp_too_new', { headers: signed({ ageSeconds: -400 }) }],
      ['wrong_signature', { headers: signed({ by: [other] }) }],
      ['wrong_signature', { headers: signed(), body: body.replace('é', 'e') }],
      ['wrong_signature', { headers: { ...signed(), 'Webhook-Id': 'evt_2' } }],
      ['wrong_signature', { headers: { ...signed(), 'webhook-signature': 'v1,ü v2,' } }],
      ['malformed_body', { headers: signed({ text: '[1]' }), body: '[1]' }],
      ...['', 'whsec_', `whsec_${btoa('short')}`, secret.slice(6), 'whsec_%%%%'].map(
        (secrets): [string, object] => ['malformed secret', { headers: signed(), secrets }],
      ),
      ['malformed secret', { headers: signed(), secrets: [] }],
    ]
    const deliveries = refused.map(([, delivery]) => ({ secrets: secret, ...delivery }))
    expect(await check(deliveries)).toEqual(refused.map(([reason]) => reason))
  })
})
