import { useQuery } from '@tanstack/preact-query'
import { keys, useApi } from '../data/api.ts'

/** The tokens of the account, and the id of the session's own token. */
export function useTokens() {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.tokens,
    queryFn: async ({ signal }) => {
      const [{ tokens }, { token }] = await Promise.all([
        client.tokens.list({ signal }),
        client.tokens.self({ signal }),
      ])
      return { tokens, ownId: token.id }
    },
  })
}
