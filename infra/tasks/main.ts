import manifest from '../../package.json' with { type: 'json' }
import { adminCommand } from '../admin/command.ts'
import { commandLine, runCommandLine } from '../command-line.ts'
import { listenCommand } from '../listen/command.ts'
import { startCommand } from '../local/command.ts'
import { mcpCommand } from '../mcp/command.ts'
import { addCompletionCommand } from './completion.ts'
import { addDoctorCommand } from './doctor.ts'

const more = `
The npm scripts do the same: npm start, npm run admin, npm run listen, npm run mcp.

  npx tasks start
  npx tasks admin token create --help
`

const program = commandLine('npx tasks', 'Run the Tasks API on this machine, and work with it.')
  .version(manifest.version, '-V, --version', 'show the version')
  .addCommand(startCommand('npx tasks start').name('start'))
  .addCommand(listenCommand('npx tasks listen').name('listen'))
  .addCommand(adminCommand('npx tasks admin').name('admin'))
  .addCommand(mcpCommand('npx tasks mcp').name('mcp'))
  .addHelpText('after', more)
  .helpCommand(false) // --help is enough
addDoctorCommand(program)
addCompletionCommand(program)

await runCommandLine(program, 'error')
