import { asApiError, type ApiError } from '../contract/api-error.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { docsOf } from '../contract/static.ts'
import { etag } from './answers.ts'
import type { KeyAccess } from './key-access.ts'
import { wantsPage } from './page.ts'
import type { Caller } from '../tokens/caller.ts'
import type { ApiMiddleware, ApiResult, KeyHolder } from './types.ts'

/**
 * The link to the explanation of a code. It never begins with what the caller says in `Host`, which may be anything.
 * LOOPBACK_ORIGIN is the address of a service that only its own machine reaches; it sets that itself when it listens.
 */
function docsLink(code: ErrorCode): string {
  const { PUBLIC_ORIGIN, LOOPBACK_ORIGIN } = process.env // not by environment.ts: docs.openapi has no zod in its bundle
  return `${PUBLIC_ORIGIN ?? LOOPBACK_ORIGIN ?? ''}${docsOf(code)}`
}

/**
 * Returns an error as the caller sees it, without the id of the request.
 * @param mayRead whether the caller may read tasks: its token has the scope `read`
 */
export function errorMembers(error: ApiError, mayRead: boolean) {
  const { details, members, task, comment } = error.extras
  return {
    code: error.code,
    message: error.message,
    docs: docsLink(error.code),
    ...(details && { details }),
    ...members,
    ...(task && mayRead && { task: task.task }),
    ...(comment && mayRead && { comment: comment.comment }),
  }
}

/**
 * Returns the body of an error answer.
 * @param mayRead whether the caller may read tasks
 */
export function errorBody(error: ApiError, requestId: string, mayRead = false): string {
  const { code, message, ...others } = errorMembers(error, mayRead)
  return JSON.stringify({ error: { code, message, request_id: requestId, ...others } })
}

/** Whether a token has the scope `read`. */
export const mayRead = (caller: Pick<Caller, 'token'> | undefined): boolean =>
  caller?.token.scopes.includes('read') ?? false

/**
 * Turns every error into an answer.
 * @param errorPage makes the page that a browser gets instead of JSON, for endpoints with a key in the path
 */
export const renderError = (errorPage?: KeyAccess<KeyHolder>['errorPage']): ApiMiddleware => ({
  onError: function renderErrorAnswer(request) {
    const error = asApiError(request.error)
    request.error = error
    const { headers, task, comment } = error.extras
    const current = task ?? comment
    if (errorPage && request.context.isForAnySite && wantsPage(request.event.headers)) {
      const page = errorPage(error.status, Number(headers?.['Retry-After'] ?? 0))
      request.response = { ...page, headers: { ...headers, ...page.headers } }
      return
    }
    request.response = {
      statusCode: error.status,
      headers: { ...(current && { ETag: etag(current.version) }), ...headers },
      body: errorBody(error, request.context.requestId, mayRead(request.context.caller)),
    } satisfies ApiResult
  },
})
