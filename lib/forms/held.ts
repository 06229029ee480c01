import { ApiError, notFound, routeNotFound } from '../contract/api-error.ts'
import { maxHeldSubmissions } from '../contract/limits.ts'
import { hasExpired } from '../table/item.ts'
import { query } from '../table/read-items.ts'
import { serviceUnavailable } from '../table/send.ts'
import type { Tenant } from '../table/tenant.ts'
import { transact, update, type CheckedWrite } from '../table/write-items.ts'
import type { TransactionWrite } from '../table/transaction-write.ts'
import { formKey, type FormItem } from './form-item.ts'
import { asSubmission, submissionKey, submissionPartition, type SubmissionItem } from './submission-item.ts'
import { heldPrefix } from './submission-prefix.ts'

/** Returns a page of a form's held submissions, oldest first, starting after an id. */
export async function queryHeld(tenant: Tenant, formId: string, after = '', limit?: number) {
  const { items, last } = await query(tenant, {
    condition: 'pk = :form AND sk BETWEEN :after AND :end',
    values: {
      ':form': submissionPartition(tenant, formId),
      ':after': `${heldPrefix}${after}`,
      ':end': `${heldPrefix}~`,
    },
    ...(limit !== undefined && { limit }),
  })
  const held = items.map(asSubmission).filter(({ id }) => id !== after)
  const end = last && String(last.sk).slice(heldPrefix.length)
  return { held: held.filter((item) => !hasExpired(item)), end }
}

/**
 * The held submissions of a form are counted again at most once in this many milliseconds. That reads every body that
 * it holds: up to 64 MB, of a form that anyone may send to.
 */
const recountEveryMs = 60 * 60 * 1000

/** Recounts the held submissions of a form: those that the TTL purged were not subtracted. */
async function recount(tenant: Tenant, formId: string, seen: number): Promise<void> {
  let count = 0
  let after: string | undefined
  do {
    const page = await queryHeld(tenant, formId, after)
    count += page.held.length
    after = page.end
  } while (after !== undefined && Date.now() < tenant.deadlineMs)
  if (after !== undefined) throw serviceUnavailable()
  await update(tenant, {
    Key: formKey(tenant, formId),
    UpdateExpression: 'SET held_count = :count, held_counted_at_ms = :now',
    ConditionExpression: 'held_count = :seen',
    ExpressionAttributeValues: { ':count': count, ':seen': seen, ':now': Date.now() },
  })
}

/**
 * @param countedAtMs when the held submissions were last recounted: until the next recount, only a replay makes room
 */
const tooMany = (countedAtMs: number) =>
  new ApiError('quota_exceeded', 'This form holds too many submissions already. Try again later.', {
    headers: { 'Retry-After': String(Math.ceil((countedAtMs + recountEveryMs - Date.now()) / 1000)) },
  })

/**
 * Stores a submission for which no task can be created now, and counts it.
 * @throws ApiError quota_exceeded if the form holds 1,000; route_not_found if it is deleted
 */
export async function hold(tenant: Tenant, form: FormItem, submission: SubmissionItem): Promise<void> {
  const { id: formId, project_id } = form
  const item: SubmissionItem = { ...submission, project_id }
  const writes: TransactionWrite[] = [
    {
      Update: {
        Key: formKey(tenant, formId),
        UpdateExpression: 'ADD held_count :one',
        ConditionExpression: 'attribute_exists(pk) AND held_count < :most',
        ExpressionAttributeValues: { ':one': 1, ':most': maxHeldSubmissions },
      },
    },
    { Put: { Item: { ...submissionKey(tenant, formId, item), ...item } } },
  ]
  const refusals = await transact(tenant, writes)
  if (!refusals) return
  const { held_count: seen, held_counted_at_ms: countedAtMs = 0 } = refusals[0]?.found ?? {}
  if (typeof seen !== 'number') throw routeNotFound()
  if (Date.now() < Number(countedAtMs) + recountEveryMs) throw tooMany(Number(countedAtMs))
  await recount(tenant, formId, seen)
  if (await transact(tenant, writes)) throw tooMany(Date.now())
}

/** Returns the write that changes a form's count of held submissions. */
const countHeld = (tenant: Tenant, formId: string, change: number): TransactionWrite => ({
  Update: {
    Key: formKey(tenant, formId),
    UpdateExpression: 'ADD held_count :change',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':change': change },
  },
})

/**
 * Returns the writes that give a submission its new outcome, and change the count if it becomes held or stops being held.
 * They are refused with submission_not_found if another call has changed the outcome since the submission was read.
 */
export function settle(
  tenant: Tenant,
  formId: string,
  before: SubmissionItem,
  after: SubmissionItem,
): CheckedWrite[] {
  const seen = {
    ConditionExpression: 'outcome = :seen',
    ExpressionAttributeValues: { ':seen': before.outcome },
  }
  // the key depends on the outcome, so the new key must come last
  const Item = { ...after, ...submissionKey(tenant, formId, after) }
  const change = Number(after.outcome === 'held') - Number(before.outcome === 'held')
  const writes: TransactionWrite[] =
    change === 0
      ? [{ Put: { Item, ...seen } }]
      : [
          { Delete: { Key: submissionKey(tenant, formId, before), ...seen } },
          { Put: { Item } },
          countHeld(tenant, formId, change),
        ]
  return writes.map((write) => ({ write, whenRefused: () => notFound('submission') }))
}
