import type { Endpoint, TableAction } from './endpoint.ts'
import { endpoints } from './index.ts'
import { staticRoutes } from './static.ts'

/** The id of the function behind the $default route: it answers what no other route takes. */
export const unmatched = 'routes.unmatched'

/** Every route of the API: those of the endpoints, and those that serve what is the same for everyone. */
export const routes = [...endpoints, ...staticRoutes]

/** One Lambda: `functions/<resource>/<operation>.ts` by its id. */
export interface ServiceFunction {
  id: string
  /** What it may do to the table, and no more. */
  access: readonly TableAction[]
}

/** What an endpoint's code does to the table, the look-up of account and token, and the count of requests. */
const accessOf = ({ access }: Endpoint): TableAction[] => [
  ...new Set(['BatchGetItem', 'UpdateItem:rates', ...access] as const),
]

/**
 * Every function of the service. The local service, the deployment, the bundles and the measurements are all derived
 * from this list.
 */
export const serviceFunctions: readonly ServiceFunction[] = [
  ...endpoints.map((endpoint) => ({ id: endpoint.id, access: accessOf(endpoint) })),
  ...[...staticRoutes.map(({ id }) => id), unmatched].map((id) => ({ id, access: [] })),
]

/** The ids of all functions. */
export const functionIds: readonly string[] = serviceFunctions.map(({ id }) => id)
