import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
  EventBridgeEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda'
import { ApiError } from '../../contract/api-error.ts'
import type { TriggeredFunction } from '../../contract/triggered.ts'
import type { Storage } from '../../table/storage.ts'
import type { Counts } from './count.ts'
import { describeError, endingOf, openInvocation } from './invocation.ts'

/** The event of each trigger. */
export interface Events {
  stream: DynamoDBStreamEvent
  queue: SQSEvent
  schedule: EventBridgeEvent<'Scheduled Event', unknown>
}

/** The answer that each trigger expects. A batch answer names the records to retry. */
export interface Answers {
  stream: DynamoDBBatchResponse
  queue: SQSBatchResponse
  schedule: undefined
}

/** The members that a function adds to the log line of its run. */
interface Report {
  /** The error of the first failed record, or of a skipped one. The line is then a warning. */
  cause?: unknown
  /** Further members of its log line: numbers and ids. */
  line?: Record<string, number | string[]>
  /** Further metrics. */
  counts?: Counts
}

/** The result of a function's code: the answer, and the members of the log line. */
interface Results {
  stream: DynamoDBBatchResponse & Report
  queue: SQSBatchResponse & Report
  schedule: undefined
}

export type Trigger = TriggeredFunction['trigger']

/** A Lambda handler with a trigger. The tests and the local service call it as AWS does. */
export type TriggeredHandler<T extends Trigger> = (
  event: Events[T],
  context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'>,
) => Promise<Answers[T]>

/**
 * Returns the answer to a batch in which some records failed, so that they are retried. For a stream, all records from
 * the first failed one on are retried:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 * @param ids the sequence numbers of stream records, or the message ids of queue messages
 */
export const batchFailures = (ids: readonly string[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
})

const recordsOf = (event: unknown): number | undefined => {
  const records: unknown = (event as { Records?: unknown } | null)?.Records // checked below
  return Array.isArray(records) ? records.length : undefined
}

/**
 * Makes a Lambda handler from a function's declaration and its code. The handler opens storage with a deadline, and
 * writes one log line and the metrics. If `act` throws, the handler logs that error and throws a new one, so that AWS
 * retries the event. It does not rethrow the same error: the runtime logs all members of an error, and an SDK error may
 * hold an item.
 */
export function triggered<F extends TriggeredFunction>(
  { id, trigger }: F,
  act: (storage: Storage, event: Events[F['trigger']]) => Promise<Results[F['trigger']]>,
): TriggeredHandler<F['trigger']> {
  const end = endingOf({ function: id })
  return async (event, context) => {
    const invocation = openInvocation(context)
    const records = recordsOf(event)
    const line = { message: 'invocation', function: id, trigger, records }
    // a schedule runs in every hour: its metrics would cost as much in an idle stage as in a busy one, and Lambda's own suffice
    const counts = trigger === 'schedule' ? undefined : { Records: records ?? 0 }
    const [result] = await Promise.allSettled([(async () => act(invocation.storage, event))()])
    if (result.status === 'rejected') {
      const code = result.reason instanceof ApiError ? result.reason.code : undefined
      const cause = describeError(result.reason)
      end(invocation, context, { level: 'error', line: { ...line, outcome: 'failed', code, cause }, counts })
      throw new Error(`${id} failed: its log line of this invocation says why.`)
    }
    const { cause, line: more, counts: done, ...answer } = result.value ?? {}
    const failed = result.value?.batchItemFailures.length ?? 0
    end(invocation, context, {
      level: failed > 0 || cause !== undefined ? 'warn' : 'info',
      line: {
        ...line,
        ...more,
        outcome: failed > 0 ? 'partial' : 'done',
        failed_records: failed,
        cause: describeError(cause),
      },
      counts: counts && { ...counts, ...done, ...(failed > 0 && { FailedRecords: failed }) },
    })
    // it is the result without the report; a schedule expects no answer
    return (result.value && answer) as Answers[F['trigger']]
  }
}
