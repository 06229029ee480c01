import { ApiError } from '../contract/api-error.ts'
import type { Key } from './item.ts'
import { get } from './read-items.ts'
import type { Storage } from './storage.ts'

/**
 * How long an answer holds, in milliseconds. Callers have no token, so this limits what strangers can make the table
 * do.
 */
const heldMs = 5_000

/** How long the table may take: less than a load balancer waits, and less than an answer holds. */
const patienceMs = 2_000

/** The key of an item that nobody writes. */
const noItem: Key = { pk: 'HEALTH', sk: 'HEALTH' }

/** This process's last question to the table, which may still be running. */
let last: { askedMs: number; answer: Promise<unknown> } | undefined

/**
 * Checks that the table answers. This process asks it at most once in 5 s: callers meanwhile get the same answer, even
 * while it is awaited.
 * @throws ApiError service_unavailable if it does not answer within 2 s, or with an error
 */
export async function checkTable(storage: Storage): Promise<void> {
  const nowMs = Date.now()
  // the wall clock, because a monotonic one may stop while Lambda freezes a function; it may be set back
  if (!last || Math.abs(nowMs - last.askedMs) >= heldMs) {
    const deadlineMs = Math.min(storage.deadlineMs, nowMs + patienceMs)
    last = { askedMs: nowMs, answer: get({ ...storage, deadlineMs }, noItem) }
  }
  try {
    await last.answer
  } catch (error) {
    throw new ApiError('service_unavailable', 'The service cannot read its data.', {
      headers: { 'Retry-After': String(heldMs / 1_000) },
      cause: error instanceof ApiError ? error.cause : error,
    })
  }
}
