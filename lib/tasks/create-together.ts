import { maxLanes } from '../contract/limits.ts'
import { changeCounts } from '../projects/counts.ts'
import { stamped } from '../table/stamped.ts'
import { table } from '../table/table.ts'
import type { Tenant } from '../table/tenant.ts'
import { keyOfWrite } from '../table/transaction-write.ts'
import { triedItem } from '../table/tried.ts'
import { transact, type Refusal } from '../table/write-items.ts'
import { itemAt, writesOf, type Creation, type OwnWrite } from './creation.ts'
import type { TaskItem } from './task-item.ts'

/** A creation that waits for its transaction. */
export interface Waiting {
  /** Its place in the list of creates. */
  index: number
  creation: Creation
  /** At most how many bytes its items have. */
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
const maxActions = 100
/** Less than DynamoDB's 4 MB, because sizes are estimated. */
const maxBytes = 3_500_000

const laneOf = ({ creation }: Waiting): string | undefined => creation.request.workflowLaneId ?? undefined

/** How many of the first creations one transaction takes: at least one. */
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

/** How many of these creations enter each lane. */
function lanesOf(batch: readonly Waiting[]): Map<string, number> {
  const lanes = new Map<string, number>()
  for (const waiting of batch) {
    const lane = laneOf(waiting)
    if (lane) lanes.set(lane, (lanes.get(lane) ?? 0) + 1)
  }
  return lanes
}

/** The refusal that a write of a dry run would get from what the dry run would have written before. */
function refusedByTried({ tried }: Tenant, { write }: OwnWrite): Refusal | undefined {
  const item = 'Put' in write ? write.Put.Item : undefined
  const found = item && triedItem(tried, keyOfWrite(write))
  // a key's item, which has no label, may be put again for the same request: key-item.ts
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

/** What became of a transaction. */
export interface Outcome {
  isDone: boolean
  tries: Try[]
  /** The refusal of the counts. */
  ofCounts?: Refusal | undefined
}

/**
 * Creates tasks of one project and counts them, in one transaction with one stamp.
 * @throws ApiError service_unavailable: they may have been created. Any other error: they were not
 */
export function createTogether(tenant: Tenant, target: Target, batch: readonly Waiting[]): Promise<Outcome> {
  return stamped(tenant, async (nowMs, stampedTenant) => {
    const tries = batch.map((waiting): Try => {
      const item = itemAt(tenant, waiting.creation, nowMs)
      return { waiting, item, own: writesOf(tenant, waiting.creation, item), refusals: [] }
    })
    const refusedBefore = tries.map((one) => ({
      ...one,
      refusals: one.own.map((write) => refusedByTried(tenant, write)),
    }))
    if (refusedBefore.some(({ refusals }) => refusals.some((refusal) => refusal)))
      return { isDone: false, tries: refusedBefore }
    const counts = changeCounts(tenant, target.projectId, {
      // the count does not hold those of a dry run
      tasks: target.triedCount + batch.length,
      enter: lanesOf(batch),
      quota: target.quota,
    })
    const own = tries.flatMap((one) => one.own)
    const all = await transact(stampedTenant, [counts.write, ...own.map(({ write }) => write)])
    if (!all) return { isDone: true, tries }
    const [ofCounts, ...rest] = all
    return {
      isDone: false,
      ofCounts,
      tries: tries.map((one) => ({ ...one, refusals: rest.splice(0, one.own.length) })),
    }
  })
}
