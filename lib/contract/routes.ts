/* The paths of the API, and which route a path has. */

/** A route of the API: the path is below `/v1`, with parameters in braces. */
export interface Route {
  method: string
  path: string
}

/** The segments of a path; a parameter is one. */
export const segmentsOf = (path: string) => path.split('/')

/**
 * The routes that match a path, with any method. A parameter matches one segment that is not empty, as in API Gateway. A
 * literal segment takes precedence over a parameter.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function matchPath<R extends Route>(routes: readonly R[], path: string): R[] {
  const segments = segmentsOf(path)
  const literals = (route: R) => segmentsOf(route.path).filter((segment) => !segment.startsWith('{')).length
  const fitting = routes.filter((route) => {
    const pattern = segmentsOf(route.path)
    return (
      pattern.length === segments.length &&
      pattern.every((part, index) =>
        part.startsWith('{') ? segments[index] !== '' : part === segments[index],
      )
    )
  })
  const most = Math.max(...fitting.map(literals))
  return fitting.filter((route) => literals(route) === most)
}

/** The version segment of docs/tasks-interface.md, "Versioning". */
export const basePath = '/v1'

/** The path at which the documentation is served, beside the API. */
export const sitePath = '/docs'

/** The path of the web interface to which an identity provider sends people back. */
export const signInPath = '/sign-in/callback'

/** The path of the endpoint of agents, below `/v1`. */
export const agentsPath = '/mcp'

/** The beginning of the paths at which programs find out how agents sign in. */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource'

/**
 * These paths: that of the endpoint of agents (RFC 9728, section 3.1), and the one that older programs ask for. No route has
 * them: functions/routes/unmatched.ts answers.
 */
export const resourceMetadataPaths: readonly string[] = [
  `${resourceMetadataPath}${basePath}${agentsPath}`,
  resourceMetadataPath,
]

/** The path of a request below `/v1`; undefined for other paths. API Gateway puts the name of the stage first. */
export function pathInApi(rawPath: string, stage: string): string | undefined {
  const path = rawPath.startsWith(`/${stage}/`) ? rawPath.slice(stage.length + 1) : rawPath
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined
}
