import { addAccountCommands } from './account.ts'
import { commandLine, runCommandLine } from '../command-line.ts'
import { addBackupCommands } from './backup/commands.ts'
import { readRegion, readTableName } from './inputs.ts'
import { addProjectCommands } from './project.ts'
import { addMemberCommands } from './member.ts'
import { addTokenCommands } from './token.ts'

const more = `
By default this works on the data folder (DATA_DIR, else .data), whether or not
the service is running. If DYNAMODB_ENDPOINT is set, it works on the DynamoDB
there instead. In both cases the table is TABLE_NAME (else tasks). If there is
none, account create creates the folder and the table. With --table it works on
AWS, with the same credentials as the AWS command line.

Exit codes: 0 for success, 1 for a failure, 2 for wrong usage.

  npm run admin -- account create --name "Ada's team"
  npm run admin -- account create --help
  npm run --silent admin -- account list --json
`

/** The command line without its commands. They inherit its output and exit settings, so they are added afterwards. */
const program = commandLine(
  'npm run admin',
  'Manage accounts, projects, tokens and members of the Tasks API, and its backups.',
)
  .option('--json', 'print one JSON document')
  .option('--table <name>', 'work on this table on AWS', readTableName)
  .option('--region <region>', 'the region of that table (default: AWS_REGION)', readRegion)
  .addHelpText('after', more)
  .configureHelp({ showGlobalOptions: true })

addAccountCommands(program)
addProjectCommands(program)
addTokenCommands(program)
addMemberCommands(program)
addBackupCommands(program)
for (const command of [program, ...program.commands]) command.helpCommand(false) // --help is enough

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return // a reader such as head may close the pipe early
  console.error(`error: ${error.message}`)
  process.exitCode = 1
})

await runCommandLine(program, 'error')
