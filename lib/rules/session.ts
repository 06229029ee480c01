import { ApiError } from '../contract/api-error.ts'
import { get } from '../table/read-items.ts'
import { isBusy } from '../table/send.ts'
import type { Storage } from '../table/storage.ts'
import type { Tenant } from '../table/tenant.ts'
import { put } from '../table/write-items.ts'
import { anyTask, taskKey } from '../tasks/task-item.ts'
import { prepareDates, type RuleWith } from './dates.ts'
import { release, takeLease } from './lease.ts'
import { ruleKey } from './rule-item.ts'
import { runEntries } from './run-entries.ts'
import { runSchedule } from './run-schedule.ts'
import { manualRuns, rowItem, type RunItem } from './runs.ts'
import { nextOf } from './schedule.ts'
import {
  asProgress,
  LeaseLost,
  nothingDone,
  reserveMs,
  rowOfEarlier,
  runOne,
  Session,
  type Begun,
  type Tally,
} from './session-state.ts'
import { dueMsOf, removeWaiting } from './waiting.ts'
import { wakeAt, wakeRule } from './wake.ts'

export type { Tally }

/** How long a rule waits after storage was busy, in ms. */
const busyMs = 10_000

/** Goes on with the runs that people have started, and that took longer than their request. */
async function runManual(session: Session): Promise<boolean> {
  if (!session.rule.manual_waits || session.isManualDone) return false
  const runs = await manualRuns(session.tenant, session.rule.id)
  for (const { row, key } of runs) {
    if (!session.mayGoOn()) return true
    const { task_id, due_at } = row
    const item =
      task_id === undefined ? undefined : await get(session.tenant, taskKey(session.tenant, task_id))
    const firing = { runId: row.id, dueMs: Date.parse(due_at), task: anyTask(item), ...asProgress(row) }
    const done = await runOne(session, firing, key)
    if (done.outcome === 'running') {
      session.waitFor(done)
      return true
    }
  }
  session.isManualDone = true
  return runs.length > 0
}

/** Ends a run that had begun when a person paused or changed its rule. */
async function endBroken(session: Session, { run_id, due_ms }: Begun): Promise<void> {
  const { tenant, rule } = session
  const row = await rowOfEarlier(session, run_id)
  if (row?.outcome === 'running') {
    const ended: RunItem = {
      ...{ ...row, outcome: 'skipped', ended_at: new Date().toISOString() },
      reason: 'It was stopped: the rule was paused or changed.',
    }
    delete ended.cursor
    await put(tenant, { Item: rowItem(tenant, rule, ended) })
  }
  session.changes.begun = undefined
  if (rule.handled_ms !== undefined) session.changes.handled_ms = Math.max(rule.handled_ms, due_ms)
}

/**
 * Does the next thing that a rule has to do.
 * @returns whether there was any
 */
async function step(session: Session): Promise<boolean> {
  if (await runManual(session)) return true
  const { rule, tenant } = session
  if (rule.begun && rule.begun.trigger_id !== rule.trigger_id) {
    await endBroken(session, rule.begun)
    return true
  }
  if (rule.status !== 'active') return false
  if (rule.preparing && rule.trigger.type === 'date') {
    session.changes.preparing = await prepareDates(tenant, rule as RuleWith<'date'>, session.mayGoOn)
    return true
  }
  return rule.trigger.type === 'schedule' ? runSchedule(session) : runEntries(session)
}

/** When a rule must be looked at next, in ms since 1970. */
function nextWakeMs(session: Session): number | undefined {
  const { rule } = session
  if (rule.status !== 'active') return undefined
  if (rule.preparing) return Date.now()
  if (rule.trigger.type === 'schedule') return nextOf(rule.trigger, rule.handled_ms ?? rule.since_ms)
  // the last step was a look at what waits, and found nothing due
  const { nextEntry: first } = session
  return first && (rule.trigger.type === 'event' ? Date.now() : dueMsOf(first))
}

/** Gives a rule back, with the time when it must be looked at next. */
async function end(session: Session, atMs: number | undefined): Promise<'released' | 'woken' | 'lost'> {
  const { tenant, lease, rule } = session
  const shows = rule.trigger.type !== 'event' && rule.status === 'active' && session.waitMs === undefined
  const changes = {
    ...session.changes,
    ...(shows && { next_at_ms: atMs }),
    // one that a person started since has woken the rule: then it is not released
    ...(session.isManualDone && { manual_waits: undefined }),
  }
  const written = Promise.withResolvers<'released' | 'woken' | 'lost'>()
  await session.writeRuns(async (stages) => {
    written.resolve(await release(tenant, lease, changes, atMs, stages))
  })
  const ended = await written.promise
  if (ended === 'released') await session.removeSettled()
  if (ended === 'released' && atMs !== undefined) await wakeAt(tenant, rule.id, atMs)
  return ended
}

/** Removes what waits for a rule if it is gone: also what a session put there that did not know yet. */
async function cleanUp(tenant: Tenant, ruleId: string): Promise<void> {
  if (await get(tenant, ruleKey(tenant, ruleId))) return
  const mayGoOn = () => Date.now() < tenant.deadlineMs - reserveMs
  if (!(await removeWaiting(tenant, ruleId, undefined, mayGoOn)))
    await wakeRule(tenant, [{ account: tenant.accountId, rule: ruleId }])
}

/**
 * Does everything that a rule has to do now, under a lease.
 * @throws ApiError service_unavailable, rate_limited when storage is busy: the rule is looked at again soon
 */
export async function runRule(
  storage: Storage,
  { account, rule: ruleId }: { account: string; rule: string },
): Promise<Tally> {
  const tenant: Tenant = { ...storage, accountId: account, projectIds: null }
  const lease = await takeLease(tenant, ruleId, Date.now())
  if (lease === 'gone') await cleanUp(tenant, ruleId)
  if (!lease || lease === 'gone') return nothingDone
  const session = new Session(tenant, lease)
  try {
    for (;;) {
      while (session.waitMs === undefined && session.mayGoOn() && (await step(session))) {
        if (!(await isKept(session))) throw new LeaseLost()
      }
      const isLate = session.waitMs === undefined && !session.mayGoOn()
      const atMs = isLate ? Date.now() : (session.waitMs ?? nextWakeMs(session))
      const ended = await end(session, atMs)
      if (ended === 'released') return session.tally
      if (ended === 'lost' || !(await session.keep())) throw new LeaseLost()
    }
  } catch (error) {
    if (error instanceof LeaseLost) {
      await cleanUp(tenant, ruleId)
      return session.tally
    }
    if (error instanceof ApiError && isBusy(error)) {
      // the next session must look for what this one has left
      session.changes.lease_tries = session.rule.lease_tries ?? 1
      await end(session, Date.now() + busyMs).catch(() => undefined)
    }
    throw error
  }
}

/** A schedule mostly has one occurrence at a time, and its rule is written at the end; entries may be many. */
async function isKept(session: Session): Promise<boolean> {
  return session.rule.trigger.type === 'schedule' ? true : session.keep()
}
