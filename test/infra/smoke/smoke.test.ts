import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { startServiceProcess } from '../../harness/service-process.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { openProxy } from './proxy.ts'

const service = startServiceProcess(newTempFolder())
let demo: Demo

beforeAll(async () => {
  demo = await service.ready()
})

afterAll(() => service.stop())

/** Runs `npm run smoke`. */
const smoke = (options: Record<string, string>, ...more: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const given = { 'base-url': demo.base_url, token: demo.token, project: demo.project_id, ...options }
    const flags = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value])
    execFile(process.execPath, ['infra/smoke/main.ts', ...flags, ...more], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })

const get = async (path: string): Promise<unknown> => {
  const headers = { Authorization: `Bearer ${demo.token}` }
  return (await fetch(`${demo.base_url}${path}`, { headers })).json()
}

describe('npm run smoke', () => {
  it('passes against a service, step by step, and leaves no task behind', async () => {
    const { code, stdout, stderr } = await smoke({ 'base-url': demo.base_url.replace('/v1', '/') })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const names = 'token|no token|create|create again|read|update|stale update|list|delete|gone'.split('|')
    const lines = stdout.trim().split('\n')
    expect(lines.slice(0, -1).map((line) => line.replace(/ +\d+ ms$/, ''))).toEqual(
      names.map((name) => `ok      ${name}`),
    )
    expect(lines.at(-1)).toBe(`${demo.base_url} works.`)
    expect(await get(`/projects/${demo.project_id}/tasks`)).toEqual({ tasks: [], next_cursor: null })
  })

  it('prints one JSON document with --json', async () => {
    const { code, stdout } = await smoke({}, '--json')
    const { ok, steps } = JSON.parse(stdout) as { ok: boolean; steps: { ok: boolean }[] }
    expect({ code, ok }).toEqual({ code: 0, ok: true })
    expect(steps.map((step) => step.ok)).toEqual(Array.from({ length: 10 }, () => true))
  })

  it('ends with 1 and a message when the token is unknown', async () => {
    const { code, stdout, stderr } = await smoke({ token: 'tsk_wrong' })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAILED {2}token +\d+ ms\n$/)
    expect(stderr).toMatch(
      /^smoke: token: GET \/tokens\/self answered 401 instead of 200\. invalid_token: .+\(request .+\)\n$/,
    )
    expect(stdout + stderr).not.toContain('tsk_wrong')
  })

  it('ends with 1 when the project does not exist, and has nothing to clean up', async () => {
    const { code, stdout, stderr } = await smoke({ project: crypto.randomUUID() })
    expect(code).toBe(1)
    expect(stdout).not.toContain('clean up')
    expect(stderr).toMatch(
      /^smoke: create: POST \/tasks answered 404 instead of 201\. project_not_found: [^\n]+\n$/,
    )
  })

  it('ends with 1, and says how to start the service, when it does not run', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // a TCP server has an address of this type
    server.close()
    await once(server, 'close')
    const url = `http://localhost:${port}/v1`
    const { code, stderr } = await smoke({ 'base-url': url })
    expect(code).toBe(1)
    expect(stderr).toBe(
      `smoke: token: GET ${url}/tokens/self got no answer (ECONNREFUSED). ` +
        'Is the service running? Start it with npm start.\n',
    )
  })

  it('deletes its task when a later step fails', async () => {
    const { origin, seen } = await openProxy(demo.base_url, 'PATCH')
    const { code, stdout, stderr } = await smoke({ 'base-url': origin })
    expect(code).toBe(1)
    expect(stderr).toContain('smoke: update: PATCH http://127.0.0.1')
    expect(stderr).toContain("something other than JSON: is this the API's base URL?")
    expect(stdout).toMatch(/FAILED {2}update +\d+ ms\nok {6}clean up +\d+ ms\n$/)
    expect(seen.at(-1)).toBe('DELETE /v1/tasks/{id}')
    expect(await get(`/projects/${demo.project_id}/tasks`)).toEqual({ tasks: [], next_cursor: null })
  })

  it('ends with 2 and names the option when its usage is wrong', async () => {
    const { code, stderr } = await smoke({ 'base-url': 'nowhere' })
    expect(code).toBe(2)
    expect(stderr).toMatch(/--base-url.* It must be a URL such as https:\/\/api\.example\.com\/v1\./)
  })
})
