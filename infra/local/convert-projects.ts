import { listAccounts } from '../../lib/tokens/account.ts'
import { convertProject } from '../../lib/projects/convert.ts'
import { asOldProject } from '../../lib/projects/old-item.ts'
import { openStorage } from '../../lib/table/storage.ts'
import type { Tenant } from '../../lib/table/tenant.ts'
import { query, withPrefix } from '../../lib/table/read-items.ts'
import { accountPartition, type Item } from '../../lib/table/item.ts'

/** The progress and the result of a conversion: accounts that were checked, and projects that were converted. */
export interface Conversions {
  accounts: number
  converted: number
}

/** How long one account may take. All accounts together may take longer. */
const accountTimeoutMs = 60_000

/** The ids of an account's projects that are still stored in one item. */
async function oldProjects(tenant: Tenant): Promise<string[]> {
  const ids: string[] = []
  let after: Item | undefined
  do {
    const { items, last } = await query(tenant, {
      ...withPrefix(accountPartition(tenant.accountId), 'PROJECT#'),
      after,
    })
    ids.push(...items.flatMap((item) => asOldProject(item)?.id ?? []))
    after = last
  } while (after)
  return ids
}

/**
 * Converts all projects of all accounts that are still stored in one item. Converted projects are not changed, so the
 * conversion can be repeated, also after an interruption.
 * @param progress is called after each account
 */
export async function convertProjects(
  progress: (soFar: Conversions, of: number) => void = () => undefined,
): Promise<Conversions> {
  const accounts = await listAccounts(openStorage(Date.now() + accountTimeoutMs))
  const done: Conversions = { accounts: 0, converted: 0 }
  for (const { id: accountId } of accounts) {
    const tenant = { ...openStorage(Date.now() + accountTimeoutMs), accountId }
    for (const projectId of await oldProjects(tenant)) {
      if ((await convertProject(tenant, projectId)) === 'converted') done.converted += 1
    }
    done.accounts += 1
    progress(done, accounts.length)
  }
  return done
}
