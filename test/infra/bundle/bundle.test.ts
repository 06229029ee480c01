import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { knownErrors } from '../../../infra/bundle/bundle.ts'
import { buildProbe, builtIn, type Built } from '../../harness/bench/build.ts'
import { maxBytesOf } from '../../harness/bench/report.ts'
import { runProbe } from '../../harness/bench/run-probe.ts'
import { makeSample } from '../../harness/sample.ts'
import { sampleEvent } from '../../harness/sample-event.ts'
import { sampleRequest } from '../../harness/sample-requests.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { functionIds, httpFunctionIds } from '../../../functions/index.ts'
import { tools } from '../../../functions/tools.ts'
import { unmatched } from '../../../lib/contract/static.ts'
import type { Tool } from '../../../lib/mcp/tool.ts'
import { endpoints } from '../../../functions/index.ts'
import { staticRoutes } from '../../../lib/contract/static.ts'
import { builtFunctions } from '../../../infra/web-assets/built.ts'
import { assertDeclared, readAnswer } from '../../support/conformance.ts'
import { testTableName } from '../../support/table.ts'

let folder = ''
const ids = [...functionIds].sort()
let built = new Map<string, Built>()
let probe = ''

beforeAll(async () => {
  process.env.DYNAMODB_ENDPOINT = inject('engineEndpoint')
  process.env.TABLE_NAME = testTableName
  folder = await builtFunctions()
  built = new Map(builtIn(folder, ids).map((bundle) => [bundle.id, bundle]))
  probe = buildProbe(newTempFolder())
}, 120_000)

const bundleOf = (id: string): Built => {
  const bundle = built.get(id)
  if (!bundle) throw new Error(`${id} was not built`)
  return bundle
}

const isStatic = (id: string) => staticRoutes.some((route) => route.id === id)

/** The files whose code the tools of agents call. */
const ofTools = new Set(
  Object.values<Tool>(tools).flatMap(({ does, uses = [] }) =>
    [...does, ...uses].map(({ id }) => `functions/${id.replace('.', '/')}.ts`),
  ),
)

/** The files that went into a bundle, from its source map. */
const sourcesOf = (id: string): string[] =>
  (JSON.parse(readFileSync(join(folder, 'maps', `${id}.map`), 'utf8')) as { sources: string[] }).sources

it('are built only from the sources that their folder is named after', () => {
  const own = new Set(
    ids
      .flatMap(sourcesOf)
      .filter((path) => !path.startsWith('start:')) // made by infra/bundle/start.ts
      .map((path) => relative('.', resolve(folder, ids[0] ?? '', path)))
      .filter((path) => !path.startsWith('node_modules/')),
  )
  expect(own.size).toBeGreaterThan(100)
  expect(
    [...own].filter(
      (path) =>
        !/^(?:(?:functions|lib|infra\/bundle)\/|(?:package|docs\/openapi|docs\/mcp)\.json$)/.test(path),
    ),
  ).toEqual([])
})

describe('the errors of DynamoDB', () => {
  it('are in the bundles where the SDK names them for a command that lib/table sends', () => {
    const folders = {
      own: 'lib/table',
      document: 'lib-dynamodb/dist-es',
      client: 'client-dynamodb/dist-types',
    }
    // the queues are those of another client
    const paths = globSync('**/*.ts', { cwd: folders.own, exclude: ['queue/**'] })
    const sent = paths.flatMap((path) =>
      Array.from(
        readFileSync(join(folders.own, path), 'utf8').matchAll(/new (\w+Command)\(/g),
        ([, name]) => name,
      ),
    )
    const errors = sent.flatMap((name) => {
      const text = readFileSync(
        `node_modules/@aws-sdk/${folders.document}/commands/${String(name)}.js`,
        'utf8',
      )
      const [, command] = /(\w+) as __/.exec(text) ?? []
      const types = readFileSync(
        `node_modules/@aws-sdk/${folders.client}/commands/${String(command)}.d.ts`,
        'utf8',
      )
      return Array.from(types.matchAll(/@throws \{@link (\w+)\}/g), ([, error]) => error)
    })
    expect(sent).toContain('TransactWriteCommand')
    const base = 'DynamoDBServiceException'
    expect([...new Set(errors)].sort()).toEqual([base, ...knownErrors].sort())
  })
})

describe('a start', () => {
  it.each([unmatched, 'tasks.move'])(
    'of %s loads none of what of Node takes long and is not needed',
    (id) => {
      // which parts of Node a process has loaded stands in a list that has no type
      const script = `await import(${JSON.stringify(bundleOf(id).path)}); console.log(process.moduleLoadList.join())`
      const env = { TABLE_NAME: testTableName, DYNAMODB_ENDPOINT: inject('engineEndpoint') }
      const flags = ['--input-type=module', '--eval', script]
      const loaded = execFileSync(process.execPath, flags, { env, encoding: 'utf8' })
      for (const needed of ['https', 'crypto']) {
        expect(loaded.includes(`NativeModule ${needed},`)).toBe(id !== unmatched)
      }
      expect(loaded).not.toMatch(/undici|http2|readline|fs\/promises|child_process|worker_threads|parse_args/)
    },
  )
})

describe.each(ids)('the bundle %s', (id) => {
  it('is one file within its limit, its source map apart', () => {
    expect(readdirSync(join(folder, id))).toEqual(['index.mjs'])
    expect(existsSync(join(folder, 'maps', `${id}.map`))).toBe(true)
    expect(bundleOf(id).bytes).toBeLessThanOrEqual(maxBytesOf(id))
    expect(readFileSync(bundleOf(id).path, 'utf8')).not.toContain('sourceMappingURL')
  })

  it('holds none of the credential chain, nor of what else no function reaches', () => {
    const text = readFileSync(bundleOf(id).path, 'utf8')
    // the chain's parts: profiles with roles, SSO, STS, container and instance metadata, processes
    expect(text).not.toMatch(
      /sso_start_url|AssumeRole|169\.254\.170\.2|credential_process|GetRoleCredentials/,
    )
    const unwanted = /nested-clients|credential-provider-|submodules\/event-streams|endpoint-cache/
    expect(sourcesOf(id).filter((path) => unwanted.test(path))).toEqual([])
  })

  it('holds the file of its own function only, and nothing that only the document needs', () => {
    const own = sourcesOf(id).flatMap((path) => /functions\/.*$/.exec(path)?.[0] ?? [])
    const list = id === unmatched ? ['functions/index.ts'] : []
    const used = id === 'mcp.call' ? [...ofTools, 'functions/tools.ts'] : []
    expect(own.sort()).toEqual([...list, `functions/${id.replace('.', '/')}.ts`, ...used].sort())
    if (id === unmatched || isStatic(id))
      expect(sourcesOf(id).filter((path) => path.includes('@aws-sdk/'))).toEqual([])
  })

  it('holds nothing of infra/, but what replaces parts of the SDK', () => {
    const infra = sourcesOf(id).filter((path) => /(?:^|\/)infra\/(?!bundle\/)/.test(path))
    expect(infra).toEqual([])
  })
})

describe.each([...httpFunctionIds].sort())('the bundle %s', (id) => {
  it('answers a recorded event of API Gateway, alone in its process, and logs and counts it', async () => {
    const { secret, ids: sampleIds } = await makeSample()
    const request = sampleRequest(id, sampleIds)
    const event = sampleEvent(id, request, secret)
    const table = { endpoint: inject('engineEndpoint'), name: testTableName }
    const { status, body, encoding, log } = await runProbe(probe, bundleOf(id), event, table)
    expect({ status, body }).toEqual({ status: request.status, body: expect.any(String) as unknown })
    expect(encoding).toBe(Buffer.byteLength(body ?? '') < 1_400 ? undefined : 'br') // of texts, as all answers here are
    const path = event.rawPath.replace('/v1', '')
    const produces = endpoints.find((endpoint) => endpoint.id === id)?.produces ?? []
    if (!isStatic(id)) {
      const { body: answer, type } = readAnswer(body ?? '', produces[0])
      assertDeclared(event.requestContext.http.method, path, request.status, answer, undefined, type)
    }
    const [line, metrics] = log.map((text) => JSON.parse(text) as Record<string, unknown>)
    expect(log).toHaveLength(2)
    expect(line).toMatchObject({ endpoint: id, status, cold_start: true, request_id: 'UZx3Qj2bFiAEJxA=' })
    expect(metrics).toMatchObject({ endpoint: id, Requests: 1, ColdStarts: 1 })
    expect(log.join('\n')).not.toContain(secret)
  })
})
