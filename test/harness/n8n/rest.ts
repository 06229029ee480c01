/** The part of n8n's own REST interface that its web page uses, and that the trial needs. */
export interface N8n {
  createCredentials: (type: string, data: object) => Promise<string>
  testCredentials: (id: string, type: string, data: object) => Promise<unknown>
  /** What a person may choose from in a parameter. */
  options: (nodeType: string, method: string, credentialsId: string) => Promise<unknown>
  createWorkflow: (workflow: object) => Promise<string>
  activate: (workflowId: string) => Promise<void>
  deactivate: (workflowId: string) => Promise<void>
  /** The first finished execution of a workflow: what each node has put out. */
  execution: (workflowId: string) => Promise<Execution | undefined>
}

export interface Execution {
  status: string
  data: Record<string, unknown>
}

/** The data of an execution: n8n stores each object once, in a list, and names it elsewhere by its place. */
function unflattened(text: string): unknown {
  const parts = JSON.parse(text) as unknown[] // n8n's format, "flatted"
  const at = (place: unknown): unknown => {
    const part = typeof place === 'string' ? parts[Number(place)] : place
    if (typeof part !== 'object' || part === null) return part
    const entries = Object.entries(part).map(([name, one]) => [name, at(one)] as const)
    return Array.isArray(part) ? entries.map(([, one]) => one) : Object.fromEntries(entries)
  }
  return at('0')
}

interface RunData {
  resultData: { runData: Record<string, { data: { main: { json: unknown }[][] } }[]> }
}

/**
 * Makes the owner of a new n8n, and signs in.
 * @param origin of the n8n
 * @returns what the owner can do; undefined while it is not ready
 */
export async function signIn(origin: string): Promise<N8n | undefined> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json', 'browser-id': 'trial' }
  const send = async (method: string, path: string, body?: object) => {
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${origin}/rest${path}`, sent)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    const cookie = answer.headers.get('set-cookie')?.split(';')[0]
    if (cookie?.startsWith('n8n-auth=')) headers.Cookie = cookie
    return (JSON.parse(text) as { data: unknown }).data // what n8n's answers are
  }
  const idOf = (created: unknown) => (created as { id: string }).id // what n8n answers to a create
  const password = `Trial-${crypto.randomUUID()}`
  await send('POST', '/owner/setup', { email: 'ada@example.com', firstName: 'Ada', lastName: 'L', password })
  return {
    createCredentials: async (type, data) =>
      idOf(await send('POST', '/credentials', { name: 'Tasks API', type, data })),
    testCredentials: (id, type, data) =>
      send('POST', '/credentials/test', { credentials: { id, name: 'Tasks API', type, data } }),
    options: (name, methodName, id) =>
      send('POST', '/dynamic-node-parameters/options', {
        nodeTypeAndVersion: { name, version: 1 },
        credentials: { tasksApi: { id, name: 'Tasks API' } },
        ...{ path: 'parameters.projectId', methodName, currentNodeParameters: {} },
      }),
    createWorkflow: async (workflow) =>
      idOf(await send('POST', '/workflows', { settings: {}, active: false, ...workflow })),
    activate: async (id) => {
      const { versionId } = (await send('GET', `/workflows/${id}`)) as { versionId: string } // n8n's own format
      await send('POST', `/workflows/${id}/activate`, { versionId })
    },
    deactivate: async (id) => {
      await send('POST', `/workflows/${id}/deactivate`, {})
    },
    execution: async (workflowId) => {
      const filter = encodeURIComponent(JSON.stringify({ workflowId }))
      const { results } = (await send('GET', `/executions?filter=${filter}`)) as {
        results: { id: string; status: string }[]
      } // n8n's own format
      const [found] = results
      if (!found || ['new', 'running'].includes(found.status)) return undefined
      const { data } = (await send('GET', `/executions/${found.id}`)) as { data: string } // as above
      const { resultData } = unflattened(data) as RunData // as above
      const nodes = Object.entries(resultData.runData).map(([name, [run]]) => [
        name,
        run?.data.main[0]?.map(({ json }) => json),
      ])
      return { status: found.status, data: Object.fromEntries(nodes) as Record<string, unknown> }
    },
  }
}
