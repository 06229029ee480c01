import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../api-error.ts'
import type { Storage, Usage } from './storage.ts'

interface Consumed {
  CapacityUnits?: number | undefined
}

interface Output {
  ConsumedCapacity?: Consumed | Consumed[] | undefined
  $metadata: { attempts?: number | undefined }
}

/** Part of every command: DynamoDB answers how many capacity units it took. */
export const countUnits = { ReturnConsumedCapacity: 'TOTAL' } as const

function count(usage: Usage, kind: 'read' | 'write', output: Output): void {
  usage.round_trips += output.$metadata.attempts ?? 1
  const consumed = [output.ConsumedCapacity ?? []].flat()
  usage[`${kind}_units`] += consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
}

const firstDelayMs = 20
const longestDelayMs = 500

/** The reasons of a cancelled transaction that pass by themselves. */
const passing = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']

/**
 * Whether another write held an item at that moment, or a part of a transaction was throttled. The SDK leaves these
 * errors to its caller. A transaction has one reason for each item, and `None` marks items that did not fail. A failed
 * condition beside a conflict says nothing yet: the other items were not all looked at.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html, "Transaction conflict handling"
 */
function isConflict(error: Error): boolean {
  if (error.name === 'TransactionCanceledException') {
    // by its name it is the SDK's own error
    const { CancellationReasons = [] } = error as Error & { CancellationReasons?: { Code?: string }[] }
    return CancellationReasons.some(({ Code }) => Code !== undefined && passing.includes(Code))
  }
  return error.name === 'TransactionConflictException' || error.name === 'TransactionInProgressException'
}

const throttles = ['ThrottlingException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded']

/** Service faults, throttles and a network that failed; the SDK has tried them its own number of times. */
function isOutage(error: Error): boolean {
  const { $fault, $metadata } = error as Error & { $fault?: string; $metadata?: { httpStatusCode?: number } }
  return $fault === 'server' || throttles.includes(error.name) || $metadata?.httpStatusCode === undefined
}

/** What a caller gets when storage stays out of reach or too busy for as long as the request may last. */
export const serviceUnavailable = (cause?: unknown): ApiError =>
  new ApiError('service_unavailable', 'The service is busy. Try again in a moment.', {
    headers: { 'Retry-After': '1' },
    cause,
  })

/** Thrown when time ran out between two tries, each of which was refused by a conflict: nothing was written. */
export class ConflictsOutlasted extends ApiError {
  readonly tries: number

  constructor(cause: unknown, tries: number) {
    const { code, message, extras } = serviceUnavailable(cause)
    super(code, message, extras)
    this.tries = tries
  }
}

/**
 * Waits before try number `tries` + 1, with full jitter: up to 20 ms at first, up to half a second later on.
 * https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
 * @returns false, at once, when the deadline would pass meanwhile
 */
export async function backOff({ deadlineMs }: Storage, tries: number): Promise<boolean> {
  const delayMs = Math.random() * Math.min(firstDelayMs * 2 ** (tries - 1), longestDelayMs)
  if (Date.now() + delayMs >= deadlineMs) return false
  await sleep(delayMs)
  return true
}

/** A timer that is set for longer goes off at once: https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const longestTimerMs = 2 ** 31 - 1

/**
 * Lets a command run until the deadline. Then its signal cuts off what is under way, and nothing of it starts any
 * more: Lambda freezes a function after its answer, and what is left would go on with the next request.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 * @throws Error at the deadline; whatever the command throws
 */
async function untilDeadline<O>(
  { deadlineMs }: Storage,
  command: (options: { abortSignal: AbortSignal }) => Promise<O>,
): Promise<O> {
  const leftMs = deadlineMs - Date.now()
  const outOfTime = new Error('Storage did not answer before the deadline.')
  if (leftMs <= 0) throw outOfTime
  const cut = new AbortController()
  const { promise: atDeadline, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => {
      cut.abort()
      // the SDK checks the signal before each try, but sleeps on between two tries after it has fired
      reject(outOfTime)
    },
    Math.min(leftMs, longestTimerMs),
  )
  try {
    return await Promise.race([command({ abortSignal: cut.signal }), atDeadline])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Sends a command, and again while it meets conflicts and the deadline allows.
 * @throws ApiError service_unavailable; a fault of our own as the SDK throws it; a failed condition too, with
 *   `isUnsure`: whether an earlier try may have been done
 */
export async function send<O extends Output>(
  storage: Storage,
  kind: 'read' | 'write',
  command: (options: { abortSignal: AbortSignal }) => Promise<O>,
): Promise<O> {
  let isUnsure = false
  for (let tries = 1 + (storage.triesBefore ?? 0); ; tries++) {
    try {
      const output = await untilDeadline(storage, command)
      count(storage.usage, kind, output)
      return output
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // the SDK's errors have metadata, as its outputs do
      const attempts = (error as Error & Partial<Output>).$metadata?.attempts ?? 1
      storage.usage.round_trips += attempts
      // of several tries of the SDK, an earlier one may have been done without an answer
      isUnsure ||= attempts > 1
      if (isConflict(error)) {
        if (await backOff(storage, tries)) continue
        throw isUnsure ? serviceUnavailable(error) : new ConflictsOutlasted(error, tries)
      } else if (
        error.name === 'ConditionalCheckFailedException' ||
        error.name === 'TransactionCanceledException'
      ) {
        throw Object.assign(error, { isUnsure })
      } else if (isOutage(error)) throw serviceUnavailable(error)
      else throw error
    }
  }
}
