import type { DynamoDBRecord, SQSRecord } from 'aws-lambda'
import type { Events, Trigger } from '../../lib/http/invocation/triggered.ts'
import { useTurns } from '../../lib/webhooks/turns.ts'
import type { Functions } from './functions.ts'
import { Precedence } from './precedence.ts'
import { theService, workFor } from './working-for.ts'

/** Since when the first record of an event waits, in ms since 1970. A schedule is due now. */
function sinceMsOf(event: Events[Trigger]): number {
  const [first] = 'Records' in event ? (event.Records as (DynamoDBRecord | SQSRecord)[]) : []
  if (first && 'attributes' in first) return Number(first.attributes.SentTimestamp)
  const seconds = first?.dynamodb?.ApproximateCreationDateTime
  return seconds === undefined ? Date.now() : 1_000 * seconds
}

/** Lets the functions of routes go before those with a trigger, and before each further round of a delivery. */
export function requestsFirst(functions: Functions, precedence = new Precedence()): Functions {
  useTurns((sinceMs, work) => precedence.inTurn(sinceMs, work))
  return {
    invoke: (id, event) => precedence.serve(() => functions.invoke(id, event)),
    run: (id, event, begun) =>
      // what a request has sent to a queue is no longer its own work
      workFor(theService, () => precedence.inTurn(sinceMsOf(event), () => functions.run(id, event, begun))),
  }
}
