import { recountTask } from '../projects/counts.ts'
import { guessStatuses } from '../projects/lane-statuses.ts'
import { checkAllValues } from '../fields/check.ts'
import type { ValueChanges } from '../fields/values.ts'
import { retried } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import { firstRefusal, transact, type CheckedWrite } from '../table/write-items.ts'
import { findIdsOfExternal } from './external-id.ts'
import {
  itemAt,
  newCreation,
  settleRefusal,
  writesOf,
  type CreatedTask,
  type Creation,
  type CreationNames,
} from './new-task.ts'
import { replayRefused } from './replay-refused.ts'
import { toTask } from './task-item.ts'
import type { NewTask } from './task.ts'

/** Further writes in the same transaction, by the id of the task. */
type Beside = (taskId: string) => CheckedWrite[]

/**
 * Creates the task and counts it, in one transaction, with `nowMs` as its stamp.
 * @returns the task; or, if a lost task had one of its names, the creation to try next
 */
async function createAt(
  tenant: Tenant,
  creation: Creation,
  nowMs: number,
  besideOf: Beside,
): Promise<CreatedTask | Creation> {
  const item = itemAt(tenant, creation, nowMs)
  const own = writesOf(tenant, creation, item)
  const { projectId, status } = creation.request
  const statuses = status === undefined ? guessStatuses(tenant, projectId).changes : undefined
  const counts = recountTask(tenant, undefined, item, statuses)
  const beside = besideOf(item.id)
  const refusals = await transact(tenant, [
    ...counts.map(({ write }) => write),
    ...own.map(({ write }) => write),
    ...beside.map(({ write }) => write),
  ])
  if (!refusals) return { ...toTask(item), replayed: false }
  const ofBeside = refusals.splice(counts.length + own.length)
  const settled = await settleRefusal(tenant, creation, own, refusals.splice(counts.length))
  if (settled) return settled
  throw ofBeside.some((refusal) => refusal) ? firstRefusal(beside, ofBeside) : firstRefusal(counts, refusals)
}

/** The options of a create that its request does not have. */
interface CreateOptions extends CreationNames {
  /** Further writes in the same transaction, by the id of the task. */
  beside?: Beside
  /** The values of the request as they are stored, if the caller has checked them. */
  values?: ValueChanges
}

/**
 * Creates a task at the end of its project. With an idempotency key or an external id, repeated requests create it
 * only once.
 * @throws ApiError invalid_request for wrong values of fields; project_not_found, lane_not_found, quota_exceeded,
 *   external_id_exists, idempotency_key_reused; the error of a refused write of `beside`
 */
export async function createTask(
  tenant: Tenant,
  request: NewTask,
  { beside = () => [], values: checked, ...given }: CreateOptions = {},
): Promise<CreatedTask> {
  const [values = {}] = checked ? [checked] : await checkAllValues(tenant, [request.fields])
  const [found] = given.id === undefined ? await findIdsOfExternal(tenant, [request.externalId]) : []
  const names = { ...given, id: given.id ?? found }
  if (values instanceof Error) {
    const replayed = await replayRefused(tenant, newCreation(tenant, request, {}, names))
    if (replayed) return replayed
    throw values
  }
  let creation = newCreation(tenant, request, values, names)
  return retried(tenant, async (nowMs, stamped) => {
    const result = await createAt(stamped, creation, nowMs, beside)
    if ('task' in result) return result
    creation = result
    return undefined
  })
}
