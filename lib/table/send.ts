import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../contract/api-error.ts'
import { isTooLarge, ItemTooLarge } from './item-size.ts'
import type { Storage, Usage } from './storage.ts'

interface Consumed {
  CapacityUnits?: number | undefined
}

interface Output {
  ConsumedCapacity?: Consumed | Consumed[] | undefined
  $metadata: { attempts?: number | undefined }
}

/** Part of every command: makes DynamoDB return the capacity units that it consumed. */
export const countUnits = { ReturnConsumedCapacity: 'TOTAL' } as const

function count(usage: Usage, kind: 'read' | 'write', output: Output): void {
  usage.round_trips += output.$metadata.attempts ?? 1
  const consumed = [output.ConsumedCapacity ?? []].flat()
  usage[`${kind}_units`] += consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
}

const firstDelayMs = 20
const maxDelayMs = 500

/** With less time left, no further try begins, in ms: it might be aborted, and nobody would know whether it was executed. */
const leastTryMs = 100

/** The reasons for which a cancelled transaction can be retried. */
const throttled = ['ThrottlingError', 'ProvisionedThroughputExceeded']
const retryable = ['TransactionConflict', ...throttled]

/** The reasons of a cancelled transaction, one for each item: the SDK's error of this name has them. */
const reasonsOf = (error: Error): readonly { Code?: string }[] =>
  (error as Error & { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? []

const hasReason = (error: Error, codes: readonly string[]): boolean =>
  reasonsOf(error).some(({ Code = '' }) => codes.includes(Code))

/**
 * Whether a command met a conflict with another write, or a part of a transaction was throttled. The SDK does not
 * retry these errors. A cancelled transaction has one reason per item; the reason `None` marks items that did not fail.
 * It is retried even if a condition failed too, since a conflict may have kept other conditions from being checked.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html, "Transaction conflict handling"
 */
function isConflict(error: Error): boolean {
  if (error.name === 'TransactionCanceledException') return hasReason(error, retryable)
  return error.name === 'TransactionConflictException' || error.name === 'TransactionInProgressException'
}

/**
 * Whether a conflict shows more than other writes of the same items: a throttle; or an earlier try of the same transaction,
 * whose answer was lost, and which is still in progress.
 */
const isMoreThanConflict = (error: Error): boolean =>
  error.name === 'TransactionInProgressException' || hasReason(error, throttled)

const throttles = ['ThrottlingException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded']

/** Whether an error is a service fault, a throttle or a network failure. The SDK has already retried these. */
export function isOutage(error: Error): boolean {
  const { $fault, $metadata } = error as Error & { $fault?: string; $metadata?: { httpStatusCode?: number } }
  return $fault === 'server' || throttles.includes(error.name) || $metadata?.httpStatusCode === undefined
}

/** The error when storage stays unreachable or too busy until the request's deadline. */
export const serviceUnavailable = (cause?: unknown): ApiError =>
  new ApiError('service_unavailable', 'The service is busy. Try again in a moment.', {
    headers: { 'Retry-After': '1' },
    cause,
  })

/** The error when other writes of the same items stood in the way until the request's deadline. Nothing was written. */
const contended = (cause: unknown): ApiError =>
  new ApiError('rate_limited', 'Too many writes of the same project or object at once. Try again in 1 s.', {
    headers: { 'Retry-After': '1' },
    cause,
  })

/** Thrown when conflicts, or throttles of a part of a transaction, refused a write: nothing was written. */
export class Conflict extends ApiError {
  /** Whether a try was throttled. Otherwise this is the contention of the callers, and no outage. */
  readonly wasThrottled: boolean

  constructor(cause: unknown, wasThrottled: boolean) {
    const { code, message, extras } = wasThrottled ? serviceUnavailable(cause) : contended(cause)
    super(code, message, extras)
    this.wasThrottled = wasThrottled
  }
}

/** Whether a write that got this error can succeed later as it is: storage was busy, or other writes stood in the way. */
export const isBusy = ({ code }: ApiError): boolean =>
  code === 'service_unavailable' || code === 'rate_limited'

/**
 * Waits before try number `tries` + 1, with full jitter: up to 20 ms at first, later up to half a second.
 * https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
 * @returns false when no time is left for another try, mostly without waiting
 */
export async function backOff({ deadlineMs }: Pick<Storage, 'deadlineMs'>, tries: number): Promise<boolean> {
  const delayMs = Math.random() * Math.min(firstDelayMs * 2 ** (tries - 1), maxDelayMs)
  if (Date.now() + delayMs >= deadlineMs - leastTryMs) return false
  await sleep(delayMs)
  return Date.now() < deadlineMs - leastTryMs / 2 // a busy machine may have slept longer
}

/** A timer with a longer delay fires at once: https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const maxTimerMs = 2 ** 31 - 1

/**
 * Runs a command until the deadline, then aborts it. Lambda freezes a function after its answer; a command that is
 * still running would continue during the next request.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 * @throws Error at the deadline; any error of the command
 */
export async function untilDeadline<O>(
  { deadlineMs }: Pick<Storage, 'deadlineMs'>,
  command: (options: { abortSignal: AbortSignal }) => Promise<O>,
): Promise<O> {
  const leftMs = deadlineMs - Date.now()
  const outOfTime = new Error('Storage did not answer before the deadline.')
  if (leftMs <= 0) throw outOfTime
  const abort = new AbortController()
  const { promise: atDeadline, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => {
      abort.abort()
      // the SDK checks the signal before each try only; a pause between two tries would run to its end
      reject(outOfTime)
    },
    Math.min(leftMs, maxTimerMs),
  )
  try {
    return await Promise.race([command({ abortSignal: abort.signal }), atDeadline])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Sends a command. While it meets conflicts, it is sent again until the deadline. With a stamp it is sent again only if an
 * earlier try may have been executed: the same command then does nothing twice.
 * @throws ApiError service_unavailable; Conflict when nothing but conflicts refused it; ItemTooLarge; our own faults as the SDK
 *   throws them; a failed condition as the SDK throws it, with `isUnsure`: whether an earlier try may have been executed
 */
export async function send<O extends Output>(
  storage: Storage,
  kind: 'read' | 'write',
  command: (options: { abortSignal: AbortSignal }) => Promise<O>,
): Promise<O> {
  let isUnsure = false
  let wasThrottled = false
  for (let tries = 1; ; tries++) {
    try {
      const output = await untilDeadline(storage, command)
      count(storage.usage, kind, output)
      return output
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // the SDK's errors have metadata, as its outputs do
      const attempts = (error as Error & Partial<Output>).$metadata?.attempts ?? 1
      storage.usage.round_trips += attempts
      // after several tries of the SDK, an earlier one may have been executed although its answer was lost
      isUnsure ||= attempts > 1
      if (isConflict(error)) {
        wasThrottled ||= isMoreThanConflict(error)
        if ((isUnsure || !storage.isStamped) && (await backOff(storage, tries))) continue
        throw isUnsure ? serviceUnavailable(error) : new Conflict(error, wasThrottled)
      } else if (isTooLarge(error)) throw new ItemTooLarge(undefined, error)
      else if (
        error.name === 'ConditionalCheckFailedException' ||
        error.name === 'TransactionCanceledException'
      ) {
        throw Object.assign(error, { isUnsure })
      } else if (isOutage(error)) throw serviceUnavailable(error)
      else throw error
    }
  }
}
