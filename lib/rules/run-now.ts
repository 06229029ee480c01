import { v7 as timeOrderedUuid } from 'uuid'
import { invalidField, notFound } from '../contract/api-error.ts'
import { updateOf } from '../table/update-expression.ts'
import { put, update } from '../table/write-items.ts'
import { readActive } from '../tasks/gate.ts'
import type { Caller } from '../tokens/caller.ts'
import { dispatchEvents } from '../webhooks/dispatch.ts'
import { fieldOf, type RuleWith } from './dates.ts'
import { asRuleTenant, perform } from './perform.ts'
import { ruleKey, wakingAt, type RuleItem } from './rule-item.ts'
import type { RunByHand } from './run.ts'
import { getRuleItem, refuseToDelete } from './rules.ts'
import { manualKey, rowItem, rowOf, toRun, type Done, type Firing, type RunItem } from './runs.ts'
import { wakeRule } from './wake.ts'

/**
 * Runs a rule once, now. What takes longer than the request goes on afterwards: `ended_at` is null then.
 * @throws ApiError rule_not_found; task_not_found; invalid_request without the task that the rule needs, or with one that it does
 *   not need; in a dry run the error of the run
 */
export async function runNow(caller: Caller, ruleId: string, taskId: string | undefined): Promise<RunByHand> {
  const rule = await getRuleItem(caller, ruleId)
  refuseToDelete(caller, rule)
  checkNeed(rule, taskId)
  const task = taskId === undefined ? undefined : await readActive(caller, taskId)
  if (task && task.project_id !== rule.project_id) throw notFound('task')
  const nowMs = Date.now()
  let written: RunItem | undefined
  const firing: Firing = {
    ...{ runId: timeOrderedUuid({ msecs: nowMs }), dueMs: nowMs, task },
    // a task or a comment and the entry in the log are written together: if one is refused, so is the other
    ...(!caller.isDryRun && {
      rowOf: (done: Done) => rowItem(caller, rule, (written = rowOf(firing, done, nowMs))),
    }),
    ...(task && rule.trigger.type === 'date' && { field: fieldOf(rule as RuleWith<'date'>, task) }),
  }
  const tenant = asRuleTenant(caller, rule)
  const done = await perform(tenant, rule, firing, { throws: caller.isDryRun === true })
  const row = (done.outcome === 'done' ? written : undefined) ?? rowOf(firing, done, nowMs)
  const isLogged = row === written
  if (caller.isDryRun) {
    const { task: made, comment } = done
    const preview = { tasks: made ? [made] : [], ...(comment && { comments: [comment] }) }
    return { run: toRun(row), ...((made ?? comment) && { preview }) }
  }
  if (done.event) await dispatchEvents(caller, caller.accountId, [done.event])
  const goesOn = done.outcome === 'running'
  if (goesOn)
    await put(caller, { Item: { ...manualKey(caller, ruleId, row.id), expires_at: row.expires_at } })
  if (!isLogged) await put(caller, { Item: rowItem(caller, rule, row) })
  if (goesOn) await goOn(caller, rule)
  return { run: toRun(row) }
}

/** @throws ApiError invalid_request without the task that a rule needs, or with one that it does not need */
function checkNeed({ trigger }: RuleItem, taskId: string | undefined): void {
  if (trigger.type === 'schedule' && taskId !== undefined)
    throw invalidField(
      'taskId',
      'must be left out: the rule runs for no task, because its trigger is a schedule',
    )
  if (trigger.type !== 'schedule' && taskId === undefined)
    throw invalidField(
      'taskId',
      'is required: the rule runs for a task, because its trigger is a date or an event',
    )
}

/** Lets a run go on, whether the rule is active or not. */
async function goOn(caller: Caller, { id }: RuleItem): Promise<void> {
  const nowMs = Date.now()
  await update(caller, {
    Key: ruleKey(caller, id),
    ...updateOf({ manual_waits: true, ...wakingAt(caller, id, nowMs) }),
    ConditionExpression: 'attribute_exists(pk)',
  })
  // otherwise the clock finds it within a minute
  await wakeRule(caller, [{ account: caller.accountId, rule: id }]).catch(() => undefined)
}
