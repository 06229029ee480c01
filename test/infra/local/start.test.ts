import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startEngine } from '../../../infra/local/engine.ts'
import { enginePid } from '../../harness/service-process.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { create, headersOf, inDataDir, labels, start, withDataDir } from './service-process.ts'

withDataDir()

/** The address of the engine. */
async function enginePlace(): Promise<{ host: string; port: number }> {
  const { endpoint } = JSON.parse(await readFile(inDataDir('engine.json'), 'utf8')) as {
    endpoint: string
  }
  const { hostname, port } = new URL(endpoint)
  return { host: hostname, port: Number(port) }
}

async function portIsFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  const server = createServer().listen(port, host)
  const free = await once(server, 'listening').then(
    () => true,
    () => false, // EADDRINUSE is the only error that a port can give
  )
  server.close()
  return free
}

describe('npm start', () => {
  it('prints its address, its version, and where its data is', async () => {
    const service = start()
    const { base_url } = await service.ready()
    expect(service.output().trim().split('\n').slice(0, 3)).toEqual([
      `The Tasks API is ready at ${base_url}`,
      `Version: ${manifest.version}`,
      `Data, with a demo account's token in demo.json: ${inDataDir()}`,
    ])
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'on %s finishes what is in flight and leaves no process',
    async (signal) => {
      const service = start()
      const demo = await service.ready()
      const { host, port } = await enginePlace()
      const answers = Array.from({ length: 40 }, (_, n) => create(demo, `In flight ${n}`))
      await answers[0]
      service.child.kill(signal)
      service.child.kill(signal)
      const results = await Promise.allSettled(answers)
      expect(await service.exited).toEqual([0, null])
      expect(service.complaint()).toBe('')
      expect(await portIsFree(port, host)).toBe(true)
      expect(existsSync(inDataDir('engine.json'))).toBe(false)
      const acknowledged = results.filter(
        (result) => result.status === 'fulfilled' && result.value.status === 201,
      )
      expect(acknowledged.length).toBeGreaterThan(0)
      expect((await labels(await start().ready())).length).toBe(acknowledged.length)
    },
  )

  it('answers a request that arrives on a kept-alive connection while it stops', async () => {
    const service = start()
    const { base_url, token } = await service.ready()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async () => {
      const asking = get(`${base_url}/tokens/self`, { agent, headers: { Authorization: `Bearer ${token}` } })
      const [answer] = (await once(asking, 'response')) as [IncomingMessage]
      await text(answer)
      return { status: answer.statusCode, connection: answer.headers.connection, reused: asking.reusedSocket }
    }
    expect(await ask()).toEqual({ status: 200, connection: 'keep-alive', reused: false })
    const { port } = new URL(base_url)
    const stopped = service.stop()
    while (!(await portIsFree(Number(port)))) await sleep(1)
    expect(await ask()).toEqual({ status: 200, connection: 'close', reused: true })
    expect(await stopped).toEqual([0, null])
  })

  it('loses no acknowledged write to kill -9, and leaves no engine behind', async () => {
    let expected: string[] = []
    for (let round = 0; round < 3; round++) {
      const service = start()
      const demo = await service.ready()
      expect((await labels(demo)).filter((label) => expected.includes(label)).sort()).toEqual(expected)
      const { host, port } = await enginePlace()
      const acknowledged: string[] = []
      const answers = Array.from({ length: 30 }, async (_, n) => {
        const label = `Round ${round} ${n}`
        if ((await create(demo, label)).status === 201) acknowledged.push(label)
      })
      while (acknowledged.length < 5) await sleep(1)
      service.child.kill('SIGKILL')
      await Promise.allSettled(answers)
      expected = [...expected, ...acknowledged].sort()
      await expect.poll(() => portIsFree(port, host), { timeout: 30_000 }).toBe(true)
    }
    const held = await labels(await start().ready())
    expect(held.filter((label) => expected.includes(label)).sort()).toEqual(expected)
  })

  it('ends with one line and code 1 when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo // a TCP server has an address of this type
    const service = start({ PORT: String(port) })
    expect(await service.exited).toEqual([1, null])
    expect(service.complaint()).toBe(
      `tasks-api: Port ${port} is taken. Choose another: PORT=${port + 1} npm start\n`,
    )
    other.close()
  })

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
    [
      { POWERTOOLS_LOG_LEVEL: 'foo' },
      'POWERTOOLS_LOG_LEVEL must be one of DEBUG, INFO, WARN, ERROR, CRITICAL, SILENT, not "foo".',
    ],
    [
      { ORIGIN_SECRETS: 'short' },
      'ORIGIN_SECRETS must be secrets of at least 32 letters and digits, with commas between them.',
    ],
    [
      { HOST: 'nowhere.invalid' },
      'Cannot listen on nowhere.invalid:0 (ENOTFOUND): HOST must be an address of this machine.',
    ],
    [{ DATA_DIR: '/dev/null' }, 'DATA_DIR: /dev/null is not a folder.'],
    [{ DATA_DIR: '/proc/tasks/data' }, 'DATA_DIR: /proc/tasks/data cannot be used (ENOENT).'],
  ])('ends with one line and code 1 for %j', async (variables, message) => {
    const service = start(variables)
    expect(await service.exited).toEqual([1, null])
    expect(service.complaint()).toBe(`tasks-api: ${message}\n`)
  })

  it('takes empty variables for variables that are not set', async () => {
    const empty = ['PUBLIC_ORIGIN', 'VIEWER_ADDRESS_HEADER', 'ORIGIN_SECRETS', 'AWS_REGION', 'TRUST_PROXY']
    const variables = Object.fromEntries(empty.map((name) => [name, '']))
    const service = start({ ...variables, POWERTOOLS_LOG_LEVEL: '', WEBHOOKS_UNAVAILABLE: 'Because.' })
    const demo = await service.ready()
    const created = await fetch(`${demo.base_url}/webhooks`, {
      method: 'POST',
      headers: headersOf(demo),
      body: JSON.stringify({ url: 'http://127.0.0.1:4000/hook' }),
    })
    expect(created.status).toBe(201)
    await service.stop()
    expect(service.complaint()).toBe('')
    expect(service.output()).not.toContain('{"level"')
  })

  it('starts its engine at an address that is hard to guess, and different each time', async () => {
    const places = []
    for (let count = 0; count < 2; count++) {
      const service = start()
      await service.ready()
      places.push(await enginePlace())
      expect((await stat(inDataDir('engine.json'))).mode & 0o077).toBe(0)
      await service.stop()
    }
    for (const { host } of places) expect(host).toMatch(/^127\.(?!0\.)\d+\.\d+\.\d+$/)
    expect(places[0]?.host).not.toBe(places[1]?.host)
  })

  it('ends with one line and code 1 when another service uses the folder', async () => {
    const first = start()
    await first.ready()
    const second = start()
    expect(await second.exited).toEqual([1, null])
    expect(second.complaint()).toBe(
      `tasks-api: Another service (process ${String(first.child.pid)}) is using ${inDataDir()}: ` +
        'stop it, or choose another folder with DATA_DIR.\n',
    )
    expect(first.child.exitCode).toBeNull()
  })

  it('takes over a folder whose service left its engine.json behind', async () => {
    for (const claim of [
      `{"endpoint": "http://127.0.0.1:9", "pid": ${process.pid}}`,
      'nonsense',
      '{"pid": 1}',
    ]) {
      await writeFile(inDataDir('engine.json'), claim)
      const service = start()
      await service.ready()
      expect(await service.stop()).toEqual([0, null])
    }
  })

  it('gives the folder to one of two services that start at once', async () => {
    const services = [start(), start()]
    const results = await Promise.allSettled(services.map((service) => service.ready()))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('ends with one line and code 1 when the engine dies', async () => {
    const service = start()
    await service.ready()
    process.kill(await enginePid(inDataDir()), 'SIGKILL')
    expect(await service.exited).toEqual([1, null])
    expect(service.complaint()).toMatch(/^tasks-api: The DynamoDB engine ended [^\n]*\n$/)
  })

  it('makes the data folder, for demo.json, where DYNAMODB_ENDPOINT names the engine', async () => {
    const engine = await startEngine()
    onTestFinished(engine.stop)
    const DATA_DIR = inDataDir('not', 'there')
    const demo = await start({ DATA_DIR, DYNAMODB_ENDPOINT: engine.endpoint }).ready()
    expect((await stat(DATA_DIR)).mode & 0o077).toBe(0)
    expect((await create(demo, 'Stored')).status).toBe(201)
  })

  it('ends with one line and code 1 when no engine answers at DYNAMODB_ENDPOINT', async () => {
    const service = start({ DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' })
    expect(await service.exited).toEqual([1, null])
    expect(service.complaint()).toMatch(/^tasks-api: [^\n]*http:\/\/127.0.0.1:9[^\n]*\n$/)
  })
})
