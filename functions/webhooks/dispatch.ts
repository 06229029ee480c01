import { dispatchEvents } from '../../lib/webhooks/functions.ts'
import { batchFailures, triggered } from '../../lib/http/invocation/triggered.ts'
import { dispatchRecords } from '../../lib/webhooks/dispatch-records.ts'

export const handler = triggered(dispatchEvents, async (storage, { Records }) => {
  const { failedFrom, cause, disabledFor } = await dispatchRecords(storage, Records)
  return {
    ...batchFailures(failedFrom === undefined ? [] : [failedFrom]),
    cause,
    line: {
      disabled_webhooks: disabledFor.length,
      ...(disabledFor.length > 0 && { account_ids: [...new Set(disabledFor)] }), // whom to tell
    },
  }
})
