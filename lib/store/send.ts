import { setTimeout as sleep } from 'node:timers/promises'
import type { Plan, Token } from '../contract/token.ts'
import { ApiError } from '../api-error.ts'

/** What a request cost: round trips with their retries, and capacity units as DynamoDB counted them. */
export interface Usage {
  round_trips: number
  read_units: number
  write_units: number
}

/** One request's way to the table: what it has cost so far, and until when it may try. */
export interface Storage {
  usage: Usage
  deadlineMs: number
}

/** The same within one account: the partition of every key comes from here, and here from the token. */
export interface Tenant extends Storage {
  accountId: string
}

/** A tenant as a token stands for it: what the token and its account allow. */
export interface Caller extends Tenant {
  token: Token
  /** The hash under which the token is kept. */
  tokenHash: string
  plan: Plan
  /** What a new project of the account starts with. */
  taskQuota: number
}

export const openStorage = (deadlineMs: number): Storage => ({
  usage: { round_trips: 0, read_units: 0, write_units: 0 },
  deadlineMs,
})

interface Consumed {
  CapacityUnits?: number | undefined
}

interface Output {
  ConsumedCapacity?: Consumed | Consumed[] | undefined
  $metadata: { attempts?: number | undefined }
}

function count(usage: Usage, kind: 'read' | 'write', output: Output): void {
  usage.round_trips += output.$metadata.attempts ?? 1
  const consumed = [output.ConsumedCapacity ?? []].flat()
  usage[`${kind}_units`] += consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
}

const firstDelayMs = 20
const longestDelayMs = 500

/** A reason of a cancelled transaction that passes by itself. "None" is that of an innocent bystander. */
const passing = ['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']

/**
 * The SDK leaves these to its caller: another write held the item at that moment.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html, "Transaction conflict handling"
 */
function isConflict(error: Error): boolean {
  if (error.name === 'TransactionCanceledException') {
    const { CancellationReasons } = error as Error & { CancellationReasons?: { Code?: string }[] }
    const codes = (CancellationReasons ?? []).map(({ Code }) => Code ?? 'None')
    return codes.every((code) => passing.includes(code)) && codes.some((code) => code !== 'None')
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

/**
 * Sends a command, again with full jitter while it meets conflicts and the request has time left.
 * @throws ApiError service_unavailable; a failed condition and a fault of our own pass as the SDK throws them
 */
export async function send<O extends Output>(
  { usage, deadlineMs }: Storage,
  kind: 'read' | 'write',
  command: () => Promise<O>,
): Promise<O> {
  for (let longest = firstDelayMs; ; longest = Math.min(longest * 2, longestDelayMs)) {
    try {
      const output = await command()
      count(usage, kind, output)
      return output
    } catch (error) {
      if (!(error instanceof Error)) throw error
      usage.round_trips += (error as Error & Partial<Output>).$metadata?.attempts ?? 1
      const delayMs = Math.random() * longest
      if (isConflict(error)) {
        if (Date.now() + delayMs >= deadlineMs) throw serviceUnavailable(error)
        await sleep(delayMs)
      } else if (
        error.name === 'ConditionalCheckFailedException' ||
        error.name === 'TransactionCanceledException'
      ) {
        throw error
      } else if (isOutage(error)) throw serviceUnavailable(error)
      else throw error
    }
  }
}
