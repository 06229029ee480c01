import type { Exchange } from '../harness/engine-tap.ts'
import type { tap } from './api.ts'

/**
 * For `tap.answerInstead`: answers the updates of shared counts at no cost. Every tenth request shares its count in
 * parallel with its own work; test/lib/http/limit-rate.test.ts tests what that costs.
 */
export const withoutSharing: typeof tap.answerInstead = (_, request) =>
  JSON.stringify(request).includes('#RATE#') ? { Attributes: { requests: { N: '1' } } } : undefined

/** Whether an exchange belongs to the request's own work: an answered update of a shared count has cost nothing. */
export const isOwnWork = ({ operation, units }: Exchange): boolean => operation !== 'UpdateItem' || units > 0
