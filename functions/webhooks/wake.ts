import { wakeWebhooks } from '../../lib/contract/webhook-functions.ts'
import { triggered } from '../../lib/invocation/triggered.ts'
import { wakeDueWebhooks } from '../../lib/store/webhook/wake.ts'

export const handler = triggered(wakeWebhooks, async (storage) => {
  await wakeDueWebhooks(storage, Date.now())
  return undefined
})
