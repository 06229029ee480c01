import { setTimeout as sleep } from 'node:timers/promises'
import { notFound } from '../contract/api-error.ts'
import type { Tenant } from '../table/tenant.ts'
import { get, query } from '../table/read-items.ts'
import type { Item } from '../table/item.ts'
import {
  asCounts,
  countsKey,
  projectKey,
  projectOfCounts,
  type ProjectItem,
  type StoredProject,
} from './project-item.ts'

/** A project as a query has read it. `counts` is undefined if the query saw only a part of a transaction. */
export interface ReadProject extends Pick<StoredProject, 'project'> {
  counts: StoredProject['counts'] | undefined
}

/** Joins the items of an account's partition into projects, each with its counts. */
export function joinProjects(items: Item[]): ReadProject[] {
  const counts = new Map(items.map((item) => [projectOfCounts(String(item.sk)), item] as const))
  return items
    .filter(({ sk }) => projectOfCounts(String(sk)) === undefined)
    .map((item) => {
      const project = item as unknown as ProjectItem // its key is a project's
      return { project, counts: asCounts(counts.get(project.id)) }
    })
}

const maxReads = 3
const readIntervalMs = 20

/**
 * Reads a project with a strongly consistent query, in one round trip. A query may see one item of a transaction
 * before the other; then it is repeated.
 * @returns undefined when the account has no such project
 */
export async function findProject(tenant: Tenant, projectId: string): Promise<StoredProject | undefined> {
  const [{ pk, sk }, { sk: last }] = [projectKey(tenant, projectId), countsKey(tenant, projectId)]
  for (let reads = 1; ; reads++) {
    const { items } = await query(tenant, {
      condition: 'pk = :account AND sk BETWEEN :project AND :counts',
      values: { ':account': pk, ':project': sk, ':counts': last },
    })
    const [found] = joinProjects(items)
    if (found?.counts) return { ...found, counts: found.counts }
    // no project item, with or without counts: the project does not exist, or not yet
    if (!found || reads === maxReads) return undefined
    await sleep(readIntervalMs)
  }
}

/**
 * The same as `findProject`, for a project that must exist.
 * @throws ApiError project_not_found
 */
export async function getStoredProject(tenant: Tenant, projectId: string): Promise<StoredProject> {
  const stored = await findProject(tenant, projectId)
  if (!stored) throw notFound('project')
  return stored
}

/** Reads a project without its counts; undefined when the account has no such project. */
export async function findProjectItem(tenant: Tenant, projectId: string): Promise<ProjectItem | undefined> {
  const item = await get(tenant, projectKey(tenant, projectId))
  return item as ProjectItem | undefined // its key is a project's
}
