import type { SQSRecord } from 'aws-lambda'
import * as z from 'zod/mini'
import { uuid } from '../../lib/contract/fields.ts'
import { deliverEvents } from '../../lib/contract/webhook-functions.ts'
import { batchFailures, triggered } from '../../lib/invocation/triggered.ts'
import { deliver, type Tally } from '../../lib/store/webhook/deliver.ts'

const wakeUp = z.object({ account: uuid, webhook: uuid })

/** Returns the webhook that a message names; undefined if it names none. */
function webhookOf({ body }: SQSRecord): z.output<typeof wakeUp> | undefined {
  try {
    return wakeUp.safeParse(JSON.parse(body)).data
  } catch {
    return undefined // it is not JSON, and will not be at the next try
  }
}

const sumOf = (tallies: readonly Tally[], name: keyof Tally): number =>
  tallies.reduce((sum, tally) => sum + tally[name], 0)

/** Metrics. What is rare is left out when it is 0, because CloudWatch bills a metric for the hours in which it is sent. */
function countsOf(tallies: readonly Tally[]) {
  const rare = { Failed: 'failed', Exhausted: 'exhausted', Disabled: 'disabled' } as const
  const seen = Object.entries(rare).map(([metric, name]) => [metric, sumOf(tallies, name)] as const)
  return {
    Delivered: sumOf(tallies, 'delivered'),
    ...Object.fromEntries(seen.filter(([, count]) => count > 0)),
  }
}

export const handler = triggered(deliverEvents, async (storage, { Records }, report) => {
  const readable = Records.flatMap((record) => {
    const webhook = webhookOf(record)
    return webhook ? [{ ...webhook, messageId: record.messageId }] : []
  })
  // several wake-ups of one webhook are one
  const groups = [...Map.groupBy(readable, ({ account, webhook }) => `${account} ${webhook}`).values()]
  const ended = await Promise.allSettled(
    groups.flatMap(([first]) => (first ? [deliver(storage, first)] : [])),
  )
  const failed = groups.filter((_, index) => ended[index]?.status === 'rejected')
  const unreadable = Records.length - readable.length
  report({
    counts: countsOf(ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))),
    problems: [
      ...ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])),
      ...(unreadable > 0
        ? [new Error(`${unreadable} messages named no webhook, and were passed over.`)]
        : []),
    ],
  })
  return batchFailures(failed.flat().map(({ messageId }) => messageId))
})
