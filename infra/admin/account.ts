import type { Command } from 'commander'
import { defaultHistoryDays, defaultRateLimit, defaultTaskQuota } from '../../lib/contract/limits.ts'
import type { Plan } from '../../lib/tokens/token.ts'
import {
  createAccount,
  listAccounts,
  listClosedAccounts,
  updateAccount,
  type Account,
} from '../../lib/tokens/account.ts'
import {
  historyDaysOption,
  planOption,
  quotaOption,
  rateLimitOption,
  readId,
  readLabel,
  timeZoneOption,
} from './inputs.ts'
import { toCell, toRecord, toTable, toTime, type Columns } from './output.ts'
import { noSuchAccount, refuse, run } from './run.ts'
import { addDeleteCommand } from './deletion/commands.ts'
import { addTransferCommands } from './transfer/commands.ts'

/** The options that set an account's fields. */
interface AccountOptions {
  name?: string
  plan?: Plan
  taskQuota?: number
  rateLimit?: number
  timeZone?: string
  historyDays?: number
}

const columns: Columns<Account> = {
  ID: ({ id }) => id,
  Name: ({ name }) => name,
  Plan: ({ plan }) => plan,
  'Task quota': ({ task_quota }) => task_quota,
  'Requests/min': ({ rate_limit }) => rate_limit,
  'Time zone': ({ time_zone }) => time_zone ?? '(none)',
  'History days': ({ history_days }) => history_days,
  Created: ({ created_at }) => toTime(created_at),
}

const outputOf = (account: Account) => ({ document: { account }, text: toRecord(columns, account) })

/** The given options under the store's field names. */
const toStored = ({ name, plan, taskQuota, rateLimit, timeZone, historyDays }: AccountOptions) => ({
  ...(name !== undefined && { name }),
  ...(plan !== undefined && { plan }),
  ...(taskQuota !== undefined && { task_quota: taskQuota }),
  ...(rateLimit !== undefined && { rate_limit: rateLimit }),
  ...(timeZone !== undefined && { time_zone: timeZone }),
  ...(historyDays !== undefined && { history_days: historyDays }),
})

/** Adds the commands about accounts. */
export function addAccountCommands(program: Command): void {
  const account = program
    .command('account')
    .description('The tenants. No account can see the data of another.')

  account
    .command('create')
    .description('Create an account.')
    .requiredOption('--name <name>', 'a name for it (required)', readLabel)
    .addOption(planOption(' (default: pro)'))
    .addOption(quotaOption(`how many tasks a new project may hold (default: ${defaultTaskQuota})`))
    .addOption(rateLimitOption(`how many requests it may send per minute (default: ${defaultRateLimit})`))
    .addOption(timeZoneOption(' (default: none, so UTC)'))
    .addOption(
      historyDaysOption(
        `for how many days the history of its tasks is kept, 0 for none (default: ${defaultHistoryDays})`,
      ),
    )
    .action((options: AccountOptions & { name: string }, command: Command) =>
      run(
        command,
        async (storage) =>
          outputOf(await createAccount(storage, { ...toStored(options), name: options.name })),
        true,
      ),
    )

  account
    .command('list')
    .description('List all accounts, oldest first.')
    .action((_options: object, command: Command) =>
      run(command, async (storage) => {
        const accounts = await listAccounts(storage)
        for (const { id, name } of await listClosedAccounts(storage)) {
          const told = `${toCell(name, Infinity)} is not deleted completely: account delete ${id}`
          process.stderr.write(`note: ${told}\n`)
        }
        const text = accounts.length > 0 ? toTable(columns, accounts) : 'There is no account yet.'
        return { document: { accounts }, text }
      }),
    )

  account
    .command('update')
    .description('Change an account. Omitted options keep their values.')
    .argument('<id>', 'its id', readId)
    .option('--name <name>', 'a new name for it', readLabel)
    .addOption(planOption('; a change takes up to a minute'))
    .addOption(quotaOption('how many tasks a new project may hold; existing projects keep their quota'))
    .addOption(rateLimitOption('how many requests it may send per minute; a change takes up to a minute'))
    .addOption(timeZoneOption('; a change takes up to a minute'))
    .addOption(historyDaysOption('for how many days the history of later writes is kept, 0 for none'))
    .action((id: string, options: AccountOptions, command: Command) => {
      const change = toStored(options)
      if (Object.keys(change).length === 0) {
        refuse(
          command,
          'nothing to change: give --name, --plan, --task-quota, --rate-limit, --time-zone or --history-days',
        )
      }
      return run(command, async (storage) => {
        const updated = await updateAccount(storage, id, change)
        if (!updated) throw noSuchAccount()
        return outputOf(updated)
      })
    })

  addDeleteCommand(account)
  addTransferCommands(account)
}
