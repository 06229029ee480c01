import type { Key } from '../table/item.ts'
import { accountPartition } from '../table/item.ts'
import { query, withPrefix } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { putThenRemove } from '../table/write-items.ts'
import { anyTask, taskPrefix, type TaskItem } from '../tasks/task-item.ts'
import { attributeOf } from '../fields/values.ts'
import { parseDuration, plus } from './time/duration.ts'
import { firstYear, instantOf, lastYear } from './time/wall-time.ts'
import type { RuleItem } from './rule-item.ts'
import type { TriggerOf } from './trigger.ts'
import { entryKey, newEntry, removeWaiting } from './waiting.ts'

/** A rule with a trigger of one type. */
export type RuleWith<T extends 'date' | 'event'> = RuleItem & { trigger: TriggerOf<T> }

/** A value whose time has passed by at most this much, in ms, is taken as one whose time has come. */
export const lateMs = 60_000

/** The value of a date rule's field of a task, as an event shows it. */
export function fieldOf({ trigger: { field: key } }: RuleWith<'date'>, task: TaskItem) {
  const value = task[attributeOf(key)]
  return typeof value === 'string' ? { key, value } : undefined
}

/** Whether a time in ms since 1970 is in the years for which rules wait: later ones would sort before them. */
const isInYears = (atMs: number): boolean =>
  atMs >= Date.UTC(firstYear, 0) && atMs < Date.UTC(lastYear + 1, 0)

/**
 * The time that a value means, plus the rule's offset, in ms since 1970; undefined if it is in no year for which rules wait: a
 * task may have any date.
 */
function timeOf({ offset, timeOfDay, timeZone }: TriggerOf<'date'>, value: string): number | undefined {
  const parsed = parseDuration(offset)
  if ('problem' in parsed) throw new Error(`A stored offset ${parsed.problem}.`)
  if (!isInYears(Date.parse(value))) return undefined
  const atMs = value.length === 10 ? instantOf(`${value}T${timeOfDay}`, timeZone) : Date.parse(value)
  const timeMs = plus(atMs, parsed.duration, timeZone)
  return isInYears(timeMs) ? timeMs : undefined
}

/**
 * When a date rule fires for a task, in ms since 1970; undefined if it does not: the task is elsewhere, done, in the trash, or
 * has no value. The rule's conditions are checked when it fires.
 */
export function fireMsOf(rule: RuleWith<'date'>, task: TaskItem | undefined): number | undefined {
  if (task?.project_id !== rule.project_id || task.deleted_at !== undefined || task.status === 2)
    return undefined
  const value = fieldOf(rule, task)?.value
  return value === undefined ? undefined : timeOf(rule.trigger, value)
}

/** Whether a time that a task has got is waited for. */
export const isAwaited = ({ trigger }: RuleWith<'date'>, atMs: number, setMs: number): boolean =>
  trigger.late === 'fire' || atMs >= setMs - lateMs

/** The most tasks that are read at once. */
const tasksPerStep = 500

/**
 * Looks for the dates of the tasks that are there when a rule is made or changed, in one part of the account's tasks. It
 * reads them from the table itself: an index may lag behind the stream, which knows of no rule before it was made.
 * @param mayGoOn whether there is time to remove more of what waits for an earlier trigger
 * @returns where to go on; undefined at the end
 */
export async function prepareDates(
  tenant: Tenant,
  rule: RuleWith<'date'>,
  mayGoOn: () => boolean,
): Promise<RuleItem['preparing']> {
  const after = rule.preparing?.after
  if (!after && !(await removeWaiting(tenant, rule.id, rule.trigger_id, mayGoOn))) return {}
  const { condition, values } = withPrefix(accountPartition(tenant.accountId), taskPrefix)
  const { items, last } = await query(tenant, {
    condition,
    values: { ...values, ':project': rule.project_id },
    filter: 'project_id = :project AND attribute_exists(#value)',
    names: { '#value': attributeOf(rule.trigger.field) },
    limit: tasksPerStep,
    after,
  })
  const found = items.flatMap((item) => {
    const task = anyTask(item)
    const atMs = fireMsOf(rule, task)
    return task && atMs !== undefined && isAwaited(rule, atMs, rule.since_ms) ? [{ task, atMs }] : []
  })
  const entries = found.map(({ task, atMs }) =>
    newEntry(entryKey(tenant, rule, atMs, task.id), { task_id: task.id }),
  )
  await putThenRemove(tenant, entries, [])
  return last && { after: last as unknown as Key } // it is the key of an item
}
