import type { Outcome, Submission, WholeSubmission } from '../../contract/submission.ts'
import type { IncomingRequest } from '../../form/read-body.ts'
import { headersToKeep } from '../../form/receive.ts'
import { isUtf8 } from 'node:buffer'
import { accountPartition, epochSeconds, type Item, type Key } from '../item.ts'
import type { Tenant } from '../tenant.ts'

/** What the table keeps of a submission, beside the keys of the item. */
export interface SubmissionItem {
  /** UUIDv7: rises with time, so the submissions of a form lie in their order. */
  id: string
  received_at: string
  outcome: Outcome
  reason?: string
  task_id?: string
  /** The body as it came. */
  raw: Uint8Array
  /** The headers by which it is read, in lower case. */
  headers: Record<string, string>
  /** TTL, in seconds since 1970. */
  expires_at: number
}

/** The partition of a form's submissions. */
export const submissionPartition = ({ accountId }: Tenant, formId: string): string =>
  `${accountPartition(accountId)}#FORM#${formId}`

/** Held ones lie by themselves, so that they are found without a look at the others. */
export const heldPrefix = 'HELD#'
export const settledPrefix = 'SUBMISSION#'

export const submissionKey = (
  tenant: Tenant,
  formId: string,
  { id, outcome }: Pick<SubmissionItem, 'id' | 'outcome'>,
): Key => ({
  pk: submissionPartition(tenant, formId),
  sk: `${outcome === 'held' ? heldPrefix : settledPrefix}${id}`,
})

/** A submission under such a key, without the key, which changes with its outcome. Only this folder writes there. */
export function asSubmission(item: Item): SubmissionItem {
  const rest = { ...item }
  delete rest.pk
  delete rest.sk
  return rest as unknown as SubmissionItem
}

const dayMs = 24 * 60 * 60 * 1000
/** What a program has sent is kept for so long, whatever the form says. */
const spamRetentionDays = 7

/** The item of a submission that has arrived. */
export function newSubmission(
  request: IncomingRequest,
  { id, receivedAtMs, retentionDays }: { id: string; receivedAtMs: number; retentionDays: number },
  { outcome, reason, task_id }: Pick<SubmissionItem, 'outcome' | 'reason' | 'task_id'>,
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
    raw: request.bytes,
    headers: Object.fromEntries(kept),
    expires_at: epochSeconds(receivedAtMs + days * dayMs),
  }
}

/** The request that a submission came with, as far as it is kept. */
export const requestOf = ({ headers, raw }: SubmissionItem): IncomingRequest => ({ headers, bytes: raw })

/** A submission as lists show it. */
export const toSubmission = ({ id, received_at, outcome, reason, task_id }: SubmissionItem): Submission => ({
  id,
  received_at,
  outcome,
  reason: reason ?? null,
  task_id: task_id ?? null,
})

/** A submission with its body. */
export function toWholeSubmission(item: SubmissionItem): WholeSubmission {
  const isText = isUtf8(item.raw)
  return {
    ...toSubmission(item),
    raw: {
      content_type: item.headers['content-type'] ?? '',
      body: Buffer.from(item.raw).toString(isText ? 'utf8' : 'base64'),
      is_base64: !isText,
    },
  }
}
