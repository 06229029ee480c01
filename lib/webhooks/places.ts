import { accountPartition, type Item, type Key } from '../table/item.ts'
import { boundsGroups } from '../table/queue/queue.ts'
import { query, withPrefix } from '../table/read-items.ts'
import { retried } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import { transact, update } from '../table/write-items.ts'
import { webhookPrefix } from './webhook-item.ts'
import { leaseMs } from './lease.ts'
import { wakeUp, type WakeUp } from './wake-up.ts'

/** How many webhooks of an account are delivered to at once, so that slow receivers leave others their share. */
const maxHolders = 5

/** Whether an account has so many webhooks that they must share. */
export const isCrowd = (count: number): boolean => count > maxHolders

/**
 * The item of an account whose webhooks share: sets of `<ms since 1970>#<webhook>`. A holder's time is when its place
 * ends at the latest; a waiting webhook's time is when it began to wait. The item exists only for accounts with many
 * webhooks, and only if the queue does not limit them itself.
 */
interface Slots {
  holders: string[]
  waiting: string[]
}

const slotsKey = ({ accountId }: Tenant): Key => ({ pk: accountPartition(accountId), sk: 'DELIVERING' })

const entryOf = (timeMs: number, webhookId: string): string =>
  `${String(timeMs).padStart(15, '0')}#${webhookId}`

const timeOf = (entry: string): number => Number(entry.split('#', 1)[0])

const webhookOf = (entry: string): string => entry.slice(entry.indexOf('#') + 1)

/** The entries of a set in the table, oldest first; an empty set does not exist. */
const entriesOf = (set: unknown): string[] => (set instanceof Set ? [...set].map(String).sort() : [])

/** The entries that a change adds to the sets and takes out of them. Each set is only added to or only taken from. */
interface SlotsChange {
  add?: Partial<Slots>
  remove?: Partial<Slots>
  condition?: string
  /** The values in the condition. */
  values?: Item
}

const most = { ':most': maxHolders }
const isFree = '(attribute_not_exists(holders) OR size(holders) < :most)'

/** Changes the slots of an account; returns them as they are now, and whether they were changed. */
async function change(
  tenant: Tenant,
  { add = {}, remove = {}, condition, values: ofCondition = {} }: SlotsChange,
): Promise<Slots & { refused: boolean }> {
  const values: Item = { ...ofCondition }
  const clause = (verb: 'ADD' | 'DELETE', entries: Partial<Slots>) => {
    const parts = Object.entries(entries).flatMap(([name, own]) => {
      values[`:${name}`] = new Set(own)
      return [`${name} :${name}`]
    })
    return parts.length > 0 ? [`${verb} ${parts.join(', ')}`] : []
  }
  const result = await update(tenant, {
    Key: slotsKey(tenant),
    UpdateExpression: [...clause('ADD', add), ...clause('DELETE', remove)].join(' '),
    ...(condition && { ConditionExpression: condition }),
    ExpressionAttributeValues: values,
  })
  const { holders, waiting } = (result.refused ? result.found : result.item) ?? {}
  return { refused: result.refused, holders: entriesOf(holders), waiting: entriesOf(waiting) }
}

/** Reads whether an account has many webhooks, for a wake-up that does not say so. */
async function readCrowd(tenant: Tenant): Promise<boolean> {
  const { items } = await query(tenant, {
    ...withPrefix(accountPartition(tenant.accountId), webhookPrefix),
    projection: 'id',
    limit: maxHolders + 1,
  })
  return isCrowd(items.length)
}

/**
 * A webhook's place among those of its account that get deliveries now. Without an entry, there is nothing to give
 * back.
 */
export interface Place {
  entry?: string
}

/** Wakes a waiting webhook if there is a place. Concurrent callers each wake a different one. */
async function wakeNext(tenant: Tenant, { holders, waiting }: Slots): Promise<void> {
  const room = maxHolders - holders.length
  const waits = room > 0 ? waiting[Math.min(room, waiting.length) - 1] : undefined
  if (waits === undefined) return
  await wakeUp(tenant, [{ account: tenant.accountId, webhook: webhookOf(waits), crowd: true, waits }])
}

/**
 * Takes a place for a webhook. If none is free, the webhook waits, and a webhook that leaves its place wakes it.
 * @returns undefined if there is none
 * @throws ApiError service_unavailable if places were taken and given back in between until the deadline
 */
export async function enter(
  tenant: Tenant,
  { webhook, crowd, waits: ownEntry }: WakeUp,
  nowMs: () => number,
): Promise<Place | undefined> {
  if (boundsGroups() || !(crowd ?? (await readCrowd(tenant)))) return {}
  const isOwn = (entry: string) => webhookOf(entry) === webhook
  let waits = ownEntry
  const place = await retried<Place | 'waits'>(tenant, async () => {
    const entry = entryOf(nowMs() + leaseMs, webhook)
    const { refused, ...slots } = await change(tenant, {
      add: { holders: [entry] },
      ...(waits !== undefined && { remove: { waiting: [waits] } }),
      condition: `${waits === undefined ? '' : 'contains(waiting, :waits) AND '}${isFree}`,
      values: { ...most, ...(waits !== undefined && { ':waits': waits }) },
    })
    if (!refused) return { entry }
    const gone = slots.holders.filter((one) => timeOf(one) <= nowMs())
    if (gone.length > 0) {
      // what they were woken for is still to be done
      await change(tenant, { remove: { holders: gone }, add: { waiting: gone } })
      waits = gone.find(isOwn) ?? waits
      return undefined
    }
    if (waits === undefined && slots.holders.some(isOwn)) return {} // its holder is told to look again
    if (waits !== undefined || slots.waiting.some(isOwn)) {
      // if this wake-up has come twice, there may be a place, and another webhook that waits for it
      await wakeNext(tenant, slots)
      return 'waits'
    }
    const { refused: isRoom } = await change(tenant, {
      add: { waiting: [entryOf(nowMs(), webhook)] },
      condition: 'size(holders) >= :most',
      values: most,
    })
    return isRoom ? undefined : 'waits'
  })
  return place === 'waits' ? undefined : place
}

/** Deletes the item if nobody is in it: a late wake-up has made it again for an account that is gone. */
async function forget(tenant: Tenant): Promise<void> {
  const ConditionExpression = 'attribute_not_exists(holders) AND attribute_not_exists(waiting)'
  await transact(tenant, [{ Delete: { Key: slotsKey(tenant), ConditionExpression } }])
}

/**
 * Gives a place back, and wakes the webhook that has waited longest. If a holder is killed before, its wake-up comes
 * again, so somebody always does this.
 * @param isGone whether the webhook does not exist, and so perhaps its account
 */
export async function leave(tenant: Tenant, { entry }: Place, isGone = false): Promise<void> {
  if (entry === undefined) return
  await wakeNext(tenant, await change(tenant, { remove: { holders: [entry] } }))
  if (isGone) await forget(tenant)
}
