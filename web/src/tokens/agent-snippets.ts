/** Where an agent finds the service, and the secret of its token. */
export interface AgentAccess {
  /** The URL of the service, without its version. */
  origin: string
  secret: string
}

/** The URL for programs that talk to the service themselves. */
export const agentUrl = (origin: string): string => `${origin}/v1/mcp`

const authorization = (secret: string) => `Bearer ${secret}`

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** The command that adds the service to Claude Code. */
export const claudeCode = ({ origin, secret }: AgentAccess): string =>
  `claude mcp add --transport http tasks ${agentUrl(origin)} \\
  --header "Authorization: ${authorization(secret)}"
`

/** `claude_desktop_config.json`: it starts `npm run mcp` in a checkout of this service, and talks to it. */
export const claudeDesktop = ({ origin, secret }: AgentAccess): string =>
  json({
    mcpServers: {
      tasks: {
        command: 'npm',
        args: ['run', '--silent', '--prefix', '/path/to/tasks-api', 'mcp'],
        env: { TASKS_URL: origin, TASKS_TOKEN: secret },
      },
    },
  })

/** `.vscode/mcp.json`. It asks for the token, so that the file can be shared. */
export const vsCode = ({ origin }: Pick<AgentAccess, 'origin'>): string =>
  json({
    servers: {
      tasks: {
        type: 'http',
        url: agentUrl(origin),
        headers: { Authorization: authorization('${input:tasks-token}') },
      },
    },
    inputs: [
      { type: 'promptString', id: 'tasks-token', description: 'Token of the Tasks API', password: true },
    ],
  })

/** `mcp.json` of Cursor. */
export const cursor = ({ origin, secret }: AgentAccess): string =>
  json({
    mcpServers: { tasks: { url: agentUrl(origin), headers: { Authorization: authorization(secret) } } },
  })
