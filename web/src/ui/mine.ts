import type { Field } from '../../../client/src/index.ts'
import { me, ownMember } from '../data/own-member.ts'
import { useFields } from '../data/queries.ts'
import { useValue } from '../data/use-value.ts'
import { hrefs, type Route } from './route.ts'

const firstOfMembers = (fields: readonly Field[]) => fields.find(({ type }) => type === 'member')

/**
 * The way to one's own tasks in the project that is open, as a list or a board as it is shown now, as a hook: by the first
 * field that holds members. Undefined if there is none, or if no member has signed in.
 */
export function useMine(route: Route): { href: string; isShown: boolean } | undefined {
  const field = firstOfMembers(useFields())
  const own = useValue(ownMember)
  if (!field || !own || !('projectId' in route)) return undefined
  const name = `fields[${field.key}]`
  const view = route.view === 'list' ? route.view : 'board'
  const query = 'query' in route ? route.query : ''
  return {
    href: hrefs[view](route.projectId, `${encodeURIComponent(name)}=${me}`),
    isShown: new URLSearchParams(query).get(name) === me,
  }
}
