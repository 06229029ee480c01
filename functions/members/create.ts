import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { memberAnswer, newMember } from '../../lib/members/member.ts'
import { createMember } from '../../lib/members/members.ts'
import { member } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'members.create',
  method: 'POST',
  path: '/members',
  // a member may get every scope, so the caller must have them all: nobody may give away scopes that they do not have
  auth: { kind: 'token', scope: 'admin', also: ['read', 'write', 'delete', 'hooks'], isForAccount: true },
  params: none,
  query: none,
  body: newMember,
  success: 201,
  answer: memberAnswer,
  errors: ['member_exists', 'project_not_found', 'quota_exceeded'],
  access: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Members',
  summary: 'Add a member',
  description:
    'From then on, a person who signs in with this e-mail address gets a session of this account. No message is sent. The token needs all scopes, because a member can get all of them.',
  body: { email: 'ada@example.com', role: 'member' },
  answer: { member },
})

export const operation = endpoint(declaration, async (caller, { path, body }) => {
  const created = await createMember(caller, body)
  return { body: { member: created }, headers: { Location: `${path}/${created.id}` } }
})
