import { dryRunQuery } from './dry-run.ts'
import { dataOf, type CallOptions, type Http } from './http.ts'
import type { TasksChange, TasksChangeReport } from './types.ts'

/** Options of a write that can be tried. */
export interface TryOptions extends CallOptions {
  /** Checks everything and writes nothing. */
  dryRun?: boolean | undefined
}

/** Changes tasks with one request. */
export const changeTasks = (
  http: Http,
  projectId: string,
  body: TasksChange,
  { dryRun, signal }: TryOptions,
): Promise<TasksChangeReport> => {
  const params = { path: { projectId }, ...dryRunQuery(dryRun) }
  return dataOf(
    http.PATCH('/projects/{projectId}/tasks', { body, params, ...(signal && { signal }) }),
    'matched',
  )
}

/** Changes tasks until no more match. */
export async function changeTasksFully(
  http: Http,
  projectId: string,
  change: Pick<TasksChange, 'where' | 'set'>,
  options: TryOptions,
): Promise<Pick<TasksChangeReport, 'matched' | 'updated' | 'skipped'>> {
  const sum = { matched: 0, updated: 0, skipped: 0 }
  let cursor: string | null | undefined
  do {
    const report = await changeTasks(http, projectId, { ...change, ...(cursor && { cursor }) }, options)
    sum.matched += report.matched
    sum.updated += report.updated
    sum.skipped += report.skipped
    cursor = report.next_cursor
  } while (cursor !== null)
  return sum
}
