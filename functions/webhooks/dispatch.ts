import { declareTriggered } from '../../lib/contract/triggered.ts'
import { batchFailures, triggered } from '../../lib/http/invocation/triggered.ts'
import { dispatchRecords } from '../../lib/webhooks/dispatch-records.ts'
import { setAsideOfEnvironment } from '../../lib/webhooks/set-aside.ts'

/**
 * Makes events of the table's changes, and queues them for the webhooks that want them. Comments follow their tasks here, too: a
 * stream has room for two readers, and rules.watch is the other one.
 */
export const declaration = declareTriggered({
  id: 'webhooks.dispatch',
  trigger: 'stream',
  filters: [
    { prefix: 'TASK#', writes: ['INSERT', 'MODIFY', 'REMOVE'] },
    // comments, and the names of deleted ones: counts and other names have no such id
    { prefix: 'COMMENT', writes: ['INSERT', 'MODIFY'], has: ['write_id'] },
    { prefix: 'HELD#', writes: ['INSERT'] },
    { prefix: 'WEBHOOK#', writes: ['INSERT', 'MODIFY'], has: ['notice', 'type'] },
  ],
  access: [
    'GetItem',
    'Query',
    'BatchGetItem',
    'BatchWriteItem',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'ConditionCheckItem',
  ],
  sends: ['webhooks.deliver'],
  timeoutSeconds: 60,
})

export const handler = triggered(declaration, async (storage, event) => {
  // what `admin replay-batches` sends was set aside before: there it is told that it fails again
  const setAside = 'isReplay' in event ? undefined : setAsideOfEnvironment()
  const result = await dispatchRecords(storage, event.Records, setAside)
  const { failedFrom, cause, disabledFor } = result
  return {
    ...batchFailures(failedFrom === undefined ? [] : [failedFrom]),
    cause,
    line: {
      disabled_webhooks: disabledFor.length,
      ...(result.setAside > 0 && { set_aside_records: result.setAside }),
      ...(disabledFor.length > 0 && { account_ids: [...new Set(disabledFor)] }), // whom to tell
    },
  }
})
