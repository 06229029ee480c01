import { asApiError, type ApiError } from '../api-error.ts'
import { docsOf } from '../contract/static.ts'
import { etag } from './answers.ts'
import type { KeyAccess } from './key-access.ts'
import { wantsPage } from './page.ts'
import type { ApiContext, ApiMiddleware, ApiResult, KeyHolder } from './types.ts'

/**
 * Returns the body of an error answer.
 * @param mayRead whether the caller may read tasks: its token has the scope `read`
 */
export function errorBody(error: ApiError, requestId: string, mayRead = false): string {
  const { details, members, task } = error.extras
  return JSON.stringify({
    error: {
      code: error.code,
      message: error.message,
      request_id: requestId,
      docs: docsOf(error.code),
      ...(details && { details }),
      ...members,
      ...(task && mayRead && { task: task.task }),
    },
  })
}

/** Whether the request's token has the scope `read`; false if authentication failed. */
const mayRead = ({ caller }: ApiContext): boolean => caller?.token.scopes.includes('read') ?? false

/**
 * Turns every error into an answer.
 * @param errorPage makes the page that a browser gets instead of JSON, for endpoints with a key in the path
 */
export const renderError = (errorPage?: KeyAccess<KeyHolder>['errorPage']): ApiMiddleware => ({
  onError: function renderErrorAnswer(request) {
    const error = asApiError(request.error)
    request.error = error
    const { headers, task } = error.extras
    if (errorPage && request.context.isForAnySite && wantsPage(request.event.headers)) {
      const page = errorPage(error.status)
      request.response = { ...page, headers: { ...headers, ...page.headers } }
      return
    }
    request.response = {
      statusCode: error.status,
      headers: { ...(task && { ETag: etag(task.version) }), ...headers },
      body: errorBody(error, request.context.requestId, mayRead(request.context)),
    } satisfies ApiResult
  },
})
