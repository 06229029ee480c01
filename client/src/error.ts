import { retryAfterMs } from './retry-after.ts'
import type { components } from './schema.ts'

type ErrorBody = components['schemas']['Error']['error']

/** The codes of the service; the docs page has a section for each. */
export type ServiceErrorCode = ErrorBody['code']

/** And two of the client: no answer came at all; an answer came that is not the service's own. */
export type ErrorCode = ServiceErrorCode | 'network_error' | 'unexpected_answer'

/** What a gateway in front of the service means by its own answers. */
const gatewayCodes: Record<number, ServiceErrorCode> = {
  429: 'rate_limited',
  502: 'service_unavailable',
  503: 'service_unavailable',
  504: 'service_unavailable',
}

const isErrorBody = (body: unknown): body is { error: ErrorBody } =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object'

/** Every failure of a call, but for an abort of your own: decide by `code`. */
export class TasksApiError extends Error {
  override readonly name = 'TasksApiError'
  readonly code: ErrorCode
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** Quote it when you report a fault. */
  readonly requestId: string | undefined
  /** Where the code is explained, below the host of the service. */
  readonly docs: string | undefined
  /** With invalid_request: the fields to change. */
  readonly details: NonNullable<ErrorBody['details']>
  /** With insufficient_scope: the scope that the token lacks. */
  readonly requiredScope: string | undefined
  /** With external_id_exists: the task that has the external id. */
  readonly taskId: string | undefined
  /** With precondition_failed: the task as it is now, if the token may read. */
  readonly task: ErrorBody['task']
  /** With precondition_failed: the version of the task. */
  readonly etag: string | undefined
  /** How long the service asks to wait, in milliseconds; 0 when it does not say. */
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
    this.etag = from.response?.headers.get('ETag') ?? undefined
  }

  /** Makes an error of an answer and its body. */
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
