import { useQuery } from '@tanstack/preact-query'
import { keys, useApi } from './api.ts'
import { beatOf } from './connection.ts'

/** All forms of the account, oldest first. */
export function useForms() {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.forms,
    queryFn: async ({ signal }) => (await client.forms.list({ signal })).forms,
    refetchInterval: beatOf(10_000),
  })
}
