/**
 * Every error code that an answer can have, with its HTTP status. The set is closed: docs/architecture.md,
 * "Conventions".
 */
export const errorStatuses = {
  invalid_request: 400,
  invalid_token: 401,
  invalid_signature: 401,
  forbidden: 403,
  insufficient_scope: 403,
  plan_required: 403,
  task_not_found: 404,
  project_not_found: 404,
  lane_not_found: 404,
  subtask_not_found: 404,
  field_not_found: 404,
  token_not_found: 404,
  form_not_found: 404,
  submission_not_found: 404,
  webhook_not_found: 404,
  delivery_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  project_not_empty: 409,
  external_id_exists: 409,
  field_exists: 409,
  cursor_expired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  quota_exceeded: 429,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  service_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatuses
