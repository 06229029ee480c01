import { breakLeases } from '../../lib/rules/lease.ts'
import { ruleItems } from '../../lib/rules/rule-item.ts'
import { inParallel } from '../../lib/table/in-parallel.ts'
import { openStorage } from '../../lib/table/storage.ts'
import { listAccounts } from '../../lib/tokens/account.ts'
import { wakeUp } from '../../lib/webhooks/wake-up.ts'
import { webhookItems } from '../../lib/webhooks/webhook-item.ts'

/** How long an account may take, in milliseconds: there may be thousands. */
const timeoutMs = 60_000

/** How many accounts are read at once. */
const parallel = 8

/**
 * Takes up what a service has left that has ended: it wakes every active webhook, because the queue is in memory, and no rule
 * waits for a lease that a killed one has left.
 * @param isAlone whether nobody else runs the rules of this table
 * @returns whether there is a webhook, even a paused one, or a rule with a trigger that the table's changes reach
 * @throws ApiError service_unavailable
 */
export async function wakeAll(isAlone: boolean): Promise<boolean> {
  let needsChanges = false
  const accounts = await listAccounts(openStorage(Date.now() + timeoutMs))
  await inParallel(accounts, parallel, async ({ id: account }) => {
    const storage = openStorage(Date.now() + timeoutMs)
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
  })
  return needsChanges
}
