import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { newTenant } from '../../support/tenant.ts'
import { testPort } from '../../support/api.ts'

/** Writes lines to `npm run mcp`, and returns what it has written when they are answered. */
const run = (env: Record<string, string>, lines: string[], args: string[] = []) =>
  new Promise<{ code: number; out: Record<string, unknown>[]; text: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['infra/mcp/main.ts', ...args],
      { env: { PATH: String(process.env.PATH), ...env }, timeout: 50_000 },
      (error, stdout, stderr) => {
        const text = stdout.trim()
        const out =
          text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
        resolve({ code: Number(error?.code ?? 0), out, text, stderr })
      },
    )
    child.stdin?.write(lines.map((line) => `${line}\n`).join(''))
    let answers = 0
    child.stdout?.on('data', (chunk: string) => {
      answers += chunk.split('\n').length - 1
      if (answers >= lines.filter((line) => line.includes('"id"')).length) child.stdin?.end()
    })
  })

const message = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const initialize = message(1, 'initialize', {
  ...{ protocolVersion: '2025-06-18', capabilities: {} },
  clientInfo: { name: 'test', version: '1' },
})
const call = message(2, 'tools/call', { name: 'list_projects', arguments: {} })
const url = `http://127.0.0.1:${testPort}`

describe('npm run mcp', () => {
  it.each(['', '/', '/v1', '/v1/'])('asks the service at TASKS_URL with %j behind it', async (end) => {
    const { token, projectId } = await newTenant()
    const { out, stderr } = await run({ TASKS_URL: `${url}${end}`, TASKS_TOKEN: token }, [initialize, call])
    expect(stderr).toBe('')
    expect(out).toMatchObject([
      { id: 1, result: { protocolVersion: '2025-06-18', serverInfo: { name: 'tasks-api' } } },
      { id: 2, result: { structuredContent: { projects: [{ id: projectId }] } } },
    ])
  })

  it('says in the form of the protocol what is wrong with the token', async () => {
    const { out, text } = await run({ TASKS_URL: url, TASKS_TOKEN: 'tsk_secret' }, [initialize, call])
    expect(out[1]).toMatchObject({
      error: { message: expect.stringMatching(/^invalid_token: The token is malformed/) as unknown },
    })
    expect(text).not.toContain('tsk_secret')
  })

  it('refuses a request with the id of one that has no answer yet, and a wrong initialize', async () => {
    const { token } = await newTenant()
    const wrong = message(1, 'initialize', { protocolVersion: '2025-06-18' })
    const again = message(2, 'tools/call', { name: 'find_tasks', arguments: {} })
    const { out } = await run({ TASKS_URL: url, TASKS_TOKEN: token }, [wrong, initialize, call, again, call])
    const codes = out.map(({ id, error }) => [id, (error as { code: number } | undefined)?.code])
    expect(codes.toSorted()).toEqual(
      [
        [1, -32602],
        [1, undefined],
        [2, -32600],
        [2, -32600],
        [2, undefined],
      ].toSorted(),
    )
  })

  it.each([
    [{ TASKS_URL: url, TASKS_TOKEN: 'tsk_secret\u200b' }, /^mcp: TASKS_TOKEN must be a token: /],
    [{ TASKS_URL: url, TASKS_TOKEN: 'tsk secret' }, /^mcp: TASKS_TOKEN must be a token: /],
    [
      { TASKS_URL: 'http://ada:secret@127.0.0.1:1', TASKS_TOKEN: 'x' },
      /^mcp: The service's base URL must have no user name/,
    ],
  ])('ends with 2 and tells nobody a secret when its settings are %j', async (env, sentence) => {
    const { code, text, stderr } = await run(env, [])
    expect({ code, text }).toEqual({ code: 2, text: '' })
    expect(stderr).toMatch(sentence)
    expect(stderr).not.toContain('secret')
  })

  it('takes a token with a line end, as a file has it', async () => {
    const { token } = await newTenant()
    const { out } = await run({ TASKS_URL: url, TASKS_TOKEN: `${token}\n` }, [initialize, call])
    expect(out[1]).toMatchObject({ id: 2, result: { structuredContent: {} } })
  })

  it('takes the address of the endpoint, as the settings of other assistants have it', async () => {
    const { token } = await newTenant()
    const { out } = await run({ TASKS_URL: `${url}/v1/mcp`, TASKS_TOKEN: token }, [initialize, call])
    expect(out[1]).toMatchObject({ id: 2, result: { structuredContent: {} } })
  })

  it('says so when nothing answers, and when something else does', async () => {
    const gone = await run({ TASKS_URL: 'http://127.0.0.1:1', TASKS_TOKEN: 'x' }, [initialize, call])
    expect(gone.out[1]).toMatchObject({
      error: {
        message: expect.stringMatching(
          /got no answer \(.+\)\. Is the service running\? Start it with npm start\.$/,
        ) as unknown,
      },
    })
    const other = await run({ TASKS_URL: `${url}/v1/docs`, TASKS_TOKEN: 'x' }, [initialize, call])
    expect(other.out[1]).toMatchObject({
      error: { message: expect.stringMatching(/^route_not_found: There is no such route/) as unknown },
    })
  })

  it.each([
    [{ TASKS_TOKEN: 'x' }, /required option '--base-url <url>' \(or TASKS_URL\) not specified/],
    [{ TASKS_URL: '', TASKS_TOKEN: 'x' }, /\(or TASKS_URL\) not specified/],
    [{ TASKS_URL: 'tasks.example.com', TASKS_TOKEN: 'x' }, /It must be a URL such as/],
    [{ TASKS_URL: url }, /required option '--token <token>' \(or TASKS_TOKEN\) not specified/],
    [{ TASKS_URL: url, TASKS_TOKEN: '' }, /\(or TASKS_TOKEN\) not specified/],
    [{ TASKS_URL: url, TASKS_TOKEN: ' ' }, /\(or TASKS_TOKEN\) not specified/],
    [{}, /'--base-url <url>' \(or TASKS_URL\), '--token <token>' \(or TASKS_TOKEN\) not specified/],
  ])('ends with 2 and a sentence when its settings are %j', async (env, sentence) => {
    const { code, text, stderr } = await run(env, [])
    expect({ code, text }).toEqual({ code: 2, text: '' })
    expect(stderr).toMatch(sentence)
  })
})
