import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
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

/** What both generations of the client have alike. */
interface AnyClient {
  listTools: () => Promise<{ tools: { name: string; description?: string | undefined }[] }>
  callTool: (params: { name: string; arguments: Record<string, unknown> }) => Promise<object>
  getInstructions: () => string | undefined
  close: () => Promise<void>
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

/** Connects the client of the second generation, in a revision of 2025 or that of 2026. */
async function second(
  mode: 'legacy' | { pin: string },
  transport: StreamableHTTPClientTransport | StdioClientTransport,
) {
  const client = new Client(about, { versionNegotiation: { mode } })
  await client.connect(transport)
  return client
}

/** Connects the client of the first generation. */
async function first(transport: FirstHttp | FirstStdio) {
  const client = new FirstClient(about)
  // its own types do not pass exactOptionalPropertyTypes
  await client.connect(transport)
  return client
}

const in2026 = { pin: '2026-07-28' }

/** The official clients, by generation, revision and way. */
export const clients: Record<string, (token: string) => Promise<AnyClient>> = {
  'SDK 1 over HTTP': (token) => first(new FirstHttp(url(), withToken(token))),
  'SDK 1 over stdio': (token) => first(new FirstStdio(process(token))),
  'SDK 2 in 2025 over HTTP': (token) =>
    second('legacy', new StreamableHTTPClientTransport(url(), withToken(token))),
  'SDK 2 in 2025 over stdio': (token) => second('legacy', new StdioClientTransport(process(token))),
  'SDK 2 in 2026 over HTTP': (token) =>
    second(in2026, new StreamableHTTPClientTransport(url(), withToken(token))),
  'SDK 2 in 2026 over stdio': (token) => second(in2026, new StdioClientTransport(process(token))),
}

/** Connects an assistant for this test. */
export async function connect(token: string, name = 'SDK 2 in 2026 over HTTP'): Promise<Agent> {
  const client = await clients[name]?.(token)
  if (!client) throw new Error(`There is no client ${name}.`)
  onTestFinished(() => client.close())
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (tool, given = {}) => {
      const result = await client.callTool({ name: tool, arguments: { ...given } })
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
