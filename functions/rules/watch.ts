import { declareTriggered } from '../../lib/contract/triggered.ts'
import { batchFailures, triggered } from '../../lib/http/invocation/triggered.ts'
import { watchRecords } from '../../lib/rules/watch.ts'
import { setAsideOfEnvironment } from '../../lib/webhooks/set-aside.ts'

/** Notes what the table's changes mean for rules: for dates and events, and that the project of a rule is gone. */
export const declaration = declareTriggered({
  id: 'rules.watch',
  trigger: 'stream',
  filters: [
    { prefix: 'TASK#', writes: ['INSERT', 'MODIFY'] },
    { prefix: 'PROJECT#', writes: ['REMOVE'] },
  ],
  access: ['Query', 'BatchWriteItem', 'UpdateItem', 'GetItem', 'BatchGetItem'],
  sends: ['rules.run', 'webhooks.deliver'],
  timeoutSeconds: 60,
})

export const handler = triggered(declaration, async (storage, event) => {
  // what `admin replay-batches` sends was set aside before: there it is told that it fails again
  const isLate = 'isReplay' in event
  const options = { isLate, setAside: isLate ? undefined : setAsideOfEnvironment() }
  const { failedFrom, cause, setAside } = await watchRecords(storage, event.Records, options)
  return {
    ...batchFailures(failedFrom === undefined ? [] : [failedFrom]),
    cause,
    line: { ...(setAside > 0 && { set_aside_records: setAside }) },
  }
})
