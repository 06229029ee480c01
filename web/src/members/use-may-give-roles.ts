import { useApi, type Scope } from '../data/api.ts'

const all: readonly Scope[] = ['read', 'write', 'delete', 'admin', 'hooks']

/** Whether the session may add and change members, as a hook: it needs all scopes, because a member can get all of them. */
export function useMayGiveRoles(): boolean {
  const { scopes } = useApi()
  return all.every((scope) => scopes.includes(scope))
}
