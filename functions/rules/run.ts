import type { SQSRecord } from 'aws-lambda'
import * as z from 'zod/mini'
import { uuid } from '../../lib/contract/fields.ts'
import { declareTriggered } from '../../lib/contract/triggered.ts'
import { batchFailures, triggered } from '../../lib/http/invocation/triggered.ts'
import { runRule, type Tally } from '../../lib/rules/session.ts'

const wakeUp = z.object({ account: uuid, rule: uuid })

/** Returns the rule that a message names; undefined if there is none. */
function ruleOf({ body }: SQSRecord): z.output<typeof wakeUp> | undefined {
  try {
    return wakeUp.safeParse(JSON.parse(body)).data
  } catch {
    return undefined // it is not JSON, and will not be at the next try
  }
}

/** The sum of all sessions. */
const sumOf = (tallies: readonly Tally[], name: Exclude<keyof Tally, 'cause'>): number =>
  tallies.reduce((total, tally) => total + tally[name], 0)

/** Metrics. What is rare is left out when it is 0, because CloudWatch bills a metric for the hours in which it is sent. */
function countsOf(tallies: readonly Tally[]) {
  const [skipped, failed, disabled] = (['skipped', 'failed', 'disabled'] as const).map((name) =>
    sumOf(tallies, name),
  )
  return {
    RuleRuns: sumOf(tallies, 'done'),
    ...(skipped && { SkippedRuleRuns: skipped }),
    ...(failed && { FailedRuleRuns: failed }),
    ...(disabled && { DisabledRules: disabled }),
  }
}

/** Does what rules have to do now. A message is a wake-up: it may come twice or late. */
export const declaration = declareTriggered({
  id: 'rules.run',
  trigger: 'queue',
  access: [
    ...(['Query', 'Query:list', 'Query:changes', 'GetItem', 'BatchGetItem'] as const),
    ...(['PutItem', 'UpdateItem', 'BatchWriteItem', 'ConditionCheckItem'] as const),
  ],
  sends: ['rules.run', 'webhooks.deliver'],
  timeoutSeconds: 60,
})

export const handler = triggered(declaration, async (storage, { Records }) => {
  const readable = Records.flatMap((record) => {
    const rule = ruleOf(record)
    return rule ? [{ ...rule, messageId: record.messageId }] : []
  })
  // several wake-ups of one rule are one
  const groups = [...Map.groupBy(readable, ({ account, rule }) => `${account} ${rule}`).values()]
  const ended = await Promise.allSettled(
    groups.flatMap(([first]) => (first ? [runRule(storage, first)] : [])),
  )
  const failed = groups.filter((_, index) => ended[index]?.status === 'rejected')
  const [reason] = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const tallies = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const isUnreadable = Records.length > readable.length
  return {
    ...batchFailures(failed.flat().map(({ messageId }) => messageId)),
    cause:
      reason ??
      tallies.find(({ cause }) => cause !== undefined)?.cause ??
      (isUnreadable ? new Error('A message names no rule. It was passed over.') : undefined),
    // an alarm counts the errors: infra/aws/background-alarms.ts
    line: { runs: sumOf(tallies, 'done'), internal_errors: sumOf(tallies, 'errors') },
    counts: countsOf(tallies),
  }
})
