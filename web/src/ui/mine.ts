import { me, ownMember } from '../data/own-member.ts'
import { useFields } from '../data/queries.ts'
import { useValue } from '../data/use-value.ts'
import { hrefs, type Route } from './route.ts'

/**
 * The way to one's own tasks in the project that is open, as a list or a board as it is shown now, as a hook: by the first
 * field that holds members. Undefined if there is none, or if no member has signed in.
 */
export function useMine(route: Route): { href: string; isShown: boolean } | undefined {
  const field = useFields().find(({ type }) => type === 'member')
  if (!useValue(ownMember) || !field || !('projectId' in route)) return undefined
  const wanted = `${encodeURIComponent(`fields[${field.key}]`)}=${me}`
  return {
    href: hrefs[route.view === 'list' ? 'list' : 'board'](route.projectId, wanted),
    isShown: 'query' in route && route.query.split('&').includes(wanted),
  }
}
