import { yoursFirst } from './yours.ts'
import { isTasksApiError, type TasksApiError } from '../../../client/src/index.ts'
import { connection } from '../data/connection.ts'

/** An error as a message for people. Where the API itself answered, it is the API's own message. */
export function explain(error: unknown): string {
  if (!isTasksApiError(error)) return 'Something went wrong on this page. Reload it.'
  if (error.code === 'network_error')
    return connection.value !== 'lost'
      ? 'No connection to the service. Try again in a moment.'
      : `${navigator.onLine ? 'The service does not respond' : 'You are offline'}: this cannot be kept for later. Try again when the connection is back.`
  if (error.code === 'insufficient_scope' && error.requiredScope !== undefined) {
    return `${yoursFirst('role')} does not allow this: it lacks the scope ${error.requiredScope}.`
  }
  return isOfOthers(error) ? explainOther(error) : error.message
}

/** Whether something in front of the service answered. The client's messages for that are meant for programmers. */
const isOfOthers = (error: TasksApiError) =>
  error.code === 'unexpected_answer' ||
  (isTasksApiError(error, 'service_unavailable', 'rate_limited') && error.docs === undefined)

function explainOther({ status }: TasksApiError): string {
  if (status === 429) return 'The service is busy. Try again in a moment.'
  const how = status >= 400 ? ` (HTTP ${status}).` : ': something else answered in its place.'
  return `The service cannot be reached at the moment${how}`
}

/** A message of the API as a sentence of its own. */
export const asSentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`
