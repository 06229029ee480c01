import type { Command } from 'commander'
import { ApiError } from '../../lib/contract/api-error.ts'
import { findAccount, type Account } from '../../lib/tokens/account.ts'
import type { Storage } from '../../lib/table/storage.ts'
import type { Tenant } from '../../lib/table/tenant.ts'
import { refuseOldProjects } from '../local/old-projects.ts'
import { withTable, type AwsTable } from './connect.ts'
import type { Output } from './output.ts'

interface GlobalOptions {
  json?: true
  table?: string
  region?: string
}

/**
 * Ends a command with a usage error.
 * @throws CommanderError
 */
export const refuse = (command: Command, message: string): never =>
  command.error(`error: ${message}`, { code: 'admin.usage' })

/** The value of --table; undefined for this machine's table. */
export const tableOption = (command: Command): string | undefined =>
  command.optsWithGlobals<GlobalOptions>().table

/** Prints the output of a command, as JSON or text. */
export function print(command: Command, { document, text }: Output): void {
  const { json } = command.optsWithGlobals<GlobalOptions>()
  process.stdout.write(`${json ? JSON.stringify(document, null, 2) : text}\n`)
}

/** The table on AWS that the options name; undefined for this machine's table. */
function awsTableOf(command: Command): AwsTable | undefined {
  const { table, region } = command.optsWithGlobals<GlobalOptions>()
  if (table === undefined) {
    return region === undefined ? undefined : refuse(command, "option '--region' needs '--table'")
  }
  const regionOrDefault = region ?? process.env.AWS_REGION
  if (!regionOrDefault) return refuse(command, "option '--table' needs '--region' (or AWS_REGION)")
  return { name: table, region: regionOrDefault }
}

/** An error about a field of the API, about the option of the command that sets it. */
function errorOfOption(command: Command, error: unknown): unknown {
  const [detail] = error instanceof ApiError ? (error.extras.details ?? []) : []
  const option = command.options.find((one) => one.attributeName() === detail?.path)
  return detail && option ? new Error(`${option.long ?? ''} ${detail.message}`, { cause: error }) : error
}

/**
 * Runs a command's work on the table, then prints its output, as JSON or text.
 * @param makes whether to create a missing data folder and table
 */
export async function run(
  command: Command,
  work: (storage: Storage, isAlone: boolean) => Promise<Output>,
  makes = false,
): Promise<void> {
  const output = await withTable(awsTableOf(command), makes, work).catch((error: unknown) => {
    throw errorOfOption(command, error)
  })
  print(command, output)
  if (output.error !== undefined) throw new Error(output.error)
}

/** The same for a command inside one account, which must exist. */
export const runIn = (
  command: Command,
  accountId: string,
  work: (tenant: Tenant, account: Account) => Promise<Output>,
): Promise<void> =>
  run(command, async (storage) => {
    const account = await findAccount(storage, accountId)
    if (!account) throw noSuchAccount()
    return work({ ...storage, accountId, projectIds: null }, account)
  })

/** The same for a command about the account's projects, which this release must be able to read. */
export const runOnProjects: typeof runIn = (command, accountId, work) =>
  runIn(command, accountId, async (tenant, account) => {
    await refuseOldProjects(tenant)
    return work(tenant, account)
  })

export const noSuchAccount = () => new Error('There is no such account: account list shows all.')
