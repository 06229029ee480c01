import { maxCaughtUpRuns } from '../contract/limits.ts'
import type { Changed } from '../table/attributes.ts'
import type { Storage } from '../table/storage.ts'
import type { Tenant } from '../table/tenant.ts'
import { putThenRemove } from '../table/write-items.ts'
import { release, takeLease, type Lease } from './lease.ts'
import { ruleItems, runExpiry, type RuleItem } from './rule-item.ts'
import { rowItem, runIdOf, type RunItem } from './runs.ts'
import { nextOf, timesBetween } from './schedule.ts'
import { dueMsOf, firstEntries } from './waiting.ts'

const reason = 'It was missed: the data is from a backup.'

const skipped = (ruleId: string, dueMs: number, nowMs: number, taskId?: string): RunItem => {
  const at = new Date(nowMs).toISOString()
  return {
    ...{ id: runIdOf(ruleId, dueMs, taskId), ...(taskId !== undefined && { task_id: taskId }) },
    ...{ due_at: new Date(dueMs).toISOString(), started_at: at, ended_at: at, outcome: 'skipped', reason },
    ...{ matched: 0, updated: 0, created: [], expires_at: runExpiry(nowMs) },
  }
}

/** What has become of a rule: how many of its times were skipped, what changes, and when it must be looked at next. */
interface Skipped {
  count: number
  changes: Changed<RuleItem>
  wakeMs: number | undefined
}

async function skipTimes(tenant: Tenant, { rule }: Lease, nowMs: number): Promise<Skipped> {
  const { trigger, handled_ms = rule.since_ms } = rule
  if (trigger.type !== 'schedule') return { count: 0, changes: {}, wakeMs: undefined }
  const times: number[] = []
  let count = 0
  for (const timeMs of timesBetween(trigger, handled_ms, nowMs)) {
    times.push(timeMs)
    if (times.length > maxCaughtUpRuns) times.shift()
    count++
  }
  await putThenRemove(
    tenant,
    times.map((dueMs) => rowItem(tenant, rule, skipped(rule.id, dueMs, nowMs))),
    [],
  )
  const next_at_ms = nextOf(trigger, nowMs)
  const isOver = trigger.at !== undefined && count > 0
  return {
    count,
    changes: { handled_ms: times.at(-1) ?? handled_ms, next_at_ms, ...(isOver && { status: 'paused' }) },
    wakeMs: next_at_ms,
  }
}

/** How many entries are skipped at once. */
const entriesAtOnce = 25

async function skipDates(tenant: Tenant, { rule }: Lease, nowMs: number): Promise<Skipped> {
  let count = 0
  for (;;) {
    const entries = await firstEntries(tenant, rule, entriesAtOnce, nowMs)
    if (entries.length === 0) break
    await putThenRemove(
      tenant,
      entries.map((entry) => rowItem(tenant, rule, skipped(rule.id, dueMsOf(entry), nowMs, entry.task_id))),
      entries.map(({ pk, sk }) => ({ pk, sk })),
    )
    count += entries.length
  }
  const [first] = await firstEntries(tenant, rule, 1)
  const next_at_ms = first && dueMsOf(first)
  return { count, changes: { next_at_ms }, wakeMs: next_at_ms }
}

/**
 * Notes what an account's rules have missed as skipped, instead of running it: the data is from a backup. It leaves events
 * that wait, dates that are still looked for, and runs that people have started: they were under way when it was taken.
 * @param nowMs up to when, in ms since 1970
 * @returns how many times and dates were skipped
 * @throws ApiError service_unavailable, rate_limited: it can be repeated
 */
export async function skipMissed(storage: Storage, accountId: string, nowMs: number): Promise<number> {
  const tenant: Tenant = { ...storage, accountId, projectIds: null }
  let count = 0
  for (const { id, trigger } of await ruleItems(storage, accountId)) {
    if (trigger.type === 'event') continue
    const lease = await takeLease(tenant, id, nowMs)
    if (!lease || lease === 'gone') continue
    const skip = trigger.type === 'schedule' ? skipTimes : skipDates
    const done = await skip(tenant, lease, nowMs)
    const { preparing, manual_waits } = lease.rule
    await release(tenant, lease, done.changes, preparing || manual_waits ? nowMs : done.wakeMs)
    count += done.count
  }
  return count
}
