import { isTasksApiError } from '../../../client/src/index.ts'
import { signalOf } from '../ui/signal.ts'

/** Whether the service answers. */
export const connection = signalOf<'unknown' | 'there' | 'lost'>('unknown')

/** The service gave no answer, or none of its own. */
export const isLoss = (error: unknown): boolean =>
  isTasksApiError(error, 'network_error', 'service_unavailable')
