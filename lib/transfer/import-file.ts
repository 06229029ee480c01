import { ApiError, notFound } from '../contract/api-error.ts'
import type { Author } from '../comments/comment.ts'
import type { ImportFormat, ImportReport } from './import-request.ts'
import { addLanes } from '../projects/lanes.ts'
import type { Lane } from '../projects/project.ts'
import { findProjectItem } from '../projects/read.ts'
import type { Tenant } from '../table/tenant.ts'
import { importRows, type CommentTally, type Destination, type RowOutcome } from './import-rows.ts'
import { settleValues } from './file-values.ts'
import { parseFile } from './parse.ts'
import { shortName } from './collector.ts'
import { NamedWarnings } from './named-warnings.ts'
import type { FailedRow, Parsed, ImportedRow, Warning } from './parsed.ts'
import { rowKeys } from './row-keys.ts'
import { maxCommentCharacters, maxComments, maxLanes, tasksPerCharge } from '../contract/limits.ts'
import { fold } from '../shared/fold-name.ts'

/** The number of tasks that one transaction creates: with the counts of their project it has 100 writes. */
const rowsPerBatch = 99

/** The most comments of the tasks in a batch, unless one task has more. */
const commentsPerBatch = 500

/** More subtasks in one transaction take storage longer than a write may take. */
const subtasksPerBatch = 1_000

/** No batch begins in the last part of the time: nobody knows the outcome of a batch that the deadline cuts off. */
const reserveMs = 2_000

/** The comments of a row that a task has room for. */
const commentsOf = ({ comments = [] }: ImportedRow): number => Math.min(comments.length, maxComments)

/** Cuts the rows into batches. A task has fewer subtasks than a batch may have. */
function batchesOf(rows: readonly ImportedRow[]): ImportedRow[][] {
  const batches: ImportedRow[][] = []
  let [subtasks, comments] = [0, 0]
  for (const row of rows) {
    const batch = batches.at(-1)
    subtasks += row.task.subtasks.length
    comments += commentsOf(row)
    const fits = subtasks <= subtasksPerBatch && comments <= commentsPerBatch
    if (batch && batch.length < rowsPerBatch && fits) batch.push(row)
    else {
      batches.push([row])
      subtasks = row.task.subtasks.length
      comments = commentsOf(row)
    }
  }
  return batches
}

/** The number of tasks and comments that a batch writes. */
const writesOf = (batch: readonly ImportedRow[]): number =>
  batch.reduce((sum, row) => sum + commentsOf(row), batch.length)

/**
 * Yields the rows in batches while there is time and the rate limits allow it. The first batch is always yielded, so
 * that each request makes progress. The request itself is already counted.
 * @param charge counts the request as this many more
 * @throws ApiError rate_limited when the limits refuse even the first batch
 */
export function* payableBatches(
  { deadlineMs }: Tenant,
  rows: readonly ImportedRow[],
  charge: (requests: number) => void,
): Generator<ImportedRow[]> {
  for (const [index, batch] of batchesOf(rows).entries()) {
    if (index > 0 && Date.now() > deadlineMs - reserveMs) return
    try {
      charge(Math.ceil(writesOf(batch) / tasksPerCharge) - (index === 0 ? 1 : 0))
    } catch (error) {
      if (index > 0 && error instanceof ApiError && error.code === 'rate_limited') return
      throw error
    }
    yield batch
  }
}

/** Finds lanes by their labels: an exact match first, else one that differs only in case, accents or white space. */
class LaneFinder {
  readonly #byLabel = new Map<string, string>()
  readonly #byFolded = new Map<string, string>()

  constructor(lanes: readonly Pick<Lane, 'id' | 'label'>[]) {
    for (const { id, label } of lanes) this.add(label, id)
  }

  add(label: string, id: string): void {
    const folded = fold(label)
    if (!this.#byLabel.has(label)) this.#byLabel.set(label, id)
    if (!this.#byFolded.has(folded)) this.#byFolded.set(folded, id)
  }

  /** Returns the id of the lane; undefined if there is none. */
  find(label: string): string | undefined {
    return this.#byLabel.get(label) ?? this.#byFolded.get(fold(label))
  }
}

/** The first labels of a file that no lane has, as many as the project has room for. */
const missingLanes =
  (labels: readonly string[]) =>
  (lanes: readonly Pick<Lane, 'id' | 'label'>[]): string[] => {
    const finder = new LaneFinder(lanes)
    const missing: string[] = []
    for (const label of labels) {
      if (lanes.length + missing.length >= maxLanes) break
      if (finder.find(label) !== undefined) continue
      finder.add(label, '')
      missing.push(label)
    }
    return missing
  }

/** A file to import, and the row to begin with. */
export interface ImportFile {
  projectId: string
  format: ImportFormat
  bytes: Uint8Array
  fromRow: number
  /** Whether missing fields and options are made. */
  createFields: boolean
  /** The time zone of times without an offset; by default that of the account. */
  timeZone?: string | undefined
  /** Who writes the comments. */
  author: Author
}

const countOf = (outcomes: readonly RowOutcome[], kind: RowOutcome['kind']): number =>
  outcomes.filter((outcome) => outcome.kind === kind).length

/** Returns the report about the rows from `fromRow` up to the one to go on with. */
function reportOf(
  { failed, warnings }: Pick<Parsed, 'failed' | 'warnings'>,
  fromRow: number,
  outcomes: ReadonlyMap<number, RowOutcome>,
  nextRow: number | null,
): Omit<ImportReport, 'lanes_created' | 'fields_created' | 'fields_matched'> {
  const isRead = (row: number) => row >= fromRow && (nextRow === null || row < nextRow)
  const read = [...outcomes].filter(([row]) => isRead(row)).map(([, outcome]) => outcome)
  const failures: FailedRow[] = [
    ...failed.filter(({ row }) => isRead(row)),
    ...read.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.failed] : [])),
  ]
  return {
    created: countOf(read, 'created'),
    duplicates: countOf(read, 'duplicate'),
    failed: failures.sort((a, b) => a.row - b.row),
    warnings,
    next_row: nextRow,
  }
}

/** Warnings about the lanes of a file that the project has no room for. Their tasks are in no lane. */
function lanesWithoutRoom({ rows }: Parsed, { laneIdOf }: Destination): Warning[] {
  const named = new NamedWarnings('Other lanes have no room either: their tasks are in no lane.')
  const counts = new Map<string, number>()
  for (const { task } of rows) {
    if (task.lane === undefined || laneIdOf(task.lane) !== undefined) continue
    const message = named.of(
      `A project has at most ${maxLanes} lanes, so tasks of the lane ${shortName(task.lane)} are in no lane.`,
    )
    counts.set(message, (counts.get(message) ?? 0) + 1)
  }
  return Array.from(counts, ([message, count]) => ({ message, count }))
}

const shown = (number: number) => number.toLocaleString('en')

/** Warnings about comments, and the report of how many were added, if the file has any. */
function commentsIn({ rows }: Parsed, { created, full, taken, outOfReach, cut }: CommentTally) {
  const most = shown(maxComments)
  const found: Warning[] = [
    {
      message: `A task has at most ${most} comments, and takes the first ${most} of a file: some are left out.`,
      count: full,
    },
    { message: 'Comments whose id or external id another comment has are left out.', count: taken },
    {
      message: 'Comments of tasks that are in the trash or in another project are left out.',
      count: outOfReach,
    },
    { message: `Some comments are cut at ${shown(maxCommentCharacters)} characters.`, count: cut },
  ]
  return {
    warnings: found.filter(({ count }) => count > 0),
    report: rows.some(({ comments }) => comments) ? { comments_created: created } : {},
  }
}

/** Finds where the tasks go, and adds the lanes that they need. */
async function openDestination(
  tenant: Tenant,
  { projectId, author }: Pick<ImportFile, 'projectId' | 'author'>,
  { rows, lanes }: Parsed,
) {
  const missing = missingLanes(lanes)
  const { project, counts, added } = await addLanes(tenant, projectId, (there) =>
    missing(there).map((label) => ({ label })),
  )
  const addedIds = new Set(added.map(({ id }) => id))
  const finder = new LaneFinder(project.workflow_lanes)
  const destination: Destination = {
    ...{ projectId, author },
    taskQuota: counts.task_quota,
    laneIdOf: (label) => finder.find(label),
    isExample: (laneId) => tenant.isDryRun === true && addedIds.has(laneId),
    keys: rowKeys(projectId, rows),
  }
  return { destination, lanesCreated: added.map(({ label }) => label) }
}

/**
 * Imports the tasks of a file, and the lanes that they need. Tasks of an earlier import are duplicates, so an
 * unfinished import can be repeated.
 * @param charge counts the request as this many more against the rate limits
 * @throws ApiError invalid_request when the file cannot be read; project_not_found; rate_limited; service_unavailable
 * when the first row was not tried to the end
 */
export async function importFile(
  tenant: Tenant,
  file: ImportFile,
  charge: (requests: number) => void,
): Promise<ImportReport> {
  const { projectId, format, bytes, fromRow, createFields, timeZone = tenant.timeZone } = file
  // without its project, the import must not leave fields behind
  const checkProject = async () => {
    if (!(await findProjectItem(tenant, projectId))) throw notFound('project')
  }
  const beforeCreating = createFields ? checkProject : undefined
  const rules = { format, timeZone, beforeCreating }
  const parsed = await settleValues(tenant, parseFile(format, bytes), rules)
  const rows = parsed.rows.filter(({ row }) => row >= fromRow)
  const payable = payableBatches(tenant, rows, charge)
  // a dry run writes nothing: only within one call do rows see what those above them would take
  const batches = tenant.isDryRun ? [[...payable].flat()] : payable
  const outcomes = new Map<number, RowOutcome>()
  let opened: Awaited<ReturnType<typeof openDestination>> | undefined
  const tally: CommentTally = { created: 0, full: 0, taken: 0, outOfReach: 0, cut: 0 }
  let stuck: ApiError | undefined
  for (const batch of batches) {
    opened ??= await openDestination(tenant, file, parsed)
    const result = await importRows(tenant, opened.destination, batch, tally)
    for (const [row, outcome] of result.outcomes) outcomes.set(row, outcome)
    stuck = result.stuck
    if (stuck) break
  }
  opened ??= await openDestination(tenant, file, parsed)
  const next = rows.find(({ row }) => !outcomes.has(row))
  if (stuck && next === rows[0]) throw stuck
  const { failed } = parsed
  const ofFile = fromRow === 1 ? [...parsed.warnings, ...lanesWithoutRoom(parsed, opened.destination)] : []
  const comments = commentsIn(parsed, tally)
  const warnings = [...ofFile, ...comments.warnings]
  return {
    ...reportOf({ failed, warnings }, fromRow, outcomes, next?.row ?? null),
    ...comments.report,
    lanes_created: opened.lanesCreated,
    fields_created: parsed.fieldsCreated,
    fields_matched: fromRow === 1 ? [...parsed.fieldsMatched] : [],
  }
}
