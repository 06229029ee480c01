import { useSyncExternalStore } from 'preact/compat'
import { useMemo } from 'preact/hooks'

/** The views. The route is in the URL fragment, so that any static host can serve the application. */
export type Route =
  | { view: 'projects' }
  /** `query`: the filter of the board or the list, as the address has it behind a question mark. */
  | { view: 'board' | 'list'; projectId: string; taskId?: string; query?: string }
  | { view: 'due' }
  | { view: 'trash'; projectId: string }
  | { view: 'forms'; projectId: string }
  | { view: 'form' | 'mapping'; projectId: string; formId: string }
  | { view: 'tokens' }
  | { view: 'members' }
  | { view: 'fields' }
  | { view: 'webhooks' }
  | { view: 'webhook'; webhookId: string }
  | { view: 'unknown' }

/** The route of a fragment such as `#/projects/<id>/trash`. */
export function parseRoute(hash: string): Route {
  const [path = '', query] = hash.split('?', 2)
  const [first = '', projectId, part, id, detail] = path.replace(/^#?\/?/, '').split('/')
  if (first === '') return { view: 'projects' }
  if (first === 'tokens' && projectId === undefined) return { view: 'tokens' }
  if (first === 'members' && projectId === undefined) return { view: 'members' }
  if (first === 'due' && projectId === undefined) return { view: 'due' }
  if (first === 'fields' && projectId === undefined) return { view: 'fields' }
  if (first === 'webhooks') return webhooksRoute(path)
  if (first !== 'projects') return { view: 'unknown' }
  if (projectId === undefined) return { view: 'projects' }
  if (part === undefined) return { view: 'board', projectId, query: query ?? '' }
  if (part === 'trash' && id === undefined) return { view: 'trash', projectId }
  if (part === 'list' && id === undefined) return { view: 'list', projectId, query: query ?? '' }
  if (part === 'list' && id === 'tasks' && detail !== undefined) {
    return { view: 'list', projectId, taskId: detail }
  }
  if (part === 'tasks' && id !== undefined) return { view: 'board', projectId, taskId: id }
  if (part === 'forms' && id === undefined) return { view: 'forms', projectId }
  if (part === 'forms' && id !== undefined) {
    if (detail === undefined) return { view: 'form', projectId, formId: id }
    if (detail === 'mapping') return { view: 'mapping', projectId, formId: id }
  }
  return { view: 'unknown' }
}

function webhooksRoute(path: string): Route {
  const [webhookId, ...more] = path.split('/').slice(2)
  if (webhookId === undefined || webhookId === '') return { view: 'webhooks' }
  return more.length === 0 ? { view: 'webhook', webhookId } : { view: 'unknown' }
}

/** The links to the views. */
export const hrefs = {
  projects: '#/',
  tokens: '#/tokens',
  members: '#/members',
  fields: '#/fields',
  webhooks: '#/webhooks',
  webhook: (webhookId: string) => `#/webhooks/${webhookId}`,
  board: (projectId: string, query = '') => `#/projects/${projectId}${query === '' ? '' : `?${query}`}`,
  task: (projectId: string, taskId: string) => `#/projects/${projectId}/tasks/${taskId}`,
  due: '#/due',
  list: (projectId: string, query = '') => `#/projects/${projectId}/list${query === '' ? '' : `?${query}`}`,
  listTask: (projectId: string, taskId: string) => `#/projects/${projectId}/list/tasks/${taskId}`,
  trash: (projectId: string) => `#/projects/${projectId}/trash`,
  forms: (projectId: string) => `#/projects/${projectId}/forms`,
  form: (projectId: string, formId: string) => `#/projects/${projectId}/forms/${formId}`,
  mapping: (projectId: string, formId: string) => `#/projects/${projectId}/forms/${formId}/mapping`,
}

/** Navigates to a view, like a click on its link. */
export function goTo(href: string): void {
  location.hash = href
}

/** Changes the address without a new entry in the history. */
export function replaceAddress(href: string): void {
  const oldURL = location.href
  history.replaceState(history.state, '', href)
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href })) // the browser tells only of new entries
}

/** The route of the entry before the current one in the tab's history; undefined where the browser does not tell. */
function routeBefore(): Route | undefined {
  if (!('navigation' in window)) return undefined
  const { currentEntry } = navigation
  const url = currentEntry ? navigation.entries()[currentEntry.index - 1]?.url : undefined
  return url == null ? undefined : parseRoute(new URL(url).hash)
}

/**
 * Closes a task over its board or list. The browser's Back button does not open it again.
 * @param href the address of the board or the list, with its filter
 */
export function leaveTask(projectId: string, href: string, view: 'board' | 'list' = 'board'): void {
  const before = routeBefore()
  const isFromBoard = before?.view === view && before.projectId === projectId && before.taskId === undefined
  if (isFromBoard) history.back()
  else location.replace(href)
}

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => {
    removeEventListener('hashchange', listener)
  }
}

/** The route of the address bar, as a hook. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return useMemo(() => parseRoute(hash), [hash])
}
