import type { Endpoint, TableAction } from './endpoint.ts'
import { endpoints, triggeredFunctions } from './index.ts'
import { staticRoutes } from './static.ts'
import type { TriggeredFunction } from './triggered.ts'

/** The id of the function behind the $default route: it answers what no other route takes. */
export const unmatched = 'routes.unmatched'

/** A route of the API: that of an endpoint, or one that serves what is the same for everyone. */
export type ApiRoute = Endpoint | (typeof staticRoutes)[number]

/** Every route of the API. */
export const routes: readonly ApiRoute[] = [...endpoints, ...staticRoutes]

/** The Lambda behind a route. */
interface HttpFunction {
  id: string
  trigger: 'http'
  access: readonly TableAction[]
  sends?: readonly string[]
}

/** One Lambda: `functions/<resource>/<operation>.ts` by its id; `access` is what it may do to the table, and no more. */
export type ServiceFunction = HttpFunction | TriggeredFunction

/** The function of an endpoint: what its code does to the table, the look-up of its caller, and the count of requests. */
export function functionOf({ id, auth, access, sends }: Endpoint): ServiceFunction {
  const lookUp = auth.kind === 'token' ? (['BatchGetItem'] as const) : [] // that of a key stands in `access`
  const count = auth.kind === 'none' ? [] : (['UpdateItem:rates'] as const)
  return {
    id,
    trigger: 'http',
    access: [...new Set([...lookUp, ...count, ...access])],
    ...(sends && { sends }),
  }
}

/**
 * Every function of the service, whatever runs it. The local service, the deployment, the bundles and the measurements are
 * all derived from this list.
 */
export const serviceFunctions: readonly ServiceFunction[] = [
  ...endpoints.map(functionOf),
  ...[...staticRoutes.map(({ id }) => id), unmatched].map((id) => ({
    id,
    trigger: 'http' as const,
    access: [],
  })),
  ...triggeredFunctions,
]

/** The ids of all functions. */
export const functionIds: readonly string[] = serviceFunctions.map(({ id }) => id)

/** The functions behind the routes. */
export const httpFunctions = serviceFunctions.filter(({ trigger }) => trigger === 'http')

/** Their ids. */
export const httpFunctionIds: readonly string[] = httpFunctions.map(({ id }) => id)
