import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/contract/task.ts'
import { curlFolder } from '../../support/curl.ts'

interface Demo {
  base_url: string
  account_id: string
  project_id: string
  token: string
}

let dataDir = ''
let started: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tasks-api-'))
  started = []
})

afterEach(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts the service as `npm start` does, in a process of its own. */
function start(variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['infra/local/main.ts'], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  const ready = async () => {
    while (!output.includes('Stop with Ctrl-C.')) {
      if (child.exitCode !== null) throw new Error(complaint)
      await sleep(20)
    }
    return demo()
  }
  return { child, exited, ready, output: () => output, complaint: () => complaint }
}

const demo = async () => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Demo
const enginePort = async () => {
  const { endpoint } = JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8')) as {
    endpoint: string
  }
  return Number(new URL(endpoint).port)
}

/** The engine's own process, below the shell that keeps it. */
async function enginePid(port: number): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [program = '', ...rest] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split(
      '\0',
    )
    if (program.endsWith('dynoxide') && rest.includes(String(port))) return Number(pid)
  }
  throw new Error('The engine is not running.')
}

const headersOf = ({ token }: Demo) => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': 'application/json',
})

const create = (service: Demo, label: string) =>
  fetch(`${service.base_url}/tasks`, {
    method: 'POST',
    headers: headersOf(service),
    body: JSON.stringify({ projectId: service.project_id, label }),
  })

async function labels(service: Demo): Promise<string[]> {
  const url = `${service.base_url}/projects/${service.project_id}/tasks?limit=100`
  const { tasks } = (await (await fetch(url, { headers: headersOf(service) })).json()) as { tasks: Task[] }
  return tasks.map(({ label }) => label)
}

async function portIsFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const free = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ])
  server.close()
  return free
}

describe('npm start', () => {
  it('seeds a demo account that only its owner can read, and prints a curl line that works', async () => {
    const service = start()
    const { base_url, account_id, project_id, token } = await service.ready()
    expect((await stat(join(dataDir, 'demo.json'))).mode & 0o777).toBe(0o600)
    expect(base_url).toMatch(/^http:\/\/localhost:\d+\/v1$/)
    expect(account_id).toMatch(/^[0-9a-f-]{36}$/)
    const line = /curl[^]*?\}'/.exec(service.output())?.[0] ?? ''
    expect(line).toContain(token)
    const env = { ...process.env, PATH: `${curlFolder()}:${String(process.env.PATH)}` }
    const curl = spawn('/bin/sh', ['-c', line], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const [answer] = (await once(curl.stdout, 'data')) as [Buffer]
    expect(JSON.parse(answer.toString())).toMatchObject({ task: { label: 'Try the Tasks API', project_id } })
  })

  it('prints a link to the web interface, which the page takes the demo account’s token from', async () => {
    const service = start()
    const { base_url, token } = await service.ready()
    const link = new URL(/http\S+#token=\S+/.exec(service.output())?.[0] ?? '')
    expect([link.origin, link.hash]).toEqual([new URL(base_url).origin, `#token=${token}`])
    const page = await fetch(link)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it('keeps tasks, account and token over a stop and another start on another port', async () => {
    const first = start()
    const before = await first.ready()
    await create(before, 'Kept')
    first.child.kill('SIGTERM')
    await first.exited
    const after = await start().ready()
    expect({ ...after, base_url: '' }).toEqual({ ...before, base_url: '' })
    expect(await labels(after)).toEqual(['Kept'])
  })

  it('makes a new demo account when the data is gone but its file is not', async () => {
    const first = start()
    const before = await first.ready()
    first.child.kill('SIGTERM')
    await first.exited
    await rm(join(dataDir, 'tasks.db'))
    const after = await start().ready()
    expect(after.account_id).not.toBe(before.account_id)
    expect(await labels(after)).toEqual([])
  })

  it('gives the demo account another token and project when those it had are gone', async () => {
    const first = start()
    const before = await first.ready()
    const remove = async (path: string) => {
      const { status } = await fetch(`${before.base_url}/${path}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${before.token}` },
      })
      expect(status).toBe(200)
    }
    const self = await fetch(`${before.base_url}/tokens/self`, { headers: headersOf(before) })
    const { token } = (await self.json()) as { token: { id: string } }
    await remove(`projects/${before.project_id}`)
    await remove(`tokens/${token.id}`)
    first.child.kill('SIGTERM')
    await first.exited
    const after = await start().ready()
    expect(after.account_id).toBe(before.account_id)
    expect((await create(after, 'Goes on')).status).toBe(201)
    expect(await labels(after)).toEqual(['Goes on'])
  })

  it('ends with one line when demo.json is broken, and leaves it as it is', async () => {
    const first = start()
    await first.ready()
    first.child.kill('SIGTERM')
    await first.exited
    const path = join(dataDir, 'demo.json')
    await writeFile(path, '{"base_url":')
    const second = start()
    expect(await second.exited).toEqual([1, null])
    expect(second.complaint()).toBe(
      `tasks-api: ${path} is broken: mend it, or delete it to start with another demo account.\n`,
    )
    expect(await readFile(path, 'utf8')).toBe('{"base_url":')
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'on %s finishes what is in flight and leaves no process',
    async (signal) => {
      const service = start()
      const demo = await service.ready()
      const port = await enginePort()
      const answers = Array.from({ length: 40 }, (_, n) => create(demo, `In flight ${n}`))
      await answers[0]
      service.child.kill(signal)
      service.child.kill(signal)
      const results = await Promise.allSettled(answers)
      expect(await service.exited).toEqual([0, null])
      expect(service.complaint()).toBe('')
      expect(await portIsFree(port)).toBe(true)
      expect(existsSync(join(dataDir, 'engine.json'))).toBe(false)
      const acknowledged = results.filter(
        (result) => result.status === 'fulfilled' && result.value.status === 201,
      )
      expect(acknowledged.length).toBeGreaterThan(0)
      expect((await labels(await start().ready())).length).toBe(acknowledged.length)
    },
  )

  it('loses no acknowledged write to kill -9, and leaves no engine behind', async () => {
    let expected: string[] = []
    for (let round = 0; round < 3; round++) {
      const service = start()
      const demo = await service.ready()
      expect((await labels(demo)).filter((label) => expected.includes(label)).sort()).toEqual(expected)
      const port = await enginePort()
      const acknowledged: string[] = []
      const answers = Array.from({ length: 30 }, async (_, n) => {
        const label = `Round ${round} ${n}`
        if ((await create(demo, label)).status === 201) acknowledged.push(label)
      })
      while (acknowledged.length < 5) await sleep(1)
      service.child.kill('SIGKILL')
      await Promise.allSettled(answers)
      expected = [...expected, ...acknowledged].sort()
      await expect.poll(() => portIsFree(port), { timeout: 5_000 }).toBe(true)
    }
    const held = await labels(await start().ready())
    expect(held.filter((label) => expected.includes(label)).sort()).toEqual(expected)
  })

  it('ends with one line and code 1 when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo // a TCP server's address is one
    const service = start({ PORT: String(port) })
    expect(await service.exited).toEqual([1, null])
    expect(service.complaint()).toBe(
      `tasks-api: Port ${port} is taken. Choose another: PORT=${port + 1} npm start\n`,
    )
    other.close()
  })

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
    [{ DYNAMODB_ENDPOINT: 'nowhere' }, 'DYNAMODB_ENDPOINT must be a URL such as http://localhost:8000.'],
  ])('ends with one line and code 1 for %j', async (variables, message) => {
    const service = start(variables)
    expect(await service.exited).toEqual([1, null])
    expect(service.complaint()).toBe(`tasks-api: ${message}\n`)
  })

  it('ends with one line and code 1 when another service uses the folder', async () => {
    const first = start()
    await first.ready()
    const second = start()
    expect(await second.exited).toEqual([1, null])
    expect(second.complaint()).toBe(
      `tasks-api: Another service (process ${String(first.child.pid)}) is using ${dataDir}: ` +
        'stop it, or choose another folder with DATA_DIR.\n',
    )
    expect(first.child.exitCode).toBeNull()
  })

  it('takes a folder over whose service left its claim behind', async () => {
    for (const claim of [
      `{"endpoint": "http://127.0.0.1:9", "pid": ${process.pid}}`,
      'nonsense',
      '{"pid": 1}',
    ]) {
      await writeFile(join(dataDir, 'engine.json'), claim)
      const service = start()
      await service.ready()
      service.child.kill('SIGTERM')
      expect(await service.exited).toEqual([0, null])
    }
  })

  it('lets one of two services that start at once have the folder', async () => {
    const services = [start(), start()]
    const results = await Promise.allSettled(services.map((service) => service.ready()))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('ends with one line and code 1 when the engine dies', async () => {
    const service = start()
    await service.ready()
    const port = await enginePort()
    process.kill(await enginePid(port), 'SIGKILL')
    expect(await service.exited).toEqual([1, null])
    expect(service.complaint()).toMatch(/^tasks-api: The DynamoDB engine ended [^\n]*\n$/)
  })

  it('ends with one line and code 1 when no engine answers at DYNAMODB_ENDPOINT', async () => {
    const service = start({ DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' })
    expect(await service.exited).toEqual([1, null])
    expect(service.complaint()).toMatch(/^tasks-api: [^\n]*http:\/\/127.0.0.1:9[^\n]*\n$/)
  })
})
