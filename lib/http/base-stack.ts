import middy from '@middy/core'
import { baseHeaders } from './base-headers.ts'
import { checkEvent } from './check-event.ts'
import { logRequest } from './log-request.ts'
import { renderError } from './render-error.ts'
import type { ApiContext, ApiEvent, ApiResult, HttpHandler } from './types.ts'

/** The middlewares that every answer passes through, that of an unmatched route included. */
export const baseStack = (id: string) =>
  // no early time-out of middy's: it would answer while the handler goes on; storage itself ends at the deadline
  middy<ApiEvent, ApiResult, Error, ApiContext>({ timeoutEarlyInMillis: 0 })
    .use(logRequest(id))
    .use(baseHeaders())
    .use(renderError())
    .use(checkEvent())

/** Closes a stack with the code that answers. */
export const lambda = (
  stack: ReturnType<typeof baseStack>,
  answer: (event: ApiEvent, context: ApiContext) => ApiResult | Promise<ApiResult>,
): HttpHandler =>
  // Lambda calls with its bare context, to which the stack adds the rest before `answer` sees it
  stack.handler(answer) as unknown as HttpHandler
