import { deleteToken } from '../../lib/tokens/token.ts'
import { deleted } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tokens from '../../lib/tokens/tokens.ts'

export const handler = endpoint(deleteToken, async (caller, { params }) => {
  await tokens.revokeToken(caller, params.tokenId, caller)
  return deleted
})
