import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tools } from '../../functions/tools.ts'
import { claudeCode, claudeDesktop, cursor, vsCode } from '../../web/src/tokens/agent-snippets.ts'
import { testPort } from '../support/api.ts'
import { newTenant } from '../support/tenant.ts'
import { blocksOf, recipeOf } from './recipe.ts'

const recipe = recipeOf('agents')
const [desktop, code, cursorSettings] = blocksOf(recipe, 'json').map((block) => JSON.parse(block) as object)
const example = { origin: 'https://tasks.example.com', secret: 'tsk_…' }
const here = `http://127.0.0.1:${testPort}`

/** The settings that a recipe shows, with the service and a token of this test. */
const filled = (settings: unknown, token: string): unknown =>
  JSON.parse(
    JSON.stringify(settings)
      .replaceAll(example.origin, here)
      .replaceAll(example.secret, token)
      .replaceAll('${input:tasks-token}', token)
      .replaceAll('/path/to/tasks-api', resolve('.')),
  )

const toolsOf = async (transport: StdioClientTransport | StreamableHTTPClientTransport) => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const { tools: listed } = await client.listTools()
  await client.close()
  return listed.map(({ name }) => name)
}

interface Remote {
  url: string
  headers: Record<string, string>
}
const remote = ({ url, headers }: Remote) =>
  toolsOf(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))

describe('the recipe for agents', () => {
  it('shows what the web interface offers to paste', () => {
    expect(JSON.parse(claudeDesktop(example))).toEqual(desktop)
    expect(JSON.parse(vsCode(example))).toEqual(code)
    expect(JSON.parse(cursor(example))).toEqual(cursorSettings)
    expect(blocksOf(recipe, 'sh')).toContain(claudeCode(example))
  })

  it('starts what Claude Desktop starts', async () => {
    const { token } = await newTenant()
    const { mcpServers } = filled(desktop, token) as {
      mcpServers: { tasks: { command: string; args: string[]; env: Record<string, string> } }
    }
    const { command, args, env } = mcpServers.tasks
    const inherited = { PATH: String(process.env.PATH) }
    const listed = await toolsOf(new StdioClientTransport({ command, args, env: { ...inherited, ...env } }))
    expect(listed).toEqual(Object.keys(tools))
  })

  it('connects as Cursor and VS Code do', async () => {
    const { token } = await newTenant()
    const { mcpServers } = filled(cursorSettings, token) as { mcpServers: { tasks: Remote } }
    const { servers } = filled(code, token) as { servers: { tasks: Remote } }
    expect(await remote(mcpServers.tasks)).toEqual(Object.keys(tools))
    expect(await remote(servers.tasks)).toEqual(Object.keys(tools))
  })
})
