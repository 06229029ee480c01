import { errorStatuses, type ErrorCode } from './errors.ts'

/** One field that breaks the contract: its path as the caller wrote it, and a message that says what to change. */
export interface ErrorDetail {
  path: string
  message: string
}

interface ErrorExtras {
  details?: ErrorDetail[]
  /** Further members of the error object, such as `required_scope`. */
  members?: Record<string, unknown>
  /** The current task. Its version goes into the header `ETag`; only a caller who may read tasks sees the task. */
  task?: { task: object; version: number }
  /** The same of a comment. */
  comment?: { comment: object; version: number }
  headers?: Record<string, string>
  /** For the log only. */
  cause?: unknown
}

/** An error answer. Its message is for the caller and says what to change. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly extras: ErrorExtras

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, { cause: extras.cause })
    this.name = 'ApiError'
    this.code = code
    this.extras = extras
  }

  get status(): number {
    return errorStatuses[this.code]
  }
}

/** Returns what a caller may see of an error: any error that is not an ApiError becomes a bare internal_error. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError('internal_error', 'Something went wrong on our side. Try again later.', { cause: error })

/**
 * The same answer whether something is absent, in the trash, or in another account: it must not tell which ids exist.
 */
export const notFound = (
  kind:
    | 'task'
    | 'project'
    | 'lane'
    | 'subtask'
    | 'comment'
    | 'field'
    | 'token'
    | 'member'
    | 'session'
    | 'form'
    | 'submission'
    | 'webhook'
    | 'delivery'
    | 'rule'
    | 'calendar',
): ApiError => new ApiError(`${kind}_not_found`, `There is no such ${kind}.`)

/**
 * The error for a request about the whole account with a token that is bound to projects.
 * @param session that of a person, who has signed in and knows of no token
 */
export const projectBoundToken = (session: object | null): ApiError =>
  new ApiError(
    'project_bound_token',
    `${session ? 'You are' : 'This token is'} bound to projects, and this concerns the whole account: ${session ? 'ask an administrator' : 'use a token that is not bound'}.`,
  )

/** The error for fields that no schema can judge. Its message names the first. */
export const invalidFields = (first: ErrorDetail, ...others: ErrorDetail[]): ApiError =>
  new ApiError('invalid_request', `${first.path} ${first.message}`, { details: [first, ...others] })

/** The error for one such field. */
export const invalidField = (path: string, message: string): ApiError => invalidFields({ path, message })

/**
 * No route has this path. A path with a key that nobody has gets the same answer.
 * @param hint what the caller may have meant
 */
export const routeNotFound = (hint = ''): ApiError =>
  new ApiError('route_not_found', `There is no such route.${hint}`)

/** The challenge that asks for a token: RFC 6750, section 3. */
export const bearerChallenge = 'Bearer realm="tasks-api"'

/** The same answer for a token that is malformed, unknown, expired or revoked, unless its text shows more. */
export const invalidToken = (message = 'The token is malformed, unknown, expired or revoked.'): ApiError =>
  new ApiError('invalid_token', message, {
    headers: { 'WWW-Authenticate': `${bearerChallenge}, error="invalid_token"` },
  })
