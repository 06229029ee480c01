import { breakLeases } from '../../lib/rules/lease.ts'
import { ruleItems } from '../../lib/rules/rule-item.ts'
import { inParallel } from '../../lib/table/in-parallel.ts'
import { openStorage } from '../../lib/table/storage.ts'
import { listAccounts } from '../../lib/tokens/account.ts'
import { wakeUp } from '../../lib/webhooks/wake-up.ts'
import { webhookItems } from '../../lib/webhooks/webhook-item.ts'
import type { Pace } from './stream/reader.ts'

/** How long an account may take, in milliseconds: there may be thousands. */
const timeoutMs = 60_000

/** How many accounts are read at once. */
const parallel = 8

/**
 * Takes up what a service has left that has ended: it wakes every active webhook, because the queue is in memory, and no rule
 * waits for a lease that a killed one has left.
 * @param isAlone whether nobody else runs the rules of this table
 * @returns how soon somebody needs the changes of the table: promptly if there is a webhook, even a paused one, or a rule with a
 *   trigger that they reach; calmly if there is only an account that keeps a history; undefined if nobody does
 * @throws ApiError service_unavailable
 */
export async function wakeAll(isAlone: boolean): Promise<Pace | undefined> {
  let pace: Pace | undefined
  const accounts = await listAccounts(openStorage(Date.now() + timeoutMs))
  await inParallel(accounts, parallel, async ({ id: account, history_days: historyDays }) => {
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
    if (webhooks.length > 0 || rules.some(({ trigger }) => trigger.type !== 'schedule')) pace = 'prompt'
    else if (historyDays > 0) pace ??= 'calm'
  })
  return pace
}
