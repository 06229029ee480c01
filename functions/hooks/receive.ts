import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none, uuid } from '../../lib/contract/fields.ts'
import { maxBulkOperations, maxSubmissionKib } from '../../lib/contract/limits.ts'
import { rulesOf } from '../../lib/forms/form-item.ts'
import { formPath } from '../../lib/forms/form-url.ts'
import { received } from '../../lib/forms/handshake.ts'
import { findFormHolder, type FormHolder } from '../../lib/forms/holder.ts'
import { partsOf, type Part } from '../../lib/forms/parts.ts'
import { readBody, withoutFiles } from '../../lib/forms/read-body.ts'
import { receive, type Receipt } from '../../lib/forms/receive.ts'
import { storeSubmission } from '../../lib/forms/store-submission.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { keyAccess } from '../../lib/http/key-access.ts'
import { pageResult, wantsPage } from '../../lib/http/page.ts'
import { ids } from '../samples.ts'
import type { Words } from '../words.ts'

/** A submission is kept, whatever the account's plan is; its task can be made when the plan has the API again. */
const withoutPlan = (receipt: Receipt): Receipt =>
  receipt.outcome === 'task'
    ? { outcome: 'held', reason: "The account's plan does not include the API.", dedupe: receipt.dedupe }
    : receipt

/**
 * Stores one of the submissions of a request, and makes its task.
 * @returns the submission's id
 */
async function takePart(holder: FormHolder, { request, body }: Part, nowMs: number): Promise<string> {
  const { form, isPro } = holder
  const read = await receive(rulesOf(form), request, nowMs, body)
  const receipt = isPro ? read : withoutPlan(read)
  const { id } = await storeSubmission(holder, form, request, receipt, nowMs)
  return id
}

/** An address as a header can hold it: in ASCII, without the line breaks that the URL standard passes over. */
const headerAddress = (address: string): string => new URL(address).href

/** Receives submissions. Anyone who knows the URL can send them. */
const declaration = declare({
  id: 'hooks.receive',
  method: 'POST',
  path: formPath,
  auth: {
    kind: 'key',
    param: 'key',
    schema: z
      .string()
      .check(z.regex(/^hk_[0-9A-Za-z]{16,22}_[0-9A-Za-z]{16,22}_[0-9A-Za-z]{22}_[0-9A-Za-z]{6}$/)),
  },
  params: none,
  // senders add parameters of their own, such as utm_source: a refusal would lose the submission
  query: z.object({}),
  body: {
    contentTypes: [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/*+json',
    ],
    maxBytes: maxSubmissionKib * 1024,
  },
  success: 200,
  answer: z.object({
    received: z.literal(true),
    submission_id: uuid,
    submission_ids: z.optional(z.array(uuid)),
  }),
  errors: ['invalid_signature', 'quota_exceeded'],
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Submissions',
  summary: 'Send a submission',
  description: `Accepts JSON, \`application/x-www-form-urlencoded\` and \`multipart/form-data\`, at most ${maxSubmissionKib} KiB, in UTF-8 or in a charset that the request names. Of a file, only the name and size are kept. No token is needed, because the key is in the path. Query parameters are ignored, because some senders add their own. 200 means that the submission is stored. It either created a task or a comment, or it is held because that is not possible now. A repeated submission creates nothing twice. A list of up to ${maxBulkOperations} events, in JSON, is as many submissions: \`submission_ids\` names them in the order of the list, and the request counts as that many. If one of them cannot be stored, the answer is its error; the same list again stores the rest. A browser gets a page or is redirected to \`redirect_url\`. The answer never shows a task.`,
  body: { name: 'Ada', message: 'Please call me' },
  answer: { received: true, submission_id: ids.submissionId },
})

export const operation = endpoint(
  declaration,
  async (holder, { body }, charge) => {
    const { form } = holder
    const nowMs = Date.now()
    const request = await withoutFiles(body)
    const parts = partsOf(form.source, request, await readBody(request))
    charge(parts.length - 1)
    const ids: string[] = []
    // one after the other: the tasks are then in the order of the list, and their writes do not get into each other's way
    for (const part of parts) ids.push(await takePart(holder, part, nowMs))
    const [id] = ids
    if (id === undefined) return received()
    const several = ids.length > 1 && { submission_ids: ids }
    if (!wantsPage(request.headers))
      return { body: { received: true as const, submission_id: id, ...several } }
    return form.redirect_url === undefined
      ? pageResult(200, 'Thank you', 'Your form was received.')
      : { statusCode: 303, headers: { Location: headerAddress(form.redirect_url) }, body: '' }
  },
  keyAccess(findFormHolder),
)
