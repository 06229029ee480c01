import type { ErrorCode } from '../../../lib/contract/errors.ts'
import { defaultTaskQuota, trashRetentionDays } from '../../../lib/contract/limits.ts'
import { ids, task } from './samples.ts'

/** What a reader wants to know of an error code. */
export interface ErrorGuide {
  meaning: string
  /** What the caller should do. */
  action: string
  /** A message that the service sends with it. */
  message: string
  /** The members of the error object that only this code has, with example values. */
  members?: Record<string, unknown>
}

const details = [
  { path: 'label', message: 'is required' },
  { path: 'status', message: 'must be one of 0, 1, 2' },
]

const absent = (kind: string, action: string): ErrorGuide => ({
  meaning: `There is no such ${kind}: it never was, it is deleted, or it belongs to another account. The answer is the same for all three.`,
  action,
  message: `There is no such ${kind}.`,
})

/** The guide to every error code; each has a section of its own on the docs page. */
export const errorGuide: Record<ErrorCode, ErrorGuide> = {
  invalid_request: {
    meaning: 'The path, the query, a header or the body breaks the contract. Unknown fields do so too.',
    action: 'Change what `message` and `details` name, and send it again. A repeat as it is fails again.',
    message: 'label is required',
    members: { details },
  },
  invalid_token: {
    meaning: 'The token is missing, malformed, unknown, expired or revoked.',
    action: 'Send `Authorization: Bearer <token>`. If you do, have a new token made.',
    message: 'The token is malformed, unknown, expired or revoked.',
  },
  invalid_signature: {
    meaning: 'The form checks signatures, and this submission has none, or a wrong one. Nothing was stored.',
    action: "Sign the raw body with the form's secret, in the header of its scheme.",
    message: "The signature is missing or wrong: sign with the form's secret.",
  },
  insufficient_scope: {
    meaning: 'The token is valid, but lacks the scope that `required_scope` names.',
    action: 'Use a token with that scope. `GET /tokens/self` shows what a token may do.',
    message: 'The token lacks the scope write.',
    members: { required_scope: 'write' },
  },
  plan_required: {
    meaning: 'The account is not on the Pro plan, to which the API belongs.',
    action: 'Move the account to the Pro plan. The token stays the same.',
    message: 'The API is part of the Pro plan; this account is on another plan.',
  },
  task_not_found: absent('task', 'Check the id. `GET /projects/{projectId}/trash` lists what was deleted.'),
  project_not_found: absent('project', 'Check the id against `GET /projects`.'),
  lane_not_found: absent(
    'lane',
    'Check the id against `workflow_lanes` of the project: a lane belongs to one.',
  ),
  subtask_not_found: absent('subtask', 'Check the id against `subtasks` of the task.'),
  token_not_found: absent('token', 'Check the id against `GET /tokens`.'),
  form_not_found: absent('form', 'Check the id against `GET /forms`.'),
  submission_not_found: absent(
    'submission',
    'Check the id against `GET /forms/{formId}/submissions`. It may have been purged: a form keeps its submissions for `retention_days`.',
  ),
  route_not_found: {
    meaning: 'No operation has this path.',
    action: 'Compare the path with this page. It begins with `/v1` and has no slash at its end.',
    message: 'There is no such route.',
  },
  method_not_allowed: {
    meaning: 'The path is right, but it does not take this method.',
    action: 'Use one of the methods in the header `Allow`.',
    message: 'This route takes DELETE, GET, PATCH only.',
  },
  project_not_empty: {
    meaning: 'A project can be deleted only when it holds no active task.',
    action: 'Delete its tasks, or move them to another project, then delete it.',
    message: 'The project still holds tasks (12): delete or move them first.',
  },
  external_id_exists: {
    meaning:
      'Another task of the account has this `externalId`, perhaps in the trash: the one in `task_id`. (One whose project is deleted does not count.)',
    action: 'Update or restore that task, or choose another external id. Nothing was created.',
    message: 'A task with this externalId already exists or is in the trash: update or restore it.',
    members: { task_id: ids.id },
  },
  cursor_expired: {
    meaning: `The change cursor is older than ${trashRetentionDays} days; deletions since then may be forgotten. Or it is ahead of the service, whose clock was set back; changes since then may be hidden.`,
    action:
      'Call `GET /changes` without a cursor: it hands out everything there is. Forget what it does not name.',
    message: `The cursor is older than ${trashRetentionDays} days, and deletions since then may be forgotten: begin anew, without a cursor.`,
  },
  precondition_failed: {
    meaning:
      'The task has changed since the version in `If-Match`. It is sent along as it is now, but only to a token with the scope read; the `ETag` comes to all.',
    action: 'Merge your change into `task`, and send it with the `ETag` of this answer as `If-Match`.',
    message: 'The task has changed since you read it: read its current state, then decide again.',
    members: { task },
  },
  payload_too_large: {
    meaning: 'The body is longer than 256 KiB.',
    action: 'Send less at once: shorter texts, fewer subtasks.',
    message: 'The body must be at most 256 KiB.',
  },
  unsupported_media_type: {
    meaning: 'The body is not declared to be JSON.',
    action: 'Send `Content-Type: application/json`.',
    message: 'Send the body as JSON, with Content-Type: application/json.',
  },
  idempotency_key_reused: {
    meaning: 'This `Idempotency-Key` came before, with another request.',
    action: 'Use a new key for each new task; use the old key only to repeat the very same request.',
    message: 'This Idempotency-Key was used for another request: use a new one.',
  },
  quota_exceeded: {
    meaning: 'The project holds as many tasks as it may, or the account as many tokens.',
    action: 'Delete what is not needed, or ask the operator for a higher quota. To wait does not help.',
    message: `The project's task quota of ${defaultTaskQuota} is reached.`,
  },
  rate_limited: {
    meaning:
      'The token, its account or the whole service has had as many requests as it takes for now. Nothing was done.',
    action:
      'Wait as long as `Retry-After` says, or a second and then twice as long each time, and send it again. `RateLimit` says in every answer what is left.',
    message: 'Too many requests: this token may send 1200 a minute. Try again in 41 s.',
  },
  headers_too_large: {
    meaning: 'The headers are longer than 10,240 bytes together.',
    action: 'Send fewer or shorter headers.',
    message: 'All headers together must be at most 10,240 bytes.',
  },
  internal_error: {
    meaning: 'A fault of the service. It is logged under the `request_id`.',
    action: 'Report it with the `request_id`. A read may be repeated; whether a write was done is not known.',
    message: 'Something went wrong on our side. Try again later.',
  },
  service_unavailable: {
    meaning: 'Storage is busy or out of reach, or the request ran out of time.',
    action: 'Wait `Retry-After` seconds and send it again; creates with the same `Idempotency-Key`.',
    message: 'The service is busy. Try again in a moment.',
  },
}
