import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { connection } from './connection.ts'
import type { FieldConditions } from './field-filter.ts'
import type { ClientOptions } from '../../../client/src/index.ts'
import { ResourceClient } from '../../../client/src/resource-client.ts'

/** The scopes that a token can have: docs/concepts/authentication.md. */
export type Scope = 'read' | 'write' | 'delete' | 'admin' | 'hooks'

/** The signed-in session: the client that uses its token, and what the token may do. */
export interface Api {
  /** It answers nothing after the session. */
  client: ResourceClient
  /** It also answers after the session, for texts that must be saved. */
  lasting: ResourceClient
  /** Whether the session has ended. */
  isOver: () => boolean
  /** Who is signed in: the e-mail address of the member, or the name of the token. */
  name: string
  scopes: readonly Scope[]
  /** The only projects that the token sees; null if it is not bound to projects. Some of them may be deleted. */
  projectIds: readonly string[] | null
}

/** The longest wait before a retry. A person does not wait longer without a message: then the error is shown. */
const maxDelayMs = 20_000

/**
 * Sends a request. A write that meets a connection known to be lost is tried once: then its person is told at once. The answer
 * stands for the client's own error, which would come after its retries.
 */
const sendNow = (request: Request): Promise<Response> =>
  request.method === 'GET' || connection.value !== 'lost'
    ? fetch(request)
    : fetch(request).catch(() =>
        Response.json(
          { error: { code: 'network_error', message: 'The connection is lost.', request_id: '' } },
          { status: 400 },
        ),
      )

/** Sends requests until a session is over. A later answer is of no use, so it is never delivered. */
export const until =
  (isOver: () => boolean): NonNullable<ClientOptions['fetch']> =>
  async (request) => {
    const never = new Promise<Response>(() => undefined)
    if (isOver()) return never
    try {
      const response = await sendNow(request)
      if (!isOver()) return response
      await response.arrayBuffer() // an answer that nobody reads would hold its connection
      return await never
    } catch (error) {
      if (isOver()) return await never
      throw error
    }
  }

/**
 * A client for the API on the host that serves the page.
 * @param fetch sends the requests
 */
export const openClient = (
  token: string,
  retry: NonNullable<ClientOptions['retry']> = {},
  fetch?: ClientOptions['fetch'],
): ResourceClient =>
  new ResourceClient({
    ...{ baseUrl: `${location.origin}/v1`, token, retry: { maxDelayMs, ...retry } },
    ...(fetch && { fetch }),
  })

export const ApiContext = createContext<Api | undefined>(undefined)

/** The session around a view, as a hook. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('This view needs a session around it.')
  return api
}

/** Whether the token has a scope. Actions that it does not allow are not offered. */
export const useMay = (scope: Scope): boolean => useApi().scopes.includes(scope)

/** Whether the token is bound to projects. */
export const useIsBound = (): boolean => useApi().projectIds !== null

/**
 * Whether the token may change the whole account, for example make projects and define fields: it has the scope and is
 * not bound to projects.
 */
export function useMayInAccount(scope: Scope): boolean {
  const isBound = useIsBound()
  return useMay(scope) && !isBound
}

/** The cache keys. The change feed invalidates the same ones. */
export const keys = {
  self: ['self'] as const,
  projects: ['projects'] as const,
  /** A prefix of the keys of what is due by each field. */
  due: ['due'] as const,
  /** The account's own fields of tasks. */
  fields: ['fields'] as const,
  project: (projectId: string) => ['project', projectId] as const,
  /** A prefix of the keys of all columns of a project. A column's key adds its lane (`none`: no lane, `any`: all) and filters. */
  tasks: (projectId: string) => ['tasks', projectId] as const,
  column: (
    projectId: string,
    laneId: string,
    {
      statuses,
      search = '',
      fields = {},
    }: { statuses: readonly number[]; search?: string; fields?: FieldConditions },
  ) => ['tasks', projectId, laneId, statuses, search, fields] as const,
  task: (taskId: string) => ['task', taskId] as const,
  trash: (projectId: string) => ['trash', projectId] as const,
  /** All of it, in one entry. */
  wholeTrash: (projectId: string) => ['trash', projectId, 'whole'] as const,
  tokens: ['tokens'] as const,
  members: ['members'] as const,
  /** The identity provider of the service. */
  provider: ['provider'] as const,
  /** A prefix of the keys of everything about forms. */
  forms: ['forms'] as const,
  form: (formId: string) => ['forms', formId] as const,
  submissions: (formId: string, outcome: string) => ['forms', formId, 'submissions', outcome] as const,
  submission: (formId: string, submissionId: string) =>
    ['forms', formId, 'submission', submissionId] as const,
  calendars: ['calendars'] as const,
  /** A prefix of the keys of everything about webhooks. */
  webhooks: ['webhooks'] as const,
  webhook: (webhookId: string) => ['webhooks', webhookId] as const,
  /** A prefix of the keys of a webhook's lists of deliveries. */
  allDeliveries: (webhookId: string) => ['webhooks', webhookId, 'deliveries'] as const,
  deliveries: (webhookId: string, outcome: string) => ['webhooks', webhookId, 'deliveries', outcome] as const,
  delivery: (webhookId: string, deliveryId: string) =>
    ['webhooks', webhookId, 'delivery', deliveryId] as const,
  /** A prefix of the keys of everything about rules. */
  rules: ['rules'] as const,
  projectRules: (projectId: string) => ['rules', 'of', projectId] as const,
  rule: (ruleId: string) => ['rules', ruleId] as const,
  ruleTimes: (ruleId: string, state: readonly unknown[]) => ['rules', ruleId, 'times', ...state] as const,
  runs: (ruleId: string, outcome: string) => ['rules', ruleId, 'runs', outcome] as const,
  triedRun: (ruleId: string, taskId: string) => ['rules', ruleId, 'tried', taskId] as const,
  tasksToRun: (projectId: string, text: string) => ['tasks-to-run', projectId, text] as const,
  /** Not with the others: it is asked when it is edited. */
  newRuleTimes: (request: string) => ['rule-times', request] as const,
  preview: (formId: string, sample: unknown) => ['preview', formId, sample] as const,
}
