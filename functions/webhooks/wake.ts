import { wakeWebhooks } from '../../lib/webhooks/functions.ts'
import { triggered } from '../../lib/http/invocation/triggered.ts'
import { wakeDueWebhooks } from '../../lib/webhooks/wake.ts'

export const handler = triggered(wakeWebhooks, async (storage) => {
  await wakeDueWebhooks(storage, Date.now())
  return undefined
})
