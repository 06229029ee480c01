import { etagOf } from './etag.ts'
import { retryAfterMs } from './retry-after.ts'
import type { components } from './schema.ts'

type ErrorBody = components['schemas']['Error']['error']

/** The service's error codes. The docs page has a section for each. */
export type ServiceErrorCode = ErrorBody['code']

/** Adds the client's own codes: there was no answer, or the answer did not come from the service. */
export type ErrorCode = ServiceErrorCode | 'network_error' | 'unexpected_answer'

/** The codes for the answers of a gateway in front of the service, by HTTP status. */
const gatewayCodes: Record<number, ServiceErrorCode> = {
  429: 'rate_limited',
  502: 'service_unavailable',
  503: 'service_unavailable',
  504: 'service_unavailable',
}

const isErrorBody = (body: unknown): body is { error: ErrorBody } =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object'

/** Thrown by every failed call, except one that you aborted. Decide by `code`. */
export class TasksApiError extends Error {
  override readonly name = 'TasksApiError'
  readonly code: ErrorCode
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** The path on the service's host where the code is explained. */
  readonly docs: string | undefined
  /** With invalid_request: the fields to change. */
  readonly details: NonNullable<ErrorBody['details']>
  /** With insufficient_scope: the scope that the token lacks. */
  readonly requiredScope: string | undefined
  /** With external_id_exists: the task that has the external id. */
  readonly taskId: string | undefined
  /** With precondition_failed: the current task, if the token may read. */
  readonly task: ErrorBody['task']
  /** With precondition_failed: the current version of the task. */
  readonly etag: string | undefined
  /** How long the service asks to wait, in milliseconds; 0 if it does not say. */
  readonly retryAfterMs: number

  constructor(code: ErrorCode, message: string, from: Partial<ErrorBody> & ErrorOrigin = {}) {
    super(message, { cause: from.cause })
    this.code = code
    this.status = from.response?.status ?? 0
    this.requestId = from.request_id ?? from.response?.headers.get('X-Request-Id') ?? undefined
    this.docs = from.docs
    this.details = from.details ?? []
    this.requiredScope = from.required_scope
    this.taskId = from.task_id
    this.task = from.task
    this.retryAfterMs = retryAfterMs(from.response)
    this.etag = from.response && etagOf(from.response.headers)
  }

  /** The error for an answer and its parsed body. */
  static of(response: Response, body: unknown): TasksApiError {
    if (isErrorBody(body)) {
      return new TasksApiError(body.error.code, body.error.message, { ...body.error, response })
    }
    const code = gatewayCodes[response.status] ?? 'unexpected_answer'
    const message = `HTTP ${response.status} without an error of the Tasks API: is the base URL right?`
    return new TasksApiError(code, message, { response })
  }
}

interface ErrorOrigin {
  response?: Response
  cause?: unknown
}

/** Whether a call failed with one of these codes: `if (isTasksApiError(error, 'quota_exceeded'))`. */
export const isTasksApiError = (error: unknown, ...codes: ErrorCode[]): error is TasksApiError =>
  error instanceof TasksApiError && (codes.length === 0 || codes.includes(error.code))
