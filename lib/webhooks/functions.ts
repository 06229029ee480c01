import { declareTriggered } from '../contract/triggered.ts'

/** Makes events of the table's changes, and queues them for the webhooks that want them. */
export const dispatchEvents = declareTriggered({
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

/** Delivers the queued events of a webhook. A message is a wake-up: it may come twice or late. */
export const deliverEvents = declareTriggered({
  id: 'webhooks.deliver',
  trigger: 'queue',
  access: ['Query', 'BatchGetItem', 'BatchWriteItem', 'UpdateItem'],
  sends: ['webhooks.deliver'],
  timeoutSeconds: 60,
})

/** Wakes the webhooks whose next attempt is due. */
export const wakeWebhooks = declareTriggered({
  id: 'webhooks.wake',
  trigger: 'schedule',
  everyMinutes: 5,
  access: ['Query:list'],
  sends: ['webhooks.deliver'],
})
