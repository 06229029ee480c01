import { ApiError, asApiError } from '../contract/api-error.ts'
import type { Author } from '../comments/comment.ts'
import { copyComments, type LeftOut } from '../comments/create-many.ts'
import { inParallel } from '../table/in-parallel.ts'
import { NameTaken } from '../tasks/new-task.ts'
import type { NewTask } from '../tasks/task.ts'
import { createTasks, type Created } from '../tasks/create-many.ts'
import { isBusy } from '../table/send.ts'
import type { Tenant } from '../table/tenant.ts'
import { failedRow } from './collector.ts'
import { copiesOf } from './comments.ts'
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
  /** Who writes the comments. */
  author: Author
}

/** What came of comments, in all rows so far. */
export interface CommentTally extends LeftOut {
  created: number
  cut: number
}

/** The tasks that get comments at once. */
const parallel = 4

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

/** The task of a row: the new one, or the one that has its name. */
function taskIdOf(result: Created): string | undefined {
  if (!(result instanceof ApiError)) return result.task.id
  return result instanceof NameTaken && duplicateCodes.includes(result.code) ? result.owner.taskId : undefined
}

/**
 * Adds the comments of a row to its task. A task that an earlier import made gets those that it lacks.
 * @throws ApiError what `copyComments` throws
 */
async function importComments(
  tenant: Tenant,
  { projectId, author }: Destination,
  { comments = [] }: ImportedRow,
  taskId: string,
  tally: CommentTally,
): Promise<void> {
  const { copies, cut } = copiesOf(comments, author)
  tally.cut += cut
  const { full, taken, outOfReach } = await copyComments(tenant, { taskId, projectId }, copies, (added) => {
    tally.created += added
  })
  tally.full += full
  tally.taken += taken
  tally.outOfReach += outOfReach
}

/**
 * Creates the tasks of some rows, in their order, and their comments. A task whose lane has no room in the project is in no lane.
 * @throws ApiError internal_error, which belongs in the log
 */
export async function importRows(
  tenant: Tenant,
  destination: Destination,
  rows: readonly ImportedRow[],
  tally: CommentTally,
): Promise<Outcomes> {
  const { projectId, taskQuota, laneIdOf, isExample, keys } = destination
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
  const commented: [ImportedRow, string][] = []
  for (const [index, result] of (await createTasks(tenant, creates, taskQuota)).entries()) {
    const imported = creates[index]?.imported
    if (!imported) continue // there is a result for each
    if (result instanceof ApiError && result.code === 'internal_error') throw result
    if (result instanceof ApiError && isBusy(result)) stuck ??= result
    else {
      outcomes.set(imported.row, outcomeOf(imported, result))
      const taskId = taskIdOf(result)
      if (imported.comments && taskId !== undefined) commented.push([imported, taskId])
    }
  }
  await inParallel(commented, parallel, async ([imported, taskId]) => {
    const error = await importComments(tenant, destination, imported, taskId, tally).catch(asApiError)
    if (!error) return
    if (!isBusy(error)) throw error
    outcomes.delete(imported.row)
    stuck ??= error
  })
  return { outcomes, ...(stuck && { stuck }) }
}
