import { randomUUID } from 'node:crypto'
import { v7 as timeOrderedUuid } from 'uuid'
import { ApiError, invalidField, notFound } from '../contract/api-error.ts'
import { maxRules } from '../contract/limits.ts'
import { projectExists } from '../projects/exists.ts'
import { findProject } from '../projects/read.ts'
import { withChanges, type Changed } from '../table/attributes.ts'
import { timeAfter } from '../table/item.ts'
import { get } from '../table/read-items.ts'
import { isWithin, whileWithin, type Tenant } from '../table/tenant.ts'
import type { Caller } from '../tokens/caller.ts'
import { createLimited } from '../tokens/limited-create.ts'
import { changeAsMaker, removeExisting } from '../tokens/maker-write.ts'
import { deletes } from './action.ts'
import { checkRule } from './check.ts'
import { nextOf } from './schedule.ts'
import { asRule, ruleItems, ruleKey, toRule, wakingAt, type RuleItem } from './rule-item.ts'
import type { NewRule, Rule, RuleChange } from './rule.ts'
import { wakeRule, wakeSoon } from './wake.ts'

const whenAbsent = () => notFound('rule')

/**
 * Lists the rules of the projects that a request may see, oldest first.
 * @throws ApiError project_not_found
 */
export async function listRules(tenant: Tenant, projectId?: string): Promise<Rule[]> {
  const [rules, project] = await Promise.all([
    ruleItems(tenant, tenant.accountId),
    projectId === undefined ? undefined : findProject(tenant, projectId),
  ])
  if (projectId !== undefined && !project) throw notFound('project')
  return rules
    .filter(
      ({ project_id }) =>
        isWithin(tenant, project_id) && (projectId === undefined || project_id === projectId),
    )
    .map(toRule)
}

/** @throws ApiError rule_not_found */
export async function getRuleItem(tenant: Tenant, ruleId: string): Promise<RuleItem> {
  const rule = asRule(await get(tenant, ruleKey(tenant, ruleId)))
  if (!rule || !isWithin(tenant, rule.project_id)) throw whenAbsent()
  return rule
}

/**
 * A rule does what its maker may do.
 * @throws ApiError insufficient_scope
 */
export function refuseToDelete({ token }: Caller, { action }: Pick<RuleItem, 'action'>): void {
  if (!deletes(action) || token.scopes.includes('delete')) return
  throw new ApiError('insufficient_scope', 'A rule that moves tasks into the trash needs the scope delete.', {
    members: { required_scope: 'delete' },
  })
}

/** What begins with a trigger: with a new one, when a rule is resumed, and at its creation. */
function beginning(tenant: Tenant, ruleId: string, { trigger }: Pick<RuleItem, 'trigger'>, nowMs: number) {
  const next_at_ms = nextOf(trigger, nowMs)
  const preparing = trigger.type === 'date' ? {} : undefined
  return {
    trigger_id: randomUUID(),
    since_ms: nowMs,
    handled_ms: trigger.type === 'schedule' ? nowMs : undefined,
    next_at_ms,
    preparing,
    ...wakingAt(tenant, ruleId, preparing ? nowMs : next_at_ms),
  }
}

/** What ends when a rule does not run. */
const resting = (tenant: Tenant, ruleId: string) => ({
  next_at_ms: undefined,
  preparing: undefined,
  ...wakingAt(tenant, ruleId, undefined),
})

/** Refuses a rule that needs the table's changes where there are none. */
function refuseWithoutStream({ trigger }: Pick<RuleItem, 'trigger'>): void {
  // the local service sets it when its engine has no streams
  const { WEBHOOKS_UNAVAILABLE: reason } = process.env
  if (reason && trigger.type !== 'schedule')
    throw new ApiError(
      'service_unavailable',
      `A trigger of the type ${trigger.type} needs streams. ${reason}`,
    )
}

/**
 * Creates a rule.
 * @returns the rule as it is stored
 * @throws ApiError invalid_request, insufficient_scope, project_not_found, lane_not_found; quota_exceeded when the account
 *   has as many as it may; invalid_token when the maker's token is revoked
 */
export async function createRule(
  maker: Caller,
  { projectId, label, trigger, action, status }: NewRule,
): Promise<RuleItem> {
  refuseToDelete(maker, { action })
  await checkRule(maker, { project_id: projectId, trigger, action })
  refuseWithoutStream({ trigger })
  const id = timeOrderedUuid()
  const nowMs = Date.now()
  const now = new Date(nowMs).toISOString()
  const created = {
    ...{ id, label, project_id: projectId, status, trigger, action, failures: 0 },
    ...(maker.projectIds && { bound_project_ids: [...maker.projectIds] }),
    ...beginning(maker, id, { trigger }, nowMs),
    ...(status === 'paused' && resting(maker, id)),
    created_at: now,
    updated_at: now,
  }
  const rule = withChanges<RuleItem>({ ...created } as RuleItem, {}) // without what is undefined
  await createLimited(maker, {
    item: { ...ruleKey(maker, id), ...rule },
    checks: [projectExists(maker, projectId)],
    counter: 'rule_writes',
    most: maxRules,
    plural: 'rules',
    count: async () => (await ruleItems(maker, maker.accountId)).length,
  })
  if (!maker.isDryRun) await wakeSoon(maker, rule)
  return rule
}

/**
 * Changes the fields that are given. It breaks the lease: a session that runs stops at its next write. A changed trigger, or
 * a rule that is resumed, begins anew.
 * @throws ApiError rule_not_found, invalid_request, insufficient_scope, lane_not_found; invalid_token when the token is
 *   revoked
 */
export async function updateRule(maker: Caller, ruleId: string, change: RuleChange): Promise<Rule> {
  const current = await getRuleItem(maker, ruleId)
  if (Object.keys(change).length === 0) return toRule(current)
  const { trigger = current.trigger, action = current.action } = change
  refuseToDelete(maker, { action })
  if (change.trigger ?? change.action) {
    await checkRule(maker, { project_id: current.project_id, trigger, action })
  }
  const { after } = await changeAsMaker<RuleItem>(maker, ruleKey(maker, ruleId), {
    read: () => getRuleItem(maker, ruleId),
    changesOf: (rule) => changesOf(maker, rule, change),
    seen: 'updated_at',
    whenAbsent,
  })
  await wakeSoon(maker, after)
  return toRule(after)
}

function changesOf(maker: Caller, rule: RuleItem, change: RuleChange): Changed<RuleItem> {
  const updated_at = timeAfter(rule.updated_at, Date.now())
  const nowMs = Date.parse(updated_at)
  const status = change.status ?? rule.status
  const after = withChanges<RuleItem>(rule, change)
  refuseWithoutStream(after)
  const isAnew = change.trigger !== undefined || (status === 'active' && rule.status !== 'active')
  const hasEnded = after.trigger.type === 'schedule' && nextOf(after.trigger, nowMs) === undefined
  if (isAnew && status === 'active' && hasEnded)
    throw invalidField(
      'status',
      'cannot be active: the rule has no time in the future; give it another trigger',
    )
  return {
    ...change,
    ...(maker.projectIds && { bound_project_ids: [...maker.projectIds] }),
    ...(isAnew && beginning(maker, rule.id, after, nowMs)),
    ...(status !== 'active' && resting(maker, rule.id)),
    ...(change.status !== undefined && { disabled_reason: undefined, failures: 0 }),
    updated_at,
    lease_id: undefined,
    lease_until_ms: undefined,
    // what was left by a broken lease is looked for at once
    ...(((status === 'active' && !isAnew) || rule.manual_waits) && wakingAt(maker, rule.id, nowMs)),
    // it would go on with another action
    ...(change.action &&
      rule.begun &&
      rule.trigger.type === 'schedule' && {
        begun: { ...rule.begun, trigger_id: '' },
      }),
  }
}

/**
 * Deletes a rule. What waits for it is removed, and its log can no longer be read.
 * @throws ApiError rule_not_found
 */
export async function deleteRule(tenant: Tenant, ruleId: string): Promise<void> {
  await removeExisting(tenant, ruleKey(tenant, ruleId), whenAbsent, whileWithin(tenant))
  // it is deleted, whether or not the queue takes this: the TTL removes what nobody does
  await wakeRule(tenant, [{ account: tenant.accountId, rule: ruleId }]).catch(() => undefined)
}
