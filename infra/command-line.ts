import { styleText } from 'node:util'
import { Command, CommanderError, type Option } from 'commander'

const exitCodes = { failed: 1, wrongUsage: 2 }

/** Wrong usage whose message must not quote the value, as commander's does: the value is a secret. */
export class UsageError extends Error {}

/** Colours the first word of an error, on a terminal only and never with NO_COLOR. */
export const errorText = (text: string): string =>
  text.replace(/^[\w-]+:/, (word) => styleText('red', word, { stream: process.stderr }))

/**
 * Begins a command line. Its commands inherit what is set here: add them afterwards.
 * @param call how one calls it, such as `npm run chaos --` or `npx tasks`
 * @param hint what follows the message about wrong usage
 */
export const commandLine = (
  call: string,
  description: string,
  hint = 'Add --help to see what the command takes.',
): Command =>
  new Command(call)
    .description(description)
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError(hint)
    .configureOutput({
      outputError: (text, write) => {
        write(errorText(text))
      },
    })
    .configureHelp({ styleTitle: (title) => styleText('bold', title, { validateStream: false }) }) // commander takes it off where no terminal is
    .exitOverride()

const withCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withCommands)]

/** An empty variable counts as not set, as in the settings of the service. Commander would take it as a value. */
function removeEmptyVariables(program: Command): void {
  for (const { envVar } of withCommands(program).flatMap(({ options }) => options)) {
    if (envVar !== undefined && process.env[envVar]?.trim() === '')
      Reflect.deleteProperty(process.env, envVar)
  }
}

/**
 * Commander checks required options first, and would answer `--nam x` with "`--name` is missing": here that check comes
 * last.
 */
function checkRequiredLast(program: Command): void {
  const required = new Set<Option>()
  for (const option of withCommands(program).flatMap(({ options }) => options)) {
    if (option.mandatory) required.add(option)
    option.mandatory = false
  }
  program.hook('preAction', (_, command) => {
    const missing = command.options.filter(
      (option) => required.has(option) && command.getOptionValue(option.attributeName()) === undefined,
    )
    if (missing.length === 0) return
    const names = missing.map(
      ({ flags, envVar }) => `'${flags}'${envVar === undefined ? '' : ` (or ${envVar})`}`,
    )
    command.error(`error: required option${missing.length > 1 ? 's' : ''} ${names.join(', ')} not specified`)
  })
}

/**
 * Runs the command line of this process. The exit code is 2 for wrong usage, and 1 for another failure, of which it
 * writes one sentence.
 * @param subject what the sentence begins with
 */
export async function runCommandLine(program: Command, subject: string): Promise<void> {
  checkRequiredLast(program)
  removeEmptyVariables(program)
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return // a reader such as head may close the pipe early
    console.error(errorText(`error: ${error.message}`))
    process.exitCode = exitCodes.failed
  })
  // exitCode instead of exit(): pending output must still be written, and nothing keeps the process running
  try {
    await program.parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) {
      // commander has already written its message; requested help is not an error
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.wrongUsage
    } else {
      console.error(errorText(`${subject}: ${error instanceof Error ? error.message : String(error)}`))
      process.exitCode = error instanceof UsageError ? exitCodes.wrongUsage : exitCodes.failed
    }
  }
}
