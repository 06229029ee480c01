import { triggeredFunctions } from '../../functions/index.ts'
import type { TriggeredFunction } from '../../lib/contract/triggered.ts'
import { useQueue } from '../../lib/table/queue/queue.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Engine } from './engine.ts'
import type { Functions } from './functions.ts'
import { LocalQueues } from './queue.ts'
import { Schedule } from './schedule.ts'
import { openStream } from './stream.ts'
import type { Pace } from './stream/reader.ts'

/** Runs the functions without a route. */
export interface Triggers {
  /** Whether the functions on the stream run. */
  streams: boolean
  /** Gives the table a stream, if it has none yet. Without one, the functions on the stream do not run. */
  enableStream: (pace: Pace) => Promise<void>
  /** Starts to run them. */
  start: () => void
  /** Stops in the order in which one gives work to the next. It waits for running functions until the deadline. */
  stop: (deadlineMs: number) => Promise<void>
}

/** Why webhooks are not available, for POST /webhooks and for the operator. */
export const noStreams =
  'Webhooks are not available here: the DynamoDB engine of this service has no streams (DYNAMODB_ENDPOINT).'

/**
 * Prepares everything that runs functions without a route. If the table has a stream, no change of it is missed from now
 * on, and messages can be sent. Without such functions nothing is prepared.
 */
export async function openTriggers(
  engine: Pick<Engine, 'endpoint' | 'databasePath'>,
  table: Table,
  functions: Functions,
  declared: readonly TriggeredFunction[] = triggeredFunctions,
): Promise<Triggers> {
  const onStream = declared.filter((one) => one.trigger === 'stream')
  const stream = onStream.length > 0 ? await openStream(engine, table, onStream) : undefined
  const queues = new LocalQueues(
    declared.filter(({ trigger }) => trigger === 'queue').map(({ id }) => id),
    functions,
  )
  useQueue(queues)
  let schedule: Schedule | undefined
  return {
    streams: stream !== undefined || onStream.length === 0,
    enableStream: async (pace) => stream?.enable(pace),
    start: () => {
      stream?.start(functions)
      schedule = new Schedule(
        declared.filter((one) => one.trigger === 'schedule'),
        functions,
      )
    },
    stop: async (deadlineMs) => {
      await Promise.all([stream?.stop(deadlineMs), schedule?.stop(deadlineMs)])
      await queues.stop(deadlineMs)
    },
  }
}
