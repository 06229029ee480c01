import { useQuery } from '@tanstack/preact-query'
import { keys, useApi } from './api.ts'
import { beatOf } from './connection.ts'

/** All webhooks of the account, oldest first; read again after a number of milliseconds. */
export function useWebhooks(everyMs: number) {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.webhooks,
    queryFn: async ({ signal }) => (await client.webhooks.list({ signal })).webhooks,
    refetchInterval: beatOf(everyMs),
  })
}
