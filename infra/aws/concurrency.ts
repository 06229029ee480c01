import { functionIds, serviceFunctions } from '../../functions/index.ts'
import { unreservedConcurrency, type Settings } from './settings.ts'

/** How many executions at once are reserved for a function. */
export const reservedFor = (id: string, { reservedConcurrency: reserved }: Settings): number | undefined =>
  typeof reserved === 'object' ? reserved[id] : reserved

/**
 * Finds functions of queues that may run less often at once than the queue's event source starts them. Lambda would
 * throttle the rest: each time, a message counts as received, and after five times it is in the failure queue.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 * @param unreserved the executions that are left for functions without a reservation
 */
function* throttledQueues(settings: Settings, unreserved: number): Generator<[string, string]> {
  const { deliveryConcurrency: started } = settings
  const why = 'Messages beyond that would be throttled, until they are in the failure queue'
  for (const { id, trigger } of serviceFunctions) {
    if (trigger !== 'queue') continue
    const own = reservedFor(id, settings)
    if (own !== undefined && own < started) {
      yield [
        'reservedConcurrency',
        `must reserve at least ${started} for ${id}, which is deliveryConcurrency: it reserves ${own}. ${why}`,
      ]
    } else if (own === undefined && unreserved < started) {
      yield [
        'deliveryConcurrency',
        `must be at most ${unreserved}, which is what reservedConcurrency leaves for ${id}: it is ${started}. ${why}`,
      ]
    }
  }
}

/**
 * Finds reserved or provisioned executions that Lambda would refuse. Provisioned executions are part of the function's
 * reserved ones, or of the account's unreserved ones.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html
 */
export function* concurrencyConflicts(settings: Settings): Generator<[string, string]> {
  const { provisionedConcurrency: provisioned = {}, accountConcurrency } = settings
  const most = accountConcurrency - unreservedConcurrency
  const raise = 'If Service Quotas grants the account more, set accountConcurrency to that'
  let reserved = 0
  let ready = 0
  for (const id of functionIds) {
    const own = reservedFor(id, settings)
    const kept = provisioned[id] ?? 0
    reserved += own ?? 0
    if (own === undefined) ready += kept
    else if (kept > own)
      yield [
        'provisionedConcurrency',
        `must keep at most ${own} of ${id} ready: reservedConcurrency allows no more`,
      ]
  }
  if (reserved <= most) yield* throttledQueues(settings, accountConcurrency - reserved)
  if (reserved > most) {
    yield [
      'reservedConcurrency',
      `must ask for at most ${most} executions at once: it asks for ${reserved}, over ${functionIds.length} functions. Lambda keeps ` +
        `${unreservedConcurrency} of the account's ${accountConcurrency} free. A number is reserved for each function; {"tasks.create": 50} ` +
        `reserves for one. ${raise}`,
    ]
  } else if (reserved + ready > most) {
    yield [
      'provisionedConcurrency',
      `must keep at most ${most - reserved} executions ready beside those that are reserved: it asks for ${ready}. ${raise}`,
    ]
  }
}
