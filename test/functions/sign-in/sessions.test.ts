import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMember } from '../../../lib/members/members.ts'
import type { Member, Role } from '../../../lib/members/member.ts'
import { chooseAccount, createTicket } from '../../../lib/members/sessions.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { parseToken } from '../../../lib/tokens/format.ts'
import { sessionKey } from '../../../lib/tokens/token-item.ts'
import { listTokens } from '../../../lib/tokens/tokens.ts'
import { send, tap, testTable } from '../../support/api.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { newEmail, signInAs, startTestProvider, variablesOf } from './try.ts'
import type { Provider } from '../../harness/sign-in/provider.ts'

const badToken = errorBody('invalid_token', 'The token is malformed, unknown, expired or revoked.')

interface Person {
  tenant: TestTenant
  member: Member
  secret: string
}

/** Opens a session by a ticket: who stands behind a code is shown in sign-in.test.ts. */
async function newSession({ accountId }: { accountId: string }, email: string): Promise<string> {
  const storage = openStorage(Infinity)
  return (await chooseAccount(storage, await createTicket(storage, email), accountId)).secret
}

async function newPerson(role: Role = 'member', tenant?: TestTenant): Promise<Person> {
  const account = tenant ?? (await newTenant())
  const member = await createMember(account, { email: newEmail(), role })
  return { tenant: account, member, secret: await newSession(account, member.email) }
}

const afterAMinute = async <T>(act: () => Promise<T>, ms = 60_001): Promise<T> => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    vi.advanceTimersByTime(ms)
    return await act()
  } finally {
    vi.useRealTimers()
  }
}

describe('a session', () => {
  it('costs as many round trips and units as a token', async () => {
    const { tenant, secret } = await newPerson()
    const token = await tenant.newToken(['read'])
    const costOf = async (one: string) => {
      tap.reset()
      expect((await send('GET', `/projects/${tenant.projectId}/tasks`, { token: one })).status).toBe(200)
      return tap.exchanges.map(({ operation }) => operation)
    }
    const ofToken = await costOf(token)
    expect(await costOf(secret)).toEqual(ofToken)
    expect(ofToken.filter((operation) => operation === 'BatchGetItem')).toHaveLength(1)
  })

  it('is not among the tokens of the account, nor counted with them', async () => {
    const { tenant, secret } = await newPerson('admin')
    for (let n = 1; n < 50; n++) await tenant.newToken(['read'])
    const { body } = await send('GET', '/tokens', { token: secret })
    const { tokens } = body as { tokens: { name: string }[] }
    expect(tokens).toHaveLength(50)
    expect(tokens.filter(({ name }) => name !== 'Test')).toEqual([])
    const full = await send('POST', '/tokens', { token: secret, body: { name: 'More', scopes: ['read'] } })
    expect(full.status).toBe(429)
    await newSession(tenant, (await createMember(tenant, { email: newEmail(), role: 'viewer' })).email)
  })

  it('speaks of no token to the person who has signed in', async () => {
    const tenant = await newTenant({ rateLimit: 10 / 0.4 })
    const { secret } = await newPerson('viewer', tenant)
    const bound = { email: newEmail(), role: 'admin' as const, projectIds: [tenant.projectId] }
    const boundSecret = await newSession(tenant, (await createMember(tenant, bound)).email)
    const replies = [
      await send('POST', '/tasks', { token: secret, body: { projectId: tenant.projectId, label: 'A' } }),
      await send('POST', '/projects', { token: boundSecret, body: { label: 'A' } }),
      await send('POST', `/projects/${tenant.projectId}/import?format=csv&createFields=true`, {
        ...{ token: boundSecret, body: 'label\nA\n', headers: { 'Content-Type': 'text/csv' } },
      }),
    ]
    for (let n = 0; n < 11; n++) replies.push(await send('GET', '/tokens/self', { token: secret }))
    const errors = replies.flatMap(({ status, body }) =>
      status < 400 ? [] : [(body as { error: { code: string; message: string } }).error],
    )
    expect(errors.map(({ code }) => code)).toEqual([
      'insufficient_scope',
      'project_bound_token',
      'project_bound_token',
      'rate_limited',
    ])
    for (const { message } of errors) expect(message).not.toMatch(/token/i)
  })

  it('ends after 12 hours', async () => {
    const { secret } = await newPerson()
    const self = () => send('GET', '/tokens/self', { token: secret })
    expect((await afterAMinute(self, 12 * 3_600_000 - 2_000)).status).toBe(200)
    expect((await afterAMinute(self, 12 * 3_600_000)).body).toEqual(badToken)
  })

  it('is the oldest of eleven: it ends', async () => {
    const { tenant, member, secret } = await newPerson()
    const others: string[] = []
    for (let n = 0; n < 10; n++) others.push(await newSession(tenant, member.email))
    expect((await send('GET', '/tokens/self', { token: secret })).status).toBe(401)
    for (const token of others) expect((await send('GET', '/tokens/self', { token })).status).toBe(200)
  })

  it('is one of ten, however many are opened at once', async () => {
    const { tenant, member, secret } = await newPerson()
    const opened = await Promise.all(Array.from({ length: 12 }, () => newSession(tenant, member.email)))
    const replies = await Promise.all(
      [secret, ...opened].map((token) => send('GET', '/tokens/self', { token })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
  })

  it('that its person ends is gone, and the others go on', async () => {
    const { tenant, member, secret } = await newPerson()
    const other = await newSession(tenant, member.email)
    expect((await send('DELETE', '/sessions/self', { token: secret })).body).toEqual({ success: true })
    expect((await send('DELETE', '/sessions/self', { token: secret })).body).toEqual(badToken)
    expect((await send('GET', '/tokens/self', { token: other })).status).toBe(200)
  })

  it('is none of a token: DELETE /sessions/self answers 404 to one', async () => {
    const tenant = await newTenant()
    const { status, body } = await tenant.send('DELETE', '/sessions/self')
    expect({ status, body }).toEqual({
      status: 404,
      body: errorBody('session_not_found', 'There is no such session.'),
    })
    expect((await tenant.send('GET', '/tokens/self')).status).toBe(200)
  })

  it('ends within a minute when its member is removed, and cannot make a token meanwhile', async () => {
    const { tenant, member, secret } = await newPerson('admin')
    const make = () => send('POST', '/tokens', { token: secret, body: { name: 'Own', scopes: ['read'] } })
    expect((await make()).status).toBe(201) // it is remembered now
    await tenant.send('DELETE', `/members/${member.id}`)
    expect((await make()).body).toEqual(badToken)
    expect((await afterAMinute(() => send('GET', '/tokens/self', { token: secret }))).body).toEqual(badToken)
    const { body } = await tenant.send('GET', '/tokens')
    expect((body as { tokens: object[] }).tokens).toContainEqual(
      expect.objectContaining({ name: 'Own', created_by: member.email, expires_at: null }),
    )
  })

  it.each(['POST', 'DELETE'])(
    'that another process has ended changes no tokens while this one remembers it: %s',
    async (method) => {
      const { tenant, secret } = await newPerson('admin')
      const { body } = await send('GET', '/tokens', { token: secret }) // it is remembered now
      const [other] = (body as { tokens: { id: string }[] }).tokens // as the contract declares
      const Key = sessionKey(tenant.accountId, parseToken(secret)?.hash ?? '')
      await testTable.client.send(new DeleteCommand({ TableName: testTable.name, Key }))
      tap.reset()
      const reply =
        method === 'POST'
          ? await send('POST', '/tokens', { token: secret, body: { name: 'Own', scopes: ['read'] } })
          : await send('DELETE', `/tokens/${String(other?.id)}`, { token: secret })
      expect(reply.body).toEqual(badToken)
      expect(tap.exchanges.filter(({ operation }) => operation === 'TransactWriteItems')).toHaveLength(1)
      expect(await listTokens(tenant)).toHaveLength(1)
    },
  )

  it('has another role within a minute, and cannot use the old one to make what stays', async () => {
    const { tenant, member, secret } = await newPerson('admin')
    await send('GET', '/tokens/self', { token: secret })
    const other = await newSession(tenant, member.email)
    const make = (token: string) => send('POST', '/tokens', { token, body: { name: 'x', scopes: ['read'] } })
    expect((await make(other)).status).toBe(201)
    await tenant.send('PATCH', `/members/${member.id}`, { body: { role: 'viewer' } })
    expect((await make(secret)).status).toBe(403) // the change was made here, so it is known here
    const { body } = await afterAMinute(() => send('GET', '/tokens/self', { token: secret }))
    expect(body).toMatchObject({ token: { scopes: ['read'] } })
  })

  it('of a member that is bound to a project sees no other, and manages no members', async () => {
    const tenant = await newTenant()
    const other = await tenant.newProject()
    const member = await createMember(tenant, {
      email: newEmail(),
      role: 'admin',
      projectIds: [tenant.projectId],
    })
    const secret = await newSession(tenant, member.email)
    const statusOf = async (path: string) => (await send('GET', path, { token: secret })).status
    expect(await statusOf(`/projects/${tenant.projectId}`)).toBe(200)
    expect(await statusOf(`/projects/${other}`)).toBe(404)
    expect(await statusOf('/members')).toBe(403)
    await tenant.send('PATCH', `/members/${member.id}`, { body: { projectIds: null } })
    await afterAMinute(async () => {
      expect(await statusOf(`/projects/${other}`)).toBe(200)
      expect(await statusOf('/members')).toBe(200)
    })
  })

  it('can remove its own member', async () => {
    const { tenant, member, secret } = await newPerson('admin')
    await newPerson('admin', tenant)
    const { status } = await send('DELETE', `/members/${member.id}`, { token: secret })
    expect(status).toBe(200)
    expect((await send('GET', '/tokens/self', { token: secret })).status).toBe(401)
  })

  it('can change its own member', async () => {
    const { tenant, member, secret } = await newPerson('admin')
    await newPerson('admin', tenant)
    const reply = await send('PATCH', `/members/${member.id}`, { token: secret, body: { role: 'viewer' } })
    expect(reply.status).toBe(200)
    expect((await send('GET', '/members', { token: secret })).status).toBe(403)
  })

  it('makes tokens that may outlive it, whose own tokens name the person, too', async () => {
    const { member, secret } = await newPerson('admin')
    const made = await send('POST', '/tokens', { token: secret, body: { name: 'a', scopes: ['admin'] } })
    expect(made.body).toMatchObject({ token: { created_by: member.email, expires_at: null } })
    const { token } = made.body as { token: { secret: string } }
    const next = await send('POST', '/tokens', {
      token: token.secret,
      body: { name: 'b', scopes: ['admin'] },
    })
    expect(next.body).toMatchObject({ token: { created_by: member.email } })
  })

  it('is named in the feed with its member, and in a task with include=origin', async () => {
    const { tenant, member, secret } = await newPerson()
    const { id } = await tenant.createTask()
    const include = () => tenant.send('GET', `/tasks/${id}?include=origin`)
    expect((await include()).body).toMatchObject({ origin: { via: 'api', member_id: null }, member: null })
    const written = await send('PATCH', `/tasks/${id}`, {
      token: secret,
      body: { label: 'New' },
      headers: { 'Origin-Id': 'crm' },
    })
    const self = (await send('GET', '/tokens/self', { token: secret })).body as { token: { id: string } }
    const ids = { token_id: self.token.id, member_id: member.id, rule_id: null }
    const origin = { via: 'api', origin_id: 'crm', ...ids }
    const { body, headers } = await include()
    expect(body).toEqual({
      ...(written.body as object),
      origin,
      member: { id: member.id, email: member.email },
    })
    expect(headers.etag).toBe('"2"')
    const changes = await tenant.send('GET', '/changes')
    expect(changes.body).toMatchObject({ changes: [{ origin }] })
    const without = await send('GET', '/changes?excludeSelf=true', { token: secret })
    expect(without.body).toMatchObject({ changes: [] })
    expect((await tenant.send('GET', `/tasks/${id}`)).body).toEqual(written.body)
    await tenant.send('DELETE', `/members/${member.id}`)
    expect((await afterAMinute(include)).body).toMatchObject({ origin, member: null })
  })
})

describe('a person with several accounts', () => {
  let provider: Provider
  beforeEach(async () => {
    provider = await startTestProvider()
    for (const [name, value] of Object.entries(variablesOf(provider))) vi.stubEnv(name, value)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await provider.stop()
  })

  interface Choice {
    accounts: { id: string; name: string }[]
    ticket: string
  }

  async function newChoice() {
    const tenants = [await newTenant(), await newTenant()] as const
    const email = newEmail()
    for (const tenant of tenants) await createMember(tenant, { email, role: 'viewer' })
    const { status, body } = await signInAs(provider, email)
    expect(status).toBe(200)
    return { tenants, email, choice: body as Choice } // the status says so
  }
  const choose = (ticket: string, accountId: string) =>
    send('POST', '/sessions', { body: { ticket, accountId } })
  const failed = errorBody('sign_in_failed', 'The sign-in failed: start it again.')

  it('chooses one of them, once', async () => {
    const { tenants, choice } = await newChoice()
    expect(choice.accounts.map(({ id }) => id).sort()).toEqual(
      tenants.map(({ accountId }) => accountId).sort(),
    )
    const [one, other] = tenants
    const { status, body } = await choose(choice.ticket, one.accountId)
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { session: { account: { id: one.accountId } } },
    })
    for (const { accountId } of [one, other])
      expect((await choose(choice.ticket, accountId)).body).toEqual(failed)
  })

  it('uses a ticket once, also at once', async () => {
    const { tenants, choice } = await newChoice()
    const replies = await Promise.all(tenants.map(({ accountId }) => choose(choice.ticket, accountId)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 401])
  })

  it('cannot choose another account, and can still choose', async () => {
    const { tenants, choice } = await newChoice()
    const { accountId } = await newTenant()
    for (const id of [accountId, crypto.randomUUID()]) {
      const { status, body } = await choose(choice.ticket, id)
      expect({ status, body }).toMatchObject({ status: 403, body: { error: { code: 'not_a_member' } } })
    }
    expect((await choose(choice.ticket, tenants[0].accountId)).status).toBe(201)
  })

  it('has five minutes for it', async () => {
    const { tenants, choice } = await newChoice()
    const late = () => choose(choice.ticket, tenants[0].accountId)
    expect((await afterAMinute(late, 300_000)).body).toEqual(failed)
    expect((await afterAMinute(late, 290_000)).status).toBe(201)
  })

  it('gets no session with a ticket that nobody has made', async () => {
    const { accountId } = await newTenant()
    expect((await choose('made-up', accountId)).body).toEqual(failed)
  })
})

describe('attempts to sign in', () => {
  it('are 60 a minute from one address; what is refused for its form does not count', async () => {
    const { accountId } = await newTenant()
    const from = '127.0.0.9'
    const attempt = () => send('POST', '/sessions', { from, body: { ticket: 'made-up', accountId } })
    await afterAMinute(async () => {
      for (let n = 0; n < 5; n++)
        expect((await send('POST', '/sessions', { from, body: {} })).status).toBe(400)
      const statuses: number[] = []
      for (let n = 0; n < 61; n++) statuses.push((await attempt()).status)
      expect(statuses.filter((status) => status === 401)).toHaveLength(60)
      const { status, headers, body } = await attempt()
      expect(status).toBe(429)
      expect(body).toMatchObject({ error: { code: 'rate_limited' } })
      expect(headers['ratelimit-policy']).toBe('"sign-in";q=60;w=60')
      expect(headers['retry-after']).toMatch(/^\d+$/)
    }, 3_600_000)
  })
})

describe('the only administrator', () => {
  const lastAdmin = errorBody(
    'last_admin',
    'You are the only administrator: make another member one first, for all projects.',
  )
  const changes: [name: string, method: string, body?: (tenant: TestTenant) => object][] = [
    ['remove', 'DELETE'],
    ['downgrade', 'PATCH', () => ({ role: 'viewer' })],
    ['bind', 'PATCH', ({ projectId }) => ({ projectIds: [projectId] })],
  ]
  const ask = ({ tenant, member, secret }: Person, [, method, body]: (typeof changes)[number]) =>
    send(method, `/members/${member.id}`, { token: secret, ...(body && { body: body(tenant) }) })

  it.each(changes)('cannot %s themselves in a session', async (...change) => {
    const person = await newPerson('admin')
    await newPerson('member', person.tenant)
    const bound = { email: newEmail(), role: 'admin' as const, projectIds: [person.tenant.projectId] }
    await createMember(person.tenant, bound)
    const { status, body } = await ask(person, change)
    expect({ status, body }).toEqual({ status: 409, body: lastAdmin })
    // what a token does, an owner does
    const byToken = await ask({ ...person, secret: person.tenant.token }, change)
    expect(byToken.status).toBe(200)
  })

  it.each(changes)('can %s themselves when there is another one', async (...change) => {
    const person = await newPerson('admin')
    await newPerson('admin', person.tenant)
    expect((await ask(person, change)).status).toBe(200)
  })

  it('can change nothing of that, and everything else', async () => {
    const { member, secret } = await newPerson('admin')
    const { status } = await send('PATCH', `/members/${member.id}`, {
      token: secret,
      body: { role: 'admin' },
    })
    expect(status).toBe(200)
  })

  it('is left when two remove themselves at once', async () => {
    const first = await newPerson('admin')
    const second = await newPerson('admin', first.tenant)
    const replies = await Promise.all([first, second].map((one) => ask(one, ['remove', 'DELETE'])))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
