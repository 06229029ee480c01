import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { serverOf, type Offer } from '../../lib/mcp/server.ts'
import { noAnswer } from '../smoke/client.ts'
import { isJsonObject, type JsonObject } from '../../lib/shared/json.ts'

/** A service, by the URL that ends with its version, and a token for it. */
export interface Connection {
  baseUrl: string
  token: string
}

/** A function of the service answers within ten seconds. */
const timeoutMs = 30_000

/** The message to the agent when the service did not answer in the protocol's form. */
const failed = (message: string, code: number = ProtocolErrorCode.InternalError) =>
  new ProtocolError(code, message)

/** The error in an answer: the protocol's, or the API's, which has a text as its code. */
function errorIn({ error }: JsonObject): ProtocolError | undefined {
  if (!isJsonObject(error)) return undefined
  const { code, message } = error
  const text = String(message)
  return typeof code === 'number' ? failed(text, code) : failed(`${String(code)}: ${text}`)
}

/**
 * Sends a message to the service. It is not sent again, because nobody knows whether a call without an answer was done.
 * @returns its result
 * @throws ProtocolError with a sentence that says what to change
 */
async function ask({ baseUrl, token }: Connection, method: string, params: JsonObject): Promise<JsonObject> {
  const url = `${baseUrl}/mcp`
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    redirect: 'error', // the token is for this service only
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw failed(noAnswer(url, baseUrl, error))
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!isJsonObject(answer)) throw failed(`${url} answers with something else than JSON: is TASKS_URL right?`)
  const error = errorIn(answer)
  if (error) throw error
  if (!isJsonObject(answer.result))
    throw failed(`${url} answers with something else than a result: is TASKS_URL right?`)
  return answer.result
}

/** What an agent may use: what the service offers to the token. */
const offerOf = (connection: Connection): Offer => ({
  list: async () => {
    const { tools } = await ask(connection, 'tools/list', {})
    return Array.isArray(tools) ? (tools as unknown[]) : []
  },
  call: (name, given) => ask(connection, 'tools/call', { name, arguments: given }),
})

/** Talks to an agent over this process's input and output, and gets every answer from the service. */
export function forwardStdio(connection: Connection): void {
  serveStdio(() => serverOf(offerOf(connection)), {
    onerror: (error) => {
      console.error(`mcp: ${error.message}`)
    },
  })
}
