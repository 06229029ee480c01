import { Option } from 'commander'
import { commandLine, runCommandLine } from '../command-line.ts'
import { readBaseUrl } from '../smoke/base-url.ts'
import { forwardStdio, type Connection } from './forward.ts'

const more = `
An assistant starts it and speaks with it over standard input and output, so it
prints nothing else. Whatever the assistant may do is what the token may do.
docs/recipes/agents.md has the settings of Claude, VS Code, Cursor and n8n.

  TASKS_URL=https://api.example.com TASKS_TOKEN=... npm run --silent mcp
`

const program = commandLine(
  'npm run mcp',
  'Let an assistant use the Tasks API by the Model Context Protocol (MCP).',
)
  .addOption(
    new Option('--base-url <url>', "the service's base URL")
      .env('TASKS_URL')
      .argParser(readBaseUrl)
      .makeOptionMandatory(),
  )
  .addOption(
    new Option('--token <token>', 'a token with the scopes that the assistant is to have')
      .env('TASKS_TOKEN') // users of a machine can see each other's command lines
      .makeOptionMandatory(),
  )
  .addHelpText('after', more)
  .action((connection: Connection) => {
    forwardStdio(connection)
  })

await runCommandLine(program, 'mcp')
