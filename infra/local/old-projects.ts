import { listAccounts } from '../../lib/tokens/account.ts'
import { accountPartition } from '../../lib/table/item.ts'
import { queryAll, withPrefix } from '../../lib/table/read-items.ts'
import { openStorage } from '../../lib/table/storage.ts'
import type { Tenant } from '../../lib/table/tenant.ts'

/** How long the search in all accounts may take. */
const timeoutMs = 60_000

/**
 * Refuses an account with projects that release 0.1.0 stored, because requests do not find them. That release kept each
 * project and its counts in one item. Only such an item has the attribute `lane_order`.
 * @throws Error with one sentence for people
 */
export async function refuseOldProjects(tenant: Tenant): Promise<void> {
  const found = await queryAll(tenant, {
    ...withPrefix(accountPartition(tenant.accountId), 'PROJECT#'),
    filter: 'attribute_exists(lane_order)',
    projection: 'pk',
  })
  if (found.length === 0) return
  throw new Error(
    'There are projects in the format of release 0.1.0, and only release 0.2.0 converts them: start that release once (on ' +
      'AWS, deploy it and run npm run admin -- convert there), then use this one again. Nothing was changed.',
  )
}

/**
 * The same for all accounts of the table, with one query for each.
 * @throws Error with one sentence for people
 */
export async function refuseOldTable(): Promise<void> {
  const storage = openStorage(Date.now() + timeoutMs)
  for (const { id: accountId } of await listAccounts(storage))
    await refuseOldProjects({ ...storage, accountId, projectIds: null })
}
