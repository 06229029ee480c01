import { serviceUnavailable } from '../table/send.ts'
import type { Tenant } from '../table/tenant.ts'
import { getMany } from '../table/read-items.ts'
import { transact, type Refusal } from '../table/write-items.ts'
import { asCheck, type TransactionWrite } from '../table/transaction-write.ts'
import { updateOf } from '../table/update-expression.ts'
import { checkWithOld } from './check-old.ts'
import { countsKey, projectKey, projectOfCounts } from './project-item.ts'
import { asOldProject, splitOldProject, type OldProjectItem } from './old-item.ts'

/** The writes that split an old project into two items, if it has not changed since it was read. */
function splitting(tenant: Tenant, old: OldProjectItem): TransactionWrite[] {
  const { project, counts } = splitOldProject(old)
  const { task_count, task_quota, lanes, lane_order } = old
  return [
    {
      Update: {
        Key: countsKey(tenant, old.id),
        ...updateOf({ ...counts }),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Update: {
        Key: projectKey(tenant, old.id),
        // the new items use other names: an earlier release finds no counts under the old names and is refused
        UpdateExpression: 'SET workflow_lanes = :listed REMOVE task_count, task_quota, lanes, lane_order',
        ConditionExpression:
          'task_count = :count AND task_quota = :quota AND lanes = :lanes AND lane_order = :order',
        ExpressionAttributeValues: {
          ':listed': project.workflow_lanes,
          ':count': task_count,
          ':quota': task_quota,
          ':lanes': lanes,
          ':order': lane_order,
        },
      },
    },
  ]
}

/** The result of a conversion. */
export type Conversion = 'converted' | 'up to date' | 'absent'

/**
 * Converts a project that is stored in one item, as earlier releases did, into two items: the project and its counts.
 * It takes one transaction. If another write comes in between, it tries again, so that no count is lost.
 * @throws ApiError service_unavailable when other writes came in between until the deadline
 */
export async function convertProject(tenant: Tenant, projectId: string): Promise<Conversion> {
  while (Date.now() < tenant.deadlineMs) {
    // a batch, because every function that counts tasks may do that: it looks up its caller with one
    const [item] = await getMany(tenant, [projectKey(tenant, projectId)])
    if (!item) return 'absent'
    const old = asOldProject(item)
    if (!old) return 'up to date'
    if (!(await transact(tenant, splitting(tenant, old)))) return 'converted'
  }
  throw serviceUnavailable()
}

/** The ids of the projects whose counts a refused transaction did not find. */
function withoutCounts(writes: TransactionWrite[], refusals: (Refusal | undefined)[]): string[] {
  return refusals.flatMap((refusal, index) => {
    const write = writes[index]
    if (!refusal || refusal.found || !write) return []
    return projectOfCounts(asCheck(write).ConditionCheck.Key.sk) ?? []
  })
}

/**
 * Sends a transaction that changes counts. If a project is still stored in one item, it is converted, and the
 * transaction is sent again; a dry run checks the one item instead. This costs one more read if a project is absent, and
 * nothing for converted projects.
 * @returns undefined if committed; otherwise, for each write, the refusal of its condition, if it was refused
 */
export async function transactCounted(
  tenant: Tenant,
  writes: TransactionWrite[],
): Promise<(Refusal | undefined)[] | undefined> {
  const refusals = await transact(tenant, writes)
  if (!refusals) return undefined
  const projectIds = withoutCounts(writes, refusals)
  if (projectIds.length === 0) return refusals
  if (tenant.isDryRun) return checkWithOld(tenant, writes, projectIds)
  const found = await Promise.all(projectIds.map((projectId) => convertProject(tenant, projectId)))
  return found.some((conversion) => conversion !== 'absent') ? transact(tenant, writes) : refusals
}
