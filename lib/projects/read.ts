import { setTimeout as sleep } from 'node:timers/promises'
import { notFound } from '../contract/api-error.ts'
import type { Tenant } from '../table/tenant.ts'
import { get, query } from '../table/read-items.ts'
import type { Item } from '../table/item.ts'
import { convertProject } from './convert.ts'
import {
  asCounts,
  countsKey,
  projectKey,
  projectOfCounts,
  type ProjectItem,
  type StoredProject,
} from './project-item.ts'
import { asOldProject, splitOldProject } from './old-item.ts'

/** A project as a query has read it. `counts` is undefined if the query saw only a part of a transaction. */
export type ReadProject = Pick<StoredProject, 'project'> & {
  counts: StoredProject['counts'] | undefined
  /** Whether it is still stored in one item. It can be read like others, but must be converted before a write. */
  isOld: boolean
}

/** Joins the items of an account's partition into projects, each with its counts. */
export function joinProjects(items: Item[]): ReadProject[] {
  const counts = new Map(items.map((item) => [projectOfCounts(String(item.sk)), item] as const))
  return items
    .filter(({ sk }) => projectOfCounts(String(sk)) === undefined)
    .map((item) => {
      const old = asOldProject(item)
      if (old) return { ...splitOldProject(old), isOld: true }
      const project = item as unknown as ProjectItem // its key is a project's
      return { project, counts: asCounts(counts.get(project.id)), isOld: false }
    })
}

const maxReads = 3
const readIntervalMs = 20

/**
 * Reads a project with a strongly consistent query, in one round trip. A query may see one item of a transaction
 * before the other; then it is repeated.
 * @returns undefined when the account has no such project
 */
export async function findProject(
  tenant: Tenant,
  projectId: string,
): Promise<(StoredProject & { isOld: boolean }) | undefined> {
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

/** Reads a project before a write to it. A project that is still stored in one item is converted. */
export async function findProjectToWrite(
  tenant: Tenant,
  projectId: string,
): Promise<StoredProject | undefined> {
  const found = await findProject(tenant, projectId)
  if (!found?.isOld) return found
  await convertProject(tenant, projectId)
  return findProject(tenant, projectId)
}

/**
 * The same as `findProjectToWrite`, for a project that must exist.
 * @throws ApiError project_not_found
 */
export async function getProjectToWrite(tenant: Tenant, projectId: string): Promise<StoredProject> {
  const stored = await findProjectToWrite(tenant, projectId)
  if (!stored) throw notFound('project')
  return stored
}

/** Reads a project without its counts; undefined when the account has no such project. */
export async function findProjectItem(tenant: Tenant, projectId: string): Promise<ProjectItem | undefined> {
  const item = await get(tenant, projectKey(tenant, projectId))
  return item && joinProjects([item])[0]?.project
}
