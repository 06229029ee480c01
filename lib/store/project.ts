import { v7 as timeOrderedUuid } from 'uuid'
import { ApiError, notFound } from '../api-error.ts'
import type { Project } from '../contract/project.ts'
import type { Tenant } from './send.ts'
import { get, put, query, update, type CheckedWrite, type Refusal } from './storage.ts'
import { accountPartition, type Item, type Key } from './table.ts'
import { updateOf } from './update-expression.ts'

export const projectKey = ({ accountId }: Tenant, projectId: string): Key => ({
  pk: accountPartition(accountId),
  sk: `PROJECT#${projectId}`,
})

const toProject = (item: Item): Project => {
  const { id, label, task_count, task_quota, created_at, updated_at } = item as unknown as Project // see createProject
  return { id, label, task_count, task_quota, workflow_lanes: [], created_at, updated_at }
}

const exists = 'attribute_exists(pk)'

const noPlace = ({ found }: Refusal): ApiError =>
  found
    ? new ApiError('quota_exceeded', `The project's task quota of ${String(found.task_quota)} is reached.`)
    : notFound('project')

/** One task more, if the project exists and its quota is not reached: exact, however many ask at once. */
export const takePlace = (tenant: Tenant, projectId: string): CheckedWrite => ({
  write: {
    Update: {
      Key: projectKey(tenant, projectId),
      UpdateExpression: 'ADD task_count :one',
      ConditionExpression: `${exists} AND task_count < task_quota`,
      ExpressionAttributeValues: { ':one': 1 },
    },
  },
  whenRefused: noPlace,
})

/** One task less. */
export const freePlace = (tenant: Tenant, projectId: string): CheckedWrite => ({
  write: {
    Update: {
      Key: projectKey(tenant, projectId),
      UpdateExpression: 'ADD task_count :less',
      ConditionExpression: exists,
      ExpressionAttributeValues: { ':less': -1 },
    },
  },
  // a project with tasks is never deleted
  whenRefused: () => new ApiError('internal_error', 'The project of this task is gone.'),
})

/** Makes a project. Its id rises with time, so that an account's projects list in the order of their creation. */
export async function createProject(
  tenant: Tenant,
  { label, task_quota }: Pick<Project, 'label' | 'task_quota'>,
): Promise<Project> {
  const now = new Date().toISOString()
  const id = timeOrderedUuid()
  const item = { id, label, task_count: 0, task_quota, created_at: now, updated_at: now }
  await put(tenant, {
    Item: { ...projectKey(tenant, id), ...item },
    ConditionExpression: 'attribute_not_exists(pk)',
  })
  return toProject(item)
}

/** Finds a project; undefined when the account has none of that id. */
export async function findProject(tenant: Tenant, projectId: string): Promise<Project | undefined> {
  const item = await get(tenant, projectKey(tenant, projectId))
  return item && toProject(item)
}

/** Every project of the account, oldest first. */
export async function listProjects(tenant: Tenant): Promise<Project[]> {
  const projects: Project[] = []
  let after: Item | undefined
  do {
    const page = await query(tenant, {
      condition: 'pk = :account AND begins_with(sk, :project)',
      values: { ':account': accountPartition(tenant.accountId), ':project': 'PROJECT#' },
      after,
    })
    projects.push(...page.items.map(toProject))
    after = page.last
  } while (after)
  return projects
}

/** Changes what is given; undefined when there is no such project. */
export async function updateProject(
  tenant: Tenant,
  projectId: string,
  change: Partial<Pick<Project, 'label' | 'task_quota'>>,
): Promise<Project | undefined> {
  const result = await update(tenant, {
    Key: projectKey(tenant, projectId),
    ...updateOf({ ...change, updated_at: new Date().toISOString() }),
    ConditionExpression: exists,
  })
  return result.refused ? undefined : toProject(result.item)
}
