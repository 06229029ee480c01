import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { requireScope } from '../../lib/http/authenticate.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { newToken, token } from '../../lib/tokens/token.ts'
import * as tokens from '../../lib/tokens/tokens.ts'
import { token as exampleToken } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'tokens.create',
  method: 'POST',
  path: '/tokens',
  auth: { kind: 'token', scope: 'admin' },
  params: none,
  query: none,
  body: newToken,
  success: 201,
  answer: z.object({ token: z.extend(token, { secret: z.string() }) }),
  errors: ['project_not_found', 'quota_exceeded'],
  access: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Tokens',
  summary: 'Create a token',
  description:
    'Only this answer has the secret; no later answer shows it again. The new token can have only scopes that your own token has. If your own token expires, `expiresAt` is required and must not be later. Otherwise, without `expiresAt`, the token is valid until it is revoked. The time of expiry is rounded down to a whole second. With `projectIds`, the token sees and writes only these projects, and everything that concerns the whole account is refused. A token that is bound to projects can only make tokens that are bound to the same projects or fewer.',
  body: { name: 'Website form', scopes: ['read', 'write'], expiresAt: '2099-12-31T12:00:00Z' },
  answer: {
    token: {
      ...exampleToken,
      expires_at: '2099-12-31T12:00:00.000Z',
      secret: 'tsk_<account>_<random>_<checksum>',
    },
  },
})

export const operation = endpoint(declaration, async (caller, { path, body }) => {
  // a token can grant at most what it may do itself
  for (const scope of body.scopes) requireScope(caller, scope)
  const token = await tokens.createToken(caller, body)
  return { body: { token }, headers: { Location: `${path}/${token.id}` } }
})
