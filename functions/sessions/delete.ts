import { declare } from '../../lib/contract/endpoint.ts'
import { none, success } from '../../lib/contract/fields.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { endSession } from '../../lib/members/sessions.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'sessions.delete',
  method: 'DELETE',
  path: '/sessions/self',
  auth: { kind: 'token', scope: 'any' },
  params: none,
  query: none,
  success: 200,
  answer: success,
  errors: ['session_not_found'],
  access: ['GetItem', 'UpdateItem', 'DeleteItem'],
})

export const words = (): Words => ({
  tag: 'Members',
  summary: 'Sign out',
  description:
    'Ends the session whose token the request has. The token stops working within a minute. A token that is not a session is not changed.',
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller) => {
  await endSession(caller)
  return deleted
})
