import { ids, task } from '../../../functions/samples.ts'
import type { ErrorCode } from '../../../lib/contract/errors.ts'
import {
  defaultTaskQuota,
  maxEventDays,
  maxImportKib,
  maxSubmissionKib,
  trashRetentionDays,
} from '../../../lib/contract/limits.ts'
import { maxBodyBytes } from '../../../lib/http/read-body.ts'

/** The explanation of an error code. */
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
  meaning: `There is no such ${kind}. It never existed, it was deleted, or it belongs to another account. The answer is the same in all three cases.`,
  action,
  message: `There is no such ${kind}.`,
})

/** The guide to every error code; each has a section of its own on the page of error codes. */
export const errorGuide: Record<ErrorCode, ErrorGuide> = {
  invalid_request: {
    meaning: 'The path, the query, a header or the body is not valid. Unknown fields are not valid either.',
    action:
      'Correct what `message` and `details` name, then send the request again. The same request would fail again.',
    message: 'label is required (and 1 more in details)',
    members: { details },
  },
  invalid_token: {
    meaning: 'The token is missing, malformed, unknown, expired or revoked.',
    action: 'Send `Authorization: Bearer <token>`. If you already do, get a new token.',
    message: 'The token is malformed, unknown, expired or revoked.',
  },
  invalid_signature: {
    meaning:
      'The form checks signatures, and the signature of this submission is missing or wrong. Nothing was stored.',
    action:
      "Sign the raw body with the form's secret, and send the signature in the header that its scheme uses.",
    message:
      "The signature is missing or wrong: sign with the form's secret. The form expects: send Tally-Signature with the HMAC-SHA256 of the body in hex or base64; this header is missing.",
  },
  sign_in_failed: {
    meaning:
      'The identity provider refused the sign-in, or its answer did not pass the checks. A code or a ticket works only once, and only for some minutes.',
    action: 'Start the sign-in again. If it fails each time, the operator must check the settings.',
    message: 'The sign-in failed: start it again.',
  },
  forbidden: {
    meaning: 'The request did not come through the public address of this service.',
    action: 'Use the base URL that the operator has given you.',
    message: 'Use the public address of this service.',
  },
  insufficient_scope: {
    meaning: 'The token is valid, but it lacks the scope in `required_scope`.',
    action: 'Use a token with that scope. `GET /tokens/self` shows the scopes of a token.',
    message: 'The token lacks the scope write.',
    members: { required_scope: 'write' },
  },
  plan_required: {
    meaning: 'The API is part of the Pro plan, and the account is on another plan.',
    action: 'Move the account to the Pro plan. The token stays the same.',
    message: 'The API is part of the Pro plan; this account is on another plan.',
  },
  project_bound_token: {
    meaning:
      'The token is bound to projects, and the request concerns the whole account. Such a request makes or deletes a project, defines fields, or manages members.',
    action: 'Send the request with a token that is not bound to projects.',
    message:
      'This token is bound to projects, and this concerns the whole account: use a token that is not bound.',
  },
  not_a_member: {
    meaning: 'The identity provider knows the person, but this e-mail address is not a member here.',
    action: 'Ask an administrator of your team to add your e-mail address as a member.',
    message: 'You are not a member here: ask an administrator of your team to add your e-mail address.',
  },
  task_not_found: absent('task', 'Check the id. `GET /projects/{projectId}/trash` lists deleted tasks.'),
  project_not_found: absent('project', 'Check the id against `GET /projects`.'),
  lane_not_found: absent(
    'lane',
    'Check the id against `workflow_lanes` of the project. A lane belongs to one project.',
  ),
  subtask_not_found: absent('subtask', 'Check the id against `subtasks` of the task.'),
  comment_not_found: absent('comment', 'Check the id against `GET /tasks/{id}/comments`.'),
  field_not_found: absent('field', 'Check the key against `GET /fields`.'),
  token_not_found: absent('token', 'Check the id against `GET /tokens`.'),
  member_not_found: absent('member', 'Check the id against `GET /members`.'),
  session_not_found: {
    meaning: 'The token of the request is not a session: it does not come from a sign-in.',
    action: 'Only `DELETE /tokens/{tokenId}` ends such a token.',
    message: 'There is no such session.',
  },
  form_not_found: absent('form', 'Check the id against `GET /forms`.'),
  submission_not_found: absent(
    'submission',
    'Check the id against `GET /forms/{formId}/submissions`. The submission may have been deleted: a form keeps its submissions for `retention_days` days.',
  ),
  webhook_not_found: absent(
    'webhook',
    'Check the id against `GET /webhooks`. The webhook may have been deleted.',
  ),
  delivery_not_found: absent(
    'delivery',
    'Check the id against `GET /webhooks/{webhookId}/deliveries`. Deliveries are kept for 30 days.',
  ),
  rule_not_found: absent('rule', 'Check the id against `GET /rules`. The rule may have been deleted.'),
  calendar_not_found: absent(
    'calendar',
    'Check the id against `GET /calendars`. The calendar may have been deleted.',
  ),
  route_not_found: {
    meaning: 'No operation has this path.',
    action: 'Compare the path with this page. Paths start with `/v1` and do not end with a slash.',
    message: 'There is no such route.',
  },
  method_not_allowed: {
    meaning: 'The path exists, but it does not support this method.',
    action: 'Use one of the methods in the header `Allow`.',
    message: 'This route takes DELETE, GET, PATCH only.',
  },
  project_not_empty: {
    meaning: 'A project can be deleted only when it holds no active task.',
    action: 'Delete its tasks or move them to another project. Then delete the project.',
    message: 'The project still holds tasks (12): delete or move them first.',
  },
  external_id_exists: {
    meaning:
      'Another task of the account has this `externalId`. `task_id` is the id of that task, which may be in the trash. Tasks of deleted projects do not count. Or another comment has it: `comment_id` is its id, if it is one of the same task.',
    action:
      'Update or restore that task, change that comment, or choose another external id. Nothing was created.',
    message: 'A task with this externalId already exists or is in the trash: update or restore it.',
    members: { task_id: ids.id },
  },
  id_exists: {
    meaning:
      'The `id` in the body is taken: by a task of the account (which may be in the trash, or in a project that the token does not see), by a subtask of the task, or by a lane of the project. No create chose it with a body of its own.',
    action: 'Choose another id, or leave it out. Nothing was created.',
    message: 'Another task has this id already: choose another one, or leave it out.',
  },
  field_exists: {
    meaning:
      'The account has a field with this key; or it had one of another type, and tasks may still have its values.',
    action: 'Change the existing field, or choose another key. Nothing was created.',
    message: 'The account has a field with this key: change it, or use another key.',
  },
  member_exists: {
    meaning: 'The account has a member with this e-mail address. Upper and lower case are the same.',
    action: 'Change the existing member with `PATCH /members/{memberId}`.',
    message: 'The account has a member with this e-mail address.',
  },
  last_admin: {
    meaning:
      'Members who sign in cannot take the role of an administrator from themselves if nobody else has it.',
    action: 'Make another member an administrator of all projects first, or use a token with all scopes.',
    message: 'You are the only administrator: make another member one first, for all projects.',
  },
  version_not_kept: {
    meaning:
      'The history of the task does not reach back to this version, or there is no such version. Or the task has just changed, and the history does not have that write yet.',
    action:
      'Look which versions `GET /tasks/{id}/history` has. If the task has just changed, send the request again after some seconds.',
    message:
      'The history cannot tell version 3 of the task: it is older than what is kept, or there is no such version. If the task has just changed, send the request again after some seconds.',
  },
  cursor_expired: {
    meaning: `The change cursor is older than ${trashRetentionDays} days, so some deletions since then may no longer be listed. Or the clock of the service was set back and the cursor is ahead of it, so some changes could be missed. A replay takes no cursor that is older than ${maxEventDays} days.`,
    action:
      'Call `GET /changes` without a cursor, which lists everything. Delete your copies of tasks that it does not list.',
    message: `The cursor is older than ${trashRetentionDays} days, and deletions since then may be forgotten: begin again without a cursor.`,
  },
  precondition_failed: {
    meaning:
      'The task or the comment no longer has the version in `If-Match`. The answer has the current `ETag`. If the token has the scope `read`, it also has the current task or comment.',
    action:
      'Merge your change into `task` or `comment`, and send it again with the `ETag` of this answer as `If-Match`.',
    message: 'The task has changed since you read it: read its current state, then decide again.',
    members: { task },
  },
  payload_too_large: {
    meaning: `The body is longer than the endpoint takes: ${maxBodyBytes / 1024} KiB, of a submission to a form ${maxSubmissionKib} KiB, of a file to import ${maxImportKib} KiB. Or it has more submissions than one request may send.`,
    action: 'Send shorter texts, fewer subtasks, or less at a time.',
    message: 'The body must be at most 256 KiB.',
  },
  unsupported_media_type: {
    meaning:
      'The `Content-Type` of the body is none that the endpoint takes. Most take JSON only. Or the body is compressed.',
    action: 'Send `Content-Type: application/json`, or what the message names, and no `Content-Encoding`.',
    message: 'Send the body as JSON, with Content-Type: application/json.',
  },
  idempotency_key_reused: {
    meaning: 'This `Idempotency-Key` was already used for a different request.',
    action: 'Use a new key for each new task. Use the same key only to repeat exactly the same request.',
    message: 'This Idempotency-Key was used for another request: use a new one.',
  },
  id_reused: {
    meaning: 'What was created with this `id` had another body.',
    action: 'Choose a new id for each thing. Send an id again only to repeat exactly the same body.',
    message:
      'A task was created with this id and another body: send the same body again, or choose another id.',
  },
  quota_exceeded: {
    meaning:
      'The project has reached its task quota, or the account has reached its limit of tokens, forms, webhooks, fields or members.',
    action:
      'Delete what you do not need, or ask the operator for a higher task quota. Waiting does not help.',
    message: `The project's task quota of ${defaultTaskQuota} is reached.`,
  },
  rate_limited: {
    meaning:
      'The token, the account or the whole service has reached its rate limit, or so many writes of the same project or object came at once that this one found no gap. The request had no effect; only the deletion of a lane may have begun, and a repeat goes on with it.',
    action:
      'Wait for the seconds in `Retry-After`, then send the request again. Without this header, wait one second and double the time after each attempt. The header `RateLimit` shows how many requests are left.',
    message: 'Too many requests: this token may send 1200 a minute. Try again in 41 s.',
  },
  headers_too_large: {
    meaning: 'All headers together are longer than 10,240 bytes.',
    action: 'Send fewer or shorter headers.',
    message: 'All headers together must be at most 10,240 bytes.',
  },
  internal_error: {
    meaning: 'The service has a fault. It is logged with the `request_id`.',
    action:
      'Report the error with the `request_id`. You can repeat a read. A write may or may not have taken effect.',
    message: 'Something went wrong on our side. Try again later.',
  },
  service_unavailable: {
    meaning: 'The storage is busy or cannot be reached, or the request timed out.',
    action:
      'Wait for the seconds in `Retry-After`, then send the request again. When you create a task, use the same `Idempotency-Key`.',
    message: 'The service is busy. Try again in a moment.',
  },
}
