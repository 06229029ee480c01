import { functionIds } from '../../lib/contract/functions.ts'
import { unreservedConcurrency, type Settings } from './settings.ts'

/** How many executions at once are reserved for a function. */
export const reservedFor = (id: string, { reservedConcurrency: reserved }: Settings): number | undefined =>
  typeof reserved === 'object' ? reserved[id] : reserved

/**
 * Finds what Lambda would refuse of the executions that are reserved for functions, or kept ready for them. What is kept ready
 * is part of what is reserved, or of what is left of the account's.
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
