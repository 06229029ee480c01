import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { checkPackages } from '../../../infra/tasks/doctor.ts'
import { startServiceProcess } from '../../harness/service-process.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { compileCache } from '../../support/compile-cache.ts'
import { tasks } from './run.ts'

/** A port that nothing listens on, and the port of a program that answers nothing. */
async function takenPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return String((server.address() as AddressInfo).port) // a TCP server has an address of this type
}

describe('tasks doctor', () => {
  it('finds nothing missing before the first start', async () => {
    const { code, stdout } = await tasks(['doctor'], { PORT: '0' })
    expect(stdout).toContain(`ok       Version      ${manifest.version}, in ${process.cwd()}\n`)
    expect(stdout).toContain(`ok       Node         ${process.version}, `)
    expect(stdout).toContain('ok       Packages     as package-lock.json names them\n')
    expect(stdout).toMatch(/^ok {7}Engine {7}dynoxide \d/m)
    expect(stdout).toMatch(/^note {5}Data folder {2}\S+ has no data yet: npx tasks start makes it$/m)
    expect(stdout).toMatch(/^note {5}Service {6}not running\. Start it with npm start$/m)
    expect(code).toBe(0)
  })

  it('finds a running service and its data, and one that has stopped', async () => {
    const DATA_DIR = newTempFolder()
    const service = startServiceProcess(DATA_DIR, compileCache)
    onTestFinished(async () => {
      await service.stop()
    })
    const { base_url } = await service.ready()
    const running = await tasks(['doctor'], { DATA_DIR })
    expect(running.code).toBe(0)
    expect(running.stdout).toContain(
      `ok       Service      ${base_url}, version ${manifest.version}. Documentation: ${new URL(base_url).origin}/docs\n`,
    )
    expect(running.stdout).toMatch(/^ok {7}Data folder {2}\S+, \d+ MiB$/m)
    await service.stop()
    const stopped = await tasks(['doctor'], { DATA_DIR, PORT: '0' })
    expect(stopped.stdout).toMatch(/^ok {7}Data folder {2}\S+, \d+ MiB$/m)
    expect(stopped.stdout).toMatch(/^note {5}Service {6}not running\./m)
  })

  it('names what is missing, and ends with 1', async () => {
    const PORT = await takenPort()
    const taken = await tasks(['doctor'], { PORT })
    expect(taken.code).toBe(1)
    expect(taken.stdout).toContain(
      `missing  Service      not running, and another program has port ${PORT}: choose one with PORT\n`,
    )
    const noEngine = await tasks(['doctor'], { PORT: '0', DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' })
    expect(noEngine.code).toBe(1)
    expect(noEngine.stdout).toContain(
      'missing  Engine       http://127.0.0.1:1 (DYNAMODB_ENDPOINT) does not answer\n',
    )
    const wrong = await tasks(['doctor'], { PORT: 'x' })
    expect(wrong.code).toBe(1)
    expect(wrong.stdout).toContain(
      'missing  Settings     PORT must be a whole number from 0 to 65535, not "x".\n',
    )
  })

  it('asks AWS how many Lambdas it may run at once, and says how to ask for more than a new account has', async () => {
    let answer: [number, object] = [200, { AccountLimit: { ConcurrentExecutions: 10 } }]
    const asked: string[] = []
    const lambda = createHttpServer((request, response) => {
      const [, signedFor = 'nothing'] =
        /Credential=AKIDEXAMPLE\/\d+\/(\S+),/.exec(String(request.headers.authorization)) ?? []
      asked.push(`${String(request.method)} ${String(request.url)} ${signedFor}`)
      response.writeHead(answer[0]).end(JSON.stringify(answer[1]))
    }).listen(0, '127.0.0.1')
    await once(lambda, 'listening')
    onTestFinished(() => {
      lambda.close()
    })
    const { port } = lambda.address() as AddressInfo // a TCP server has an address of this type
    const doctor = () =>
      tasks(['doctor', '--region', 'eu-west-1'], {
        ...{ PORT: '0', AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${port}` },
        ...{ AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' },
      })
    const small = await doctor()
    expect(small.code).toBe(0)
    expect(small.stdout).toMatch(
      /^note {5}AWS {10}10 Lambdas at once in eu-west-1: set accountConcurrency to that\. Ask for more: aws service-quotas .* --desired-value 1000 --region eu-west-1$/m,
    )
    answer = [200, { AccountLimit: { ConcurrentExecutions: 1000 } }]
    expect((await doctor()).stdout).toMatch(/^ok {7}AWS {10}1000 Lambdas at once in eu-west-1$/m)
    answer = [403, { Message: 'not authorized' }]
    const refused = await doctor()
    expect(refused.code).toBe(1)
    expect(refused.stdout).toMatch(/^missing {2}AWS {10}eu-west-1: AWS answers 403: .*not authorized/m)
    expect(new Set(asked)).toEqual(
      new Set(['GET /2016-08-19/account-settings/ eu-west-1/lambda/aws4_request']),
    )
  })

  it('finds packages that are not those of package-lock.json', () => {
    const folder = newTempFolder()
    const write = (path: string, packages: object) => {
      writeFileSync(join(folder, path), JSON.stringify({ packages }))
    }
    write('package-lock.json', {
      '': { version: '1.0.0' },
      'node_modules/a': { version: '2.0.0' },
      'node_modules/b': { version: '1.0.0', dev: true },
      'node_modules/c': { version: '1.0.0', optional: true },
    })
    expect(checkPackages(folder)).toEqual({ level: 'missing', text: 'not installed: run npm ci' })
    mkdirSync(join(folder, 'node_modules'))
    const installed = 'node_modules/.package-lock.json'
    write(installed, { 'node_modules/a': { version: '2.0.0' } })
    expect(checkPackages(folder).level).toBe('ok')
    write(installed, { 'node_modules/a': { version: '1.0.0' } })
    const text = '1 not as package-lock.json names them, the first node_modules/a: run npm ci'
    expect(checkPackages(folder)).toEqual({ level: 'missing', text })
    write(installed, {})
    expect(checkPackages(folder)).toEqual({ level: 'missing', text })
    write(installed, { 'node_modules/a': { version: '2.0.0' }, 'node_modules/b': { version: '2.0.0' } })
    expect(checkPackages(folder).text).toMatch(/node_modules\/b/)
  })
})
