import type { ApiError } from '../contract/api-error.ts'
import type { ImportFormat, ImportReport } from './import-request.ts'
import { addLanes } from '../projects/lanes.ts'
import type { Tenant } from '../table/tenant.ts'
import { importRows, type Destination, type RowOutcome } from './import-rows.ts'
import { laneFinder, missingLanes } from './lanes.ts'
import { parseFile } from './parse.ts'
import type { FailedRow, Parsed } from './parsed.ts'
import { payableBatches } from './payable-batches.ts'
import { rowKeys } from './row-keys.ts'

/** A file to import, and the row to begin with. */
export interface ImportFile {
  projectId: string
  format: ImportFormat
  bytes: Uint8Array
  fromRow: number
}

const count = (outcomes: readonly RowOutcome[], kind: RowOutcome['kind']): number =>
  outcomes.filter((outcome) => outcome.kind === kind).length

/** Says what became of the rows from `fromRow` up to the one to go on with. */
function reportOf(
  { failed, warnings }: Parsed,
  fromRow: number,
  outcomes: ReadonlyMap<number, RowOutcome>,
  nextRow: number | null,
): Omit<ImportReport, 'lanes_created'> {
  const isRead = (row: number) => row >= fromRow && (nextRow === null || row < nextRow)
  const read = [...outcomes].filter(([row]) => isRead(row)).map(([, outcome]) => outcome)
  const failures: FailedRow[] = [
    ...failed.filter(({ row }) => isRead(row)),
    ...read.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.failed] : [])),
  ]
  return {
    created: count(read, 'created'),
    duplicates: count(read, 'duplicate'),
    failed: failures.sort((a, b) => a.row - b.row),
    warnings: fromRow === 1 ? warnings : [],
    next_row: nextRow,
  }
}

/** Finds where the tasks go, and adds the lanes that they need. */
async function openDestination(tenant: Tenant, projectId: string, { rows, lanes }: Parsed) {
  const { project, counts, added } = await addLanes(tenant, projectId, missingLanes(lanes))
  const addedIds = new Set(added.map(({ id }) => id))
  const destination: Destination = {
    projectId,
    taskQuota: counts.task_quota,
    laneIdOf: laneFinder(project.workflow_lanes),
    isExample: (laneId) => tenant.isDryRun === true && addedIds.has(laneId),
    keys: rowKeys(projectId, rows),
  }
  return { destination, lanesCreated: added.map(({ label }) => label) }
}

/**
 * Imports the tasks of a file, and the lanes that they need. What an earlier import has created is a duplicate, so
 * whatever was not finished can be repeated.
 * @param charge counts the request as so many more against the rate limits
 * @throws ApiError invalid_request when the file cannot be read; project_not_found; rate_limited; service_unavailable
 *   when the first row was not tried to the end
 */
export async function importFile(
  tenant: Tenant,
  { projectId, format, bytes, fromRow }: ImportFile,
  charge: (requests: number) => void,
): Promise<ImportReport> {
  const parsed = parseFile(format, bytes)
  const rows = parsed.rows.filter(({ row }) => row >= fromRow)
  const payable = payableBatches(tenant, rows, charge)
  // a dry run writes nothing: only within one call do rows see what those above them would take
  const batches = tenant.isDryRun ? [[...payable].flat()] : payable
  const outcomes = new Map<number, RowOutcome>()
  let opened: Awaited<ReturnType<typeof openDestination>> | undefined
  let stuck: ApiError | undefined
  for (const batch of batches) {
    opened ??= await openDestination(tenant, projectId, parsed)
    const result = await importRows(tenant, opened.destination, batch)
    for (const [row, outcome] of result.outcomes) outcomes.set(row, outcome)
    stuck = result.stuck
    if (stuck) break
  }
  opened ??= await openDestination(tenant, projectId, parsed)
  const next = rows.find(({ row }) => !outcomes.has(row))
  if (stuck && next === rows[0]) throw stuck
  return {
    ...reportOf(parsed, fromRow, outcomes, next?.row ?? null),
    lanes_created: opened.lanesCreated,
  }
}
