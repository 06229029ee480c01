import { breakLeases } from '../../lib/rules/lease.ts'
import { ruleItems } from '../../lib/rules/rule-item.ts'
import { openStorage } from '../../lib/table/storage.ts'
import { listAccounts } from '../../lib/tokens/account.ts'
import { wakeUp } from '../../lib/webhooks/wake-up.ts'
import { webhookItems } from '../../lib/webhooks/webhook-item.ts'

const timeoutMs = 60_000

/**
 * Takes up what a service has left that has ended: it wakes every active webhook, because the queue is in memory, and no rule
 * waits for a lease that a killed one has left.
 * @param isAlone whether nobody else runs the rules of this table
 * @returns whether there is a webhook, even a paused one, or a rule with a trigger that the table's changes reach
 * @throws ApiError service_unavailable
 */
export async function wakeAll(isAlone: boolean): Promise<boolean> {
  const storage = openStorage(Date.now() + timeoutMs)
  let needsChanges = false
  for (const { id: account } of await listAccounts(storage)) {
    const tenant = { ...storage, accountId: account, projectIds: null }
    const rules = await ruleItems(storage, account)
    if (isAlone) await breakLeases(tenant, rules, Date.now())
    const webhooks = await webhookItems(tenant)
    const active = webhooks.filter(({ status }) => status === 'active')
    await wakeUp(
      storage,
      active.map(({ id: webhook }) => ({ account, webhook })),
    )
    needsChanges ||= webhooks.length > 0 || rules.some(({ trigger }) => trigger.type !== 'schedule')
  }
  return needsChanges
}
