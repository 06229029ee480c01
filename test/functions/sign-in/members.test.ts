import { describe, expect, it } from 'vitest'
import { maxMembers } from '../../../lib/contract/limits.ts'
import { createMember, listMembers } from '../../../lib/members/members.ts'
import { emailPartition, memberIdOf, memberKey } from '../../../lib/members/member-item.ts'
import { putMany } from '../../../lib/table/write-items.ts'
import { partsOf } from '../../../lib/table/in-parallel.ts'
import { send } from '../../support/api.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { newEmail } from './try.ts'

interface MemberBody {
  member: { id: string; email: string; role: string; project_ids: string[] | null; created_at: string }
}

describe('POST /members', () => {
  it('answers 201 with the member, which the list then has', async () => {
    const tenant = await newTenant()
    const { status, headers, body } = await tenant.send('POST', '/members', {
      body: { email: '  Ada@Example.com ', role: 'member' },
    })
    expect(status).toBe(201)
    const { member } = body as MemberBody
    expect(member).toEqual({
      id: expect.any(String) as unknown,
      email: 'Ada@Example.com',
      role: 'member',
      project_ids: null,
      created_at: expect.any(String) as unknown,
    })
    expect(headers.location).toBe(`/v1/members/${member.id}`)
    expect((await tenant.send('GET', '/members')).body).toEqual({ members: [member] })
  })

  it('answers 409 member_exists to the same address in another case', async () => {
    const tenant = await newTenant()
    await tenant.send('POST', '/members', { body: { email: 'ada@example.com', role: 'viewer' } })
    const { status, body } = await tenant.send('POST', '/members', {
      body: { email: 'ADA@example.com', role: 'admin' },
    })
    const message = 'The account has a member with this e-mail address.'
    expect({ status, body }).toEqual({ status: 409, body: errorBody('member_exists', message) })
    expect(await listMembers(tenant)).toMatchObject([{ role: 'viewer' }])
  })

  it('lets only one of many at once add an address', async () => {
    const tenant = await newTenant()
    const email = newEmail()
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => tenant.send('POST', '/members', { body: { email, role: 'viewer' } })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  it('gives a person who comes back the same id', async () => {
    const tenant = await newTenant()
    const { id } = await createMember(tenant, { email: 'ada@example.com', role: 'viewer' })
    await tenant.send('DELETE', `/members/${id}`)
    const again = await createMember(tenant, { email: 'Ada@example.com', role: 'admin' })
    expect(again.id).toBe(id)
  })

  it('binds to projects, and answers 404 to one that is absent or another account’s', async () => {
    const tenant = await newTenant()
    const { projectId } = await newTenant()
    const make = (projectIds: unknown) =>
      tenant.send('POST', '/members', { body: { email: newEmail(), role: 'member', projectIds } })
    const { status, body } = await make([tenant.projectId])
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { member: { project_ids: [tenant.projectId] } },
    })
    for (const id of [projectId, crypto.randomUUID()]) {
      const reply = await make([tenant.projectId, id])
      expect(reply.body).toEqual(errorBody('project_not_found', 'There is no such project.'))
    }
    expect((await make([])).status).toBe(400)
    expect((await make([tenant.projectId, tenant.projectId])).status).toBe(400)
    expect((await make(Array.from({ length: 11 }, () => crypto.randomUUID()))).status).toBe(400)
    expect((await make(null)).status).toBe(201)
  })

  it('answers 429 quota_exceeded when the account has 500 members', async () => {
    const tenant = await newTenant()
    const items = Array.from({ length: maxMembers - 1 }, () => {
      const email = newEmail()
      const id = memberIdOf(tenant.accountId, email)
      return {
        ...memberKey(tenant, id),
        ...{ id, email, role: 'viewer', version: 1, grant: 1, sessions: [] },
        ...{
          created_at: new Date().toISOString(),
          list_pk: emailPartition(email),
          list_sk: tenant.accountId,
        },
      }
    })
    for (const part of partsOf(items, 25)) await putMany(tenant, part)
    const add = () => tenant.send('POST', '/members', { body: { email: newEmail(), role: 'viewer' } })
    const replies = await Promise.all([add(), add()])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 429])
    expect((await add()).body).toEqual(
      errorBody('quota_exceeded', 'The account has 500 members: delete one first.'),
    )
  })

  it.each(['ada', 'ada@', '@example.com', 'a da@example.com', 'ada@example@com', `${'x'.repeat(250)}@a.bc`])(
    'answers 400 to the address %s',
    async (email) => {
      const tenant = await newTenant()
      expect((await tenant.send('POST', '/members', { body: { email, role: 'viewer' } })).status).toBe(400)
    },
  )

  // the last three look like a or e: Cyrillic, full width, Latin with a dot below
  it.each([0xad, 0x200b, 0x202e, 0x2060, 0x2800, 0x3164, 0xfe0f, 0x430, 0xff41, 0x1eb9])(
    'answers 400 to an address with the character %i, which is invisible or looks like another',
    async (code) => {
      const tenant = await newTenant()
      const email = `a${String.fromCodePoint(code)}da@example.com`
      const { status, body } = await tenant.send('POST', '/members', { body: { email, role: 'viewer' } })
      const message = 'email must be an e-mail address such as ada@example.com, in the characters of ASCII'
      expect({ status, body }).toMatchObject({ status: 400, body: { error: { message } } })
    },
  )

  it('does not let a token give away scopes that it does not have', async () => {
    const tenant = await newTenant()
    const token = await tenant.newToken(['admin', 'read', 'write', 'delete'])
    const { status, body } = await send('POST', '/members', {
      token,
      body: { email: newEmail(), role: 'admin' },
    })
    expect({ status, body }).toMatchObject({ status: 403, body: { error: { required_scope: 'hooks' } } })
  })
})

describe('PATCH /members/{memberId}', () => {
  it('changes what is sent, and nothing else', async () => {
    const tenant = await newTenant()
    const member = await createMember(tenant, {
      email: newEmail(),
      role: 'viewer',
      projectIds: [tenant.projectId],
    })
    const change = async (body: object) =>
      ((await tenant.send('PATCH', `/members/${member.id}`, { body })).body as MemberBody).member
    expect(await change({})).toEqual(member)
    expect(await change({ role: 'admin' })).toEqual({ ...member, role: 'admin' })
    expect(await change({ projectIds: null })).toEqual({ ...member, role: 'admin', project_ids: null })
    expect(await listMembers(tenant)).toEqual([{ ...member, role: 'admin', project_ids: null }])
  })

  it('answers 404 to another account’s project', async () => {
    const tenant = await newTenant()
    const { projectId } = await newTenant()
    const { id } = await createMember(tenant, { email: newEmail(), role: 'viewer' })
    const { body } = await tenant.send('PATCH', `/members/${id}`, { body: { projectIds: [projectId] } })
    expect(body).toEqual(errorBody('project_not_found', 'There is no such project.'))
  })
})

describe('DELETE /members/{memberId}', () => {
  it('removes the member, once', async () => {
    const tenant = await newTenant()
    const { id } = await createMember(tenant, { email: newEmail(), role: 'viewer' })
    expect((await tenant.send('DELETE', `/members/${id}`)).body).toEqual({ success: true })
    const { status, body } = await tenant.send('DELETE', `/members/${id}`)
    expect({ status, body }).toEqual({
      status: 404,
      body: errorBody('member_not_found', 'There is no such member.'),
    })
    expect(await listMembers(tenant)).toEqual([])
  })
})
