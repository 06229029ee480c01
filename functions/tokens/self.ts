import { getOwnToken } from '../../lib/tokens/token.ts'
import { endpoint } from '../../lib/http/endpoint.ts'

export const handler = endpoint(getOwnToken, (caller) =>
  Promise.resolve({
    body: { token: caller.token, account: { id: caller.accountId, plan: caller.plan } },
  }),
)
