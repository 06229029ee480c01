import { declareTriggered } from '../../lib/contract/triggered.ts'
import { batchFailures, triggered } from '../../lib/http/invocation/triggered.ts'
import { dispatchRecords } from '../../lib/webhooks/dispatch-records.ts'

/** Makes events of the table's changes, and queues them for the webhooks that want them. */
export const declaration = declareTriggered({
  id: 'webhooks.dispatch',
  trigger: 'stream',
  filters: [
    { prefix: 'TASK#', writes: ['INSERT', 'MODIFY'] },
    { prefix: 'HELD#', writes: ['INSERT'] },
    { prefix: 'WEBHOOK#', writes: ['INSERT', 'MODIFY'], has: ['notice', 'type'] },
  ],
  access: ['Query', 'BatchGetItem', 'BatchWriteItem'],
  sends: ['webhooks.deliver'],
  timeoutSeconds: 60,
})

export const handler = triggered(declaration, async (storage, { Records }) => {
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
