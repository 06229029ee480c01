import { randomUUID } from 'node:crypto'
import type { Changed } from '../table/attributes.ts'
import type { Tenant } from '../table/tenant.ts'
import { timerKeys } from '../table/timers.ts'
import type { Condition } from '../table/transaction-write.ts'
import { updateIf } from '../table/update-expression.ts'
import { update, updateLast, type Stage } from '../table/write-items.ts'
import { asRule, ruleKey, wakingAt, type RuleItem } from './rule-item.ts'

/** How long a lease lasts: longer than an invocation may take, so that only a killed holder leaves one behind. */
export const leaseMs = 90_000

/** The right to run a rule. Nobody else runs it meanwhile, unless a person changes the rule, which breaks the lease. */
export interface Lease {
  id: string
  /** The rule as the holder last saw it. */
  rule: RuleItem
}

async function change(
  tenant: Tenant,
  ruleId: string,
  attributes: Changed<RuleItem>,
  condition: Condition,
  add?: { lease_tries: 1 },
): Promise<{ refused: boolean; rule: RuleItem | undefined }> {
  const result = await update(tenant, {
    Key: ruleKey(tenant, ruleId),
    ...updateIf(attributes, condition, add),
  })
  return { refused: result.refused, rule: asRule(result.refused ? result.found : result.item) }
}

/**
 * Takes a rule that is due. It is due again at the end of the lease, so that another finds it if the holder is killed.
 * @returns undefined if it is not due, or somebody runs it; `gone` if it does not exist
 */
export async function takeLease(
  tenant: Tenant,
  ruleId: string,
  nowMs: number,
): Promise<Lease | undefined | 'gone'> {
  const id = randomUUID()
  const untilMs = nowMs + leaseMs
  const { refused, rule } = await change(
    tenant,
    ruleId,
    { lease_id: id, lease_until_ms: untilMs, wake_ms: undefined, ...timerKeys(tenant, ruleId, untilMs) },
    {
      ConditionExpression:
        '(#status = :active OR manual_waits = :true) AND list_sk <= :now AND (attribute_not_exists(lease_id) OR lease_until_ms <= :nowMs)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':active': 'active',
        ':true': true,
        ':now': `${new Date(nowMs).toISOString()}~`,
        ':nowMs': nowMs,
      },
    },
    { lease_tries: 1 },
  )
  if (!rule) return 'gone'
  // it is also ours if an earlier try of this write took it, and only the answer was lost
  return !refused || rule.lease_id === id ? { id, rule } : undefined
}

const own = ({ id }: Lease): Condition => ({
  ConditionExpression: 'lease_id = :lease',
  ExpressionAttributeValues: { ':lease': id },
})

/**
 * Changes the rule of a lease, and notes that everything that came in before is seen.
 * @returns undefined if the lease is lost
 */
export async function keep(
  tenant: Tenant,
  lease: Lease,
  attributes: Changed<RuleItem>,
): Promise<Lease | undefined> {
  const { refused, rule } = await change(
    tenant,
    lease.rule.id,
    { ...attributes, wake_ms: undefined },
    own(lease),
  )
  return refused || !rule ? undefined : { ...lease, rule }
}

/**
 * Gives a lease back.
 * @param wakeMs when the rule must be looked at next, in ms since 1970; undefined: at no known time
 * @param before what is written before, in any case
 * @returns `woken` if something came in since the holder looked; the lease is still held then
 */
export async function release(
  tenant: Tenant,
  lease: Lease,
  attributes: Changed<RuleItem>,
  wakeMs: number | undefined,
  before: readonly Stage[] = [],
): Promise<'released' | 'woken' | 'lost'> {
  const mine = own(lease)
  const { id } = lease.rule
  const result = await updateLast(tenant, before, {
    Key: ruleKey(tenant, id),
    ...updateIf(
      {
        ...{ lease_tries: undefined, ...attributes },
        ...{ lease_id: undefined, lease_until_ms: undefined },
        ...wakingAt(tenant, id, wakeMs),
      },
      { ...mine, ConditionExpression: `${mine.ConditionExpression} AND attribute_not_exists(wake_ms)` },
    ),
  })
  if (!result.refused) return 'released'
  return asRule(result.found)?.lease_id === lease.id ? 'woken' : 'lost'
}

/**
 * Gives back the leases that a killed process has left. Only for a process that alone runs rules, at its start: then nobody holds
 * one.
 * @param nowMs in ms since 1970: from then on the rules are due
 */
export async function breakLeases(tenant: Tenant, rules: readonly RuleItem[], nowMs: number): Promise<void> {
  for (const rule of rules) {
    if (rule.lease_id === undefined) continue
    await change(
      tenant,
      rule.id,
      {
        ...{ lease_id: undefined, lease_until_ms: undefined, lease_tries: rule.lease_tries ?? 1 },
        ...wakingAt(tenant, rule.id, nowMs),
      },
      own({ id: rule.lease_id, rule }),
    )
  }
}
