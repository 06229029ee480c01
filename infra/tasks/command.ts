import type { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { adminCommand } from '../admin/command.ts'
import { called } from '../called.ts'
import { commandLine, errorText } from '../command-line.ts'
import { listenCommand } from '../listen/command.ts'
import { startCommand } from '../local/command.ts'
import { mcpCommand } from '../mcp/command.ts'
import { addCompletionCommand } from './completion.ts'
import { addDoctorCommand } from './doctor.ts'
import { revertCommand } from './revert.ts'
import { rulesCommand } from './rules.ts'

const more = `
${called.more}

  ${called.tasks} start
  ${called.tasks} admin token create --help
`

/**
 * Names the operator's command that somebody may mean who calls it without `admin`.
 * @param text the message of commander about an unknown command
 */
function withAdmin(text: string, admin: Command): string {
  const name = /^error: unknown command '(\w+?)s?'\n/.exec(text)?.[1]
  const meant = admin.commands.find((one) => one.name() === name)
  return meant ? text.replace('\n', `\n(Did you mean admin ${meant.name()}?)\n`) : text
}

/** All commands of `npx tasks`. */
export function tasksCommand(): Command {
  const admin = adminCommand(`${called.tasks} admin`).name('admin')
  const program = commandLine(called.tasks, 'Run the Tasks API on this machine, and work with it.')
    .configureOutput({
      outputError: (text, write) => {
        write(errorText(withAdmin(text, admin)))
      },
    })
    .version(manifest.version, '-V, --version', 'show the version')
    .addCommand(startCommand(`${called.tasks} start`).name('start'))
    .addCommand(listenCommand(`${called.tasks} listen`).name('listen'))
    .addCommand(rulesCommand(`${called.tasks} rules`).name('rules'))
    .addCommand(revertCommand(`${called.tasks} revert`).name('revert'))
    .addCommand(admin)
    .addCommand(mcpCommand(`${called.tasks} mcp`).name('mcp'))
    .addHelpText('after', more)
    .enablePositionalOptions() // an option after the name of a command is one of that command
    .helpCommand(false) // commander's own explains no command of a command
  program
    .command('help')
    .description('Show this help, or that of a command.')
    .argument('[command...]', 'such as admin token create')
    .action((names: string[]) => {
      let found = program
      for (const name of names)
        found =
          found.commands.find((one) => one.name() === name) ?? found.error(`error: unknown command '${name}'`)
      found.help()
    })
  program
    .command('version')
    .description('Show the version.')
    .action(() => {
      console.log(manifest.version)
    })
  addDoctorCommand(program)
  addCompletionCommand(program)
  return program
}
