import { notFound } from '../contract/api-error.ts'
import { maxPageEntries } from '../contract/limits.ts'
import { conditionsInBody } from '../fields/conditions.ts'
import { findProject } from '../projects/read.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../table/cursor.ts'
import type { Tenant } from '../table/tenant.ts'
import { conditionsOf, type TaskConditions, type TaskFilter } from './filter.ts'
import { maxReadUnits, readPage } from './page.ts'
import { indexKeys, projectList, type TaskItem } from './task-item.ts'
import type { Where } from './update-where-request.ts'

/** Tasks that match, as the index shows them, and where the search goes on; undefined at its end. */
export interface Found {
  tasks: TaskItem[]
  next: string | undefined
  scope: readonly string[]
}

/**
 * Reads `where` by the account's definitions of fields.
 * @throws ApiError invalid_request for wrong conditions of fields
 */
export const filterOf = async (tenant: Tenant, where: Where): Promise<TaskFilter> => ({
  ...where,
  fields: await conditionsInBody(tenant, where.fields),
})

/** The scope of the cursors of a search for tasks to write. A dry run's cursor would skip tasks that are still to be written. */
export const scopeOf = (
  tenant: Tenant,
  projectId: string,
  write: 'update' | 'delete',
  asked: readonly object[],
): readonly string[] => [
  projectList(tenant, projectId),
  write,
  JSON.stringify([...asked, tenant.isDryRun ?? false]),
]

/**
 * The sort key after which a page starts; undefined for the first one.
 * @throws ApiError invalid_request when the cursor belongs to another search
 */
export const resumeAfter = (scope: readonly string[], cursor: string | undefined): string | undefined =>
  cursor === undefined ? undefined : decodeCursor(scope, cursor, resumePointShapes.tasks)

/** The half of the time in which a search begins its queries, so that time is left to write. */
const halfTimeMs = ({ deadlineMs }: Tenant): number => (Date.now() + deadlineMs) / 2

/**
 * Reads a page of the tasks of a project that meet conditions. It reads at most 4 MiB, and for at most half of the time.
 * @param isKnown whether the project is known to exist
 * @throws ApiError project_not_found
 */
export async function readWhere(
  tenant: Tenant,
  projectId: string,
  page: { filter: TaskConditions | undefined; limit: number; after: string | undefined },
  isKnown = false,
): Promise<Pick<Found, 'tasks' | 'next'>> {
  const { entries, next } = await readPage(tenant, {
    ...{ index: 'list', partition: projectList(tenant, projectId), ...page, maxUnits: maxReadUnits },
    startBeforeMs: halfTimeMs(tenant),
    show: ({ id }) => id,
  })
  // a project with tasks exists, so only an empty page requires reading the project
  if (!isKnown && entries.length === 0 && !(await findProject(tenant, projectId))) throw notFound('project')
  return { tasks: entries.map(({ item }) => item), next }
}

/** How a report says where the next request goes on: behind the first `done` of the tasks that were found. */
export function moreAfter(tenant: Tenant, { tasks, next, scope }: Found, done: number) {
  const last = tasks[done - 1]
  const after = done < tasks.length && last ? indexKeys(tenant, last).list_sk : next
  return {
    has_more: after !== undefined,
    next_cursor: after === undefined ? null : encodeCursor(scope, after),
  }
}

/**
 * Finds the first tasks of a project that match, at most 100, and counts all. It goes through the whole project, for at
 * most half of the time.
 * @returns `isWhole` is false if time ran out: then `matched` counts only those that were read
 * @throws ApiError project_not_found; invalid_request for wrong conditions of fields
 */
export async function firstWhere(
  tenant: Tenant,
  projectId: string,
  where: Where,
): Promise<{ tasks: TaskItem[]; matched: number; isWhole: boolean }> {
  const filter = conditionsOf(await filterOf(tenant, where))
  const startBeforeMs = halfTimeMs(tenant)
  const tasks: TaskItem[] = []
  let matched = 0
  let after: string | undefined
  do {
    const page = await readPage(tenant, {
      ...{ index: 'list', partition: projectList(tenant, projectId), after, limit: Infinity, filter },
      // so that not all of a large project is in memory at once
      maxUnits: maxReadUnits,
      startBeforeMs,
      show: ({ id }) => id,
      bytesOf: () => 0,
    })
    matched += page.entries.length
    tasks.push(...page.entries.slice(0, maxPageEntries - tasks.length).map(({ item }) => item))
    after = page.next
  } while (after !== undefined && Date.now() < startBeforeMs)
  if (matched === 0 && !(await findProject(tenant, projectId))) throw notFound('project')
  return { tasks, matched, isWhole: after === undefined }
}
