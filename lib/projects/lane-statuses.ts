import QuickLRU from 'quick-lru'
import { WrongGuess } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import { countsKey } from './project-item.ts'
import type { LaneStatus } from './project.ts'
import { findProjectItem } from './read.ts'

/** The statuses that the lanes of a project give to tasks that enter them. */
interface LaneStatuses {
  /** How often one of them has changed: `status_changes` of the project and of its counts. */
  changes: number
  byLane: ReadonlyMap<string, LaneStatus>
}

const none: LaneStatuses = { changes: 0, byLane: new Map() }

/** What this process has read of projects. It may be old: every write that relies on it checks `changes`. */
const known = new QuickLRU<string, LaneStatuses>({ maxSize: 1_000 })

const nameOf = (tenant: Tenant, projectId: string): string =>
  Object.values(countsKey(tenant, projectId)).join(' ')

/**
 * The statuses that the lanes of a project give to tasks that enter them, as far as this process knows: a guess, so
 * that no write of a task has to read its project. The write must have the condition that `changes` is right:
 * `changeCounts`.
 */
export const guessStatuses = (tenant: Tenant, projectId: string): LaneStatuses =>
  known.get(nameOf(tenant, projectId)) ?? none

/**
 * Reads the statuses that the lanes of a project give to tasks that enter them. They are in one item, so they belong
 * together; the counts are in another item and could be newer or older.
 */
export async function readStatuses(tenant: Tenant, projectId: string): Promise<void> {
  const { status_changes: changes = 0, workflow_lanes = [] } =
    (await findProjectItem(tenant, projectId)) ?? {}
  const byLane = new Map(
    workflow_lanes.flatMap(({ id, task_status: status }) =>
      status === undefined ? [] : [[id, status] as const],
    ),
  )
  known.set(nameOf(tenant, projectId), { changes, byLane })
}

/** The error of a write that relied on a wrong guess: `retried` reads the statuses and makes the write again. */
export const wrongStatuses = (projectId: string): WrongGuess =>
  new WrongGuess((tenant) => readStatuses(tenant, projectId))
