import { ApiError } from '../contract/api-error.ts'
import { stampLifeMs } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import { conditionsOf } from './filter.ts'
import { filterOf, moreAfter, readWhere, resumeAfter, scopeOf, type Found } from './find-where.ts'
import { rewriteTask } from './rewrite.ts'
import type { TaskItem } from './task-item.ts'
import { trashTogether } from './trash-together.ts'
import { trashing } from './trash.ts'
import type { UpdateWhere, UpdateWhereReport } from './update-where-request.ts'
import { isChanged } from './update-where.ts'

/**
 * Finds the tasks of a project that match, to delete them. It reads at most 4 MiB, and for at most half of the time.
 * @throws ApiError project_not_found; invalid_request when the cursor belongs to another search, and for wrong
 * conditions of fields
 */
export async function findToDelete(
  tenant: Tenant,
  projectId: string,
  { where, limit, cursor }: Omit<UpdateWhere, 'set'>,
): Promise<Found> {
  const scope = scopeOf(tenant, projectId, 'delete', [where])
  const after = resumeAfter(scope, cursor)
  const filter = conditionsOf(await filterOf(tenant, where))
  return { ...(await readWhere(tenant, projectId, { filter, limit, after })), scope }
}

/** What was done, as after a change. */
export interface DeleteWhereReport extends Omit<UpdateWhereReport, 'updated'> {
  deleted: number
}

/**
 * Moves the tasks that were found to the trash, each only if it has not changed since: as many in one transaction as it
 * takes, and the others one after the other. When time runs out it ends early and leaves the rest to the next request.
 * @throws ApiError service_unavailable, rate_limited: some tasks may be in the trash, and a repeat deletes the others
 */
export async function deleteFound(tenant: Tenant, found: Found): Promise<DeleteWhereReport> {
  const { tasks } = found
  const startBeforeMs = tenant.deadlineMs - stampLifeMs
  const together = await trashTogether(
    tenant,
    tasks.map(({ id, version }, index) => ({ index, taskId: id, op: 'delete', precondition: [version] })),
  )
  const alone = async ({ version, ...task }: TaskItem) => {
    try {
      await rewriteTask(tenant, task.id, trashing([version]), { ...task, version })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return error
    }
    return undefined
  }
  let [deleted, skipped] = [0, 0]
  let firstLeft: number | undefined
  for (const [index, task] of tasks.entries()) {
    if (!together.has(index) && deleted + skipped > 0 && Date.now() >= startBeforeMs) firstLeft ??= index
    else {
      const result = together.get(index) ?? (await alone(task))
      if (!(result instanceof ApiError)) deleted++
      else if (isChanged(result)) skipped++
      else throw result
    }
  }
  const more = moreAfter(tenant, found, firstLeft ?? tasks.length)
  return { matched: deleted + skipped, deleted, skipped, ...more }
}
