import { sendMessages } from '../table/queue/queue.ts'
import type { Storage } from '../table/storage.ts'
import { table } from '../table/table.ts'
import type { Tenant } from '../table/tenant.ts'
import { eachDueTimer, timerShards } from '../table/timers.ts'
import { rulePrefix, type RuleItem } from './rule-item.ts'

/**
 * A message to the function `rules.run`: a rule may have something to do. It may come twice, late, or never: what there is to
 * do depends only on the items.
 */
export interface RuleWakeUp {
  account: string
  rule: string
  /** At most 900. */
  delaySeconds?: number
}

/** Asks the function `rules.run` to look at rules. An account is a group of its fair queue. */
export async function wakeRule(storage: Storage, wakeUps: readonly RuleWakeUp[]): Promise<void> {
  if (wakeUps.length === 0) return
  await sendMessages(
    'rules.run',
    wakeUps.map(({ delaySeconds, ...body }) => ({
      body: JSON.stringify(body),
      group: body.account,
      ...(delaySeconds !== undefined && delaySeconds > 0 && { delaySeconds }),
    })),
    storage,
  )
}

/**
 * How far ahead the clock looks, in ms: on AWS it runs each minute, and messages wait until the time has come. On one machine
 * it runs each second.
 */
export const horizonMs = (): number => (table().isEmbedded ? 0 : 60_000)

/** Whole seconds to wait until a time in ms since 1970, so that it has come then. */
const secondsUntil = (atMs: number): number => Math.max(0, Math.ceil((atMs - Date.now()) / 1_000))

/** Wakes a rule at a time in ms since 1970, if the clock may not look again before. */
export async function wakeAt(
  { accountId, ...storage }: Storage & Pick<Tenant, 'accountId'>,
  ruleId: string,
  atMs: number,
): Promise<void> {
  if (atMs > Date.now() + horizonMs()) return
  await wakeRule(storage, [{ account: accountId, rule: ruleId, delaySeconds: secondsUntil(atMs) }])
}

/**
 * Wakes a rule that was just written for what comes before the clock looks again. If the queue does not take it, the request has
 * succeeded all the same: the clock finds the rule within a minute.
 */
export async function wakeSoon(tenant: Tenant, rule: RuleItem): Promise<void> {
  const atMs = rule.list_sk === undefined ? undefined : Date.parse(rule.list_sk.split('#', 1)[0] ?? '')
  if (atMs !== undefined) await wakeAt(tenant, rule.id, atMs).catch(() => undefined)
}

/**
 * Wakes every rule that is due, or becomes so before the clock looks again. A rule stays due until its lease is taken, so
 * one that was woken in vain is woken again.
 * @param nowMs the time in ms since 1970
 * @returns how many were woken
 */
export async function wakeDueRules(storage: Storage, nowMs: number): Promise<number> {
  let woken = 0
  await eachDueTimer(
    storage,
    nowMs + horizonMs(),
    async (timers) => {
      const due = timers.filter(({ sk }) => sk.startsWith(rulePrefix))
      await wakeRule(
        storage,
        due.map(({ accountId: account, id: rule, atMs }) => ({
          account,
          rule,
          delaySeconds: secondsUntil(atMs),
        })),
      )
      woken += due.length
    },
    timerShards(),
  )
  return woken
}
