import { useQuery } from '@tanstack/preact-query'
import { dataOf } from '../../../client/src/http.ts'
import { keys, useApi } from './api.ts'
import { beatOf } from './connection.ts'

/** All forms of the account, oldest first. */
export function useForms() {
  const { client } = useApi()
  return useQuery({
    queryKey: keys.forms,
    // each page asks for them: the client's calls of forms are loaded with their views
    queryFn: async ({ signal }) => (await dataOf(client.http.GET('/forms', { signal }), 'forms')).forms,
    refetchInterval: beatOf(10_000),
  })
}
