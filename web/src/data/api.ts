import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { TasksClient, type ClientOptions } from '../../../client/src/index.ts'

/** Each scope that a token can have: docs/guide.md, "Tokens and scopes". */
export type Scope = 'read' | 'write' | 'delete' | 'admin'

/** The signed-in session: the client of its token, and what the token allows. */
export interface Api {
  client: TasksClient
  scopes: readonly Scope[]
}

/** The API is on the host that serves the page. */
/** A person does not wait silently for longer: then the error is shown. */
const maxDelayMs = 20_000

export const openClient = (token: string, retry: NonNullable<ClientOptions['retry']> = {}): TasksClient =>
  new TasksClient({ baseUrl: `${location.origin}/v1`, token, retry: { maxDelayMs, ...retry } })

export const ApiContext = createContext<Api | undefined>(undefined)

/** The session of the view, as a hook. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('This view needs a session around it.')
  return api
}

/** Whether the token has a scope: what it does not allow is not offered. */
export const useMay = (scope: Scope): boolean => useApi().scopes.includes(scope)

/** The keys of what is cached; the change feed makes the same ones stale. */
export const keys = {
  self: ['self'] as const,
  projects: ['projects'] as const,
  project: (projectId: string) => ['project', projectId] as const,
  /** Every list of tasks of a project; one column, by lane (`none`: no lane) and filter, lies below it. */
  tasks: (projectId: string) => ['tasks', projectId] as const,
  column: (projectId: string, laneId: string, statuses: readonly number[]) =>
    ['tasks', projectId, laneId, statuses] as const,
  task: (taskId: string) => ['task', taskId] as const,
  trash: (projectId: string) => ['trash', projectId] as const,
  tokens: ['tokens'] as const,
}
