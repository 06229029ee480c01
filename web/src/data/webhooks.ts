import { useQuery } from '@tanstack/preact-query'
import { dataOf } from '../../../client/src/http.ts'
import { keys, useApi } from './api.ts'
import { beatOf } from './connection.ts'

/** All webhooks of the account, oldest first; read again after a number of milliseconds. */
export function useWebhooks(everyMs: number) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.webhooks,
    // each page asks for them: the client's calls of webhooks are loaded with their views
    queryFn: async ({ signal }) =>
      (await dataOf(client.http.GET('/webhooks', { signal }), 'webhooks')).webhooks,
    refetchInterval: beatOf(everyMs),
  })
}
