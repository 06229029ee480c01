import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none, success, uuid } from '../../lib/contract/fields.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tokens from '../../lib/tokens/tokens.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'tokens.delete',
  method: 'DELETE',
  path: '/tokens/{tokenId}',
  auth: { kind: 'token', scope: 'admin' },
  params: z.strictObject({ tokenId: uuid }),
  query: none,
  success: 200,
  answer: success,
  errors: ['token_not_found'],
  access: ['Query', 'DeleteItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Tokens',
  summary: 'Revoke a token',
  description:
    'The token stops working within a minute. It cannot create or revoke tokens from the moment it is revoked. A token can revoke itself.',
  answer: { success: true },
})

export const operation = endpoint(declaration, async (caller, { params }) => {
  await tokens.revokeToken(caller, params.tokenId)
  return deleted
})
