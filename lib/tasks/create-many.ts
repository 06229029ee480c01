import { ApiError, asApiError } from '../contract/api-error.ts'
import { maxLanes } from '../contract/limits.ts'
import { changeCounts, hasOtherStatuses, whyNotIn, whyRefused } from '../projects/counts.ts'
import { guessStatuses, readStatuses } from '../projects/lane-statuses.ts'
import { asCounts, type CountsItem } from '../projects/project-item.ts'
import { checkAllValues } from '../fields/check.ts'
import type { ValueChanges } from '../fields/values.ts'
import { inParallel } from '../table/in-parallel.ts'
import { retried } from '../table/retried.ts'
import { Conflict, isBusy, serviceUnavailable } from '../table/send.ts'
import { table } from '../table/table.ts'
import type { Tenant } from '../table/tenant.ts'
import { keyOfWrite } from '../table/transaction-write.ts'
import { dryRunItem } from '../table/dry-run-items.ts'
import { transact, type Refusal } from '../table/write-items.ts'
import { findIdsOfExternal } from './external-id.ts'
import {
  itemAt,
  newCreation,
  settleRefusal,
  writesOf,
  type CreatedTask,
  type Creation,
  type CreationNames,
  type OwnWrite,
} from './new-task.ts'
import { replayRefused } from './replay-refused.ts'
import { type TaskItem, toTask } from './task-item.ts'
import type { NewTask } from './task.ts'

/** A creation that waits for its transaction. */
export interface Waiting {
  /** Its place in the list of creates. */
  index: number
  creation: Creation
  /** The most bytes that its items have. */
  bytes: number
}

/** A project that gets tasks. */
export interface Target {
  projectId: string
  /** Its task quota: a guess, until a refusal tells it. */
  quota: number
  /** The tasks that a dry run would have created in it so far. */
  triedCount: number
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
export const maxActions = 100
/** The most bytes of JSON in one transaction: less than DynamoDB's 4 MB, because sizes are estimated. */
export const maxBytes = 3_500_000

const laneOf = ({ creation }: Waiting): string | undefined => creation.request.workflowLaneId ?? undefined

/** The number of first creations that fit into one transaction: at least one. */
export function countTogether(queue: readonly Waiting[]): number {
  let [actions, bytes] = [1, 0] // the counts are one action
  const lanes = new Set<string>()
  const { mostItems: { ofTransaction = maxActions } = {} } = table()
  for (const [index, waiting] of queue.entries()) {
    const { keyId, lostKeyOwner } = waiting.creation
    const lane = laneOf(waiting)
    actions += 1 + (keyId ? 1 : 0) + (lostKeyOwner ? 1 : 0)
    bytes += waiting.bytes
    if (lane) lanes.add(lane)
    if (actions > ofTransaction || bytes > maxBytes || lanes.size > maxLanes) return Math.max(1, index)
  }
  return queue.length
}

/** The number of these creations in each lane. */
function lanesOf(batch: readonly Waiting[]): Map<string, number> {
  const lanes = new Map<string, number>()
  for (const waiting of batch) {
    const lane = laneOf(waiting)
    if (lane) lanes.set(lane, (lanes.get(lane) ?? 0) + 1)
  }
  return lanes
}

/** The refusal that a write of a dry run would get from what the dry run would have written before. */
function refusedInDryRun({ dryRunItems }: Tenant, { write }: OwnWrite): Refusal | undefined {
  const item = 'Put' in write ? write.Put.Item : undefined
  const found = item && dryRunItem(dryRunItems, keyOfWrite(write))
  // a key's item, which has no label, may be put again for the same request: `keyItemOf` in new-task.ts
  const isRepeat = found && !('label' in found) && found.request_hash === item.request_hash
  return found && !isRepeat ? { refused: true, found, isUnsure: false } : undefined
}

/** A creation as it was tried. */
export interface Try {
  waiting: Waiting
  item: TaskItem
  own: OwnWrite[]
  /** The refusals of `own`, in the same order; empty if the transaction was executed. */
  refusals: (Refusal | undefined)[]
}

/** The result of a transaction. */
export interface Outcome {
  isDone: boolean
  tries: Try[]
  /** The refusal of the counts. */
  ofCounts?: Refusal | undefined
  /** The guess of the lanes' statuses; undefined if no task gets one of them. */
  statuses?: number | undefined
}

/**
 * Creates tasks of one project and counts them, in one transaction with one stamp.
 * @throws ApiError service_unavailable: they may have been created. Any other error, such as rate_limited after conflicts: they
 *   were not
 */
export function createTogether(tenant: Tenant, target: Target, batch: readonly Waiting[]): Promise<Outcome> {
  return retried(tenant, async (nowMs, stampedTenant) => {
    const tries = batch.map((waiting): Try => {
      const item = itemAt(tenant, waiting.creation, nowMs)
      return { waiting, item, own: writesOf(tenant, waiting.creation, item), refusals: [] }
    })
    const refusedBefore = tries.map((one) => ({
      ...one,
      refusals: one.own.map((write) => refusedInDryRun(tenant, write)),
    }))
    if (refusedBefore.some(({ refusals }) => refusals.some((refusal) => refusal)))
      return { isDone: false, tries: refusedBefore }
    const getsStatus = batch.some((one) => laneOf(one) && one.creation.request.status === undefined)
    const statuses = getsStatus ? guessStatuses(tenant, target.projectId).changes : undefined
    const counts = changeCounts(tenant, target.projectId, {
      // the count does not hold those of a dry run
      tasks: target.triedCount + batch.length,
      enter: lanesOf(batch),
      quota: target.quota,
      statuses,
    })
    const own = tries.flatMap((one) => one.own)
    const all = await transact(stampedTenant, [counts.write, ...own.map(({ write }) => write)])
    if (!all) return { isDone: true, tries }
    const [ofCounts, ...rest] = all
    return {
      isDone: false,
      ofCounts,
      statuses,
      tries: tries.map((one) => ({ ...one, refusals: rest.splice(0, one.own.length) })),
    }
  })
}

/** A task to create: its request, and its names. */
export interface NamedRequest extends CreationNames {
  request: NewTask
  /** The values in the request as they are stored, if the caller has checked them. */
  values?: ValueChanges | undefined
}

/** The result of a create. */
export type Created = CreatedTask | ApiError

type Settle = (waiting: Waiting, result: Created) => void

/** Refusals that are examined at once, and projects that get tasks at once. */
const parallel = 10

/**
 * Settles the creates that a refusal decides: their names are taken, or the project or lane does not exist.
 * @returns the creates that are still to be tried, in order
 */
async function settleRefused(
  tenant: Tenant,
  { tries, ofCounts }: Outcome,
  settle: Settle,
): Promise<Waiting[]> {
  const open = new Map<number, Waiting>()
  await inParallel([...tries.entries()], parallel, async ([index, { waiting, own, refusals }]) => {
    const { creation } = waiting
    try {
      const result = await settleRefusal(tenant, creation, own, refusals)
      const lane = creation.request.workflowLaneId ?? undefined
      const why = ofCounts && whyNotIn(asCounts(ofCounts.found), lane)
      if (result && 'task' in result) settle(waiting, result)
      else if (result) open.set(index, { ...waiting, creation: result })
      else if (why) settle(waiting, why)
      else open.set(index, waiting)
    } catch (error) {
      settle(waiting, asApiError(error))
    }
  })
  return [...tries.keys()].flatMap((index) => open.get(index) ?? [])
}

/**
 * Creates tasks of one project in their order: as many in one transaction as it takes, and as fit below the quota.
 * @param settle is called once for each that the deadline allows
 */
async function createInProject(
  tenant: Tenant,
  target: Target,
  creates: readonly Waiting[],
  settle: Settle,
): Promise<void> {
  let queue = [...creates]
  /** The counts that refused the last transaction, how many tasks fit since, and how many of the queue it held. */
  let counts: CountsItem | undefined
  let room = Infinity
  let checked = 0
  /** The most creates in one transaction after storage refused a whole transaction. */
  let most = Infinity
  while (queue.length > 0 && Date.now() < tenant.deadlineMs) {
    if (room <= 0) {
      for (const waiting of queue.splice(0, checked)) settle(waiting, whyRefused(counts, undefined))
      checked = 0
      room = Infinity
      continue
    }
    const batch = queue.slice(0, Math.min(countTogether(queue), room, most))
    const outcome = await createTogether(tenant, target, batch).catch(asApiError)
    let open: Waiting[] = []
    if (outcome instanceof ApiError) {
      const isRefused = !isBusy(outcome)
      most = isRefused ? Math.ceil(batch.length / 2) : most
      // storage refuses the whole transaction: perhaps it takes a part of it
      if (isRefused && batch.length > 1) continue
      // a try ends with a conflict only at the deadline, so no time is left for the rest
      for (const waiting of outcome instanceof Conflict ? queue : batch) settle(waiting, outcome)
      if (outcome instanceof Conflict) return
    } else if (outcome.isDone) {
      for (const { waiting, item } of outcome.tries) settle(waiting, { ...toTask(item), replayed: false })
      if (tenant.isDryRun) target.triedCount += batch.length
      room -= batch.length
      most *= 2
    } else {
      open = await settleRefused(tenant, outcome, settle)
      const found = asCounts(outcome.ofCounts?.found)
      if (found) {
        counts = found
        target.quota = found.task_quota
        room = Math.max(0, found.task_quota - found.task_count - target.triedCount)
        if (hasOtherStatuses(found, outcome.statuses)) await readStatuses(tenant, target.projectId)
      }
      checked = Math.max(checked, batch.length)
    }
    queue = [...open, ...queue.slice(batch.length)]
    checked = Math.max(0, checked - batch.length + open.length)
  }
}

/** The most bytes that the items of a task have beyond its request, and beyond each subtask in it. */
const [ownBytes, subtaskBytes] = [1_500, 100]

const bytesOf = (request: NewTask): number =>
  Buffer.byteLength(JSON.stringify(request)) + ownBytes + request.subtasks.length * subtaskBytes

/**
 * Cuts a list before each create that repeats a name since the last cut, because one transaction can write an item only
 * once.
 */
function withoutRepeats(creates: readonly Waiting[]): Waiting[][] {
  const parts: Waiting[][] = []
  let names = new Set<string>()
  for (const waiting of creates) {
    const { id, keyId } = waiting.creation
    const part = parts.at(-1)
    if (!part || names.has(id) || (keyId !== undefined && names.has(keyId))) {
      parts.push([waiting])
      names = new Set()
    } else part.push(waiting)
    names.add(id)
    if (keyId !== undefined) names.add(keyId)
  }
  return parts
}

/** The projects that a request has created tasks in, by their ids. */
export type Targets = Map<string, Target>

/**
 * Creates tasks at the end of their projects, up to 99 in one transaction, with the results that `createTask` would
 * have one after another. Each create succeeds or fails by itself. If a project's quota has no room for all, the first
 * ones are created. Even in a dry run, a create sees those before it.
 * @param taskQuota what the projects' quota probably is: a right guess saves a round trip
 * @param targets what earlier calls of the same request know of the projects
 * @returns the results in the order of the creates; service_unavailable for those that the deadline kept from being
 * created, rate_limited if it was other writes of the project that kept them
 */
export async function createTasks(
  tenant: Tenant,
  creates: readonly NamedRequest[],
  taskQuota: number,
  targets: Targets = new Map(),
): Promise<Created[]> {
  const own = tenant.isDryRun ? { ...tenant, dryRunItems: tenant.dryRunItems ?? new Map() } : tenant
  const results = new Map<number, Created>()
  const values = await checkAllValues(
    own,
    creates.map(({ request, values: checked }) => (checked ? undefined : request.fields)),
  )
  const ids = await findIdsOfExternal(
    own,
    creates.map(({ request, id }) => (id === undefined ? request.externalId : undefined)),
  )
  const creationOf = (index: number, create: NamedRequest, checked: ValueChanges) =>
    newCreation(own, create.request, checked, { ...create, id: create.id ?? ids[index] })
  const waiting = creates.flatMap((create, index): Waiting[] => {
    const checked = create.values ?? values[index] ?? {}
    if (checked instanceof Error) return []
    return [{ index, creation: creationOf(index, create, checked), bytes: bytesOf(create.request) }]
  })
  await inParallel([...creates.entries()], parallel, async ([index, create]) => {
    const refusal = create.values ?? values[index]
    if (!(refusal instanceof Error)) return
    const replayed = await replayRefused(own, creationOf(index, create, {})).catch(asApiError)
    results.set(index, replayed ?? refusal)
  })
  for (const part of withoutRepeats(waiting)) {
    const byProject = Map.groupBy(part, ({ creation }) => creation.request.projectId)
    await inParallel([...byProject], parallel, async ([projectId, group]) => {
      const target = targets.get(projectId) ?? { projectId, quota: taskQuota, triedCount: 0 }
      targets.set(projectId, target)
      await createInProject(own, target, group, ({ index }, result) => results.set(index, result))
    })
  }
  return creates.map((_, index) => results.get(index) ?? serviceUnavailable())
}
