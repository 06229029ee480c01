import type { Endpoint, TableAction } from '../contract/endpoint.ts'
import { endpoints, triggeredFunctions } from './index.ts'
import { staticRoutes } from '../contract/static.ts'
import type { TriggeredFunction } from '../contract/triggered.ts'

/** The id of the function of the $default route, which answers requests that match no other route. */
export const unmatched = 'routes.unmatched'

/** A route of the API: an endpoint, or a static route, which is the same for everyone. */
export type ApiRoute = Endpoint | (typeof staticRoutes)[number]

/** Every route of the API. */
export const routes: readonly ApiRoute[] = [...endpoints, ...staticRoutes]

/** The Lambda of a route. */
interface HttpFunction {
  id: string
  trigger: 'http'
  access: readonly TableAction[]
  sends?: readonly string[]
}

/** One Lambda. Its id is that of `functions/<resource>/<operation>.ts`; `access` lists its only allowed actions on the table. */
export type ServiceFunction = HttpFunction | TriggeredFunction

/** The function of an endpoint. Its access is that of its code, the look-up of the caller, and the request counters. */
export function functionOf({ id, auth, access, sends }: Endpoint): ServiceFunction {
  const lookUp = auth.kind === 'token' ? (['BatchGetItem'] as const) : [] // the look-up of a key is part of `access`
  const count = auth.kind === 'none' ? [] : (['UpdateItem:rates'] as const)
  return {
    id,
    trigger: 'http',
    access: [...new Set([...lookUp, ...count, ...access])],
    ...(sends && { sends }),
  }
}

/**
 * Every function of the service, whatever triggers it. The local service, the deployment, the bundles and the
 * measurements are all derived from this list.
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

/** The functions of routes. */
export const httpFunctions = serviceFunctions.filter(({ trigger }) => trigger === 'http')

/** The ids of the functions of routes. */
export const httpFunctionIds: readonly string[] = httpFunctions.map(({ id }) => id)
