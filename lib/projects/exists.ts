import { notFound } from '../contract/api-error.ts'
import type { Bounds, Tenant } from '../table/tenant.ts'
import type { CheckedWrite } from '../table/write-items.ts'
import { projectKey } from './project-item.ts'

/** Checks, within a transaction, that a project exists. It costs 2 write units. */
export const projectExists = (tenant: Tenant, projectId: string): CheckedWrite => ({
  write: {
    ConditionCheck: { Key: projectKey(tenant, projectId), ConditionExpression: 'attribute_exists(pk)' },
  },
  whenRefused: () => notFound('project'),
})

/** The same for each project to which something is limited; null or undefined: no project is named. */
export const projectsExist = (
  tenant: Tenant,
  projectIds: readonly string[] | null | undefined,
): CheckedWrite[] => (projectIds ?? []).map((projectId) => projectExists(tenant, projectId))

/**
 * The projects that a token or a webhook is limited to; null: all. A bound maker gives all of its own projects by
 * default, and cannot give all of the account's. `projectsExist` checks that they exist and are within the maker's own.
 * @throws ApiError project_not_found
 */
export function limitedTo(
  { projectIds: own }: Bounds,
  given: readonly string[] | null | undefined,
): readonly string[] | null {
  if (own !== null && given === null) throw notFound('project')
  return given === undefined ? own : given
}
