import { v7 as timeOrderedUuid } from 'uuid'
import { ApiError, notFound } from '../../api-error.ts'
import type { Project } from '../../contract/project.ts'
import { decodeCursor, encodeCursor, placeShapes } from '../cursor.ts'
import type { Tenant } from '../send.ts'
import { get, put, query, transact, update } from '../storage.ts'
import { accountPartition } from '../table.ts'
import { updateOf } from '../update-expression.ts'
import { asProjectItem, exists, projectKey, toProject, type ProjectItem } from './item.ts'

/** Makes a project. Its id rises with time, so that an account's projects list in the order of their creation. */
export async function createProject(
  tenant: Tenant,
  { label, task_quota }: Pick<Project, 'label' | 'task_quota'>,
): Promise<Project> {
  const now = new Date().toISOString()
  const id = timeOrderedUuid()
  const item: ProjectItem = {
    id,
    label,
    task_count: 0,
    task_quota,
    lanes: {},
    lane_order: [],
    created_at: now,
    updated_at: now,
  }
  await put(tenant, {
    Item: { ...projectKey(tenant, id), ...item },
    ConditionExpression: 'attribute_not_exists(pk)',
  })
  return toProject(item)
}

/** Finds what the table keeps of a project; undefined when the account has none of that id. */
export const findProjectItem = async (tenant: Tenant, projectId: string): Promise<ProjectItem | undefined> =>
  asProjectItem(await get(tenant, projectKey(tenant, projectId)))

/**
 * Reads a project.
 * @throws ApiError project_not_found
 */
export async function getProject(tenant: Tenant, projectId: string): Promise<Project> {
  const item = await findProjectItem(tenant, projectId)
  if (!item) throw notFound('project')
  return toProject(item)
}

/**
 * Lists the account's projects, oldest first, one page at a time.
 * @throws ApiError invalid_request when the cursor is not one of this list
 */
export async function listProjects(
  tenant: Tenant,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ projects: Project[]; next_cursor: string | null }> {
  const partition = accountPartition(tenant.accountId)
  const scope = ['projects', partition]
  const { items } = await query(tenant, {
    condition: 'pk = :account AND sk BETWEEN :after AND :last',
    values: {
      ':account': partition,
      // the space sorts before any id and makes the bound exclusive after one
      ':after': `PROJECT#${cursor === undefined ? '' : decodeCursor(scope, cursor, placeShapes.projects)} `,
      ':last': 'PROJECT#~',
    },
    limit: limit + 1,
  })
  const projects = items.slice(0, limit).map((item) => toProject(item as unknown as ProjectItem)) // by its key
  const last = projects.at(-1)
  return { projects, next_cursor: items.length > limit && last ? encodeCursor(scope, last.id) : null }
}

/**
 * Changes what is given.
 * @throws ApiError project_not_found
 */
export async function updateProject(
  tenant: Tenant,
  projectId: string,
  change: { label?: string | undefined; task_quota?: number | undefined },
): Promise<Project> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return getProject(tenant, projectId)
  const result = await update(tenant, {
    Key: projectKey(tenant, projectId),
    ...updateOf({ ...given, updated_at: new Date().toISOString() }),
    ConditionExpression: exists,
  })
  if (result.refused) throw notFound('project')
  return toProject(result.item as unknown as ProjectItem) // by its key
}

/**
 * Deletes a project that holds no active task. Its trash stays until it is purged; nothing can be restored from it.
 * @throws ApiError project_not_found, project_not_empty
 */
export async function deleteProject(tenant: Tenant, projectId: string): Promise<void> {
  // a transaction of one: its token tells the SDK's retry, after a lost answer, that the project went by its own hand
  const refusals = await transact(tenant, [
    {
      Delete: {
        Key: projectKey(tenant, projectId),
        ConditionExpression: 'task_count = :none',
        ExpressionAttributeValues: { ':none': 0 },
      },
    },
  ])
  if (!refusals) return
  const project = asProjectItem(refusals[0]?.found)
  if (!project) throw notFound('project')
  throw new ApiError(
    'project_not_empty',
    `The project still holds tasks (${project.task_count}): delete or move them first.`,
  )
}
