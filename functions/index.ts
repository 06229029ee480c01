import { isCounted, type Endpoint, type TableAction } from '../lib/contract/endpoint.ts'
import { staticRoutes, unmatched } from '../lib/contract/static.ts'
import { defaultTimeoutSeconds, type TriggeredFunction } from '../lib/contract/triggered.ts'
import type { Operation } from '../lib/http/endpoint.ts'
import { handlerOf } from '../lib/http/endpoint.ts'
import { files, type Handler } from './files.ts'
import type { Words } from './words.ts'

export type { Handler } from './files.ts'

/** The handler of a function, as Lambda calls it. */
export function handlerOfFunction(id: string): Handler {
  const { operation, handler } = files.get(id) ?? {}
  const found = operation ? handlerOf(operation) : handler
  if (!found) throw new Error(`There is no function ${id}.`)
  return found
}

const operations: readonly Operation[] = [...files.values()].flatMap(({ operation }) => operation ?? [])

/**
 * Every endpoint of the API, for the local server, the deployment, the document and the tests: the declarations of the
 * files in `functions/`.
 */
export const endpoints: readonly Endpoint[] = operations.map(({ declaration }) => declaration)

/** The texts of an endpoint in the document. */
export function wordsOf(id: string): Words {
  const { words } = files.get(id) ?? {}
  if (!words) throw new Error(`functions/${id.replace('.', '/')}.ts exports no words`)
  return words()
}

/** Every function without a route, for the same users as `endpoints`. */
export const triggeredFunctions: readonly TriggeredFunction[] = [...files.values()].flatMap(
  ({ declaration }) => declaration ?? [],
)

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

/**
 * One Lambda. Its id is that of `functions/<resource>/<operation>.ts`; `access` lists its only allowed actions on the
 * table.
 */
export type ServiceFunction = HttpFunction | TriggeredFunction

/** How long an invocation of a function may take, in seconds. */
export const timeoutOf = (one: ServiceFunction): number =>
  (one.trigger === 'http' ? undefined : one.timeoutSeconds) ?? defaultTimeoutSeconds

/** The function of an endpoint. Its access is that of its code, the look-up of the caller, and the request counters. */
export function functionOf({ id, auth, access, sends }: Endpoint): ServiceFunction {
  const lookUp = auth.kind === 'token' ? (['BatchGetItem'] as const) : [] // the look-up of a key is part of `access`
  const count = isCounted({ auth }) ? (['UpdateItem:rates'] as const) : []
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
