import { setTimeout as sleep } from 'node:timers/promises'
import { notFound } from '../../api-error.ts'
import type { Tenant } from '../tenant.ts'
import { get, query } from '../read-items.ts'
import type { Item } from '../item.ts'
import { convertProject } from './convert.ts'
import {
  asCounts,
  countsKey,
  projectKey,
  projectOfCounts,
  type ProjectItem,
  type StoredProject,
} from './item.ts'
import { asOldProject, splitOldProject } from './old-item.ts'

/** A project's items as a query has read them; `counts` are missing where it read half of a transaction. */
export type ReadProject = Pick<StoredProject, 'project'> & {
  counts: StoredProject['counts'] | undefined
  /** Whether it is still kept in one item: it reads the same, but must be converted before it is written to. */
  isOld: boolean
}

/** Puts together the projects of a part of an account's partition, in which counts follow their project. */
export function joinProjects(items: Item[]): ReadProject[] {
  const counts = new Map(items.map((item) => [projectOfCounts(String(item.sk)), item] as const))
  return items
    .filter(({ sk }) => projectOfCounts(String(sk)) === undefined)
    .map((item) => {
      const old = asOldProject(item)
      if (old) return { ...splitOldProject(old), isOld: true }
      const project = item as unknown as ProjectItem // by its key
      return { project, counts: asCounts(counts.get(project.id)), isOld: false }
    })
}

const mostReads = 3
const betweenReadsMs = 20

/**
 * Reads a project in one round trip, strongly consistent. DynamoDB may show a query one item of a transaction before
 * the other: then it looks again.
 * @returns undefined when the account has none of that id
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
    // nothing, or counts alone: it is absent, or not made yet
    if (!found || reads === mostReads) return undefined
    await sleep(betweenReadsMs)
  }
}

/** The same to write to it: one that is kept in one item is converted. */
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
 * Reads a project to write to it.
 * @throws ApiError project_not_found
 */
export async function getProjectToWrite(tenant: Tenant, projectId: string): Promise<StoredProject> {
  const stored = await findProjectToWrite(tenant, projectId)
  if (!stored) throw notFound('project')
  return stored
}

/** Finds what people wrote of a project, without its counts; undefined when the account has none of that id. */
export async function findProjectItem(tenant: Tenant, projectId: string): Promise<ProjectItem | undefined> {
  const item = await get(tenant, projectKey(tenant, projectId))
  return item && joinProjects([item])[0]?.project
}
