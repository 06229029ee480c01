import { listTokens } from '../../lib/contract/token.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tokens from '../../lib/store/token.ts'

export const handler = endpoint(listTokens, async (caller) => ({
  body: { tokens: await tokens.listTokens(caller) },
}))
