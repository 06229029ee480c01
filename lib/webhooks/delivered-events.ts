import { invalidField } from '../contract/api-error.ts'
import type { Item } from '../table/item.ts'
import { query } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { deliveryPartition, deliveryPrefix } from './webhook-item.ts'

/** Reading the log ends when less time than this is left for the events, in milliseconds. */
const reserveMs = 5_000

/** The least UUIDv7 of a time in ms since 1970: RFC 9562, section 5.7. */
function firstIdAt(timeMs: number): string {
  const hex = timeMs.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/**
 * Returns the ids of the events that were delivered to a webhook since a time, in ms since 1970.
 * @throws ApiError invalid_request when the log since then is too long to be read in one request
 */
export async function deliveredEvents(
  tenant: Tenant,
  webhookId: string,
  sinceMs: number,
): Promise<Set<string>> {
  const delivered = new Set<string>()
  let after: Item | undefined
  do {
    if (after && Date.now() > tenant.deadlineMs - reserveMs) {
      throw invalidField('from', 'is too far back for onlyFailed: there are too many deliveries since then')
    }
    const { items, last } = await query(tenant, {
      condition: 'pk = :webhook AND sk BETWEEN :since AND :end',
      values: {
        ':webhook': deliveryPartition(tenant, webhookId),
        ':since': `${deliveryPrefix}${firstIdAt(sinceMs)}`,
        ':end': `${deliveryPrefix}~`,
        ':delivered': 'delivered',
      },
      filter: 'outcome = :delivered',
      projection: 'event_id', // not what the receiver has answered
      after,
    })
    for (const { event_id } of items) delivered.add(String(event_id))
    after = last
  } while (after)
  return delivered
}
