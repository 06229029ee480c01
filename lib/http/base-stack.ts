import middy from '@middy/core'
import { baseHeaders } from './base-headers.ts'
import { checkEvent } from './check-event.ts'
import { checkOrigin } from './check-origin.ts'
import type { KeyAccess } from './key-access.ts'
import { logRequest } from './log-request.ts'
import { renderError } from './render-error.ts'
import type { ApiContext, ApiEvent, ApiResult, HttpHandler, KeyHolder } from './types.ts'

/**
 * The middlewares that every answer passes through, including the answer for an unmatched route.
 * @param errorPage makes the page that a browser gets for an error, for endpoints with a key in the path
 */
export const baseStack = (id: string, errorPage?: KeyAccess<KeyHolder>['errorPage']) =>
  // middy's early timeout is off: it would answer while the handler is still running. Storage stops at the deadline
  middy<ApiEvent, ApiResult, Error, ApiContext>({ timeoutEarlyInMillis: 0 })
    .use(logRequest(id))
    .use(baseHeaders())
    .use(renderError(errorPage))
    .use(checkEvent())
    .use(checkOrigin())

/** Makes a Lambda handler from a stack and the function that answers. */
export const lambda = (
  stack: ReturnType<typeof baseStack>,
  answer: (event: ApiEvent, context: ApiContext) => ApiResult | Promise<ApiResult>,
): HttpHandler =>
  // Lambda passes its plain context; the stack adds the other members before it calls `answer`
  stack.handler(answer) as unknown as HttpHandler
