import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { bundleCanary } from '../../../infra/bundle/canary.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { newCredentials } from '../../harness/sandbox/environment.ts'
import { SandboxFunction } from '../../harness/sandbox/function.ts'
import { runtimeClient } from '../../harness/sandbox/runtime-client.ts'
import { startServiceProcess } from '../../harness/service-process.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { everything, synthesize } from '../aws/synthesize.ts'
import { openProxy } from '../smoke/proxy.ts'
import { openParameterStore } from './parameter-store.ts'

const { canaryTokenParameter } = everything
const functions = Object.values(synthesize(everything).resources('AWS::Lambda::Function'))
const service = startServiceProcess(newTempFolder())
const folder = newTempFolder()
const client = runtimeClient(folder)
const taskRoot = join(folder, 'canary')
let demo: Demo
/** The token of the demo account, which sees all of its projects. */
let tokenOfPeople: string

beforeAll(async () => {
  await bundleCanary(taskRoot)
  const ready = await service.ready()
  tokenOfPeople = ready.token
  // the demo account has another project; a canary's token sees one
  const answer = await fetch(`${ready.base_url}/tokens`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ready.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ name: 'Canary', scopes: ['read', 'write', 'delete'], projectIds: [ready.project_id] },
    }),
  })
  const { token } = (await answer.json()) as { token: { secret: string } } // the tests below use it
  demo = { ...ready, token: token.secret }
})

afterAll(() => service.stop())

/** Runs the bundle once, with the template's own settings but for the two URLs. */
async function run(parameters: Record<string, string>, baseUrl = demo.base_url) {
  const [resource] = functions.filter(({ Properties }) => String(Properties.Description).startsWith('Canary'))
  // the CDK has validated it
  const { Runtime, Handler, MemorySize, Timeout, Environment } = resource?.Properties as {
    Runtime: string
    Handler: string
    MemorySize: number
    Timeout: number
    Environment: { Variables: Record<string, string> }
  }
  const credentials = newCredentials()
  const endpoint = await openParameterStore(credentials, parameters)
  const canary = new SandboxFunction(
    {
      ...{ id: 'canary', name: 'Canary', runtime: Runtime, handler: Handler },
      ...{ memoryMiB: MemorySize, timeoutMs: Timeout * 1000, mayLoop: false },
      variables: { ...Environment.Variables, BASE_URL: baseUrl, SSM_ENDPOINT: endpoint },
    },
    { client, taskRoot, dynamoDbEndpoint: 'http://127.0.0.1:9', credentials }, // it has no table
  )
  onTestFinished(() => canary.stop())
  return { outcome: await canary.invoke({}), log: canary.log.join('\n') }
}

const api = async (method: string, path: string, body?: object): Promise<unknown> => {
  const headers = { Authorization: `Bearer ${demo.token}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${demo.base_url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

describe('the canary, as Lambda runs it,', () => {
  it('creates, reads, changes and deletes a task with the token of its parameter', async () => {
    const { origin, seen } = await openProxy(demo.base_url)
    const { outcome, log } = await run({ [canaryTokenParameter]: `${demo.token}\n` }, `${origin}/v1`)
    expect({ ...outcome, log }).toMatchObject({ kind: 'answered', log: '' })
    expect(seen).toEqual([
      'GET /v1/projects?limit=2',
      'POST /v1/tasks',
      ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} /v1/tasks/{id}`),
    ])
    expect(await api('GET', `/projects/${demo.project_id}/tasks`)).toMatchObject({ tasks: [] })
    expect(await api('GET', `/projects/${demo.project_id}/trash`)).toMatchObject({ tasks: [{ status: 2 }] })
  })

  it('fails when a step fails, says which, and deletes its task', async () => {
    const { origin, seen } = await openProxy(demo.base_url, 'PATCH')
    const { outcome } = await run({ [canaryTokenParameter]: demo.token }, `${origin}/v1`)
    expect(outcome).toMatchObject({
      kind: 'failed',
      errorMessage: expect.stringMatching(/^PATCH \S+ answered with something other than JSON/) as unknown,
    })
    expect(seen.at(-1)).toBe('DELETE /v1/tasks/{id}')
    expect(await api('GET', `/projects/${demo.project_id}/tasks`)).toMatchObject({ tasks: [] })
  })

  it.each([
    ['there is no parameter', {}, 'SSM did not give the parameter .+: 400, ParameterNotFound'],
    ['its parameter holds no token', { [canaryTokenParameter]: 'a secret' }, 'does not hold a token'],
    ['the service is out of reach', undefined, 'got no answer'],
  ])('fails when %s, and tells no secret', async (_, parameters, message) => {
    const { outcome, log } = await run(
      parameters ?? { [canaryTokenParameter]: demo.token },
      'http://127.0.0.1:9/v1', // a port that refuses
    )
    expect(outcome).toMatchObject({
      kind: 'failed',
      errorMessage: expect.stringMatching(message) as unknown,
    })
    expect(log).not.toContain('a secret')
    expect(log).not.toContain(demo.token)
  })

  it('refuses an account of people: it must have exactly one project', async () => {
    const { outcome } = await run({ [canaryTokenParameter]: tokenOfPeople })
    expect(outcome).toMatchObject({
      kind: 'failed',
      errorMessage: expect.stringContaining('must have exactly one project') as unknown,
    })
  })
})
