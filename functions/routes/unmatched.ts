import { ApiError, routeNotFound } from '../../lib/contract/api-error.ts'
import { basePath, matchPath, pathInApi, resourceMetadataPaths, sitePath } from '../../lib/contract/routes.ts'
import { docsPath, unmatched } from '../../lib/contract/static.ts'
import { formPath } from '../../lib/forms/form-url.ts'
import { answerUrlCheck } from '../../lib/forms/url-check.ts'
import { baseStack, lambda } from '../../lib/http/base-stack.ts'
import { suggestRoute } from '../../lib/http/suggest-route.ts'
import type { ApiEvent, ApiResult } from '../../lib/http/types.ts'

/** Says how agents sign in (RFC 9728). It is the same for everyone, and any page may read it. */
async function describeAgents(event: ApiEvent): Promise<ApiResult> {
  // not above: most requests that come here need neither this nor its schemas
  const [{ resourceMetadata }, { originOf }, { readSignInSettings, signInScope }] = await Promise.all([
    import('../../lib/mcp/resource.ts'),
    import('../../lib/http/parse-input.ts'),
    import('../../lib/members/sign-in-settings.ts'),
  ])
  const settings = readSignInSettings()
  const provider = settings && { issuer: settings.issuer, scope: signInScope }
  const hasPages = process.env.DOCS_LOCATION === undefined
  return {
    statusCode: 200,
    headers: { 'Access-Control-Allow-Origin': '*' },
    body: JSON.stringify(resourceMetadata(originOf(event), { provider, hasPages })),
  }
}

/**
 * Answers requests that fit no route: the $default route of the API. It needs no token. The old address of the documentation
 * leads to the API reference, or to DOCS_LOCATION where there is none. Programs ask how agents sign in. Senders check the URL of a form with other methods
 * than POST.
 */
export const handler = lambda(baseStack(unmatched), async (event) => {
  const { rawPath, rawQueryString, headers, requestContext } = event
  const { routes } = await import('../index.ts') // not above: that file imports this one
  const { method } = requestContext.http
  // a browser keeps the fragment: the links of errors begin here, so they do not change with the documentation
  if (method === 'GET' && rawPath === docsPath) {
    const location = process.env.DOCS_LOCATION ?? `${sitePath}/api`
    return {
      statusCode: 302,
      headers: {
        ...{ Location: location, 'Content-Type': 'text/plain; charset=utf-8' },
        'Cache-Control': 'public, max-age=300',
      },
      body: `The documentation is at ${location}\n`, // for programs that follow no redirect, such as curl
    }
  }
  if (method === 'GET' && resourceMetadataPaths.includes(rawPath)) return describeAgents(event)
  const path = pathInApi(rawPath, requestContext.stage)
  const form = path === undefined ? [] : matchPath([{ method, path: formPath }], path)
  const answer = form.length > 0 && answerUrlCheck({ method, rawQuery: rawQueryString, headers })
  if (answer) return answer
  const matched = path === undefined ? [] : matchPath(routes, path).map(({ method }) => method)
  const allowed = rawPath === docsPath ? ['GET'] : matched
  const meant = suggestRoute(routes, method, rawPath)
  // a route's own path: what the caller has sent is not repeated
  const named = meant && ` Did you mean ${meant.method} ${basePath}${meant.path}?`
  const empty = rawPath.includes('//') ? ' A part of the path is empty: is a variable not set?' : ''
  const hint = named ?? empty
  if (allowed.length === 0) throw routeNotFound(hint)
  const allow = [...allowed].sort().join(', ')
  const message = `This route takes ${allow} only.${meant?.method === method ? hint : ''}`
  throw new ApiError('method_not_allowed', message, { headers: { Allow: allow } })
})
