import { afterAll, describe, expect, it } from 'vitest'
import { functionIds, functionOf } from '../../../functions/index.ts'
import { unmatched } from '../../../lib/contract/static.ts'
import { createMember } from '../../../lib/members/members.ts'
import type { Received } from './engine-proxy.ts'
import { basePath } from '../../../lib/contract/routes.ts'
import { staticRoutes } from '../../../lib/contract/static.ts'
import { served } from '../../support/requests.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { goodRequests, type GoodRequest } from '../../infra/aws/good-requests.ts'
import { sentBy } from '../../infra/aws/sent-by-cdn.ts'
import { everything, synthesize } from '../../infra/aws/synthesize.ts'
import { openService } from '../../support/sandbox-service.ts'
import { codeOf } from '../../support/sign-in.ts'
import { startProvider } from '../sign-in/provider.ts'

/** The address of the web interface, as `openService` describes CloudFront's. */
const redirectUri = 'https://d111111abcdef8.cloudfront.net/sign-in/callback'
const clientId = 'tasks'
const provider = await startProvider({ clientId, redirectUris: [redirectUri], people: [] })
afterAll(() => provider.stop())

const template = synthesize({ signIn: { issuer: provider.issuer, clientId } })
const service = await openService({ template, ids: functionIds })
const nameOf = (id: string) => service.function(id).description.name

describe.concurrent('as Lambda runs it, with its own role,', () => {
  it.each(served.map((one) => ({ one, id: one.endpoint.id })))(
    '$id answers a good request',
    async ({ one, id }) => {
      const { endpoint } = one
      const { log, description } = service.function(id)
      for (let isFirst = true; ; isFirst = false) {
        const tenant = await newTenant()
        // test/infra/aws/grants.test.ts sends the other requests, to handlers in its own process
        const first = await goodRequests(one, tenant).next()
        const { path, body, headers, token = tenant.token } = first.value as GoodRequest // there is always one
        const linesBefore = log.length
        const { status } = await service.send(endpoint.method, path, { token, body, headers })
        // the machine was too busy for storage's time limits: a write has two seconds (lib/table/retried.ts)
        if (status === 503) continue
        expect({ path, status }).toEqual({ path, status: endpoint.success })
        // the others are the SDK's, of a queue that is not at the address that AWS has for the region
        const lines = log.slice(linesBefore).filter((line) => line.startsWith('{'))
        expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
          { endpoint: id, status: endpoint.success, cold_start: isFirst },
          { endpoint: id, stage: 'production', Requests: 1 },
        ])
        break
      }
      const asked = service.proxy.received.filter(({ functionName }) => functionName === description.name)
      expect(asked.length > 0).toBe(functionOf(endpoint).access.length > 0)
      // one without a status was given up after its timeout, on a busy machine, and was sent again: then a write may find that
      // its first try was executed, and is refused
      const isRepeated = asked.some(({ status }) => status === undefined)
      const isFine = (status: number) => status === 200 || (isRepeated && status === 400)
      expect(asked.filter(({ status = 200 }) => !isFine(status))).toEqual([])
    },
  )

  it.each([
    ...staticRoutes.map(({ id, path }) => [id, path, 200] as const),
    [unmatched, '/nothing', 404] as const,
  ])('%s answers %s with %i, without the table', async (id, path, status) => {
    const answer = await fetch(`http://127.0.0.1:${service.port}${basePath}${path}`)
    expect(answer.status).toBe(status)
    const asked = ({ functionName }: Received) => functionName === nameOf(id)
    expect(service.proxy.received.filter(asked)).toEqual([])
  })
})

describe('sessions.create', () => {
  it('signs in with the code of a provider, which knows the address behind CloudFront', async () => {
    const tenant = await newTenant()
    const { email } = await createMember(tenant, { email: 'ada@example.com', role: 'viewer' })
    const code = await codeOf(provider, { email, clientId, redirectUri })
    const { status, body } = await service.send('POST', '/sessions', { body: code })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { session: { account: { id: tenant.accountId }, member: { email } } },
    })
  })
})

describe('all of them together', () => {
  it('were denied no action', () => {
    expect(service.proxy.denied).toEqual([])
  })
})

describe('a function with the role of another', () => {
  it('is denied what that role lacks: the caller gets a 500, the log has the reason', async () => {
    const roleOf = (id: string) => template.functions[nameOf(id)]?.Properties.Role
    const functions = Object.fromEntries(
      Object.entries(template.functions).map(([name, resource]) => {
        const Role = name === nameOf('tasks.create') ? roleOf('tasks.get') : resource.Properties.Role
        return [name, { ...resource, Properties: { ...resource.Properties, Role } }]
      }),
    )
    const other = await openService({ template: { ...template, functions }, ids: ['tasks.create'] })
    const { token, projectId } = await newTenant()
    const reply = await other.send('POST', '/tasks', { token, body: { projectId, label: 'New' } })
    expect(reply).toMatchObject({
      status: 500,
      body: errorBody('internal_error', 'Something went wrong on our side. Try again later.', {
        docs: 'https://d111111abcdef8.cloudfront.net/v1/docs#internal_error',
      }),
    })
    expect([...other.proxy.denied].sort()).toEqual(['dynamodb:PutItem table', 'dynamodb:UpdateItem table'])
    expect(other.function('tasks.create').log[0]).toContain('AccessDeniedException')
  })
})

describe('behind CloudFront', () => {
  const formOf = (body: unknown) => (body as { form: { url: string } }).form

  it('forms.create answers with the URL that callers use', async () => {
    const own = await openService({ template, ids: ['forms.create'] })
    const { token, projectId } = await newTenant()
    const { status, body } = await own.send('POST', '/forms', { token, body: { projectId, name: 'Contact' } })
    expect(status).toBe(201)
    expect(formOf(body).url).toMatch(/^https:\/\/d111111abcdef8\.cloudfront\.net\/v1\/hooks\/hk_\w+$/)
  })

  it('with a web ACL, answers what CloudFront sends, and refuses what comes past it', async () => {
    const guarded = synthesize(everything)
    const own = await openService({ template: guarded, ids: ['forms.create'] })
    const { token, projectId } = await newTenant()
    const create = { token, body: { projectId, name: 'Contact' } }
    const past = await own.send('POST', '/forms', create)
    expect(past).toMatchObject({
      status: 403,
      body: errorBody('forbidden', 'Use the public address of this service.', {
        docs: 'https://api.example.com/v1/docs#forbidden',
      }),
    })
    const { status, body } = await own.send('POST', '/forms', { ...create, headers: sentBy(guarded) })
    expect(status).toBe(201)
    expect(formOf(body).url).toMatch(/^https:\/\/api\.example\.com\/v1\/hooks\/hk_\w+$/)
  })
})
