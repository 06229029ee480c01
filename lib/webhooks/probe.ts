import { query, withPrefix } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { deliveryPartition, inOrderPrefix, subjectOf } from './webhook-item.ts'
import { eventsOf, findDue, type Stored, type Waiting } from './pending.ts'

/** The waiting events that are looked at to choose the one for a probe. */
const candidates = 100

/**
 * Finds the event with which to try a failing receiver. Untried events come first. Of these it takes the newest that
 * has no earlier waiting event of its task. So an event that the receiver cannot take does not block other events.
 *
 * If more events wait than are looked at, nobody knows what waits before the newest, so it is the oldest. But if the
 * receiver answers and only refuses, it is the newest all the same, because the receiver probably refuses the oldest,
 * too.
 * @returns the same as `findDue`, for one event
 */
export async function findProbe(
  tenant: Tenant,
  webhookId: string,
  { nowMs, isRefusing }: { nowMs: number; isRefusing: boolean },
): Promise<Waiting> {
  const look = async (descending: boolean) => {
    const { items, last } = await query(tenant, {
      ...withPrefix(deliveryPartition(tenant, webhookId), inOrderPrefix),
      limit: candidates,
      descending,
    })
    return { page: items as Stored[], isWhole: last === undefined }
  }
  const { page, isWhole } = await look(isRefusing)
  const oldestFirst = isRefusing ? page.toReversed() : page
  const firstOfTask = [...Map.groupBy(oldestFirst, ({ event_id }) => subjectOf(event_id)).values()].flatMap(
    ([first]) => (first?.attempts === 0 ? [first] : []),
  )
  for (const stored of isWhole || isRefusing ? firstOfTask.toReversed() : firstOfTask) {
    const event = (await eventsOf(tenant, [stored], nowMs)).get(stored.event_id)
    const { pk, sk, ...pending } = stored
    if (event) return { due: [{ key: { pk, sk }, pending, event }], nextMs: undefined, isAll: false }
  }
  return findDue(tenant, webhookId, { nowMs, limit: 1 })
}
