import type { Command } from 'commander'
import { convertProjects, type Conversions } from '../local/convert-projects.ts'
import { run } from './run.ts'

/** One line of a terminal that is written over; elsewhere it would be many. */
function showProgress({ accounts, converted }: Conversions, of: number): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(`\r${accounts} of ${of} accounts, ${converted} projects converted`)
  if (accounts === of) process.stderr.write('\n')
}

/** Adds the command that brings a table to the present way of keeping projects. */
export function addConvertCommand(program: Command): void {
  program
    .command('convert')
    .description('Convert the projects that an earlier release made. A repeat does no harm.')
    .action((_options: object, command: Command) =>
      run(command, async () => {
        const { accounts, converted } = await convertProjects(showProgress)
        const text = `Converted ${converted} projects in ${accounts} accounts.`
        return { document: { accounts, converted }, text }
      }),
    )
}
