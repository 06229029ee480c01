import { send, type Reply, type Sending } from './api.ts'
import { errorBody, newTenant, type TestTenant } from './tenant.ts'

/** An account with two projects, and a token that is bound to the first. */
export interface Scene {
  tenant: TestTenant
  /** The project of the bound token, and another one. */
  own: string
  other: string
  /** Sends with the bound token. */
  bound: (method: string, path: string, sending?: Sending) => Promise<Reply>
}

/** Sends with a token. */
export const sendWith =
  (token: string): Scene['bound'] =>
  (method, path, sending) =>
    send(method, path, { token, ...sending })

export async function newScene(): Promise<Scene> {
  const tenant = await newTenant()
  const [own, other] = [tenant.projectId, await tenant.newProject()]
  return { tenant, own, other, bound: sendWith(await tenant.boundToken(own)) }
}

/** The ids of the entries of a list's answer. */
export const idsIn = ({ body }: Reply, name: 'tasks' | 'projects' | 'forms' | 'webhooks') =>
  (body as Record<string, { id: string }[]>)[name]?.map(({ id }) => id)

export const projectNotFound = errorBody('project_not_found', 'There is no such project.')
