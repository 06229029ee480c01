import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { memberAnswer, memberChange, memberParams } from '../../lib/members/member.ts'
import { changeMember } from '../../lib/members/members.ts'
import { member } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'members.update',
  method: 'PATCH',
  path: '/members/{memberId}',
  // as for members.create
  auth: { kind: 'token', scope: 'admin', also: ['read', 'write', 'delete', 'hooks'], isForAccount: true },
  params: memberParams,
  query: none,
  body: memberChange,
  success: 200,
  answer: memberAnswer,
  errors: ['member_not_found', 'project_not_found', 'last_admin'],
  access: ['GetItem', 'Query', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Members',
  summary: 'Change a member',
  description:
    'Changes only what you send. The sessions of the member get the new role within a minute. The e-mail address cannot change: another address is another member. The token needs all scopes, because a member can get all of them. In a session, the only administrator cannot give up that role.',
  body: { role: 'viewer' },
  answer: { member: { ...member, role: 'viewer' } },
})

export const operation = endpoint(declaration, async (caller, { params, body }) => ({
  body: { member: await changeMember(caller, params.memberId, body) },
}))
