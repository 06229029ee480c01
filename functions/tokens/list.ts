import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { maxLiveTokens } from '../../lib/contract/limits.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { token } from '../../lib/tokens/token.ts'
import * as tokens from '../../lib/tokens/tokens.ts'
import { token as exampleToken } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'tokens.list',
  method: 'GET',
  path: '/tokens',
  auth: { kind: 'token', scope: 'admin' },
  params: none,
  query: none,
  success: 200,
  answer: z.object({ tokens: z.array(token) }),
  errors: [],
  access: ['Query'],
})

export const words = (): Words => ({
  tag: 'Tokens',
  summary: 'List tokens',
  description: `Lists the live tokens of the account, without their secrets. An account has at most ${maxLiveTokens} live tokens.`,
  answer: { tokens: [exampleToken] },
})

export const operation = endpoint(declaration, async (caller) => ({
  body: { tokens: await tokens.listTokens(caller) },
}))
