import type { Command } from 'commander'
import { findAccount, type Account } from '../../lib/store/account.ts'
import type { Storage } from '../../lib/store/storage.ts'
import type { Tenant } from '../../lib/store/tenant.ts'
import { withTable, type AwsTable } from './connect.ts'
import type { Output } from './output.ts'

interface GlobalOptions {
  json?: true
  table?: string
  region?: string
}

/**
 * Refuses a command that makes no sense as it was given.
 * @throws CommanderError
 */
export const refuse = (command: Command, message: string): never =>
  command.error(`error: ${message}`, { code: 'admin.usage' })

/** The table on AWS that the options name; undefined for this machine's. */
function awsTableOf(command: Command): AwsTable | undefined {
  const { table, region } = command.optsWithGlobals<GlobalOptions>()
  if (table === undefined) {
    return region === undefined ? undefined : refuse(command, "option '--region' needs '--table'")
  }
  const regionOrDefault = region ?? process.env.AWS_REGION
  if (!regionOrDefault) return refuse(command, "option '--table' needs '--region' (or AWS_REGION)")
  return { name: table, region: regionOrDefault }
}

/**
 * Runs a command: its work on the table, then its output, as JSON or for people.
 * @param makes whether it makes folder and table where there are none
 */
export async function run(
  command: Command,
  work: (storage: Storage) => Promise<Output>,
  makes = false,
): Promise<void> {
  const { document, text } = await withTable(awsTableOf(command), makes, work)
  const { json } = command.optsWithGlobals<GlobalOptions>()
  process.stdout.write(`${json ? JSON.stringify(document, null, 2) : text}\n`)
}

/** The same for a command inside one account, which must be there. */
export const runIn = (
  command: Command,
  accountId: string,
  work: (tenant: Tenant, account: Account) => Promise<Output>,
): Promise<void> =>
  run(command, async (storage) => {
    const account = await findAccount(storage, accountId)
    if (!account) throw noSuchAccount()
    return work({ ...storage, accountId }, account)
  })

export const noSuchAccount = () => new Error('There is no such account.')
