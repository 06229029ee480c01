import { describe, expect, it } from 'vitest'
import { createMember, listMembers } from '../../../lib/members/members.ts'
import { newTenant } from '../../support/tenant.ts'
import { admin, adminJson, failure, testEngine } from './cli.ts'

const of = (accountId: string, command: string) => ['member', command, '--account', accountId]

describe('the commands about members', () => {
  it('add, list and remove a member', async () => {
    const tenant = await newTenant()
    const add = [...of(tenant.accountId, 'add'), '--email', 'Ada@example.com', '--role', 'member']
    const { member } = (await adminJson(testEngine, ...add, '--projects', tenant.projectId)) as {
      member: object
    }
    expect(member).toMatchObject({
      email: 'Ada@example.com',
      role: 'member',
      project_ids: [tenant.projectId],
    })
    expect(await listMembers(tenant)).toEqual([member])
    expect(await adminJson(testEngine, ...of(tenant.accountId, 'list'))).toEqual({ members: [member] })
    expect(await admin(testEngine, ...add)).toEqual(
      failure('The account has a member with this e-mail address.'),
    )
    const remove = [...of(tenant.accountId, 'remove'), '--email', 'ada@example.com']
    expect(await adminJson(testEngine, ...remove)).toEqual({ success: true })
    expect(await listMembers(tenant)).toEqual([])
    expect(await admin(testEngine, ...remove)).toEqual(failure('There is no such member.'))
  })

  it('remove a member of an earlier release whose address is not ASCII', async () => {
    const tenant = await newTenant()
    await createMember(tenant, { email: 'jürgen@example.com', role: 'viewer' })
    const remove = [...of(tenant.accountId, 'remove'), '--email', 'jürgen@example.com']
    expect(await adminJson(testEngine, ...remove)).toEqual({ success: true })
  })

  it('refuse what is no address, role, or project', async () => {
    const { accountId } = await newTenant()
    const add = (...options: string[]) => admin(testEngine, ...of(accountId, 'add'), ...options)
    const role = ['--role', 'viewer']
    const noAddress = await add('--email', 'ada', ...role)
    expect(noAddress).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must be an e-mail address') as string,
    })
    const noRole = await add('--email', 'a@b.c', '--role', 'boss')
    expect(noRole).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('admin, member, viewer') as string,
    })
    expect(await add('--email', 'a@b.c', ...role, '--projects', crypto.randomUUID())).toEqual(
      failure('There is no such project.'),
    )
  })
})
