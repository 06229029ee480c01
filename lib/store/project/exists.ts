import { notFound } from '../../api-error.ts'
import type { Tenant } from '../tenant.ts'
import type { CheckedWrite } from '../write-items.ts'
import { projectKey } from './item.ts'

/** Checks, within a transaction, that a project exists. It costs 2 write units. */
export const projectExists = (tenant: Tenant, projectId: string): CheckedWrite => ({
  write: {
    ConditionCheck: { Key: projectKey(tenant, projectId), ConditionExpression: 'attribute_exists(pk)' },
  },
  whenRefused: () => notFound('project'),
})
