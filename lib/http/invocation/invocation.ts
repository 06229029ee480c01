import type { Context } from 'aws-lambda'
import { openStorage, type Storage } from '../../table/storage.ts'
import { counterOf, type Counted, type Counts } from './count.ts'
import { writeLog, type Level } from './log.ts'

/** Time reserved for the answer and the log at the end of an invocation, in milliseconds. */
const reserveMs = 250

/** Whether the next invocation is a cold start. With provisioned concurrency no caller waits for the start. */
let isFirst = process.env.AWS_LAMBDA_INITIALIZATION_TYPE !== 'provisioned-concurrency'

/** One run of a function, whatever its trigger. */
export interface Invocation {
  /** Access to the table, with a deadline before the function's own timeout. */
  storage: Storage
  startMs: number
  isColdStart: boolean
}

/** Starts an invocation: starts its clock, and opens its storage with a deadline. */
export function openInvocation(context: Pick<Context, 'getRemainingTimeInMillis'>): Invocation {
  const isColdStart = isFirst
  isFirst = false
  const deadlineMs = Date.now() + context.getRemainingTimeInMillis() - reserveMs
  return { storage: openStorage(deadlineMs), startMs: performance.now(), isColdStart }
}

/**
 * How many causes of an error are logged, and how many characters of its texts: a line that is too long would be lost.
 */
const logged = { causes: 5, characters: 8_000 }

/**
 * Returns what may be logged of an error: name, message, stack and cause, but no request and no item. The message of a
 * SyntaxError is left out: these errors come from JSON.parse, whose message quotes the text. Long texts are cut. Of
 * many causes, or of an error that is its own cause, only the first are logged.
 */
export function describeError(error: unknown, causes = logged.causes): unknown {
  if (!(error instanceof Error)) return undefined
  const { name, message, stack = '' } = error
  const cause = causes > 0 ? describeError(error.cause, causes - 1) : undefined
  const cut = (text: string) => text.slice(0, logged.characters)
  if (!(error instanceof SyntaxError)) return { name, message: cut(message), stack: cut(stack), cause }
  return { name, stack: cut(stack.slice(Math.max(stack.search(/^ +at /m), 0))), cause }
}

/** The result of an invocation, for its log line and metrics. */
export interface Ending {
  level: Level
  /** The members of the log line that not every invocation has. */
  line: { message: string } & Record<string, unknown>
  /** Metrics in addition to latency, capacity units and cold starts; undefined: none at all. */
  counts: Counts | undefined
}

/**
 * Returns a function that ends an invocation: it writes the invocation's one log line, and counts the invocation. The
 * line never holds a token, a label or a body.
 */
export function endingOf(counted: Counted) {
  const count = counterOf(counted)
  return (
    { storage: { usage }, startMs, isColdStart }: Invocation,
    { awsRequestId }: Pick<Context, 'awsRequestId'>,
    { level, line, counts }: Ending,
  ): void => {
    const durationMs = Math.round(performance.now() - startMs)
    writeLog(level, {
      ...line,
      duration_ms: durationMs,
      cold_start: isColdStart,
      ...usage,
      // the id in Lambda's own log lines, such as those for a timeout or an exit
      lambda_request_id: awsRequestId,
    })
    if (!counts) return
    count({
      ...counts,
      Latency: durationMs,
      ReadUnits: usage.read_units,
      WriteUnits: usage.write_units,
      ...(isColdStart && { ColdStarts: 1 }),
    })
  }
}
