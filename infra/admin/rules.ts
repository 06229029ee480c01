import type { Command } from 'commander'
import { skipMissedOfAll } from '../local/restored.ts'
import { run } from './run.ts'

const help = `
For data that was restored from an earlier time on AWS, or copied: what rules have
missed since then is noted as skipped in their logs, and does not run when the
service starts. Run it while no function of the service runs. The command restore
needs no such step: the first start after it does the same.
`

/** Adds the command that lets rules go on from now. */
export function addRuleCommands(program: Command): void {
  program
    .command('rules')
    .description('The rules of all accounts, which act by themselves.')
    .command('skip-missed')
    .description('Note what rules have missed as skipped, instead of running it.')
    .addHelpText('after', help)
    .action((_: object, command: Command) =>
      run(command, async () => {
        const skipped = await skipMissedOfAll()
        return { document: { skipped }, text: `Skipped what rules have missed: ${skipped} times and dates.` }
      }),
    )
}
