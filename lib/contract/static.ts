import type { ErrorCode } from './errors.ts'
import { basePath } from './routes.ts'

/**
 * The routes whose answer is the same for everyone, without a token: `functions/docs/`. They are not endpoints: they read
 * neither the request nor the table.
 */
export const staticRoutes = [{ id: 'docs.openapi', method: 'GET', path: '/openapi.json' }] as const

/** The id of the function of the $default route, which answers requests that match no other route. */
export const unmatched = 'routes.unmatched'

/** The path that leads to the API reference. No route has it: functions/routes/unmatched.ts answers. */
export const docsPath = `${basePath}/docs`

/** The path that leads to the explanation of a code, on the host of the API. */
export const docsOf = (code: ErrorCode): string => `${docsPath}#${code}`
