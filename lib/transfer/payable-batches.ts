import { ApiError } from '../contract/api-error.ts'
import { tasksPerCharge } from '../contract/limits.ts'
import type { Tenant } from '../table/tenant.ts'
import type { ImportedRow } from './parsed.ts'

/** One transaction creates so many tasks: with the counts of their project it has 100 writes. */
const rowsPerBatch = 99

/** More subtasks in one transaction take storage longer than a write may take. */
const subtasksPerBatch = 1_000

/** No batch begins in the last part of the time: a batch that the deadline cuts off is of unknown outcome. */
const reserveMs = 2_000

/** Cuts the rows into batches. A task has fewer subtasks than a batch may have. */
function batchesOf(rows: readonly ImportedRow[]): ImportedRow[][] {
  const batches: ImportedRow[][] = []
  let subtasks = 0
  for (const row of rows) {
    const batch = batches.at(-1)
    subtasks += row.task.subtasks.length
    if (batch && batch.length < rowsPerBatch && subtasks <= subtasksPerBatch) batch.push(row)
    else {
      batches.push([row])
      subtasks = row.task.subtasks.length
    }
  }
  return batches
}

/**
 * Yields the rows in batches while there is time and the rate limits allow it. The first batch always comes, so that
 * each request does something. The request itself is already counted.
 * @param charge counts the request as so many more
 * @throws ApiError rate_limited when the limits refuse even the first batch
 */
export function* payableBatches(
  { deadlineMs }: Tenant,
  rows: readonly ImportedRow[],
  charge: (requests: number) => void,
): Generator<ImportedRow[]> {
  for (const [index, batch] of batchesOf(rows).entries()) {
    if (index > 0 && Date.now() > deadlineMs - reserveMs) return
    try {
      charge(Math.ceil(batch.length / tasksPerCharge) - (index === 0 ? 1 : 0))
    } catch (error) {
      if (index > 0 && error instanceof ApiError && error.code === 'rate_limited') return
      throw error
    }
    yield batch
  }
}
