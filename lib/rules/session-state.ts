import { maxFailedRuns } from '../contract/limits.ts'
import type { Changed } from '../table/attributes.ts'
import { hasExpired, type Item, type Key } from '../table/item.ts'
import { getMany } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { deletionsOf, putsOf, writeInOrder } from '../table/write-items.ts'
import { eventIdAt, namedId } from '../tasks/task-item.ts'
import { dispatchEvents, type WriteStages } from '../webhooks/dispatch.ts'
import type { StoredEvent } from '../webhooks/event.ts'
import { disabledEvent, failedEvent } from '../webhooks/rule-event.ts'
import { keep, type Lease } from './lease.ts'
import { asRuleTenant, nextMinuteMs, perform } from './perform.ts'
import { projectGone } from './project-gone.ts'
import type { RuleItem } from './rule-item.ts'
import { asRun, rowItem, rowOf, runKey, type RunItem, type Done, type Firing } from './runs.ts'
import type { WaitingEntry } from './waiting.ts'

/** What a session has done. */
export interface Tally {
  done: number
  skipped: number
  failed: number
  /** How many rules were disabled. */
  disabled: number
  /** How many of the runs that failed are not the rule's fault. */
  errors: number
  /** The error of the first of these. */
  cause?: unknown
}

/** A session that has done nothing. */
export const nothingDone: Tally = { done: 0, skipped: 0, failed: 0, disabled: 0, errors: 0 }

/** How long before the deadline of its invocation a session begins nothing more, in ms. */
export const reserveMs = 8_000

export type Begun = NonNullable<RuleItem['begun']>

/** Where a run goes on that an earlier session has begun. */
export const asProgress = (row: RunItem): Pick<Firing, 'progress' | 'startedAt'> => ({
  progress: row,
  startedAt: row.started_at,
})

/** The lease is lost: a person has changed the rule. */
export class LeaseLost extends Error {}

/** A session: what it has changed of its rule is written with its next step. */
export class Session {
  readonly tenant: Tenant
  lease: Lease
  /** What the next write of the rule sets. */
  changes: Changed<RuleItem> = {}
  readonly tally: Tally = { ...nothingDone }
  /** When it must go on, in ms since 1970, although something is left to do. */
  waitMs: number | undefined
  /** The first of what waits for the rule, as the session has last seen it. */
  nextEntry: WaitingEntry | undefined
  /** The run that disabled the rule. */
  disabledBy: Pick<RunItem, 'id' | 'due_at'> | undefined
  /** Entries whose runs are in the log. */
  readonly settledKeys: Key[] = []
  /** What the next write of the rule writes before: the events and rows of runs, and the marks that go with them. */
  readonly unwritten = { events: [] as StoredEvent[], rows: [] as Item[], marks: [] as Key[] }
  /** Whether all runs of people are done that were there when the rule was last read. */
  isManualDone = false
  /** The ids of the events that may be stored. */
  readonly #told = new Set<string>()

  constructor(tenant: Tenant, lease: Lease) {
    this.tenant = tenant
    this.lease = lease
  }

  /** The rule as it is with the changes that are not written yet. */
  get rule(): RuleItem {
    // changes remove only what is optional
    return { ...this.lease.rule, ...this.changes } as RuleItem
  }

  /** Whether no earlier session can have left something without its row in the log: it would not have given the lease back. */
  get isFirst(): boolean {
    return this.lease.rule.lease_tries === 1
  }

  mayGoOn = (): boolean => Date.now() < this.tenant.deadlineMs - reserveMs

  /**
   * Writes what runs have left, in an order in which a kill in between repeats the rest: events, which have the same ids then and
   * are queued once; the log; and what `write` writes.
   */
  async writeRuns(write: WriteStages): Promise<void> {
    const { events, rows, marks } = this.unwritten
    const all = [...events, ...disabledEvents(this)]
    const withRows: WriteStages = (stages) => write([...stages, putsOf(rows), deletionsOf(marks)])
    await this.dispatch(all, withRows)
    for (const written of [events, rows, marks]) written.length = 0
  }

  /** Queues events for webhooks, and then writes what follows them. */
  async dispatch(events: readonly StoredEvent[], write: WriteStages): Promise<void> {
    if (events.length === 0) return write([])
    const areNew = this.isFirst && events.every(({ id }) => !this.#told.has(id))
    for (const { id } of events) this.#told.add(id)
    await dispatchEvents(this.tenant, this.tenant.accountId, events, { write, areNew })
  }

  /**
   * Writes what has changed, and then removes the entries whose runs are in it.
   * @returns false if the lease is lost
   */
  async keep(): Promise<boolean> {
    await this.writeRuns((stages) => writeInOrder(this.tenant, stages))
    const kept = await keep(this.tenant, this.lease, this.changes)
    if (!kept) return false
    this.lease = kept
    this.changes = {}
    this.isManualDone = false
    await this.removeSettled()
    return true
  }

  /** Removes the entries whose runs are in the log and in the rule. */
  async removeSettled(): Promise<void> {
    await writeInOrder(this.tenant, [deletionsOf(this.settledKeys.splice(0))])
  }

  /** Goes on later with a run that has begun: of the trigger, unless a person has started it. */
  waitFor({ waits }: Pick<Done, 'waits'>, run?: Pick<Begun, 'run_id' | 'due_ms'>): void {
    this.waitMs = waits ? nextMinuteMs(Date.now()) : Date.now()
    if (run) this.changes = { ...this.changes, begun: { ...run, trigger_id: this.rule.trigger_id } }
  }

  /** When a run ends now, in ms since 1970: later than all that were counted, whatever the clock says. */
  endMs = (): number => Math.max(Date.now(), (this.rule.counted_ms ?? 0) + 1)

  /** Whether a run that is in the log ended in a session that was killed before it counted it. */
  isUncounted = ({ ended_at = '' }: RunItem): boolean =>
    Date.parse(ended_at) > (this.rule.counted_ms ?? -Infinity)

  /** Counts a run in the log, and disables a rule that has failed too often or whose project is gone. */
  count(row: RunItem, cause?: unknown): void {
    const { id, due_at, outcome, error, updated, created, started_at, ended_at = '' } = row
    if (outcome === 'running') return
    this.tally[outcome]++
    this.tally.cause ??= cause
    if (cause !== undefined) this.tally.errors++
    const failures = outcome === 'failed' ? this.rule.failures + 1 : 0
    const [createdId] = created
    this.changes = {
      ...this.changes,
      failures,
      counted_ms: Date.parse(ended_at),
      last_run: { at: started_at, outcome, tasks: updated + created.length },
      ...(createdId !== undefined && { last_task_id: createdId }),
    }
    const isGone = error?.code === 'project_not_found' && this.rule.action.type !== 'update_task'
    if (failures < maxFailedRuns && !isGone) return
    const disabled_reason = isGone
      ? projectGone
      : `${maxFailedRuns} runs in a row have failed, the last with ${error?.code ?? ''}: ${error?.message ?? ''}`
    this.changes = { ...this.changes, status: 'disabled', disabled_reason, next_at_ms: undefined }
    this.disabledBy = { id, due_at }
    this.tally.disabled++
  }
}

/** The events of a run: what a rule has to say, and what its owner should know. */
export function eventsOf(
  tenant: Tenant,
  rule: RuleItem,
  firing: Firing,
  { event, error, outcome }: Done,
): StoredEvent[] {
  const { runId: id, dueMs } = firing
  const due_at = new Date(dueMs).toISOString()
  const failed =
    outcome === 'failed' && error
      ? [
          failedEvent({
            // beside the event of the run itself
            id: eventIdAt(namedId(tenant, 'rule', `${id} failed`), due_at),
            rule,
            run: { id, due_at, error },
          }),
        ]
      : []
  return [...(event ? [event] : []), ...failed]
}

/** Says that a rule is disabled, before that is written: a session that is killed in between says it again, the same. */
function disabledEvents({ tenant, rule, changes, disabledBy }: Session): StoredEvent[] {
  if (changes.status !== 'disabled' || !disabledBy) return []
  const event = disabledEvent({
    id: eventIdAt(namedId(tenant, 'rule', `${disabledBy.id} disabled`), disabledBy.due_at),
    rule: { ...rule, disabled_reason: rule.disabled_reason ?? '' },
  })
  return [event]
}

/** Runs a rule for one thing. What comes of it is written with the rule. */
export async function runOne(session: Session, firing: Firing, mark?: Key): Promise<Done> {
  const { tenant, rule } = session
  const startedMs = Date.now()
  const done = await perform(asRuleTenant(tenant, rule), rule, firing)
  const row = rowOf(firing, done, startedMs, session.endMs())
  const { events, rows, marks } = session.unwritten
  events.push(...eventsOf(tenant, rule, firing, done))
  rows.push(rowItem(tenant, rule, row))
  if (mark && done.outcome !== 'running') marks.push(mark)
  session.count(row, done.cause)
  return done
}

/** The row of a run that an earlier session has begun or, if it was killed, even ended. */
export async function rowOfEarlier(session: Session, runId: string): Promise<RunItem | undefined> {
  const [item] = await getMany(session.tenant, [runKey(session.tenant, session.rule.id, runId)])
  const row = item && asRun(item)
  return row && !hasExpired(row) ? row : undefined
}
