import { isTasksApiError } from '../../../client/src/index.ts'
import { signalOf } from '../ui/signal.ts'

/** Whether the service answers. */
export const connection = signalOf<'unknown' | 'there' | 'lost'>('unknown')

/** The service gave no answer, or none of its own. */
export const isLoss = (error: unknown): boolean =>
  isTasksApiError(error, 'network_error', 'service_unavailable')

/** The token or the account's plan does not allow it: to ask again changes nothing. */
export const isRefusal = (error: unknown): boolean =>
  isTasksApiError(error, 'insufficient_scope', 'plan_required')
