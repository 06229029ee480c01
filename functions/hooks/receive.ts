import { receiveSubmission } from '../../lib/forms/hook.ts'
import { withoutFiles } from '../../lib/forms/read-body.ts'
import { receive, type Receipt } from '../../lib/forms/receive.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { keyAccess } from '../../lib/http/key-access.ts'
import { pageResult, wantsPage } from '../../lib/http/page.ts'
import { findFormHolder } from '../../lib/forms/holder.ts'
import { rulesOf } from '../../lib/forms/form-item.ts'
import { storeSubmission } from '../../lib/forms/store-submission.ts'

/** A submission is kept, whatever the account's plan is; its task can be made when the plan has the API again. */
const withoutPlan = (receipt: Receipt): Receipt =>
  receipt.outcome === 'task'
    ? { outcome: 'held', reason: "The account's plan does not include the API.", dedupe: receipt.dedupe }
    : receipt

/** An address as a header can hold it: in ASCII, without the line breaks that the URL standard passes over. */
const headerAddress = (address: string): string => new URL(address).href

export const handler = endpoint(
  receiveSubmission,
  async (holder, { body }) => {
    const { form, isPro } = holder
    const nowMs = Date.now()
    const request = await withoutFiles(body)
    const read = await receive(rulesOf(form), request, nowMs)
    const receipt = isPro ? read : withoutPlan(read)
    const { id } = await storeSubmission(holder, form, request, receipt, nowMs)
    if (!wantsPage(request.headers)) return { body: { received: true as const, submission_id: id } }
    return form.redirect_url === undefined
      ? pageResult(200, 'Thank you', 'Your form was received.')
      : { statusCode: 303, headers: { Location: headerAddress(form.redirect_url) }, body: '' }
  },
  keyAccess(findFormHolder),
)
