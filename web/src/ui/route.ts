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
  /** `template`: what a new rule begins with, while one is made. */
  | { view: 'rules'; projectId: string; template?: string }
  | { view: 'rule'; projectId: string; ruleId: string; isEdited: boolean }
  | { view: 'tokens' }
  | { view: 'members' }
  | { view: 'fields' }
  | { view: 'calendars' }
  | { view: 'history' }
  | { view: 'webhooks' }
  | { view: 'webhook'; webhookId: string }
  | { view: 'unknown' }

/** The views that stand alone in the fragment. */
const accountViews = ['tokens', 'members', 'due', 'fields', 'calendars', 'history'] as const

/** The route of a fragment such as `#/projects/<id>/trash`. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.split('?', 2)
  const [first = '', projectId] = path.replace(/^#?\/?/, '').split('/')
  if (first === '') return { view: 'projects' }
  if (first === 'webhooks') return webhooksRoute(path)
  if (first === 'projects')
    return projectId === undefined ? { view: 'projects' } : projectRoute(projectId, path, query)
  const view = accountViews.find((name) => name === first)
  return { view: view && projectId === undefined ? view : 'unknown' }
}

function projectRoute(projectId: string, path: string, query: string): Route {
  const [part, id, detail] = path
    .replace(/^#?\/?/, '')
    .split('/')
    .slice(2)
  if (part === undefined) return { view: 'board', projectId, query }
  if (part === 'automation') return rulesRoute(projectId, path)
  if (id === undefined) {
    if (part === 'list') return { view: 'list', projectId, query }
    if (part === 'trash' || part === 'forms') return { view: part, projectId }
    return { view: 'unknown' }
  }
  if (part === 'list' && id === 'tasks' && detail !== undefined)
    return { view: 'list', projectId, taskId: detail }
  if (part === 'tasks') return { view: 'board', projectId, taskId: id }
  if (part === 'forms' && detail === undefined) return { view: 'form', projectId, formId: id }
  if (part === 'forms' && detail === 'mapping') return { view: 'mapping', projectId, formId: id }
  return { view: 'unknown' }
}

function rulesRoute(projectId: string, path: string): Route {
  const [ruleId, detail, ...more] = path.split('/').slice(4)
  if (ruleId === undefined || ruleId === '') return { view: 'rules', projectId }
  if (more.length > 0) return { view: 'unknown' }
  if (ruleId === 'new') return { view: 'rules', projectId, template: detail ?? '' }
  const isEdited = detail === 'edit'
  return detail === undefined || isEdited
    ? { view: 'rule', projectId, ruleId, isEdited }
    : { view: 'unknown' }
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
  calendars: '#/calendars',
  history: '#/history',
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
  rules: (projectId: string) => `#/projects/${projectId}/automation`,
  newRule: (projectId: string, template: string) => `#/projects/${projectId}/automation/new/${template}`,
  rule: (projectId: string, ruleId: string) => `#/projects/${projectId}/automation/${ruleId}`,
  editRule: (projectId: string, ruleId: string) => `#/projects/${projectId}/automation/${ruleId}/edit`,
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

/** Views whose entries lead to tasks of any project: a task that was opened there closes to there. */
const isOtherView = ({ view }: Route): boolean => !['board', 'list', 'projects', 'unknown'].includes(view)

/**
 * Closes a task over its board or list, or goes back to the other view in which it was opened. The browser's Back button
 * does not open it again.
 * @param href the address of the board or the list, with its filter
 */
export function leaveTask(projectId: string, href: string, view: 'board' | 'list' = 'board'): void {
  const before = routeBefore()
  const isFromBoard = before?.view === view && before.projectId === projectId && before.taskId === undefined
  if (isFromBoard || (before && isOtherView(before))) history.back()
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
