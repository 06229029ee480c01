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

/** The same for each project that something is limited to; null or undefined: none is named. */
export const projectsExist = (
  tenant: Tenant,
  projectIds: readonly string[] | null | undefined,
): CheckedWrite[] => (projectIds ?? []).map((projectId) => projectExists(tenant, projectId))

/**
 * The projects that a token or a webhook is limited to; null: all. Whoever is bound to projects gives all of them where none are
 * named, and can't give all of the account. Whether they are there, and within the maker's own, is for `projectsExist`.
 * @throws ApiError project_not_found
 */
export function limitedTo(
  { projectIds: own }: Bounds,
  given: readonly string[] | null | undefined,
): readonly string[] | null {
  if (own !== null && given === null) throw notFound('project')
  return given === undefined ? own : given
}
