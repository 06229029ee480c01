import { runLogDays } from '../contract/limits.ts'
import { accountPartition, epochSeconds, type Item, type Key } from '../table/item.ts'
import type { Complete } from '../table/attributes.ts'
import { queryAll, withPrefix } from '../table/read-items.ts'
import type { Storage } from '../table/storage.ts'
import type { Tenant } from '../table/tenant.ts'
import { timerKeys } from '../table/timers.ts'
import type { Action } from './action.ts'
import type { Rule } from './rule.ts'
import type { Trigger } from './trigger.ts'

/** The attributes of a rule in the table, without the item's key. */
export interface RuleItem {
  id: string
  label: string
  project_id: string
  status: Rule['status']
  disabled_reason?: string
  /** As the request had them, with defaults. */
  trigger: Trigger
  action: Action
  /** Names the trigger: what waits for an earlier one is dropped. It changes with the trigger, and when the rule is resumed. */
  trigger_id: string
  /** From when on the trigger counts, in ms since 1970. */
  since_ms: number
  /** A token that is bound to projects made or changed it: it acts in these projects only. */
  bound_project_ids?: string[]
  /** Occurrences of a schedule up to this time, in ms since 1970, have run or are in the log. */
  handled_ms?: number
  /** The run that has begun and goes on, with the trigger that it is of: pausing or changing the rule stops it. */
  begun?: { run_id: string; due_ms: number; trigger_id: string }
  /** When it runs next, in ms since 1970, as far as is known. */
  next_at_ms?: number
  /** When it must be looked at, in ms since 1970; absent while it runs, unless something came in since it was looked at. */
  wake_ms?: number
  /** A run that a person has started goes on: runs.ts. */
  manual_waits?: true
  /** Who runs it now, and until when at the latest, in ms since 1970: lease.ts. */
  lease_id?: string
  lease_until_ms?: number
  /** How many sessions have taken the lease since one gave it back: from the second on, an earlier one may have left something. */
  lease_tries?: number
  /** Where the search for tasks with dates goes on; absent when it has ended: dates.ts. */
  preparing?: { after?: Key }
  /** How many runs in a row have failed. */
  failures: number
  /** When the last run ended that `failures` and `last_run` count, in ms since 1970. */
  counted_ms?: number
  last_run?: { at: string; outcome: NonNullable<Rule['last_run']>['outcome']; tasks: number }
  /** The task that the last occurrence created. */
  last_task_id?: string
  created_at: string
  updated_at: string
  /** In the list index while it must be looked at at some time: timers.ts in lib/table. */
  list_pk?: string
  list_sk?: string
}

export const rulePrefix = 'RULE#'

export const ruleKey = ({ accountId }: Pick<Tenant, 'accountId'>, ruleId: string): Key => ({
  pk: accountPartition(accountId),
  sk: `${rulePrefix}${ruleId}`,
})

/** The partition of what waits for a rule, and of its log. */
export const rulePartition = ({ accountId }: Pick<Tenant, 'accountId'>, ruleId: string): string =>
  `${accountPartition(accountId)}#RULE#${ruleId}`

/** When an entry of the log, or of what waits, expires, in seconds since 1970. */
export const runExpiry = (nowMs: number): number => epochSeconds(nowMs + runLogDays * 24 * 60 * 60 * 1000)

/**
 * The attributes of a rule that must be looked at at a time, while nobody runs it.
 * @param atMs in ms since 1970; undefined: at no known time
 */
export const wakingAt = (tenant: Pick<Tenant, 'accountId'>, ruleId: string, atMs: number | undefined) => ({
  wake_ms: atMs,
  ...timerKeys(tenant, ruleId, atMs),
})

/** Returns the rule of an item that was read by `ruleKey`. Only this folder writes such items. */
export const asRule = (item: Item | undefined): RuleItem | undefined =>
  item as unknown as RuleItem | undefined

/** Reads all rules of an account, oldest first: their ids increase with time. */
export const ruleItems = async (storage: Storage, accountId: string): Promise<RuleItem[]> =>
  (await queryAll(storage, withPrefix(accountPartition(accountId), rulePrefix))).flatMap(
    (item) => asRule(item) ?? [],
  )

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A trigger or an action with its keys as answers have them. Keys of fields stay as they are. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [snakeCase(name), name === 'fields' ? member : shown(member)]),
  )
}

/** Returns a rule as answers show it. */
export const toRule = (item: RuleItem): Complete<Rule> => ({
  id: item.id,
  label: item.label,
  project_id: item.project_id,
  status: item.status,
  disabled_reason: item.disabled_reason ?? null,
  trigger: shown(item.trigger) as Rule['trigger'], // the same members by their names in answers
  action: shown(item.action) as Rule['action'], // as above
  next_at: item.next_at_ms === undefined ? null : new Date(item.next_at_ms).toISOString(),
  last_run: item.last_run ?? null,
  preparing: item.preparing !== undefined,
  bound: item.bound_project_ids !== undefined,
  created_at: item.created_at,
  updated_at: item.updated_at,
})
