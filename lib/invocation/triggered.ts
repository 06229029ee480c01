import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
  EventBridgeEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda'
import { ApiError } from '../api-error.ts'
import type { TriggeredFunction } from '../contract/triggered.ts'
import type { Storage } from '../store/storage.ts'
import { describeError, endingOf, openInvocation } from './invocation.ts'

/** What each trigger brings. */
interface Events {
  stream: DynamoDBStreamEvent
  queue: SQSEvent
  schedule: EventBridgeEvent<'Scheduled Event', unknown>
}

/** What each trigger takes as an answer; a batch failure names the records that are to come again. */
interface Answers {
  stream: DynamoDBBatchResponse
  queue: SQSBatchResponse
  schedule: undefined
}

type Trigger = TriggeredFunction['trigger']

/** A Lambda behind a trigger; the local service and the tests call it as AWS does. */
export type TriggeredHandler<T extends Trigger> = (
  event: Events[T],
  context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'>,
) => Promise<Answers[T]>

/**
 * The answer to a batch of which some records failed; they come again. Of a stream all come again from the first that
 * failed on: https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 * @param ids the sequence numbers of stream records, the message ids of a queue's
 */
export const batchFailures = (ids: readonly string[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
})

const recordsOf = (event: unknown): number | undefined => {
  const records: unknown = (event as { Records?: unknown } | null)?.Records // or of any shape
  return Array.isArray(records) ? records.length : undefined
}

/**
 * Makes a Lambda of a declaration and the code that fulfils it: storage with its deadline, one log line, metrics. An error
 * is logged and ends the invocation with another one, so that AWS tries it again: the runtime writes all members of an
 * error to the log, and an error of the SDK may hold an item.
 */
export function triggered<F extends TriggeredFunction>(
  { id, trigger }: F,
  act: (storage: Storage, event: Events[F['trigger']]) => Promise<Answers[F['trigger']]>,
): TriggeredHandler<F['trigger']> {
  const end = endingOf({ function: id })
  return async (event, context) => {
    const invocation = openInvocation(context)
    const records = recordsOf(event)
    const line = { message: 'invocation', function: id, trigger, records }
    const counts = records === undefined ? {} : { Records: records }
    const [result] = await Promise.allSettled([(async () => act(invocation.storage, event))()])
    if (result.status === 'rejected') {
      const code = result.reason instanceof ApiError ? result.reason.code : undefined
      const cause = describeError(result.reason)
      end(invocation, context, { level: 'error', line: { ...line, outcome: 'failed', code, cause }, counts })
      throw new Error(`${id} failed: its log line of this invocation says why.`)
    }
    const failed = result.value?.batchItemFailures.length ?? 0
    end(invocation, context, {
      level: failed > 0 ? 'warn' : 'info',
      line: { ...line, outcome: failed > 0 ? 'partial' : 'done', failed_records: failed },
      counts: { ...counts, ...(failed > 0 && { FailedRecords: failed }) },
    })
    return result.value
  }
}
