import { backOff, ConflictsOutlasted } from './send.ts'
import type { Tenant } from './tenant.ts'

/**
 * How long a write may wait under one time. The change feed is read in the order of these times, and a reader that
 * has passed a time never looks before it again. Together with the lag of the index and the difference of two clocks
 * this must stay below the time in which the feed settles: task/changes.ts.
 */
export const stampLifeMs = 2_000

/**
 * Does a write that carries the time at which it is done. When conflicts have held it up for two seconds, it is tried
 * again with a later time; what storage does not answer within that time is cut off.
 * @param act gets the time in milliseconds, and storage that ends with it
 * @throws ApiError service_unavailable; whatever `act` throws
 */
export async function stamped<T>(
  tenant: Tenant,
  act: (nowMs: number, tenant: Tenant) => Promise<T>,
): Promise<T> {
  let triesBefore = 0
  for (;;) {
    const nowMs = Date.now()
    const deadlineMs = Math.min(tenant.deadlineMs, nowMs + stampLifeMs)
    try {
      return await act(nowMs, { ...tenant, deadlineMs, triesBefore })
    } catch (error) {
      // what else went wrong may have been written, and a later time would not undo that
      if (!(error instanceof ConflictsOutlasted) || !(await backOff(tenant, error.tries))) throw error
      triesBefore = error.tries
    }
  }
}
