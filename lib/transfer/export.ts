import type { Comment } from '../comments/comment.ts'
import { notFound } from '../contract/api-error.ts'
import type { Task, TrashedTask } from '../tasks/task.ts'
import { maxExportedTasks } from '../contract/limits.ts'
import type { ExportedTask } from './exported-task.ts'
import { maxPageBytes, postedTextBytes } from '../table/answer-size.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../table/cursor.ts'
import type { ProjectItem } from '../projects/project-item.ts'
import { findProjectItem } from '../projects/read.ts'
import type { Tenant } from '../table/tenant.ts'
import { projectList, toTask, trashList } from '../tasks/task-item.ts'
import { toTrashedTask, withExistingLane, withoutExpired } from '../tasks/list.ts'
import { readPage, type Entry, type PageRequest } from '../tasks/page.ts'
import { withComments } from './export-comments.ts'

/** More than the largest task takes on a page. With less room, the trash begins on the next page. */
const roomForTask = 1024 * 1024

/** The choices of an export. */
export interface Exporting {
  projectId: string
  /** The name of the format. A cursor belongs to one. */
  format: string
  /** The keys of the fields that have columns: the pages of one file must have the same. */
  keys?: readonly string[]
  /** Whether the trash follows the other tasks. */
  trash: boolean
  cursor?: string | undefined
  /** The most tasks of a page; with comments, the most tasks and comments. */
  limit?: number
  rowOf: (task: ExportedTask) => string
  /** How a comment is written. With it, the comments of each task follow its row. */
  commentRowOf?: ((comment: Comment) => string) | undefined
}

/** A page of an export, and the cursor of the next one; null on the last page. Comments have rows, too. */
export interface ExportPage {
  project: ProjectItem
  rows: string[]
  next_cursor: string | null
}

/** Tasks with their rows, and the resume point after them; undefined if there are no more. */
interface Rows {
  entries: Entry<string>[]
  next: string | undefined
}

/** Where a page starts, and the room that it has. */
type Part = Pick<PageRequest<string>, 'after' | 'limit' | 'maxBytes'>

/** Returns how tasks are written, with the label of their lane. */
function writerOf({ workflow_lanes }: ProjectItem, { rowOf }: Exporting) {
  const labels = new Map(workflow_lanes.map(({ id, label }) => [id, label]))
  return (task: Task | TrashedTask) =>
    rowOf({ ...task, lane: labels.get(task.workflow_lane_id ?? '') ?? null })
}

async function readActive(
  tenant: Tenant,
  project: ProjectItem,
  exporting: Exporting,
  part: Part,
): Promise<Rows> {
  const write = writerOf(project, exporting)
  const { entries, next } = await readPage(tenant, {
    ...{ ...part, index: 'list', partition: projectList(tenant, project.id) },
    ...{ show: (item) => write(toTask(item).task), bytesOf: postedTextBytes },
  })
  return { entries, next: next && `tasks ${next}` }
}

/** The task that was deleted last comes first. */
async function readTrash(
  tenant: Tenant,
  project: ProjectItem,
  exporting: Exporting,
  part: Part,
): Promise<Rows> {
  const write = writerOf(project, exporting)
  const page = await readPage(tenant, {
    ...{ ...part, index: 'list', partition: trashList(tenant, project.id), descending: true },
    ...{ show: (item) => write(withExistingLane(project, toTrashedTask(item))), bytesOf: postedTextBytes },
  })
  const { entries, next } = withoutExpired(page)
  return { entries, next: next && `trash ${next}` }
}

const rowsOf = ({ entries, next }: Rows) => ({ rows: entries.map(({ shown }) => shown), next })

/** Reads the rows of a page that starts at a resume point; undefined for the first page. */
async function readRows(
  tenant: Tenant,
  project: ProjectItem,
  exporting: Exporting & { limit: number },
  resumePoint: string | undefined,
): Promise<Rows> {
  const { limit } = exporting
  const [phase, key] = resumePoint?.split(' ') ?? []
  const after = key === '' ? undefined : key
  if (phase === 'trash') return readTrash(tenant, project, exporting, { after, limit })
  const active = await readActive(tenant, project, exporting, { after, limit })
  if (active.next !== undefined || !exporting.trash) return active
  const left = limit - active.entries.length
  const maxBytes = maxPageBytes - active.entries.reduce((sum, { shown }) => sum + postedTextBytes(shown), 0)
  if (left === 0 || maxBytes < roomForTask) return { ...active, next: 'trash ' }
  const { entries, next } = await readTrash(tenant, project, exporting, {
    after: undefined,
    limit: left,
    maxBytes,
  })
  return { entries: [...active.entries, ...entries], next }
}

/**
 * Reads a page of a project's tasks by position, and then of its trash. A page holds at most `maxExportedTasks` rows and
 * `maxPageBytes` bytes. It is read from an index: a task that moves between the reading of two pages can be on both or on
 * none.
 * @throws ApiError project_not_found; invalid_request when the cursor does not belong to this export
 */
export async function exportTasks(tenant: Tenant, exporting: Exporting): Promise<ExportPage> {
  const { projectId, format, trash, cursor, keys = [], limit = maxExportedTasks, commentRowOf } = exporting
  const choices = [String(trash), ...(commentRowOf ? ['comments'] : []), ...keys]
  const scope = [projectList(tenant, projectId), 'export', format, ...choices]
  const resumePoint = cursor === undefined ? undefined : decodeCursor(scope, cursor, resumePointShapes.export)
  const project = await findProjectItem(tenant, projectId)
  if (!project) throw notFound('project')
  const read = (point: string | undefined, most = limit) =>
    readRows(tenant, project, { ...exporting, limit: most }, point)
  const { rows, next } = commentRowOf
    ? await withComments(tenant, { projectId, resumePoint, limit, read, rowOf: commentRowOf })
    : rowsOf(await read(resumePoint))
  return { project, rows, next_cursor: next === undefined ? null : encodeCursor(scope, next) }
}
