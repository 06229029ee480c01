import type { HttpHandler } from '../../lib/http/types.ts'

/**
 * Imports the bundle of a function of a route with Node's own loader, as Lambda does. Vitest replaces `import()` in the
 * modules that it loads itself, so this one must be loaded by `require`.
 */
export const importNatively = (path: string): Promise<{ handler: HttpHandler }> =>
  import(path) as Promise<{ handler: HttpHandler }> // every function of a route has one
