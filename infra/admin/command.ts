import type { Command } from 'commander'
import { commandLine } from '../command-line.ts'
import { addAccountCommands } from './account.ts'
import { addBackupCommands } from './backup/commands.ts'
import { readRegion, readTableName } from './inputs.ts'
import { addMemberCommands } from './member.ts'
import { addProjectCommands } from './project.ts'
import { addReplayCommand } from './replay-batches.ts'
import { addRuleCommands } from './rules.ts'
import { addTokenCommands } from './token.ts'

const more = (call: string) => `
By default this works on the data folder (DATA_DIR, else .data), whether or not
the service is running. If DYNAMODB_ENDPOINT is set, it works on the DynamoDB
there instead. In both cases the table is TABLE_NAME (else tasks). If there is
none, account create creates the folder and the table. With --table it works on
AWS, with the same credentials as the AWS command line.

Exit codes: 0 for success, 1 for a failure, 2 for wrong usage.

  ${call} account create --name "Ada's team"
  ${call} account create --help
  ${call.replace('npm run', 'npm run --silent')} account list --json
`

/**
 * The operator's commands.
 * @param call how one calls them, such as `npx tasks admin`
 */
export function adminCommand(call: string): Command {
  // the commands inherit its output and exit settings, so they are added afterwards
  const program = commandLine(
    call,
    'Manage accounts, projects, tokens and members of the Tasks API, and its backups.',
  )
    .option('--json', 'print one JSON document')
    .option('--table <name>', 'work on this table on AWS', readTableName)
    .option('--region <region>', 'the region of that table (default: AWS_REGION)', readRegion)
    .addHelpText('after', more(call))
    .configureHelp({ showGlobalOptions: true })
  addAccountCommands(program)
  addProjectCommands(program)
  addTokenCommands(program)
  addMemberCommands(program)
  addBackupCommands(program)
  addRuleCommands(program)
  addReplayCommand(program)
  for (const command of [program, ...program.commands]) command.helpCommand(false) // --help is enough
  return program
}
