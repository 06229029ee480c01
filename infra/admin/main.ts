import { Command, CommanderError } from 'commander'
import { addAccountCommands } from './account.ts'
import { addConvertCommand } from './convert.ts'
import { readRegion, readTableName } from './inputs.ts'
import { addProjectCommands } from './project.ts'
import { addTokenCommands } from './token.ts'

const exitCodes = { failed: 1, wrongUsage: 2 }

const more = `
Works on the data folder (DATA_DIR, else .data), whether the service runs or
not; on the DynamoDB at DYNAMODB_ENDPOINT if that is set; there on the table
TABLE_NAME (else tasks). Where there is none, account create makes folder and
table. With --table on AWS, with the credentials that the AWS command line
would find.

Ends with 0 when it is done, 1 when it failed, 2 when it was called wrongly.

  npm run admin -- account create --name "Ada's team"
  npm run admin -- account create --help
  npm run --silent admin -- account list --json
`

/** The command line without its commands; these inherit how it speaks and ends, so they are added last. */
const program = new Command('npm run admin --')
  .description('Accounts, projects and tokens of the Tasks API, for its operator.')
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
for (const command of [program, ...program.commands]) command.helpCommand(false) // --help is enough

function fail(error: unknown): void {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = exitCodes.failed
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') fail(error) // a reader such as head may leave early
})

// exitCode instead of exit(): what is written must get out, and nothing is left that would keep the process
try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    // it has written its message already; help that was asked for is no error
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes.wrongUsage
  } else {
    fail(error)
  }
}
