/*
 * The paths of the API: which route a path has, and which one a caller probably meant whose path has none.
 */

/** A route of the API: the path is below `/v1`, with parameters in braces. */
interface Route {
  method: string
  path: string
}

const segmentsOf = (path: string) => path.split('/')

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

/** Whether a word is another one with a letter too many, missing or wrong, or with two letters in each other's place. */
function isMistyped(word: string, meant: string): boolean {
  let from = 0
  while (from < word.length && word[from] === meant[from]) from += 1
  let [wrong, right] = [word.slice(from), meant.slice(from)]
  while (wrong !== '' && wrong.at(-1) === right.at(-1))
    [wrong, right] = [wrong.slice(0, -1), right.slice(0, -1)]
  const isSwapped = wrong.length === 2 && right === wrong.charAt(1) + wrong.charAt(0)
  return isSwapped || (wrong.length < 2 && right.length < 2)
}

/** A path with the words that the routes have in place of mistyped ones. */
function corrected(routes: readonly Route[], path: string): string {
  const words = new Set(
    routes.flatMap((route) => segmentsOf(route.path)).filter((word) => /^\w{4,}/.test(word)),
  )
  const wordFor = (segment: string) =>
    words.has(segment) ? segment : ([...words].find((word) => isMistyped(segment, word)) ?? segment)
  return segmentsOf(path).map(wordFor).join('/')
}

/**
 * Returns the route that the caller probably meant. With this method, it is one whose path lacks the version, has a
 * slash too many or a mistyped word, or is within another resource, as tasks are in projects. Otherwise it is one with that
 * path and another method.
 * @param rawPath the path of a request that no route takes
 */
export function suggestRoute<R extends Route>(
  routes: readonly R[],
  method: string,
  rawPath: string,
): R | undefined {
  const path = corrected(routes, rawPath.replace(/\/+$/, '').replace(/^\/v\d+(?=\/)/, ''))
  const fitting = matchPath(routes, path)
  return (
    fitting.find((route) => route.method === method) ??
    routes.find((route) => route.method === method && path !== '' && route.path.endsWith(`}${path}`)) ??
    fitting.find((route) => route.method === 'GET') ??
    fitting[0]
  )
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
