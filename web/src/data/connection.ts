import { signal } from '@preact/signals-core'
import { isTasksApiError } from '../../../client/src/index.ts'

/** Whether the service can be reached. */
export const connection = signal<'unknown' | 'there' | 'lost'>('unknown')

/** Whether the service gave no answer, or something in front of it answered instead. */
export const isLoss = (error: unknown): boolean =>
  isTasksApiError(error, 'network_error', 'service_unavailable')

/** Whether the same write may succeed later, so that it is kept and tried again. */
export const isPassing = (error: unknown): boolean =>
  isLoss(error) ||
  (isTasksApiError(error) &&
    ((error.status === 429 && error.code !== 'quota_exceeded') || error.status >= 500))

/** Whether the token or the account's plan does not allow a request, so that a retry is useless. */
export const isRefusal = (error: unknown): boolean =>
  isTasksApiError(error, 'insufficient_scope', 'plan_required')

/** A poll interval in ms for data that the change feed does not cover; false once a request was refused. */
export const beatOf =
  (everyMs: number) =>
  ({ state }: { state: { error: unknown } }): number | false =>
    !isRefusal(state.error) && everyMs
