import type { Project } from './project.ts'
import { maxPageBytes, postedBytes } from '../table/answer-size.ts'
import { decodeCursor, encodeCursor, resumePointShapes } from '../table/cursor.ts'
import type { Tenant } from '../table/tenant.ts'
import { getMany, query } from '../table/read-items.ts'
import { accountPartition, type Item } from '../table/item.ts'
import { countsKey, projectKey, toProject } from './project-item.ts'
import { findProject, joinProjects, type ReadProject } from './read.ts'

/** The number of projects on the page: at most `limit` and as many as fit in an answer, but at least one. */
function pageLength(projects: ReadProject[], limit: number): number {
  let bytes = 0
  const end = projects.findIndex(({ project }) => (bytes += postedBytes(project)) > maxPageBytes)
  return Math.min(limit, end === -1 ? projects.length : Math.max(end, 1))
}

/** Reads the projects behind an id, in the order of their ids: enough for a page of `limit`, and one more if there are more. */
async function readBehind(tenant: Tenant, behind: string, limit: number): Promise<ReadProject[]> {
  // the tilde sorts after the counts of that project and before the next project
  const start = behind === '' ? '' : `${behind}~`
  const items: Item[] = []
  let after: Item | undefined
  let read: ReadProject[]
  do {
    const page = await query(tenant, {
      condition: 'pk = :account AND sk BETWEEN :start AND :end',
      values: {
        ':account': accountPartition(tenant.accountId),
        ':start': `PROJECT#${start}`,
        ':end': 'PROJECT#~',
      },
      limit: 2 * (limit + 1), // two items per project; one extra project shows whether there is a next page
      after,
    })
    items.push(...page.items)
    after = page.last
    read = joinProjects(items)
  } while (after && pageLength(read, limit) === read.length)
  return read
}

/** The same for a tenant that is bound to projects: these are so few that they are read by their keys. */
async function readBound(tenant: Tenant, ids: readonly string[], behind: string): Promise<ReadProject[]> {
  const wanted = ids.filter((id) => id > behind)
  if (wanted.length === 0) return []
  const items = await getMany(
    tenant,
    wanted.flatMap((id) => [projectKey(tenant, id), countsKey(tenant, id)]),
  )
  return joinProjects(items).toSorted((a, b) => (a.project.id < b.project.id ? -1 : 1))
}

/**
 * Lists the account's projects, oldest first, one page at a time.
 * @throws ApiError invalid_request when the cursor does not belong to this list
 */
export async function listProjects(
  tenant: Tenant,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ projects: Project[]; next_cursor: string | null }> {
  const partition = accountPartition(tenant.accountId)
  const scope = ['projects', partition]
  const behind = cursor === undefined ? '' : decodeCursor(scope, cursor, resumePointShapes.projects)
  const { projectIds } = tenant
  const read = projectIds
    ? await readBound(tenant, projectIds, behind)
    : await readBehind(tenant, behind, limit)
  const shown = read.slice(0, pageLength(read, limit))
  // a read may have seen a project without its counts: then read that project again
  const projects = await Promise.all(
    shown.map(async ({ project, counts }) =>
      counts ? { project, counts } : findProject(tenant, project.id),
    ),
  )
  const last = shown.at(-1)?.project.id
  const ends = shown.length === read.length || last === undefined
  return {
    projects: projects.filter((project) => project !== undefined).map(toProject),
    next_cursor: ends ? null : encodeCursor(scope, last),
  }
}
