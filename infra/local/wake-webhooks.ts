import { listAccounts } from '../../lib/tokens/account.ts'
import { webhookItems } from '../../lib/webhooks/webhook-item.ts'
import { openStorage } from '../../lib/table/storage.ts'
import { wakeUp } from '../../lib/webhooks/wake-up.ts'

const timeoutMs = 60_000

/**
 * Wakes every active webhook. The queue of this service is in memory, so its messages are lost when it ends.
 * @returns how many webhooks there are, including paused and disabled ones
 * @throws ApiError service_unavailable
 */
export async function wakeAllWebhooks(): Promise<number> {
  let count = 0
  const storage = openStorage(Date.now() + timeoutMs)
  for (const { id: account } of await listAccounts(storage)) {
    const tenant = { ...storage, accountId: account, projectIds: null }
    const webhooks = await webhookItems(tenant)
    count += webhooks.length
    const active = webhooks.filter(({ status }) => status === 'active')
    await wakeUp(
      storage,
      active.map(({ id: webhook }) => ({ account, webhook })),
    )
  }
  return count
}
