import { isTasksApiError, type TasksApiError } from '../../../client/src/index.ts'

/** What an error means for a person, and what to do: the words of the API, which are made to be read. */
export function explain(error: unknown): string {
  if (!isTasksApiError(error)) return 'Something went wrong in this page. Reload it.'
  if (error.code === 'network_error') return 'No connection to the service. Try again in a moment.'
  if (error.code === 'insufficient_scope') {
    return `Your token does not allow this: it lacks the scope ${error.requiredScope ?? ''}.`
  }
  return isOfOthers(error) ? explainOther(error) : error.message
}

/** Whether something in front of the service has answered: the client's words for that are for programmers. */
const isOfOthers = (error: TasksApiError) =>
  error.code === 'unexpected_answer' ||
  (isTasksApiError(error, 'service_unavailable', 'rate_limited') && error.docs === undefined)

function explainOther({ status }: TasksApiError): string {
  if (status === 429) return 'The service has too much to do at the moment. Try again in a moment.'
  const how = status >= 400 ? ` (HTTP ${status}).` : ': something else answers in its place.'
  return `The service cannot be reached at the moment${how}`
}
