import { Option, type Command } from 'commander'
import { agentsPath, basePath } from '../../lib/contract/routes.ts'
import { commandLine, UsageError } from '../command-line.ts'
import { readBaseUrl } from '../smoke/base-url.ts'
import { forwardStdio, type Connection } from './forward.ts'

const more = (call: string) => `
An assistant starts this command and talks to it over standard input and output,
so it prints nothing else. The assistant may do what the token may do.
docs/recipes/agents.md has the settings of Claude, VS Code, Cursor and n8n.

  TASKS_URL=https://api.example.com TASKS_TOKEN=... ${call.replace('npm run mcp --', 'npm run --silent mcp')}
`

/** Reads a token as it was pasted, with a line end perhaps. Its form is for the service to judge. */
function readToken(input: string): string {
  const token = input.trim()
  if (/^[!-~]*$/.test(token)) return token
  throw new UsageError('TASKS_TOKEN must be a token: this has a space, or a character that no token has.')
}

/** Reads the base URL. The settings of other assistants have the address of the endpoint, which is taken, too. */
const readServiceUrl = (input: string): string =>
  readBaseUrl(input.replace(new RegExp(`${basePath}${agentsPath}/?$`), ''))

/**
 * The command that forwards an assistant's messages to a service.
 * @param call how an assistant calls it, such as `npx tasks mcp`
 */
export const mcpCommand = (call: string): Command =>
  commandLine(call, 'Let an assistant use the Tasks API by the Model Context Protocol (MCP).')
    .addOption(
      new Option('--base-url <url>', "the service's base URL")
        .env('TASKS_URL')
        .argParser(readServiceUrl)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--token <token>', 'a token with the scopes for the assistant')
        .env('TASKS_TOKEN') // users of a machine can see each other's command lines
        .argParser(readToken)
        .makeOptionMandatory(),
    )
    .addHelpText('after', more(call))
    .action((connection: Connection) => {
      forwardStdio(connection)
    })
