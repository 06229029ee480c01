import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createAccount } from '../../../lib/tokens/account.ts'
import { listTokens } from '../../../lib/tokens/tokens.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { admin, adminJson, failure, testEngine } from './cli.ts'

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string
const secretPattern = /tsk_[0-9A-Za-z]{16,22}_[0-9A-Za-z]{32,43}_[0-9A-Za-z]{6}/
const unknown = '6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53'

interface Token {
  id: string
  secret: string
  created_at: string
  expires_at: string
}

async function create({ accountId }: TestTenant, ...options: string[]): Promise<Token> {
  const named = ['token', 'create', '--account', accountId, '--name', 'Form']
  return ((await adminJson(testEngine, ...named, ...options)) as { token: Token }).token
}

/** The statuses of a read and a write with this token. */
async function statusesWith({ secret }: Token, tenant: TestTenant): Promise<number[]> {
  const read = await tenant.send('GET', `/projects/${tenant.projectId}/tasks`, { token: secret })
  const body = { projectId: tenant.projectId, label: 'A task' }
  return [read.status, (await tenant.send('POST', '/tasks', { token: secret, body })).status]
}

describe('token create', () => {
  it('creates a token that does not expire, with each scope once', async () => {
    const tenant = await newTenant()
    const token = await create(tenant, '--scopes', 'write, read,write')
    expect(token).toStrictEqual({
      id: uuid,
      name: 'Form',
      scopes: ['read', 'write'],
      created_at: time,
      expires_at: null,
      rate_limit: null,
      project_ids: null,
      created_by: null,
      secret: expect.stringMatching(secretPattern) as string,
    })
    expect(await statusesWith(token, tenant)).toEqual([200, 201])
  })

  it('creates a token that allows only what its scopes allow', async () => {
    const tenant = await newTenant()
    expect(await statusesWith(await create(tenant, '--scopes', 'read'), tenant)).toEqual([200, 403])
    expect(await statusesWith(await create(tenant, '--scopes', 'write'), tenant)).toEqual([403, 201])
  })

  it('creates a token that is bound to projects, and refuses ids of none', async () => {
    const tenant = await newTenant()
    const token = await create(tenant, '--scopes', 'read,write', '--projects', ` ${tenant.projectId}`)
    expect(token).toMatchObject({ project_ids: [tenant.projectId] })
    expect(await statusesWith(token, { ...tenant, projectId: await tenant.newProject() })).toEqual([404, 404])
    const nobodys = crypto.randomUUID()
    const options = ['--account', tenant.accountId, '--name', 'Form', '--scopes', 'read']
    expect(await admin(testEngine, 'token', 'create', ...options, '--projects', nobodys)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no such project.') as string,
    })
    const { stdout } = await admin(testEngine, 'token', 'list', '--account', tenant.accountId)
    expect(stdout).toContain(tenant.projectId)
  })

  it('creates a token with a rate limit of its own, which its account must allow', async () => {
    const tenant = await newTenant()
    const token = await create(tenant, '--scopes', 'read', '--rate-limit', '7')
    expect(token).toMatchObject({ rate_limit: 7 })
    const { headers } = await tenant.send('GET', '/projects', { token: token.secret })
    expect(headers['ratelimit-policy']).toContain('"token";q=7;')
    const { id } = await createAccount(tenant, { name: 'Ada', rate_limit: 60 })
    const options = ['--account', id, '--name', 'Form', '--scopes', 'read', '--rate-limit']
    expect(await admin(testEngine, 'token', 'create', ...options, '61')).toEqual(
      failure('--rate-limit must be at most 60, the limit of the account'),
    )
    expect((await admin(testEngine, 'token', 'create', ...options, '60')).code).toBe(0)
  })

  it('creates a token that expires', async () => {
    const tenant = await newTenant()
    const { created_at, expires_at } = await create(tenant, '--scopes', 'read', '--expires-in', '90d')
    const lateSeconds = (Date.parse(expires_at) - Date.parse(created_at)) / 1000 - 90 * 86_400
    expect(Math.abs(lateSeconds)).toBeLessThanOrEqual(1)
    const brief = await create(tenant, '--scopes', 'read', '--expires-in', '3s')
    expect(await statusesWith(brief, tenant)).toEqual([200, 403])
    await sleep(Date.parse(brief.expires_at) - Date.now())
    expect(await statusesWith(brief, tenant)).toEqual([401, 401])
    expect((await listTokens(tenant)).map(({ id }) => id)).not.toContain(brief.id)
  })

  it('prints the secret, and says that it is shown only now', async () => {
    const { accountId } = await newTenant()
    const options = ['--account', accountId, '--name', 'Form', '--scopes', 'admin', '--expires-in', '12h']
    const { code, stdout, stderr } = await admin(testEngine, 'token', 'create', ...options)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const shown = stdout
      .replace(/[0-9a-f]{8}-\S{27}/, '<id>')
      .replace(/\S{10} \S{8} UTC/g, '<time>')
      .replace(secretPattern, '<secret>')
    expect(shown).toBe(
      'ID            <id>\nName          Form\nScopes        admin\nCreated       <time>\nExpires       <time>\n' +
        'Requests/min  default\nProjects      all\nSecret        <secret>\n\n' +
        'The secret is shown only now: store it safely.\n',
    )
  })

  it('fails when the account has reached the limit of tokens', async () => {
    const tenant = await newTenant() // already has one
    for (let n = 1; n < 50; n++) await tenant.newToken(['read'])
    const options = ['--account', tenant.accountId, '--name', 'Form', '--scopes', 'read']
    expect(await admin(testEngine, 'token', 'create', ...options)).toEqual(
      failure('The account has 50 live tokens: revoke one first.'),
    )
  })
})

describe('token list', () => {
  it("lists the account's tokens, oldest first, without a secret", async () => {
    const [tenant] = [await newTenant(), await newTenant()]
    const [demo] = await listTokens(tenant)
    const { secret, ...form } = await create(tenant, '--scopes', 'read', '--expires-in', '90d')
    expect(secret).toMatch(secretPattern)
    const list = ['token', 'list', '--account', tenant.accountId]
    expect(await adminJson(testEngine, ...list)).toStrictEqual({ tokens: [demo, form] })
    const { stdout } = await admin(testEngine, ...list)
    expect(stdout.replace(/ \S{10} \S{8} UTC/g, ' <time>')).toBe(
      `ID${' '.repeat(36)}NAME  SCOPES                         CREATED                  EXPIRES                  REQUESTS/MIN  PROJECTS\n` +
        `${String(demo?.id)}  Test  read,write,delete,admin,hooks  <time>  never                    default       all\n` +
        `${form.id}  Form  read                           <time>  <time>  default       all\n`,
    )
  })

  it('says that there are no tokens', async () => {
    const { id } = await createAccount(await newTenant(), { name: 'Ada' })
    expect(await adminJson(testEngine, 'token', 'list', '--account', id)).toStrictEqual({ tokens: [] })
    const stdout = 'The account has no live token.\n'
    expect(await admin(testEngine, 'token', 'list', '--account', id)).toEqual({ code: 0, stdout, stderr: '' })
  })
})

describe('token revoke', () => {
  it('revokes one token and leaves the others', async () => {
    const tenant = await newTenant()
    // a token that was used before could work for up to another minute
    const gone = await create(tenant, '--scopes', 'read')
    const stays = await create(tenant, '--scopes', 'read')
    const revoke = ['token', 'revoke', gone.id, '--account', tenant.accountId]
    expect(await adminJson(testEngine, ...revoke)).toStrictEqual({ success: true })
    expect(await statusesWith(gone, tenant)).toEqual([401, 401])
    expect(await statusesWith(stays, tenant)).toEqual([200, 403])
    expect(await admin(testEngine, ...revoke, '--json')).toEqual(failure('There is no such token.'))
  })

  it('says how soon the token stops working', async () => {
    const tenant = await newTenant()
    const [token] = await listTokens(tenant)
    const revoke = ['token', 'revoke', String(token?.id), '--account', tenant.accountId]
    const stdout = 'The token is revoked. It stops working within a minute.\n'
    expect(await admin(testEngine, ...revoke)).toEqual({ code: 0, stdout, stderr: '' })
  })

  it("fails for another account's token, and does not revoke it", async () => {
    const [tenant, other] = [await newTenant(), await newTenant()]
    const [token] = await listTokens(other)
    const revoke = ['token', 'revoke', String(token?.id), '--account', tenant.accountId]
    expect(await admin(testEngine, ...revoke)).toEqual(failure('There is no such token.'))
    expect(await listTokens(other)).toStrictEqual([token])
  })
})

describe('token', () => {
  it.each([
    ['create', ['--name', 'Form', '--scopes', 'read']],
    ['list', []],
    ['revoke', [unknown]],
  ])('%s fails when there is no such account', async (verb, options) => {
    const ending = await admin(testEngine, 'token', verb, '--account', unknown, ...options, '--json')
    expect(ending).toEqual(failure('There is no such account: account list shows all.'))
  })
})
