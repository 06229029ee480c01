import { ApiError } from '../api-error.ts'
import { docsOf } from '../contract/static.ts'
import type { ApiContext, ApiMiddleware, ApiResult } from './types.ts'

/**
 * The body of every error answer.
 * @param mayRead whether the caller may see tasks: its token has the scope `read`
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
      ...(task && mayRead && { task }),
    },
  })
}

/** What a caller may see of any error: whatever is not meant for callers becomes a bare internal_error. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError('internal_error', 'Something went wrong on our side. Try again later.', { cause: error })

/** Whether the request's token has the scope `read`; no, as long as the token is not known. */
const mayRead = ({ caller }: ApiContext): boolean => caller?.token.scopes.includes('read') ?? false

/** The one renderer of errors. */
export const renderError = (): ApiMiddleware => ({
  onError: function renderErrorAnswer(request) {
    const error = asApiError(request.error)
    request.error = error
    request.response = {
      statusCode: error.status,
      headers: { ...error.extras.headers },
      body: errorBody(error, request.context.requestId, mayRead(request.context)),
    } satisfies ApiResult
  },
})
