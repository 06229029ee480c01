import type { SQSRecord } from 'aws-lambda'
import * as z from 'zod/mini'
import { uuid } from '../../lib/contract/fields.ts'
import { declareTriggered } from '../../lib/contract/triggered.ts'
import { batchFailures, triggered } from '../../lib/http/invocation/triggered.ts'
import { deliver, type Tally } from '../../lib/webhooks/deliver.ts'

const nothing: Tally = { delivered: 0, failed: 0, exhausted: 0, disabled: 0 }

const wakeUp = z.object({
  account: uuid,
  webhook: uuid,
  crowd: z.optional(z.boolean()),
  waits: z.optional(z.string()),
})

/** Returns the webhook that a message names; undefined if there is none. */
function webhookOf({ body }: SQSRecord): z.output<typeof wakeUp> | undefined {
  try {
    return wakeUp.safeParse(JSON.parse(body)).data
  } catch {
    return undefined // it is not JSON, and will not be at the next try
  }
}

/** The sums of all messages. */
const sumsOf = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (sum, one) => ({
      delivered: sum.delivered + one.delivered,
      failed: sum.failed + one.failed,
      exhausted: sum.exhausted + one.exhausted,
      disabled: sum.disabled + one.disabled,
    }),
    nothing,
  )

/** Metrics. What is rare is left out when it is 0, because CloudWatch bills a metric for the hours in which it is sent. */
const countsOf = ({ delivered, failed, exhausted, disabled }: Tally) => ({
  Delivered: delivered,
  ...(failed > 0 && { FailedDeliveries: failed }),
  ...(exhausted > 0 && { ExhaustedDeliveries: exhausted }),
  ...(disabled > 0 && { DisabledWebhooks: disabled }),
})

/** Delivers the queued events of a webhook. A message is a wake-up: it may come twice or late. */
export const declaration = declareTriggered({
  id: 'webhooks.deliver',
  trigger: 'queue',
  access: ['Query', 'BatchGetItem', 'BatchWriteItem', 'UpdateItem', 'DeleteItem'],
  sends: ['webhooks.deliver'],
  timeoutSeconds: 60,
})

export const handler = triggered(declaration, async (storage, { Records }) => {
  const readable = Records.flatMap((record) => {
    const webhook = webhookOf(record)
    return webhook ? [{ ...webhook, messageId: record.messageId }] : []
  })
  // several wake-ups of one webhook are one
  const groups = [...Map.groupBy(readable, ({ account, webhook }) => `${account} ${webhook}`).values()]
  const ended = await Promise.allSettled(
    groups.flatMap(([first, ...others]) =>
      // one that has waited for its place says so
      first ? [deliver(storage, [first, ...others].find(({ waits }) => waits !== undefined) ?? first)] : [],
    ),
  )
  const failed = groups.filter((_, index) => ended[index]?.status === 'rejected')
  const [reason] = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const unreadable = Records.length - readable.length
  const sums = sumsOf(ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
  return {
    ...batchFailures(failed.flat().map(({ messageId }) => messageId)),
    cause:
      reason ?? (unreadable > 0 ? new Error('A message names no webhook. It was passed over.') : undefined),
    line: { ...sums, unreadable_records: unreadable },
    counts: countsOf(sums),
  }
})
