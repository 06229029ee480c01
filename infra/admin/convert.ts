import type { Command } from 'commander'
import { convertProjects, type Conversions } from '../local/convert-projects.ts'
import { run } from './run.ts'

/** Shows progress on one line of a terminal. Prints nothing elsewhere, where each update would be a new line. */
function showProgress({ accounts, converted }: Conversions, of: number): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(`\r${accounts} of ${of} accounts, ${converted} projects converted`)
  if (accounts === of) process.stderr.write('\n')
}

/** Adds the command that converts a table's projects to the current format. */
export function addConvertCommand(program: Command): void {
  program
    .command('convert')
    .description('Convert projects created by an earlier release. Safe to repeat.')
    .action((_options: object, command: Command) =>
      run(command, async () => {
        const { accounts, converted } = await convertProjects(showProgress)
        const text = `Converted ${converted} projects in ${accounts} accounts.`
        return { document: { accounts, converted }, text }
      }),
    )
}
