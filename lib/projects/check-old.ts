import { getMany } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { asCheck, type TransactionWrite } from '../table/transaction-write.ts'
import { transact, type Refusal } from '../table/write-items.ts'
import { laneKey, projectKey, projectOfCounts } from './project-item.ts'
import { asOldProject, splitOldProject, type OldProjectItem } from './old-item.ts'

/**
 * Returns the check of a project's counts as a check of its one old item. The counters have the same names there, but
 * its lanes have their ids as keys. A lane that is being deleted keeps its key, which is not found.
 */
function checkOfOld(tenant: Tenant, write: TransactionWrite, old: OldProjectItem): TransactionWrite {
  const { ConditionCheck: check } = asCheck(write)
  const laneIds = new Map(old.lane_order.map((laneId) => [laneKey(laneId), laneId]))
  const names = Object.entries(check.ExpressionAttributeNames ?? {}).map(
    ([placeholder, name]) => [placeholder, laneIds.get(name) ?? name] as const,
  )
  return {
    ConditionCheck: {
      ...check,
      Key: projectKey(tenant, old.id),
      ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
    },
  }
}

/** The refusal of such a check as that of the counts; undefined if the project was converted or deleted meanwhile. */
function ofCounts(refusal: Refusal): Refusal | undefined {
  const old = refusal.found && asOldProject(refusal.found)
  return old && { ...refusal, found: { ...splitOldProject(old).counts } }
}

/**
 * Checks a transaction on projects that may still be stored in one item, without converting them, as a dry run needs.
 * @param projectIds the projects whose counts were not found
 * @returns undefined if the transaction would be committed; otherwise, for each write, its refusal, if it was refused
 */
export async function checkWithOld(
  tenant: Tenant,
  writes: TransactionWrite[],
  projectIds: string[],
): Promise<(Refusal | undefined)[] | undefined> {
  const found = await getMany(
    tenant,
    projectIds.map((projectId) => projectKey(tenant, projectId)),
  )
  const olds = new Map(found.flatMap((item) => asOldProject(item) ?? []).map((old) => [old.id, old] as const))
  const checks = writes.map((write) => {
    const old = olds.get(projectOfCounts(asCheck(write).ConditionCheck.Key.sk) ?? '')
    return old && checkOfOld(tenant, write, old)
  })
  const refusals = await transact(
    tenant,
    writes.map((write, index) => checks[index] ?? write),
  )
  const own = refusals?.map((refusal, index) => (refusal && checks[index] ? ofCounts(refusal) : refusal))
  const hasChanged = refusals?.some((refusal, index) => refusal && !own?.[index])
  return hasChanged ? transact(tenant, writes) : own
}
