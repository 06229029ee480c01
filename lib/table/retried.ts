import { ApiError } from '../contract/api-error.ts'
import { theClock } from './clock.ts'
import { backOff, Conflict, serviceUnavailable } from './send.ts'
import type { Tenant } from './tenant.ts'

/**
 * How long a write may wait with one stamp. The change feed is ordered by stamps, and a reader never goes back to
 * before a stamp that it has passed. So the sum of this time, the lag of the index and the difference between two
 * clocks must not exceed the settle time of the feed: lib/tasks/changes.ts.
 */
export const stampLifeMs = 2_000

/** A write relied on a guess that was wrong, so nothing was written. `retried` calls `learn`, and makes the write again. */
export class WrongGuess extends ApiError {
  readonly learn: (tenant: Tenant) => Promise<void>

  constructor(learn: (tenant: Tenant) => Promise<void>) {
    const { code, message, extras } = serviceUnavailable()
    super(code, message, extras)
    this.learn = learn
  }
}

/**
 * Makes a write anew until it has a result, each time with the current time as its stamp. It is made again:
 * - after it returned undefined, because another write came in between;
 * - after a conflict, or a throttle of a part, with which nothing was written;
 * - after a wrong guess, at once.
 *
 * After any other error the write may have been executed, so it is not made again. Storage has two seconds to answer under one stamp. Between
 * two tries there is a pause; when the request has no time left for another, it ends.
 * @param attempt gets the stamp in milliseconds, and a tenant for what is written with it
 * @throws ApiError of `attempt`; at the deadline rate_limited if the last try met a conflict and no try was throttled, otherwise
 *   service_unavailable
 */
export async function retried<T>(
  tenant: Tenant,
  attempt: (nowMs: number, stamped: Tenant) => Promise<T | undefined>,
): Promise<T> {
  let wasThrottled = false
  for (let tries = 1; ; tries++) {
    const nowMs = theClock().nowMs()
    const deadlineMs = Math.min(tenant.deadlineMs, nowMs + stampLifeMs)
    let ending = serviceUnavailable()
    try {
      const result = await attempt(nowMs, { ...tenant, deadlineMs, isStamped: true })
      if (result !== undefined) return result
    } catch (error) {
      if (error instanceof WrongGuess) {
        await error.learn(tenant)
        continue
      }
      if (!(error instanceof Conflict)) throw error
      wasThrottled ||= error.wasThrottled
      ending = new Conflict(error.cause, wasThrottled)
    }
    if (!(await backOff(tenant, tries))) throw ending
  }
}
