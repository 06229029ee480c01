import manifest from '../../package.json' with { type: 'json' }
import packageManifest from '../../package/package.json' with { type: 'json' }

const { version } = manifest

/** The package whose program is an agent's server over standard input and output: docs/recipes/agents.md. */
const { name: identifier, mcpName: name } = packageManifest

/**
 * The entry for registries of MCP servers: https://github.com/modelcontextprotocol/registry, "server.json". Whoever publishes it
 * puts a name that they own into `mcpName` of package/package.json.
 */
export const describeServer = (): object => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name,
  title: 'Tasks API',
  description: 'Find, add, change and finish tasks in your own Tasks API, with lanes, fields and a trash.',
  version,
  packages: [
    {
      registryType: 'npm',
      identifier,
      version,
      runtimeHint: 'npx',
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
      environmentVariables: [
        {
          name: 'TASKS_URL',
          description: 'The address of your service',
          format: 'string',
          isRequired: true,
          placeholder: 'https://tasks.example.com',
        },
        {
          name: 'TASKS_TOKEN',
          description: 'A token of your account, from the page Tokens of the web interface',
          format: 'string',
          isRequired: true,
          isSecret: true,
        },
      ],
    },
  ],
})
