import { wakeWebhooks } from '../../lib/contract/webhook-functions.ts'
import { triggered } from '../../lib/invocation/triggered.ts'
import { wakeDueWebhooks } from '../../lib/store/webhook/wake.ts'

export const handler = triggered(wakeWebhooks, async (storage, _, report) => {
  const woken = await wakeDueWebhooks(storage, Date.now())
  if (woken > 0) report({ counts: { Woken: woken } })
  return undefined
})
