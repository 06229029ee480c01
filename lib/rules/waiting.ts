import type { Changed } from '../table/attributes.ts'
import type { Item, Key } from '../table/item.ts'
import { query, withPrefix } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { updateIf } from '../table/update-expression.ts'
import { itemsPerBatch, putThenRemove, update } from '../table/write-items.ts'
import { asRule, ruleKey, rulePartition, runExpiry, wakingAt, type RuleItem } from './rule-item.ts'
import { wakeAt, wakeRule } from './wake.ts'

/*
 * What waits for a rule with the trigger date or event: one entry for each task's date, or for each event, sorted by time.
 * Only the rule itself stands among the timers of all accounts, with the time of its first entry. So a look of the clock
 * reads one item for each rule, however many tasks have a date.
 */

/** An entry as it is stored. Only this file writes items under its keys. */
export interface WaitingEntry {
  pk: string
  sk: string
  task_id: string
  /** Of an event: its id. */
  event_id?: string
}

const waitingPrefix = 'DUE#'

/** The entries of a trigger: those of an earlier one are dropped. */
const entriesOf = (
  tenant: Pick<Tenant, 'accountId'>,
  { id, trigger_id }: Pick<RuleItem, 'id' | 'trigger_id'>,
) => ({
  pk: rulePartition(tenant, id),
  prefix: `${waitingPrefix}${trigger_id}#`,
})

/** When an entry is due, in ms since 1970. */
export const dueMsOf = ({ sk }: Pick<WaitingEntry, 'sk'>): number => Date.parse(sk.split('#')[2] ?? '')

/**
 * The key of an entry: the same date of the same task, or the same event, has the same key.
 * @param atMs when it is due, in ms since 1970
 */
export function entryKey(
  tenant: Pick<Tenant, 'accountId'>,
  rule: Pick<RuleItem, 'id' | 'trigger_id'>,
  atMs: number,
  subject: string,
): Key {
  const { pk, prefix } = entriesOf(tenant, rule)
  return { pk, sk: `${prefix}${new Date(atMs).toISOString()}#${subject}` }
}

/** The item of an entry. If its rule is deleted before anybody removes it, the TTL does. */
export const newEntry = (key: Key, entry: Pick<WaitingEntry, 'task_id' | 'event_id'>): Item & Key => ({
  ...key,
  ...entry,
  // one that is late waits from now
  expires_at: runExpiry(Math.max(dueMsOf(key), Date.now())),
})

/**
 * Says that a rule has something to do at a time. If it is looked at earlier anyway, this only makes sure of that. While it
 * runs, its timer stays at the end of the lease, so that what a killed session left is found then. An event is due whatever the
 * clock says: it may have been set back.
 * @param dueMs in ms since 1970
 */
export async function noteWaiting(
  tenant: Tenant,
  { id, trigger_id, trigger }: Pick<RuleItem, 'id' | 'trigger_id' | 'trigger'>,
  dueMs: number,
): Promise<void> {
  const atMs = trigger.type === 'event' ? Math.min(dueMs, Date.now()) : dueMs
  const note = (attributes: Changed<RuleItem>, lease: string) =>
    update(tenant, {
      Key: ruleKey(tenant, id),
      ...updateIf(attributes, {
        ConditionExpression: `trigger_id = :trigger AND #status = :active AND ${lease}(lease_id) AND (attribute_not_exists(wake_ms) OR wake_ms > :at)`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':trigger': trigger_id, ':active': 'active', ':at': atMs },
      }),
    })
  for (;;) {
    const shown = trigger.type === 'date' && { next_at_ms: atMs }
    const free = await note({ ...shown, ...wakingAt(tenant, id, atMs) }, 'attribute_not_exists')
    if (!free.refused) break
    // it is gone, and whoever removed what waits for it may not have seen this
    if (!free.found) return wakeRule(tenant, [{ account: tenant.accountId, rule: id }])
    if (asRule(free.found)?.lease_id === undefined) return
    const leased = await note({ wake_ms: atMs }, 'attribute_exists')
    if (!leased.refused || asRule(leased.found)?.lease_id !== undefined) return
    // the lease has ended in between
  }
  await wakeAt(tenant, id, atMs)
}

/**
 * The first entries of a rule.
 * @param untilMs the latest time, in ms since 1970; absent: any
 */
export async function firstEntries(
  tenant: Tenant,
  rule: Pick<RuleItem, 'id' | 'trigger_id'>,
  limit: number,
  untilMs?: number,
): Promise<WaitingEntry[]> {
  const { pk, prefix } = entriesOf(tenant, rule)
  const until = untilMs === undefined ? '~' : `${new Date(untilMs).toISOString()}~`
  const { items } = await query(tenant, {
    condition: 'pk = :partition AND sk BETWEEN :first AND :last',
    values: { ':partition': pk, ':first': prefix, ':last': `${prefix}${until}` },
    limit,
  })
  return items as unknown as WaitingEntry[] // only this file writes items under these keys
}

/**
 * Removes what waits for a rule that is gone, or for earlier triggers of a rule.
 * @param kept the trigger whose entries stay
 * @param mayGoOn whether there is time for more
 * @returns whether all is removed
 */
export async function removeWaiting(
  tenant: Tenant,
  ruleId: string,
  kept: string | undefined,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const keptPrefix = kept === undefined ? undefined : `${waitingPrefix}${kept}#`
  let after: Item | undefined
  do {
    if (!mayGoOn()) return false
    const { items, last } = await query(tenant, {
      ...withPrefix(rulePartition(tenant, ruleId), waitingPrefix),
      projection: 'pk, sk',
      limit: itemsPerBatch * 10,
      after,
    })
    const keys = items as unknown as Key[] // their projection
    const dropped = keys.filter(({ sk }) => keptPrefix === undefined || !sk.startsWith(keptPrefix))
    await putThenRemove(tenant, [], dropped)
    after = last
  } while (after)
  return true
}
