import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { testPort } from './api.ts'

/** What a tool has answered: data, with a text beside it. */
export interface ToolAnswer {
  isError: boolean
  data: Record<string, unknown>
  text: string
  /** What it has said beside the answer. */
  beside: string[]
}

/** An assistant, as its program's client connects it. */
export interface Agent {
  tools: () => Promise<{ name: string; description?: string | undefined }[]>
  call: (name: string, given?: object) => Promise<ToolAnswer>
  /** What the server says of itself. */
  instructions: () => string | undefined
}

const base = `http://127.0.0.1:${testPort}`
const url = () => new URL(`${base}/v1/mcp`)
const withToken = (token: string) => ({ requestInit: { headers: { Authorization: `Bearer ${token}` } } })
const process = (token: string) => ({
  command: globalThis.process.execPath,
  args: ['infra/mcp/main.ts'],
  env: { TASKS_URL: base, TASKS_TOKEN: token },
})
const about = { name: 'test', version: '1.0.0' }

/** Connects the client in a revision of 2025, as clients of the SDK's first generation do, or in that of 2026. */
async function connected(
  mode: 'legacy' | { pin: string },
  transport: StreamableHTTPClientTransport | StdioClientTransport,
) {
  const client = new Client(about, { versionNegotiation: { mode } })
  await client.connect(transport)
  return client
}

const in2026 = { pin: '2026-07-28' }

/** The official client, by revision and way. */
export const clients: Record<string, (token: string) => Promise<Client>> = {
  '2025 over HTTP': (token) =>
    connected('legacy', new StreamableHTTPClientTransport(url(), withToken(token))),
  '2025 over stdio': (token) => connected('legacy', new StdioClientTransport(process(token))),
  '2026 over HTTP': (token) => connected(in2026, new StreamableHTTPClientTransport(url(), withToken(token))),
  '2026 over stdio': (token) => connected(in2026, new StdioClientTransport(process(token))),
}

/** Connects an assistant for this test. */
export async function connect(token: string, name = '2026 over HTTP'): Promise<Agent> {
  const client = await clients[name]?.(token)
  if (!client) throw new Error(`There is no client ${name}.`)
  onTestFinished(() => client.close())
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (tool, given = {}) => {
      const result: object = await client.callTool({ name: tool, arguments: { ...given } })
      const {
        isError = false,
        structuredContent,
        content,
      } = result as {
        isError?: boolean
        structuredContent: Record<string, unknown>
        content: [{ text: string }, ...{ text: string }[]]
      } // what follows in each test shows it
      const [{ text }, ...others] = content
      return { isError, data: structuredContent, text, beside: others.map((other) => other.text) }
    },
    instructions: () => client.getInstructions(),
  }
}

/** Sends one message by hand, as no client would. */
export async function post(
  token: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const response = await fetch(url(), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  }
}

/** A message that calls a tool. */
export const callOf = (name: string, given: object = {}, id = 1) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: given },
})
