import type { Tenant } from '../table/tenant.ts'
import { updateIf } from '../table/update-expression.ts'
import { update } from '../table/write-items.ts'
import { eventIdAt, namedId } from '../tasks/task-item.ts'
import { dispatchEvents } from '../webhooks/dispatch.ts'
import { disabledEvent } from '../webhooks/rule-event.ts'
import { ruleKey, wakingAt, type RuleItem } from './rule-item.ts'

/** Why a rule is disabled whose project was deleted. */
export const projectGone = 'Its project is gone.'

/**
 * Disables a rule whose project was deleted, and tells webhooks. Events first: a repeat has the same id and is queued once.
 * @param atMs when the project was deleted, in ms since 1970
 */
export async function disableWithProject(tenant: Tenant, rule: RuleItem, atMs: number): Promise<void> {
  const id = eventIdAt(namedId(tenant, 'rule', `${rule.id} project gone`), new Date(atMs).toISOString())
  const event = disabledEvent({ id, rule: { ...rule, disabled_reason: projectGone } })
  await dispatchEvents(tenant, tenant.accountId, [event])
  await update(tenant, {
    Key: ruleKey(tenant, rule.id),
    ...updateIf(
      {
        ...{ status: 'disabled', disabled_reason: projectGone, next_at_ms: undefined, preparing: undefined },
        // a session that runs stops at its next write
        ...{ lease_id: undefined, lease_until_ms: undefined, manual_waits: undefined },
        ...wakingAt(tenant, rule.id, undefined),
      },
      { ConditionExpression: 'attribute_exists(pk)' },
    ),
  })
}
