import { InvalidArgumentError, Option, type Command } from 'commander'
import { createInterface } from 'node:readline/promises'
import { closeAccount, findAccount, findClosedAccount } from '../../../lib/tokens/account.ts'
import { readId } from '../inputs.ts'
import { toCell, type Output } from '../output.ts'
import { noSuchAccount, refuse, run, tableOption } from '../run.ts'
import { countItems, deleteItems, settleSeconds, type Counts } from './delete-account.ts'
import { leftHere, leftOnAws, leftWithOthers, textOfLeft } from './left.ts'

/** A partition of DynamoDB takes 1,000 write units a second, and an account's tasks are in one: half is left to others. */
const defaultUnits = 500

const help = `
Deletes an account for good, with all that it has: projects, tasks, trash, forms,
submissions, webhooks, deliveries, members and tokens. Its tokens, sessions and
forms end at once; what functions remember ends within a minute. On a table that
a service may be using, the command waits ${settleSeconds} s, until no request of the account
can be under way, and then reads the whole table for what is left. It may be
interrupted at any time: run it again, and it goes on.

You are asked for the account's name. A script gives it with --confirm. --dry-run
only counts, and changes nothing. Write an export first if anybody may want the
tasks again (account export): nothing brings them back but a backup. End other
commands that write to the account (account import) before.

At the end it prints where something of the account is left, and until when.
`

interface DeleteOptions {
  confirm?: string
  dryRun?: true
  units: number
}

function readUnits(input: string): number {
  const units = Number(input)
  if (/^\d+$/.test(input) && units >= 1 && units <= 100_000) return units
  throw new InvalidArgumentError('It must be a whole number from 1 to 100000.')
}

const textOfCounts = (counts: Counts): string =>
  Object.entries(counts)
    .map(([kind, count]) => `  ${kind}: ${count.toLocaleString('en')}`)
    .join('\n')

const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, one) => sum + one, 0)

/** The name that confirms: the option's, or what a person types. */
async function readConfirmation({ confirm }: DeleteOptions, name: string): Promise<string> {
  if (confirm !== undefined) return confirm
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(
      `This deletes the account ${toCell(name, Infinity)} with all that it has. Type its name to go on: `,
    )
  } finally {
    terminal.close()
  }
}

/** Adds the command that deletes an account. */
export function addDeleteCommand(account: Command): void {
  account
    .command('delete')
    .description('Delete an account for good, with all that it has.')
    .argument('<id>', 'its id, as list shows it', readId)
    .option('--confirm <name>', "the account's name, for scripts; otherwise you are asked for it")
    .option('--dry-run', 'count what would be deleted, and change nothing')
    .addOption(
      new Option('--units <number>', 'the capacity units that it may use in a second')
        .argParser(readUnits)
        .default(defaultUnits),
    )
    .addHelpText('after', help)
    .action((id: string, options: DeleteOptions, command: Command) => {
      if (!options.dryRun && options.confirm === undefined && !process.stdin.isTTY)
        refuse(command, "there is no terminal to ask: give the account's name with --confirm")
      return run(command, async (storage, isAlone): Promise<Output> => {
        const found = (await findAccount(storage, id)) ?? (await findClosedAccount(storage, id))
        if (!found) throw noSuchAccount()
        const { name } = found
        if (options.dryRun) {
          const counts = await countItems(id, options.units)
          return {
            document: { dry_run: true, account: { id, name }, items: counts },
            text: `${toCell(name, Infinity)} has ${sumOf(counts).toLocaleString('en')} items:\n${textOfCounts(counts)}\nNothing was deleted.`,
          }
        }
        if ((await readConfirmation(options, name)) !== name)
          throw new Error('That is not the name of the account: nothing was deleted.')
        if (!('closed_at' in found)) await closeAccount(storage, { id, name })
        const counts = await deleteItems(id, {
          unitsPerSecond: options.units,
          settleSeconds: isAlone ? 0 : settleSeconds,
        })
        const deletedAt = new Date()
        const kept = tableOption(command) === undefined ? leftHere : await leftOnAws(deletedAt)
        const left = [...kept, leftWithOthers]
        return {
          document: {
            deleted: true,
            account: { id, name },
            items: counts,
            deleted_at: deletedAt.toISOString(),
            left,
          },
          text:
            `Deleted ${toCell(name, Infinity)}: ${sumOf(counts).toLocaleString('en')} items\n${textOfCounts(counts)}\n` +
            `Something of it is left here:\n${textOfLeft(left)}`,
        }
      })
    })
}
