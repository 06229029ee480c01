import { theClock } from './clock.ts'
import { backOff, ConflictsOutlasted } from './send.ts'
import type { Tenant } from './tenant.ts'

/**
 * How long a write may wait with one stamp. The change feed is ordered by stamps, and a reader never goes back to
 * before a stamp that it has passed. So the sum of this time, the lag of the index and the difference between two
 * clocks must not exceed the settle time of the feed: lib/tasks/changes.ts.
 */
export const stampLifeMs = 2_000

/**
 * The time that an attempt needs to end within the life of its stamp, in ms. A later attempt would often be aborted on
 * a busy machine. Nobody would know whether it was executed, so it could not be repeated.
 */
const tryMs = 500

/**
 * Makes a write with the current time as its stamp. A write that conflicts have delayed for a second and a half is tried
 * again with a new stamp. A write that storage does not answer within two seconds is aborted.
 * @param act makes the write; it gets the stamp in milliseconds, and a tenant whose deadline ends with the stamp
 * @throws ApiError service_unavailable; rate_limited when only conflicts refused it; any error of `act`
 */
export async function stamped<T>(
  tenant: Tenant,
  act: (nowMs: number, tenant: Tenant) => Promise<T>,
): Promise<T> {
  let [triesBefore, wasThrottled] = [0, false]
  for (;;) {
    const nowMs = theClock().nowMs()
    const deadlineMs = Math.min(tenant.deadlineMs, nowMs + stampLifeMs)
    try {
      const lastTryMs = nowMs + stampLifeMs - tryMs
      return await act(nowMs, { ...tenant, deadlineMs, lastTryMs, triesBefore, wasThrottled })
    } catch (error) {
      // after any other error the write may have been executed, so it must not be sent again with a new stamp
      if (!(error instanceof ConflictsOutlasted) || !(await backOff(tenant, error.tries))) throw error
      ;({ tries: triesBefore, wasThrottled } = error)
    }
  }
}
