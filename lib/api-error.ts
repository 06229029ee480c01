import type { Task } from './contract/task.ts'
import { errorStatuses, type ErrorCode } from './contract/errors.ts'

/** One field that breaks the contract: `path` as the caller wrote it, `message` what to change. */
export interface ErrorDetail {
  path: string
  message: string
}

interface ErrorExtras {
  details?: ErrorDetail[]
  /** Further members of the error object, such as `required_scope`. */
  members?: Record<string, unknown>
  /** The task as it is now, a member too: shown only to a caller who may read it. */
  task?: Task
  headers?: Record<string, string>
  /** For the log only. */
  cause?: unknown
}

/** An answer other than success. Its message is for the caller and names what to change. */
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

/** Absent, trashed and another account's are one answer in the same words, so that absence tells nothing. */
export const notFound = (kind: 'task' | 'project' | 'lane' | 'subtask' | 'token'): ApiError =>
  new ApiError(`${kind}_not_found`, `There is no such ${kind}.`)

/** No route has the path; to a caller without its key, a path with a key in it is the same. */
export const routeNotFound = (): ApiError => new ApiError('route_not_found', 'There is no such route.')

/** How an answer asks for a token: RFC 6750, section 3. */
export const bearerChallenge = 'Bearer realm="tasks-api"'

/** Malformed, unknown, expired and revoked look the same. */
export const invalidToken = (): ApiError =>
  new ApiError('invalid_token', 'The token is malformed, unknown, expired or revoked.', {
    headers: { 'WWW-Authenticate': `${bearerChallenge}, error="invalid_token"` },
  })
