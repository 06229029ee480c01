import { Command, CommanderError } from 'commander'
import { addAccountCommands } from './account.ts'
import { addBackupCommands } from './backup/commands.ts'
import { addConvertCommand } from './convert.ts'
import { readRegion, readTableName } from './inputs.ts'
import { addProjectCommands } from './project.ts'
import { addTokenCommands } from './token.ts'

const exitCodes = { failed: 1, wrongUsage: 2 }

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
const program = new Command('npm run admin --')
  .description('Manage accounts, projects and tokens of the Tasks API, and its backups.')
  .option('--json', 'print one JSON document')
  .option('--table <name>', 'work on this table on AWS', readTableName)
  .option('--region <region>', 'the region of that table (default: AWS_REGION)', readRegion)
  .addHelpText('after', more)
  .helpOption('-h, --help', 'show this help')
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('Add --help to see what the command takes.')
  .exitOverride()

addAccountCommands(program)
addProjectCommands(program)
addTokenCommands(program)
addConvertCommand(program)
addBackupCommands(program)
for (const command of [program, ...program.commands]) command.helpCommand(false) // --help is enough

function fail(error: unknown): void {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = exitCodes.failed
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') fail(error) // a reader such as head may close the pipe early
})

// exitCode instead of exit(): pending output must still be written, and nothing keeps the process running
try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    // commander has already written its message; requested help is not an error
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes.wrongUsage
  } else {
    fail(error)
  }
}
