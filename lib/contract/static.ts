import type { ErrorCode } from './errors.ts'
import { basePath } from './routes.ts'

/**
 * The routes that serve what is the same for everyone, without a token: `functions/docs/`. They are no endpoints:
 * nothing of a request is read and no table is touched.
 */
export const staticRoutes = [
  { id: 'docs.openapi', method: 'GET', path: '/openapi.json' },
  { id: 'docs.page', method: 'GET', path: '/docs' },
] as const

/** Where the docs page explains a code, below whatever host serves the API. */
export const docsOf = (code: ErrorCode): string => `${basePath}/docs#${code}`
