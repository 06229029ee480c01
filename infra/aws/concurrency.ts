import { functionIds, httpFunctionIds, serviceFunctions } from '../../functions/index.ts'
import { writeActions } from './grants.ts'
import { unreservedConcurrency, type Settings } from './settings.ts'

/** Whether a function of a route changes more than the counts of requests and the marker of a change feed. */
const writes = (id: string): boolean =>
  serviceFunctions.some((one) => one.id === id && one.access.some((action) => writeActions.includes(action)))

/**
 * Whether a function of a route is shut off by `access`. Lambda then runs none:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
export const isShut = (id: string, { access }: Settings): boolean =>
  httpFunctionIds.includes(id) && (access === 'closed' || (access === 'readOnly' && writes(id)))

/** How many executions at once are reserved for a function. */
export const reservedFor = (
  id: string,
  { reservedConcurrency: reserved }: Pick<Settings, 'reservedConcurrency'>,
): number | undefined => (typeof reserved === 'object' ? reserved[id] : reserved)

/** The setting for how many of a queue's function run at once. */
export const settingOfQueue = (id: string): 'deliveryConcurrency' | 'ruleConcurrency' =>
  id === 'rules.run' ? 'ruleConcurrency' : 'deliveryConcurrency'

/**
 * Finds functions of queues that may run less often at once than the queue's event source starts them. Lambda would
 * throttle the rest: each time, a message counts as received, and after five times it is in the failure queue. Without a
 * reservation, they may together take half of what the functions have: the other half is for requests.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 * @param unreserved the executions that are left for functions without a reservation
 */
function* throttledQueues(settings: Settings, unreserved: number): Generator<[string, string]> {
  const why = 'Messages beyond that would be throttled, until they are in the failure queue'
  const queues = serviceFunctions.flatMap(({ id, trigger }) => {
    const name = settingOfQueue(id)
    return trigger === 'queue' ? [{ id, name, started: settings[name], own: reservedFor(id, settings) }] : []
  })
  for (const { id, name, started, own } of queues) {
    if (own !== undefined && own < started) {
      yield [
        'reservedConcurrency',
        `must reserve at least ${started} for ${id}, which is ${name}: it reserves ${own}. ${why}`,
      ]
    }
  }
  const free = queues.filter(({ own }) => own === undefined)
  const [largest] = free.toSorted((one, other) => other.started - one.started)
  const started = free.reduce((sum, one) => sum + one.started, 0)
  const share = Math.floor(unreserved / 2)
  if (largest && started > share) {
    const names = free.map(({ name }) => name).join(' and ')
    const ids = free.map(({ id }) => id).join(' or ')
    yield [
      largest.name,
      `must be less: ${names} may ${free.length > 1 ? 'together ' : ''}be at most ${share}, which is half of the ${unreserved} ` +
        `executions that accountConcurrency and reservedConcurrency leave, and are ${started}. The other half is for requests. ` +
        `More may be reserved for ${ids}`,
    ]
  }
}

/**
 * Finds reserved or provisioned executions that Lambda would refuse. Provisioned executions are part of the function's
 * reserved ones, or of the account's unreserved ones.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html
 */
export function* concurrencyConflicts(settings: Settings): Generator<[string, string]> {
  const { provisionedConcurrency: provisioned = {}, accountConcurrency } = settings
  const most = Math.max(accountConcurrency - unreservedConcurrency, 0)
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
