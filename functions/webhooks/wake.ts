import { declareTriggered } from '../../lib/contract/triggered.ts'
import { triggered } from '../../lib/http/invocation/triggered.ts'
import { wakeDueWebhooks } from '../../lib/webhooks/wake-up.ts'

/** Wakes the webhooks whose next attempt is due. */
export const declaration = declareTriggered({
  id: 'webhooks.wake',
  trigger: 'schedule',
  everyMinutes: 5,
  access: ['Query:list'],
  sends: ['webhooks.deliver'],
})

export const handler = triggered(declaration, async (storage) => {
  await wakeDueWebhooks(storage, Date.now())
  return undefined
})
