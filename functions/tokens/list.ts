import { listTokens } from '../../lib/tokens/token.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tokens from '../../lib/tokens/tokens.ts'

export const handler = endpoint(listTokens, async (caller) => ({
  body: { tokens: await tokens.listTokens(caller) },
}))
