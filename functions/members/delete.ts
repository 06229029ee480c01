import { declare } from '../../lib/contract/endpoint.ts'
import { none, success } from '../../lib/contract/fields.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { memberParams } from '../../lib/members/member.ts'
import { removeMember } from '../../lib/members/members.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'members.delete',
  method: 'DELETE',
  path: '/members/{memberId}',
  auth: { kind: 'token', scope: 'admin', isForAccount: true },
  params: memberParams,
  query: none,
  success: 200,
  answer: success,
  errors: ['member_not_found', 'last_admin'],
  access: ['GetItem', 'Query', 'DeleteItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Members',
  summary: 'Remove a member',
  description:
    'The sessions of the member end within a minute. Tokens that the member created stay, because they belong to the account: `created_by` in the list of tokens shows them. In a session, the only administrator cannot remove themselves.',
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller, { params }) => {
  await removeMember(caller, params.memberId)
  return deleted
})
