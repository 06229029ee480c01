import * as z from 'zod/mini'
import { status } from '../contract/fields.ts'
import type { Tenant } from '../table/tenant.ts'
import type { TaskFilter } from '../tasks/filter.ts'
import { filterOf } from '../tasks/find-where.ts'
import { whereOf } from '../tasks/update-where-request.ts'
import { timeOrDistance, type Moment } from './distance.ts'
import { expandWhere, fieldTypesOf } from './expand.ts'

/** Which tasks a rule means: the same as in a conditional change, but times may be distances from the run. */
export const ruleWhere = whereOf(timeOrDistance)
export type RuleWhere = z.output<typeof ruleWhere>

/** The conditions of a rule in answers. */
export const shownWhere = z.object({
  status: z.optional(z.array(status)),
  workflow_lane_id: z.optional(z.nullable(z.string())),
  updated_before: z.optional(z.string()),
  updated_after: z.optional(z.string()),
  created_before: z.optional(z.string()),
  created_after: z.optional(z.string()),
  q: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.unknown())),
})

/** The conditions of a rule as they are at a run. */
export const whereAt = async (tenant: Tenant, where: RuleWhere, moment: Moment): Promise<RuleWhere> =>
  expandWhere(where, moment, await fieldTypesOf(tenant, where.fields))

/**
 * The same as a filter.
 * @throws ApiError invalid_request for wrong conditions of fields
 */
export const filterAt = async (tenant: Tenant, where: RuleWhere, moment: Moment): Promise<TaskFilter> =>
  filterOf(tenant, await whereAt(tenant, where, moment))
