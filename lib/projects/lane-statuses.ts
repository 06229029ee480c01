import QuickLRU from 'quick-lru'
import { serviceUnavailable } from '../table/send.ts'
import { ApiError } from '../contract/api-error.ts'
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

/** A write relied on a wrong guess, and nothing was written. `withStatuses` catches it. */
export class WrongStatuses extends ApiError {
  readonly projectId: string

  constructor(projectId: string) {
    const { code, message, extras } = serviceUnavailable()
    super(code, message, extras)
    this.projectId = projectId
  }
}

/**
 * Makes a write that relies on `guessStatuses`. After a wrong guess, it reads the statuses and makes the write again.
 * @throws ApiError of the write; service_unavailable at the deadline
 */
export async function withStatuses<T>(tenant: Tenant, write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof WrongStatuses)) throw error
      await readStatuses(tenant, error.projectId)
    }
  }
}
