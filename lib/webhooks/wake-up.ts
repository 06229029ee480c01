import { sendMessages } from '../table/queue/queue.ts'
import type { Storage } from '../table/storage.ts'
import type { Tenant } from '../table/tenant.ts'
import { eachDueTimer } from '../table/timers.ts'
import { webhookPrefix, type WebhookItem } from './webhook-item.ts'

/**
 * A webhook to wake. A wake-up is only a hint: it may come twice or late, and correctness depends only on the items.
 */
export interface WakeUp {
  account: string
  webhook: string
  /** Whether its account has more webhooks than are delivered to at once. If absent, this is read. */
  crowd?: boolean | undefined
  /** Its entry among those that wait for a place: places.ts. */
  waits?: string | undefined
  /** At most 900. */
  delaySeconds?: number
}

/** Asks the function `webhooks.deliver` to look at webhooks. An account is a group of its fair queue. */
export async function wakeUp(storage: Storage, wakeUps: readonly WakeUp[]): Promise<void> {
  if (wakeUps.length === 0) return
  await sendMessages(
    'webhooks.deliver',
    wakeUps.map(({ delaySeconds, ...body }) => ({
      body: JSON.stringify(body),
      group: body.account,
      ...(delaySeconds !== undefined && { delaySeconds }),
    })),
    storage,
  )
}

/** Wakes a webhook for which something became due, unless it gets no deliveries now. */
export async function wakeIfActive(
  tenant: Tenant,
  { id, status }: Pick<WebhookItem, 'id' | 'status'>,
): Promise<void> {
  if (status === 'active') await wakeUp(tenant, [{ account: tenant.accountId, webhook: id }])
}

/**
 * Wakes every webhook that is due: for its next attempt, or because the holder of its lease was killed. A webhook stays
 * due until its lease is taken, so one that was woken in vain is woken again.
 * @param nowMs the time in ms since 1970
 * @returns how many were woken
 */
export async function wakeDueWebhooks(storage: Storage, nowMs: number): Promise<number> {
  let woken = 0
  await eachDueTimer(storage, nowMs, async (timers) => {
    const due = timers.filter(({ sk }) => sk.startsWith(webhookPrefix))
    await wakeUp(
      storage,
      due.map(({ accountId: account, id: webhook }) => ({ account, webhook })),
    )
    woken += due.length
  })
  return woken
}
