import { ApiError, notFound } from '../contract/api-error.ts'
import type { Precondition } from '../contract/headers.ts'
import { hasExpired } from '../table/item.ts'
import { get } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { taskIdOf } from '../tasks/external-id.ts'
import { checkVersion, visibleTask } from '../tasks/gate.ts'
import { taskKey, toTask } from '../tasks/task-item.ts'
import type { VersionedTask } from '../tasks/task.ts'
import type { ChangedName } from '../webhooks/event.ts'
import { putBack, unfitValues, withoutNames, type Back } from './put-back.ts'
import { readWrites, type TaskWrite } from './task-writes.ts'

/** How far a request reads back. */
const reach = { maxWrites: 2_000, maxBytes: 4 * 1024 * 1024 }

const versionNotKept = (version: number) =>
  new ApiError(
    'version_not_kept',
    `The history cannot tell version ${version} of the task: it is older than what is kept, or there is no such version. If the task has just changed, send the request again after some seconds.`,
  )

/** What a task gets back if writes are undone, the newest first. */
function undoing(writes: readonly TaskWrite[]): Back {
  const values = new Map<ChangedName, unknown>()
  let life: Back['life']
  for (const { before, lifeBefore } of writes) {
    for (const [name, value] of before) values.set(name, value)
    if (lifeBefore === 'active' || lifeBefore === 'trashed') life = lifeBefore
  }
  return { values, life }
}

/**
 * Gives a task the values that it had at a version, in one write; also in and out of the trash. A lane or a field that was
 * deleted since is left out. A task that has these values is returned unchanged.
 * @param mayTrash throws if the caller must not move the task to the trash
 * @throws ApiError task_not_found, precondition_failed, version_not_kept, project_not_found, quota_exceeded
 */
export async function revertTask(
  tenant: Tenant,
  reference: string,
  version: number,
  { precondition, mayTrash }: { precondition?: Precondition; mayTrash: () => void },
): Promise<VersionedTask> {
  const taskId = await taskIdOf(tenant, reference)
  const item = visibleTask(tenant, await get(tenant, taskKey(tenant, taskId)))
  if (!item || hasExpired(item)) throw notFound('task')
  checkVersion(item, precondition)
  if (version === item.version) return toTask(item)
  if (version > item.version) throw versionNotKept(version)
  const writes = await readWrites(tenant, item, { downTo: version, ...reach })
  if (typeof writes === 'string' || writes.at(-1)?.versionBefore !== version) throw versionNotKept(version)
  const back = undoing(writes)
  if (back.life === 'trashed' && item.deleted_at === undefined) mayTrash()
  try {
    const { task } = await putBack(tenant, item, withoutNames(back, await unfitValues(tenant, back)))
    return toTask(task)
  } catch (error) {
    // another write came in between, and the history may not have it yet
    if (precondition || !(error instanceof ApiError) || error.code !== 'precondition_failed') throw error
    throw versionNotKept(version)
  }
}
