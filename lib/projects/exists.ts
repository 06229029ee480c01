import { notFound } from '../contract/api-error.ts'
import type { Tenant } from '../table/tenant.ts'
import type { CheckedWrite } from '../table/write-items.ts'
import { projectKey } from './project-item.ts'

/** Checks, within a transaction, that a project exists. It costs 2 write units. */
export const projectExists = (tenant: Tenant, projectId: string): CheckedWrite => ({
  write: {
    ConditionCheck: { Key: projectKey(tenant, projectId), ConditionExpression: 'attribute_exists(pk)' },
  },
  whenRefused: () => notFound('project'),
})
