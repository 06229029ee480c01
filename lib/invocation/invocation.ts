import { Logger } from '@aws-lambda-powertools/logger'
import type { Context } from 'aws-lambda'
import { openStorage, type Storage } from '../store/storage.ts'
import { counterOf, type Counted, type Counts } from './count.ts'

const logger = new Logger({ serviceName: 'tasks-api' })

/** Left for the answer and the log when the time of an invocation runs out, in milliseconds. */
const reserveMs = 250

/** Whether the next invocation is the first of its process; with provisioned concurrency nobody waited for the start. */
let isFirst = process.env.AWS_LAMBDA_INITIALIZATION_TYPE !== 'provisioned-concurrency'

/** One run of a function, whatever its trigger. */
export interface Invocation {
  /** Its way to the table, which ends before the function's own time does. */
  storage: Storage
  startMs: number
  isColdStart: boolean
}

/** Begins an invocation: the clock runs, and its storage knows until when it may try. */
export function openInvocation(context: Pick<Context, 'getRemainingTimeInMillis'>): Invocation {
  const isColdStart = isFirst
  isFirst = false
  const deadlineMs = Date.now() + context.getRemainingTimeInMillis() - reserveMs
  return { storage: openStorage(deadlineMs), startMs: performance.now(), isColdStart }
}

/**
 * What the log may hold of an error: no request, no item, only where it happened. A syntax error is one of JSON, whose
 * message quotes the text that it could not read.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  const { name, message, stack = '', cause } = error
  if (!(error instanceof SyntaxError)) return { name, message, stack, cause: describeError(cause) }
  return { name, stack: stack.slice(Math.max(stack.search(/^ +at /m), 0)), cause: describeError(cause) }
}

/** What is said of an invocation at its end. */
export interface Ending {
  /** `error` where a person must look at it. */
  level: 'info' | 'warn' | 'error'
  /** The log line, but for what every invocation has. */
  line: { message: string } & Record<string, unknown>
  /** What is counted beside its time, its capacity units and a cold start. */
  counts: Counts
}

/** Ends invocations of one function: writes the one log line of each (never a token, a label or a body), and counts it. */
export function endingOf(counted: Counted) {
  const count = counterOf(counted)
  return (
    { storage: { usage }, startMs, isColdStart }: Invocation,
    { awsRequestId }: Pick<Context, 'awsRequestId'>,
    { level, line, counts }: Ending,
  ): void => {
    const durationMs = Math.round(performance.now() - startMs)
    logger[level]({
      ...line,
      duration_ms: durationMs,
      cold_start: isColdStart,
      ...usage,
      // by which Lambda's own lines name the invocation: a time-out, an exit
      lambda_request_id: awsRequestId,
    })
    count({
      ...counts,
      Latency: durationMs,
      ReadUnits: usage.read_units,
      WriteUnits: usage.write_units,
      ...(isColdStart && { ColdStarts: 1 }),
    })
  }
}
