import { createToken } from '../../lib/tokens/token.ts'
import { requireScope } from '../../lib/http/authenticate.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tokens from '../../lib/tokens/tokens.ts'

export const handler = endpoint(createToken, async (caller, { path, body }) => {
  // whoever hands out a token grants at most what it may do itself
  for (const scope of body.scopes) requireScope(caller, scope)
  const token = await tokens.createToken(caller, body, caller)
  return { body: { token }, headers: { Location: `${path}/${token.id}` } }
})
