import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { maxMembers } from '../../lib/contract/limits.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { member } from '../../lib/members/member.ts'
import { listMembers } from '../../lib/members/members.ts'
import { member as exampleMember } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'members.list',
  method: 'GET',
  path: '/members',
  auth: { kind: 'token', scope: 'admin', isForAccount: true },
  params: none,
  query: none,
  success: 200,
  answer: z.object({ members: z.array(member) }),
  errors: [],
  access: ['Query'],
})

export const words = (): Words => ({
  tag: 'Members',
  summary: 'List members',
  description: `Lists all members of the account, sorted by e-mail address, without pages. An account has at most ${maxMembers} members.`,
  answer: { members: [exampleMember] },
})

export const operation = endpoint(declaration, async (caller) => ({
  body: { members: await listMembers(caller) },
}))
