import { useQuery } from '@tanstack/preact-query'
import { keys, useApi, useMayInAccount } from './api.ts'

/** The members of the account, by their e-mail addresses, as a hook. It is undefined where the session may not list them. */
export function useMembers(isOn = true) {
  const { client } = useApi()
  const mayList = useMayInAccount('admin')
  const query = useQuery({
    queryKey: keys.members,
    queryFn: async ({ signal }) => (await client.members.list({ signal })).members,
    enabled: isOn && mayList,
  })
  return mayList ? query : undefined
}
