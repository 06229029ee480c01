import { serviceUnavailable } from '../send.ts'
import type { Tenant } from '../tenant.ts'
import { getMany } from '../read-items.ts'
import { transact, type Refusal, type TransactionWrite } from '../write-items.ts'
import { updateOf } from '../update-expression.ts'
import { countsKey, projectKey, projectOfCounts } from './item.ts'
import { asOldProject, splitOldProject, type OldProjectItem } from './old-item.ts'

/** The writes that split an old project, if nobody has written to it since it was read. */
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
        // under other names: code that knows only the old ones finds none and is refused
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

/** What a project was found to be. */
export type Conversion = 'converted' | 'as it should be' | 'absent'

/**
 * Converts a project that is kept in one item, as all were until their counts came to lie apart: in one transaction,
 * anew when another write came in between, so that no count is lost.
 * @throws ApiError service_unavailable when others were always faster
 */
export async function convertProject(tenant: Tenant, projectId: string): Promise<Conversion> {
  while (Date.now() < tenant.deadlineMs) {
    // the batch, for every function may read one: it looks up its token so
    const [item] = await getMany(tenant, [projectKey(tenant, projectId)])
    if (!item) return 'absent'
    const old = asOldProject(item)
    if (!old) return 'as it should be'
    if (!(await transact(tenant, splitting(tenant, old)))) return 'converted'
  }
  throw serviceUnavailable()
}

/** The projects whose counts a refused transaction did not find. */
function withoutCounts(writes: TransactionWrite[], refusals: (Refusal | undefined)[]): string[] {
  return refusals.flatMap((refusal, index) => {
    const write = writes[index]
    if (!refusal || refusal.found || !write || 'Put' in write) return []
    const { Key } = 'Update' in write ? write.Update : 'Delete' in write ? write.Delete : write.ConditionCheck
    return projectOfCounts(Key.sk) ?? []
  })
}

/**
 * Does a transaction that counts; a project that it finds in one item is converted first. An absent project costs a
 * read, every other transaction nothing.
 * @returns undefined once committed, else for each write whether its condition refused it
 */
export async function transactCounted(
  tenant: Tenant,
  writes: TransactionWrite[],
): Promise<(Refusal | undefined)[] | undefined> {
  const refusals = await transact(tenant, writes)
  if (!refusals) return undefined
  const found = await Promise.all(
    withoutCounts(writes, refusals).map((projectId) => convertProject(tenant, projectId)),
  )
  return found.some((conversion) => conversion !== 'absent') ? transact(tenant, writes) : refusals
}
