import { ApiError } from '../contract/api-error.ts'
import type { NewTask } from '../tasks/task.ts'
import { createTasks } from '../tasks/create-many.ts'
import { isBusy } from '../table/send.ts'
import type { Tenant } from '../table/tenant.ts'
import { failedRow } from './collector.ts'
import type { FailedRow, ImportedRow, ImportedTask } from './parsed.ts'

/** Where the tasks of a file go. */
export interface Destination {
  projectId: string
  /** The quota of the project, as it was read. */
  taskQuota: number
  /** The id of the lane with this label, undefined if there is none. */
  laneIdOf: (label: string) => string | undefined
  /** Whether the lane is not stored: a dry run only says that it would be. */
  isExample: (laneId: string) => boolean
  /** The idempotency keys of the rows that have no external id. */
  keys: ReadonlyMap<number, string>
}

/** The result of one row. */
export type RowOutcome = { kind: 'created' | 'duplicate' } | { kind: 'failed'; failed: FailedRow }

/** The results of some rows, by row. A row that is missing here was not tried to the end. */
interface Outcomes {
  outcomes: Map<number, RowOutcome>
  /** Why some rows are missing. */
  stuck?: ApiError
}

/** The codes for existing tasks: their name was used before, and an import never changes a task. */
const duplicateCodes: readonly string[] = ['external_id_exists', 'idempotency_key_reused']

function requestOf(projectId: string, task: ImportedTask, laneId: string | undefined): NewTask {
  const { lane, ...fields } = task
  return { projectId, ...fields, ...(lane !== undefined && { workflowLaneId: laneId }) }
}

function outcomeOf(
  { row, subtaskRows = [] }: ImportedRow,
  result: { replayed: boolean } | ApiError,
): RowOutcome {
  if (!(result instanceof ApiError)) return { kind: result.replayed ? 'duplicate' : 'created' }
  const { code, message } = result
  return duplicateCodes.includes(code)
    ? { kind: 'duplicate' }
    : { kind: 'failed', failed: failedRow(row, message, { subtaskRows, code }) }
}

/**
 * Creates the tasks of some rows, in their order. A task whose lane has no room in the project is in no lane.
 * @throws ApiError internal_error, which belongs in the log
 */
export async function importRows(
  tenant: Tenant,
  { projectId, taskQuota, laneIdOf, isExample, keys }: Destination,
  rows: readonly ImportedRow[],
): Promise<Outcomes> {
  const outcomes: Outcomes['outcomes'] = new Map()
  const creates = rows.map((imported) => {
    const { row, task } = imported
    const laneId = task.lane === undefined ? undefined : laneIdOf(task.lane)
    const stored = laneId !== undefined && isExample(laneId) ? undefined : laneId
    return {
      ...{ imported, request: requestOf(projectId, task, stored) },
      ...{ key: keys.get(row), values: imported.changes },
    }
  })
  let stuck: ApiError | undefined
  for (const [index, result] of (await createTasks(tenant, creates, taskQuota)).entries()) {
    const imported = creates[index]?.imported
    if (!imported) continue // there is a result for each
    if (result instanceof ApiError && result.code === 'internal_error') throw result
    if (result instanceof ApiError && isBusy(result)) stuck ??= result
    else outcomes.set(imported.row, outcomeOf(imported, result))
  }
  return { outcomes, ...(stuck && { stuck }) }
}
