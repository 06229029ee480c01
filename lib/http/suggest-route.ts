import { matchPath, segmentsOf, type Route } from '../contract/routes.ts'

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
