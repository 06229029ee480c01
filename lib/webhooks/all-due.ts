import { query } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { itemsPerBatch, putMany, removeMany } from '../table/write-items.ts'
import { deliveryPartition, pendingPrefix } from './webhook-item.ts'
import { newPending, type Stored } from './pending.ts'

/**
 * Makes all waiting events of a webhook due, in their order, as if they were never tried.
 * @param mayGoOn whether there is time for more
 * @returns whether all events are due
 */
export async function makeAllDue(
  tenant: Tenant,
  webhookId: string,
  mayGoOn: () => boolean,
): Promise<boolean> {
  while (mayGoOn()) {
    const { items } = await query(tenant, {
      condition: 'pk = :partition AND sk BETWEEN :first AND :last',
      values: {
        ':partition': deliveryPartition(tenant, webhookId),
        ':first': `${pendingPrefix}0`, // after what waits in order
        ':last': `${pendingPrefix}~`,
      },
      limit: itemsPerBatch,
    })
    if (items.length === 0) return true
    const later = items as Stored[]
    const anew = later.map(({ event_id: id, expires_at }) =>
      newPending(tenant, webhookId, { id, expires_at }),
    )
    // an event may be there twice: it was replayed, and is tried again
    await putMany(tenant, [...new Map(anew.map((item) => [item.sk, item])).values()])
    await removeMany(tenant, later)
  }
  return false
}
