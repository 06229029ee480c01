import type { Outcome, Submission, WholeSubmission } from './submission.ts'
import type { IncomingRequest } from './read-body.ts'
import { headersToKeep } from './receive.ts'
import { isUtf8 } from 'node:buffer'
import { accountPartition, epochSeconds, type Item, type Key } from '../table/item.ts'
import { isWithin, type Bounds, type Tenant } from '../table/tenant.ts'
import { heldPrefix, settledPrefix } from './submission-prefix.ts'

/** The attributes of a submission in the table, without the item's key. */
export interface SubmissionItem {
  /** A UUIDv7. It increases with time, so a form's submissions are sorted by the time of their arrival. */
  id: string
  received_at: string
  outcome: Outcome
  reason?: string
  task_id?: string
  /** The comment that it made on that task. */
  comment_id?: string
  /** The project that the task of a duplicate was in then, if it was known. */
  task_project_id?: string
  /** The project of the form then; only of a submission that was held. */
  project_id?: string
  /** What the account's fields did not take, and what may have been read wrongly. */
  warnings?: string[]
  /** The raw body. */
  raw: Uint8Array
  /** The headers that are needed to read the body, by lower-case name. */
  headers: Record<string, string>
  /** Its place among the submissions that came in one body; absent if it came alone. */
  part?: number
  /** TTL, in seconds since 1970. */
  expires_at: number
}

/** The outcome of a submission, with the stored parts of it. */
export type Settled = Pick<
  SubmissionItem,
  'outcome' | 'reason' | 'task_id' | 'comment_id' | 'task_project_id' | 'warnings'
>

export const submissionPartition = ({ accountId }: Tenant, formId: string): string =>
  `${accountPartition(accountId)}#FORM#${formId}`

export const submissionKey = (
  tenant: Tenant,
  formId: string,
  { id, outcome }: Pick<SubmissionItem, 'id' | 'outcome'>,
): Key => ({
  pk: submissionPartition(tenant, formId),
  sk: `${outcome === 'held' ? heldPrefix : settledPrefix}${id}`,
})

/**
 * Returns the submission of an item that was read by `submissionKey`. The key is left out, because it changes with the
 * outcome. Only this folder writes such items.
 */
export function asSubmission(item: Item): SubmissionItem {
  const rest = { ...item }
  delete rest.pk
  delete rest.sk
  return rest as unknown as SubmissionItem
}

const dayMs = 24 * 60 * 60 * 1000

/** When the stored parts of a submission expire: the TTL, in seconds since 1970. */
export const expiryAfter = (receivedAtMs: number, days: number): number =>
  epochSeconds(receivedAtMs + days * dayMs)

/** Spam is kept for at most this many days. */
const spamRetentionDays = 7

/** Makes the item of a new submission. */
export function newSubmission(
  request: IncomingRequest,
  { id, receivedAtMs, retentionDays }: { id: string; receivedAtMs: number; retentionDays: number },
  { outcome, reason, task_id, comment_id, task_project_id, warnings }: Settled,
): SubmissionItem {
  const kept = headersToKeep.flatMap((name) => {
    const value = request.headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const days = outcome === 'spam' ? Math.min(spamRetentionDays, retentionDays) : retentionDays
  return {
    id,
    received_at: new Date(receivedAtMs).toISOString(),
    outcome,
    ...(reason !== undefined && { reason }),
    ...(task_id !== undefined && { task_id }),
    ...(comment_id !== undefined && { comment_id }),
    ...(task_project_id !== undefined && { task_project_id }),
    ...(warnings !== undefined && { warnings }),
    raw: request.bytes,
    ...(request.part !== undefined && { part: request.part }),
    headers: Object.fromEntries(kept),
    expires_at: expiryAfter(receivedAtMs, days),
  }
}

/** Returns the stored parts of a submission's request. */
export const requestOf = ({ headers, raw, part }: SubmissionItem): IncomingRequest => ({
  headers,
  bytes: raw,
  ...(part !== undefined && { part }),
})

/** The id of a submission's task; undefined if that was in a project that the request may not see. */
const visibleTaskId = (
  bounds: Bounds,
  { outcome, task_id, task_project_id = '' }: SubmissionItem,
): string | null =>
  task_id === undefined || (outcome === 'duplicate' && !isWithin(bounds, task_project_id)) ? null : task_id

/** Returns a submission as lists show it. */
export const toSubmission = (bounds: Bounds, item: SubmissionItem): Submission => ({
  id: item.id,
  received_at: item.received_at,
  outcome: item.outcome,
  reason: item.reason ?? null,
  task_id: visibleTaskId(bounds, item),
  ...(item.comment_id !== undefined && { comment_id: item.comment_id }),
  warnings: item.warnings ?? [],
})

/** Returns a submission with its body. */
export function toWholeSubmission(bounds: Bounds, item: SubmissionItem): WholeSubmission {
  const isText = isUtf8(item.raw)
  return {
    ...toSubmission(bounds, item),
    raw: {
      content_type: item.headers['content-type'] ?? '',
      body: Buffer.from(item.raw).toString(isText ? 'utf8' : 'base64'),
      is_base64: !isText,
    },
  }
}
