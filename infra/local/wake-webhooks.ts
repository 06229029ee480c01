import { listAccounts } from '../../lib/tokens/account.ts'
import { webhookItems } from '../../lib/webhooks/items.ts'
import { endLease } from '../../lib/webhooks/webhook-state.ts'
import { openStorage } from '../../lib/table/storage.ts'
import { wakeUp } from '../../lib/webhooks/wake-up.ts'

const timeoutMs = 60_000

/**
 * Wakes every active webhook. The queue of this service is in memory, so its messages are lost when it ends.
 * @param isAlone whether no other process uses the table: then a lease is one of a process that was killed, and ends now
 * @returns how many webhooks there are, also those that are paused or disabled
 * @throws ApiError service_unavailable
 */
export async function wakeAllWebhooks(isAlone: boolean): Promise<number> {
  let count = 0
  const storage = openStorage(Date.now() + timeoutMs)
  for (const { id: account } of await listAccounts(storage)) {
    const tenant = { ...storage, accountId: account }
    const webhooks = await webhookItems(tenant)
    count += webhooks.length
    const active = webhooks.filter(({ status }) => status === 'active')
    for (const webhook of active) {
      if (isAlone && webhook.lease_id !== undefined) await endLease(tenant, webhook)
    }
    await wakeUp(
      storage,
      active.map(({ id: webhook }) => ({ account, webhook })),
    )
  }
  return count
}
