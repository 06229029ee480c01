import { createHash } from 'node:crypto'
import { v7 as timeOrderedUuid } from 'uuid'
import type { Comment } from '../comments/comment.ts'
import type { Complete } from '../table/attributes.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../table/cursor.ts'
import type { Item, Key } from '../table/item.ts'
import { newestPage } from '../table/newest.ts'
import { getAll, queryAll, withPrefix } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import type { TaskItem } from '../tasks/task-item.ts'
import type { Task } from '../tasks/task.ts'
import type { StoredEvent } from '../webhooks/event.ts'
import { rulePartition, runExpiry, type RuleItem } from './rule-item.ts'
import type { Run } from './run.ts'
import { getRuleItem } from './rules.ts'

/** A run in the log, without the item's key. */
export interface RunItem {
  /** A UUIDv7 of the time for which it was due: the log is sorted by it. */
  id: string
  task_id?: string
  due_at: string
  started_at: string
  ended_at?: string
  outcome: NonNullable<Run['outcome']> | 'running'
  reason?: string
  matched: number
  updated: number
  created: string[]
  comment_id?: string
  error?: { code: string; message: string }
  expires_at: number
  /** Of a run that goes on: where. */
  cursor?: string
}

/** What a rule runs for. */
export interface Firing {
  /** The id of its run. */
  runId: string
  /** When it was due, in ms since 1970. */
  dueMs: number
  /** The task of a date or of an event, as it is now. */
  task?: TaskItem | undefined
  /** The field of a date and its value. */
  field?: { key: string; value: string } | undefined
  /** When an earlier session has begun it. */
  startedAt?: string
  /** The item of its row in the log, for an action that writes both in one transaction. */
  rowOf?: (done: Done) => Item
  /** Whether an earlier session may have been killed in it, after it had written tasks that its row does not count. */
  isRepeat?: boolean
  /** Where an earlier session has left it, and what it had done. */
  progress?: Pick<RunItem, 'cursor' | 'matched' | 'updated' | 'reason'> | undefined
}

/** What a run has done, as its log says. */
export interface Done extends Pick<
  RunItem,
  'outcome' | 'matched' | 'updated' | 'created' | 'comment_id' | 'reason' | 'error' | 'cursor'
> {
  /** The event that its webhooks get. */
  event?: StoredEvent
  /** The task that it has created, or would create in a dry run. */
  task?: Task
  /** The comment that it has added, or would add in a dry run. */
  comment?: Comment
  /** Whether it goes on in the next minute, because the account's rules have written enough in this one. */
  waits?: boolean
}

const runPrefix = 'RUN#'

export const runKey = (tenant: Pick<Tenant, 'accountId'>, ruleId: string, runId: string): Key => ({
  pk: rulePartition(tenant, ruleId),
  sk: `${runPrefix}${runId}`,
})

/** Returns the run of an item that was read by `runKey`. Only this folder writes such items. */
export const asRun = (item: Item): RunItem => item as unknown as RunItem

/**
 * The id of the run of an occurrence: the same occurrence has the same id, so a repeat of a run that was killed meets its
 * own.
 * @param dueMs in ms since 1970
 * @param subject distinguishes occurrences of the same time: the task or the event
 */
export const runIdOf = (ruleId: string, dueMs: number, subject = ''): string =>
  timeOrderedUuid({
    msecs: dueMs,
    random: createHash('sha256').update(`${ruleId} ${dueMs} ${subject}`).digest().subarray(0, 16),
  })

const manualPrefix = 'MANUAL#'

/** The key of the mark of a run that a person has started and that goes on. */
export const manualKey = (tenant: Pick<Tenant, 'accountId'>, ruleId: string, runId: string): Key => ({
  pk: rulePartition(tenant, ruleId),
  sk: `${manualPrefix}${runId}`,
})

/** The runs that people have started and that go on, each with the key of its mark. */
export async function manualRuns(tenant: Tenant, ruleId: string): Promise<{ row: RunItem; key: Key }[]> {
  const marks = await queryAll(tenant, withPrefix(rulePartition(tenant, ruleId), manualPrefix))
  const ids = marks.map(({ sk }) => String(sk).slice(manualPrefix.length))
  const rows = await getAll(
    tenant,
    ids.map((id) => runKey(tenant, ruleId, id)),
  )
  return rows.map(asRun).map((row) => ({ row, key: manualKey(tenant, ruleId, row.id) }))
}

/**
 * The row of a run in the log.
 * @param endMs when it ends, in ms since 1970
 */
export const rowOf = (firing: Firing, done: Done, startedMs: number, endMs = Date.now()): RunItem => {
  const { outcome, matched, updated, created, comment_id, reason, error, cursor } = done
  return {
    ...{ id: firing.runId, outcome, matched, updated, created },
    ...(comment_id !== undefined && { comment_id }),
    ...(reason !== undefined && { reason }),
    ...(error && { error }),
    ...(cursor !== undefined && { cursor }),
    ...(firing.task && { task_id: firing.task.id }),
    due_at: new Date(firing.dueMs).toISOString(),
    started_at: firing.startedAt ?? new Date(startedMs).toISOString(),
    ...(done.outcome !== 'running' && { ended_at: new Date(endMs).toISOString() }),
    expires_at: runExpiry(endMs),
  }
}

/** Its item. */
export const rowItem = (tenant: Tenant, rule: RuleItem, row: RunItem): Item => ({
  ...runKey(tenant, rule.id, row.id),
  ...row,
})

/** Returns a run as answers show it. */
export const toRun = (item: RunItem): Complete<Omit<Run, 'comment_id'>> & Pick<Run, 'comment_id'> => ({
  id: item.id,
  task_id: item.task_id ?? null,
  due_at: item.due_at,
  started_at: item.started_at,
  ended_at: item.ended_at ?? null,
  outcome: item.outcome === 'running' ? null : item.outcome,
  reason: item.reason ?? null,
  matched: item.matched,
  updated: item.updated,
  created: item.created,
  ...(item.comment_id !== undefined && { comment_id: item.comment_id }),
  error: item.error ?? null,
})

/**
 * Lists the runs of a rule, newest first, one page at a time.
 * @throws ApiError rule_not_found; invalid_request if the cursor does not belong to this list
 */
export async function listRuns(
  tenant: Tenant,
  ruleId: string,
  query: { limit: number; cursor?: string | undefined; outcome?: NonNullable<Run['outcome']> | undefined },
): Promise<{ runs: Run[]; next_cursor: string | null }> {
  const { limit, cursor, outcome } = query
  await getRuleItem(tenant, ruleId)
  const partition = rulePartition(tenant, ruleId)
  const scope = ['runs', partition, outcome ?? '']
  const before = cursor === undefined ? '~' : decodeCursor(scope, cursor, resumePointShapes.runs)
  const { items, next } = await newestPage(tenant, {
    ...{ partition, prefix: runPrefix, before, limit, outcome },
    as: asRun,
  })
  return {
    runs: items.map(toRun),
    next_cursor: next === undefined ? null : encodeCursor(scope, next),
  }
}
