import { maxCaughtUpRuns } from '../contract/limits.ts'
import { epochSeconds } from '../table/item.ts'
import { put } from '../table/write-items.ts'
import { runExpiry } from './rule-item.ts'
import { asRun, rowItem, runIdOf, type RunItem } from './runs.ts'
import { timesBetween } from './schedule.ts'
import { asProgress, LeaseLost, rowOfEarlier, runOne, type Session } from './session-state.ts'
import { doneBefore } from './traces.ts'
import type { TriggerOf } from './trigger.ts'

/** An occurrence that was missed by at most this, in ms, is on time: the clock looks each minute. */
const onTimeMs = 5 * 60_000

/** Occurrences that were missed: the latest, and before them others that have one entry in the log. */
interface Missed {
  timesMs: readonly number[]
  /** How many more there were, and the last of them. */
  rest: { count: number; lastMs: number } | undefined
}

/** Writes into the log that occurrences were missed. One that ran, in a session that was killed then, keeps its entry. */
async function skip(session: Session, { timesMs, rest }: Missed): Promise<void> {
  const { tenant, rule } = session
  const nowMs = Date.now()
  const at = new Date(nowMs).toISOString()
  const more = (rest?.count ?? 1) - 1
  const soWere = more > 0 ? ` So were ${more.toLocaleString('en')} before it.` : ''
  const all = [
    ...(rest ? [[rest.lastMs, soWere] as const] : []),
    ...timesMs.map((timeMs) => [timeMs, ''] as const),
  ]
  for (const [dueMs, others] of all) {
    const row: RunItem = {
      ...{ id: runIdOf(rule.id, dueMs), due_at: new Date(dueMs).toISOString(), started_at: at, ended_at: at },
      ...{ outcome: 'skipped', reason: `It was missed: the service did not run.${others}` },
      ...{ matched: 0, updated: 0, created: [], expires_at: runExpiry(nowMs) },
    }
    const result = await put(tenant, {
      Item: rowItem(tenant, rule, row),
      ConditionExpression: 'attribute_not_exists(pk) OR outcome = :running OR expires_at <= :now',
      ExpressionAttributeValues: { ':running': 'running', ':now': epochSeconds(nowMs) },
    })
    const ended = result.refused && result.found ? asRun(result.found) : undefined
    if (!ended) session.tally.skipped++
    else if (ended.outcome !== 'skipped' && session.isUncounted(ended)) session.count(ended)
  }
}

/** The occurrences of a schedule that are due: the latest of them, and the others as `Missed` has them. */
function dueOf(trigger: TriggerOf<'schedule'>, handledMs: number, nowMs: number): Missed {
  const timesMs: number[] = []
  let rest: Missed['rest']
  for (const timeMs of timesBetween(trigger, handledMs, nowMs)) {
    timesMs.push(timeMs)
    const lastMs = timesMs.length > maxCaughtUpRuns ? timesMs.shift() : undefined
    if (lastMs !== undefined) rest = { count: (rest?.count ?? 0) + 1, lastMs }
  }
  return { timesMs, rest }
}

/**
 * Runs an occurrence of a schedule.
 * @returns whether it has ended
 */
async function runOccurrence(session: Session, dueMs: number): Promise<boolean> {
  const { begun, action, id: ruleId } = session.rule
  const runId = runIdOf(ruleId, dueMs)
  const takesSteps = action.type === 'update_tasks' || action.type === 'delete_tasks'
  const row = takesSteps || begun ? await rowOfEarlier(session, runId) : undefined
  if (row && row.outcome !== 'running') {
    if (session.isUncounted(row)) session.count(row)
  } else {
    const done = await runOne(session, {
      ...{ runId, dueMs, isRepeat: !session.isFirst },
      ...(row && asProgress(row)),
    })
    if (done.outcome === 'running') {
      session.waitFor(done, { run_id: runId, due_ms: dueMs })
      return false
    }
  }
  session.changes = { ...session.changes, handled_ms: dueMs, begun: undefined }
  pauseAfterOnlyTime(session)
  return true
}

function pauseAfterOnlyTime({ rule: { trigger, status }, changes }: Session): void {
  if (trigger.type !== 'schedule' || trigger.at === undefined || status !== 'active') return
  Object.assign(changes, { status: 'paused', next_at_ms: undefined })
}

/**
 * Runs the occurrences of a schedule that are due.
 * @returns whether it did anything
 */
export async function runSchedule(session: Session): Promise<boolean> {
  const { trigger, begun, handled_ms = session.rule.since_ms } = session.rule
  if (trigger.type !== 'schedule') return false
  if (begun) {
    await runOccurrence(session, begun.due_ms)
    return true
  }
  const nowMs = Date.now()
  const { timesMs, rest } = dueOf(trigger, handled_ms, nowMs)
  const last = timesMs.at(-1)
  if (last === undefined) return false
  const { catchUp } = trigger
  const isMissed = last < nowMs - onTimeMs
  const wanted = catchUp === 'all' ? timesMs : catchUp === 'none' && isMissed ? [] : [last]
  const missed = timesMs.filter((timeMs) => !wanted.includes(timeMs))
  const firingAt = (dueMs: number) => ({ dueMs, runId: runIdOf(session.rule.id, dueMs) })
  const done = await doneBefore(session.tenant, session.rule, missed.map(firingAt))
  const skipped = missed.filter((timeMs) => !done.has(firingAt(timeMs).runId))
  const runs = timesMs.filter((timeMs) => !skipped.includes(timeMs))
  if (skipped.length > 0 || rest) await skip(session, { timesMs: skipped, rest })
  for (const dueMs of runs) {
    if (!session.mayGoOn() || !(await runOccurrence(session, dueMs))) return true
    if (session.rule.status !== 'active') return true
    if (runs.length > 1 && !(await session.keep())) throw new LeaseLost()
  }
  session.changes.handled_ms = last
  pauseAfterOnlyTime(session)
  return true
}
