import { ApiError, routeNotFound } from '../../lib/api-error.ts'
import { routes, unmatched } from '../../lib/contract/functions.ts'
import { matchPath, pathInApi } from '../../lib/contract/routes.ts'
import { baseStack, lambda } from '../../lib/http/base-stack.ts'

/** Answers whatever no route takes: the $default route of the API. No token is asked for. */
export const handler = lambda(baseStack(unmatched), ({ rawPath, requestContext }) => {
  const path = pathInApi(rawPath, requestContext.stage)
  const allowed = path === undefined ? [] : matchPath(routes, path).map(({ method }) => method)
  if (allowed.length === 0) throw routeNotFound()
  const allow = [...allowed].sort().join(', ')
  throw new ApiError('method_not_allowed', `This route takes ${allow} only.`, { headers: { Allow: allow } })
})
