import { v7 as timeOrderedUuid } from 'uuid'
import { ApiError, notFound } from '../contract/api-error.ts'
import type { NewProject, Project, ProjectChange } from './project.ts'
import { changedAttributes, newAttributes } from '../table/attributes.ts'
import type { Tenant } from '../table/tenant.ts'
import { transact, update } from '../table/write-items.ts'
import { updateOf } from '../table/update-expression.ts'
import {
  asCounts,
  countsKey,
  exists,
  projectAttributes,
  projectKey,
  toProject,
  type StoredProject,
} from './project-item.ts'
import { getStoredProject } from './read.ts'

/** Creates a project. Ids rise with time, so that an account's projects are listed in the order of creation. */
export async function createProject(
  tenant: Tenant,
  { task_quota, ...fields }: NewProject & Pick<Project, 'task_quota'>,
): Promise<Project> {
  const now = new Date().toISOString()
  const id = timeOrderedUuid()
  const stored: StoredProject = {
    project: {
      id,
      ...newAttributes(projectAttributes, fields),
      workflow_lanes: [],
      created_at: now,
      updated_at: now,
    },
    counts: { task_count: 0, task_quota, lanes: {} },
  }
  await transact(tenant, [
    { Put: { Item: { ...projectKey(tenant, id), ...stored.project } } },
    { Put: { Item: { ...countsKey(tenant, id), ...stored.counts } } },
  ])
  return toProject(stored)
}

/**
 * Reads a project.
 * @throws ApiError project_not_found
 */
export async function getProject(tenant: Tenant, projectId: string): Promise<Project> {
  return toProject(await getStoredProject(tenant, projectId))
}

/** Sets attributes of one of a project's two items and returns the whole item. */
async function change<T>(tenant: Tenant, Key: ReturnType<typeof projectKey>, set: object): Promise<T> {
  const result = await update(tenant, { Key, ...updateOf({ ...set }), ConditionExpression: exists })
  if (result.refused) throw notFound('project')
  return result.item as T // the caller knows the type by the key
}

/**
 * Changes the fields that are given.
 * @throws ApiError project_not_found
 */
export async function updateProject(
  tenant: Tenant,
  projectId: string,
  { task_quota, ...fields }: ProjectChange & { task_quota?: number | undefined },
): Promise<Project> {
  const attributes = changedAttributes(projectAttributes, fields)
  if (Object.keys(attributes).length === 0 && task_quota === undefined) return getProject(tenant, projectId)
  const { counts } = await getStoredProject(tenant, projectId)
  const set = { ...attributes, updated_at: new Date().toISOString() }
  return toProject({
    counts:
      task_quota === undefined ? counts : await change(tenant, countsKey(tenant, projectId), { task_quota }),
    project: await change(tenant, projectKey(tenant, projectId), set),
  })
}

/**
 * Deletes a project whose tasks are all in the trash. That stays until it is purged, but nothing can be restored from it.
 * @throws ApiError project_not_found, project_not_empty
 */
export async function deleteProject(tenant: Tenant, projectId: string): Promise<void> {
  const refusals = await transact(tenant, [
    {
      Delete: {
        Key: countsKey(tenant, projectId),
        ConditionExpression: 'task_count = :none',
        ExpressionAttributeValues: { ':none': 0 },
      },
    },
    { Delete: { Key: projectKey(tenant, projectId) } },
  ])
  if (!refusals) return
  const counts = asCounts(refusals[0]?.found)
  if (!counts) throw notFound('project')
  throw new ApiError(
    'project_not_empty',
    `The project still holds tasks (${counts.task_count}): delete or move them first.`,
  )
}
