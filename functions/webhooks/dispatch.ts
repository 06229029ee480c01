import { dispatchEvents } from '../../lib/contract/webhook-functions.ts'
import { batchFailures, triggered } from '../../lib/invocation/triggered.ts'
import { dispatchRecords } from '../../lib/webhook/dispatch-records.ts'

export const handler = triggered(dispatchEvents, async (storage, { Records }, report) => {
  const { failedFrom, cause, disabledWebhooks } = await dispatchRecords(storage, Records)
  report({
    line: { disabled_webhooks: disabledWebhooks },
    problems: failedFrom === undefined ? [] : [cause],
  })
  return batchFailures(failedFrom === undefined ? [] : [failedFrom])
})
