import { Command, CommanderError, type Option } from 'commander'

const exitCodes = { failed: 1, wrongUsage: 2 }

/**
 * Begins the command line of an npm script. Its commands inherit what is set here: add them afterwards.
 * @param name the npm script as one calls it, such as `npm run chaos`
 * @param hint what follows the message about wrong usage
 */
export const commandLine = (
  name: string,
  description: string,
  hint = 'Add --help to see what the command takes.',
): Command =>
  new Command(`${name} --`)
    .description(description)
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError(hint)
    .exitOverride()

const withCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withCommands)]

/** Commander looks for required options first, and would say of `--nam x` that `--name` is missing: here it comes last. */
function checkRequiredLast(program: Command): void {
  const required = new Set<Option>()
  for (const option of withCommands(program).flatMap(({ options }) => options)) {
    if (option.mandatory) required.add(option)
    option.mandatory = false
  }
  program.hook('preAction', (_, command) => {
    const missing = command.options.find(
      (option) => required.has(option) && command.getOptionValue(option.attributeName()) === undefined,
    )
    if (missing) command.error(`error: required option '${missing.flags}' not specified`)
  })
}

/**
 * Does what the command line of this process asks for. The exit code is 2 for wrong usage, and 1 for another failure, of
 * which it writes one sentence.
 * @param subject what the sentence begins with
 */
export async function runCommandLine(program: Command, subject: string): Promise<void> {
  checkRequiredLast(program)
  // exitCode instead of exit(): pending output must still be written, and nothing keeps the process running
  try {
    await program.parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) {
      // commander has already written its message; requested help is not an error
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.wrongUsage
    } else {
      console.error(`${subject}: ${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = exitCodes.failed
    }
  }
}
