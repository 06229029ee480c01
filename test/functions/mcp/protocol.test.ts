import { afterEach, describe, expect, it, vi } from 'vitest'
import { send, tap } from '../../support/api.ts'
import { callOf, post } from '../../support/agent.ts'
import { snapshot } from '../../support/requests.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

afterEach(() => {
  tap.reset()
  vi.useRealTimers()
})

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const rpcError = (code: number, message: unknown, id: unknown = null) => ({
  ...{ jsonrpc: '2.0', id },
  error: expect.objectContaining({ code, message }) as unknown,
})
const initialize = (protocolVersion: string) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})

/** A message in the revision of 2026, with the headers that it asks for. */
const inRevision = (version: string, method: string, params: object = {}) => ({
  body: {
    ...{ jsonrpc: '2.0', id: 1, method },
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': version,
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
  headers: { 'MCP-Protocol-Version': version, 'Mcp-Method': method },
})

describe('POST /mcp', () => {
  it('answers in JSON that nothing may store, whatever the revision and whatever is accepted', async () => {
    const { token } = await newTenant()
    const { body, headers } = inRevision('2026-07-28', 'tools/list')
    for (const answer of [
      await post(token, list, { Accept: 'application/json' }),
      await post(token, list, { Accept: 'text/event-stream' }),
      await post(token, initialize('2025-06-18')),
      await post(token, body, headers),
    ]) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: 1, result: expect.any(Object) as unknown })
    }
  })

  it('says of itself which revision it speaks: the one that is asked for, or the newest that it knows', async () => {
    const { token } = await newTenant()
    const versions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']
    for (const version of versions) {
      const { body } = await post(token, initialize(version))
      expect(body).toMatchObject({
        result: { protocolVersion: version, capabilities: { tools: {} }, serverInfo: { name: 'tasks-api' } },
      })
    }
    for (const unknown of ['1999-01-01', '2099-01-01', 'x']) {
      expect((await post(token, initialize(unknown))).body).toMatchObject({
        result: { protocolVersion: '2025-11-25' },
      })
    }
  })

  it('refuses a revision that it does not know with 400, and names those that it knows', async () => {
    const { token } = await newTenant()
    const old = await post(token, list, { 'MCP-Protocol-Version': '1999-01-01' })
    expect(old.status).toBe(400)
    expect(JSON.stringify(old.body)).toContain('2025-11-25')
    const { body, headers } = inRevision('2099-01-01', 'tools/list')
    const future = await post(token, body, headers)
    expect(future.status).toBe(400)
    expect(JSON.stringify(future.body)).toContain('2026-07-28')
  })

  it('takes a notification without an answer', async () => {
    const { token } = await newTenant()
    const { status, body } = await post(token, { jsonrpc: '2.0', method: 'notifications/initialized' })
    expect({ status, body }).toEqual({ status: 202, body: undefined })
  })

  it.each([
    ['no JSON', '{"jsonrpc": ', 'The body is not valid JSON: it ends too early.'],
    ['nothing', '', 'The body is not valid JSON: it ends too early.'],
    [
      '34 levels deep',
      '['.repeat(34) + ']'.repeat(34),
      'The body must not be nested more than 32 levels deep.',
    ],
    ['50,000 levels deep', '['.repeat(50_000) + ']'.repeat(50_000), expect.stringMatching(/^The body /)],
  ])('answers 400 in the form of the protocol to a body that is %s', async (_, body, message) => {
    const { token } = await newTenant()
    expect(await post(token, body)).toMatchObject({ status: 400, body: rpcError(-32700, message) })
  })

  it.each([
    ['an empty object', {}],
    ['a text', '"text"'],
    ['an empty list', []],
    ['no method', { jsonrpc: '2.0', id: 1 }],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'tools/list' }],
  ])('answers 400 in the form of the protocol to %s', async (_, body) => {
    const { token } = await newTenant()
    const answer = await post(token, body)
    expect(answer).toMatchObject({
      status: 400,
      body: { jsonrpc: '2.0', error: { code: expect.any(Number) as unknown } },
    })
  })

  it('refuses a list of messages in the form of the protocol, and does nothing of it', async () => {
    const tenant = await newTenant()
    const { token, projectId } = tenant
    const create = (id: number) => callOf('create_tasks', { tasks: [{ projectId, label: 'A' }] }, id)
    const message = 'Send one message, not a list of messages.'
    for (const [body, headers] of [
      [[create(1)], {}],
      [[create(1), create(1)], {}], // equal ids
      [Array.from({ length: 100 }, (_, id) => create(id)), {}],
      [[initialize('2025-06-18'), create(2)], {}],
      [[inRevision('2026-07-28', 'tools/list').body], inRevision('2026-07-28', 'tools/list').headers],
    ] as const) {
      const { status, body: answer } = await post(token, body, headers)
      expect({ status, answer }).toEqual({ status: 400, answer: rpcError(-32600, message) })
    }
    expect(await tenant.taskCount()).toBe(0)
  })

  it.each([
    ['initialize without anything', 'initialize', undefined, 'params'],
    [
      'initialize with a number as its revision',
      'initialize',
      { protocolVersion: 1 },
      'params.protocolVersion',
    ],
    ['initialize by nobody', 'initialize', { protocolVersion: '2025-06-18' }, 'params.clientInfo'],
    ['tools/list with a number as its cursor', 'tools/list', { cursor: 7 }, 'params.cursor'],
    ['tools/call without a name', 'tools/call', { arguments: {} }, 'params.name'],
  ])('answers -32602 to %s, and names what is wrong', async (_, method, params, path) => {
    const { token } = await newTenant()
    const { status, body } = await post(token, { jsonrpc: '2.0', id: 7, method, params })
    const names = (text: string) => new RegExp(`^${method}: .*\\b${text.replace('.', '\\.')}: `)
    const message = expect.stringMatching(names(path)) as unknown
    expect({ status, body }).toEqual({ status: 200, body: rpcError(-32602, message, 7) })
  })

  it('answers an unknown method, an unknown tool and arguments that are no object as the protocol says', async () => {
    const { token } = await newTenant()
    const unknown = await post(token, { jsonrpc: '2.0', id: 1, method: 'tools/delete' })
    expect(unknown).toMatchObject({ status: 200, body: rpcError(-32601, expect.any(String), 1) })
    const names = ['no_such', 'constructor', '__proto__'].map((name) => [name, name])
    for (const [name = '', said] of [...names, ['x'.repeat(10_000), `${'x'.repeat(64)}…`]]) {
      const { status, body } = await post(token, callOf(name))
      const message = `There is no tool ${said}.`
      expect({ status, body }).toEqual({ status: 200, body: rpcError(-32602, message, 1) })
    }
    const listed = { ...callOf('get_task'), params: { name: 'get_task', arguments: ['x'] } }
    expect(await post(token, listed)).toMatchObject({ body: rpcError(-32602, expect.any(String), 1) })
  })

  it('answers 413 to more than 256 KiB, and 415 to anything but JSON', async () => {
    const tenant = await newTenant()
    const { token, projectId } = tenant
    const large = callOf('create_tasks', { tasks: [{ projectId, label: 'x'.repeat(256 * 1024) }] })
    expect(await post(token, large)).toMatchObject({
      status: 413,
      body: errorBody('payload_too_large', 'The body must be at most 256 KiB.'),
    })
    expect((await post(token, list, { 'Content-Type': 'text/plain' })).status).toBe(415)
    expect(await tenant.taskCount()).toBe(0)
  })

  it.each(['GET', 'DELETE'])('is the only method: %s is 405, so no session is waited for', async (method) => {
    const { token } = await newTenant()
    const { status, headers, body } = await send(method, '/mcp', { token })
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'POST' })
    expect(body).toMatchObject({ error: { code: 'method_not_allowed' } })
  })

  it('keeps no subscription open', async () => {
    const { token } = await newTenant()
    const { body, headers } = inRevision('2026-07-28', 'subscriptions/listen', {
      notifications: { toolsListChanged: true },
    })
    expect(await post(token, body, headers)).toMatchObject({
      body: { error: { code: expect.any(Number) as unknown } },
    })
  })

  it('asks for the token with every message: one that is revoked meanwhile is 401 with WWW-Authenticate', async () => {
    const tenant = await newTenant()
    const token = await tenant.newToken(['read'])
    expect((await post(token, initialize('2025-11-25'))).status).toBe(200)
    const { body } = await send('GET', '/tokens/self', { token })
    const { id } = (body as { token: { id: string } }).token
    await tenant.send('DELETE', `/tokens/${id}`)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 }) // until then it may be remembered
    const revoked = await post(token, callOf('list_projects'))
    expect(revoked.status).toBe(401)
    expect(revoked.headers.get('www-authenticate')).toMatch(
      /^Bearer realm="tasks-api", error="invalid_token", resource_metadata="/,
    )
    expect(revoked.body).toEqual(errorBody('invalid_token', expect.any(String)))
    const none = await post(undefined, list)
    expect(none.headers.get('www-authenticate')).toMatch(/^Bearer realm="tasks-api", resource_metadata="/)
  })
})

describe('the rate limit', () => {
  /** What is left of a token's minute. */
  const left = async (token: string, body: unknown) => {
    const { headers } = await post(token, body)
    return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  }

  it('counts a call as one request, and every ten entries as one', async () => {
    const { token, projectId } = await newTenant({ rateLimit: 1_000 })
    const first = await left(token, list)
    const spent: number[] = []
    let before = first
    const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())
    for (const body of [
      callOf('find_tasks'),
      callOf('complete_tasks', { ids: ids(10) }),
      callOf('complete_tasks', { ids: ids(25) }),
      callOf('move_tasks', { moves: ids(25).map((id) => ({ id, to: 'top' })) }),
      callOf('create_tasks', { tasks: ids(11).map((label) => ({ projectId, label })), dryRun: true }),
    ]) {
      const now = await left(token, body)
      spent.push(before - now)
      before = now
    }
    expect(spent).toEqual([1, 1, 3, 3, 2])
  })

  it('refuses a call that is too dear as a result, and a message above the limit with 429', async () => {
    const tenant = await newTenant({ rateLimit: 5 }) // 2 for each token
    const call = callOf('complete_tasks', { ids: Array.from({ length: 25 }, () => crypto.randomUUID()) })
    await post(tenant.token, list) // an unused minute has room for one call of any size
    expect((await post(tenant.token, call)).body).toMatchObject({
      result: { isError: true, structuredContent: { error: { code: 'rate_limited' } } },
    })
    let status = 200
    for (let n = 0; n < 5 && status === 200; n++) ({ status } = await post(tenant.token, list))
    expect(status).toBe(429)
  })
})

describe('a fault of storage', () => {
  it('in a tool is 503 with Retry-After, as everywhere, and changes nothing', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    await tenant.send('GET', `/tasks/${id}`)
    const before = await snapshot(tenant)
    tap.reset()
    tap.faults = (operation) => (operation === 'Query' ? 'server-error' : undefined)
    const { status, headers, body } = await post(tenant.token, callOf('find_tasks'))
    expect({ status, body }).toEqual({
      status: 503,
      body: errorBody('service_unavailable', 'The service is busy. Try again in a moment.'),
    })
    expect(headers.get('retry-after')).toBe('1')
    tap.reset()
    expect(await snapshot(tenant)).toEqual(before)
  })

  it('that is ours alone is 500, as everywhere, and no result that a model would act on', async () => {
    const tenant = await newTenant()
    await tenant.send('GET', '/projects')
    tap.reset()
    tap.faults = (operation) => (operation === 'Query' ? 'invalid' : undefined)
    const { status, body } = await post(tenant.token, callOf('find_tasks'))
    expect({ status, body }).toEqual({
      status: 500,
      body: errorBody('internal_error', 'Something went wrong on our side. Try again later.'),
    })
  })

  it('in an entry is the error of that entry, as in a bulk request', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    await tenant.send('GET', `/tasks/${id}`)
    tap.reset()
    tap.faults = (operation) => (operation === 'UpdateItem' ? 'server-error' : undefined)
    const { status, body } = await post(tenant.token, callOf('complete_tasks', { ids: [id] }))
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        result: {
          structuredContent: {
            ...{ succeeded: 0, failed: 1 },
            results: [{ status: 503, error: { code: 'service_unavailable' } }],
          },
        },
      },
    })
  })
})

describe('an answer that is very long', () => {
  it('is in the data alone, and the text says how to get a shorter one', async () => {
    const tenant = await newTenant()
    for (let n = 0; n < 30; n++) await tenant.createTask({ description: '"'.repeat(10_000) })
    const { body } = await post(tenant.token, callOf('find_tasks'))
    const { result } = body as {
      result: { content: [{ text: string }]; structuredContent: { tasks: object[] } }
    }
    expect(result.structuredContent.tasks).toHaveLength(30)
    expect(result.content[0].text).toMatch(/^The answer is too long .* lower limit\.$/)
  })
})
