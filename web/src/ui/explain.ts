import { isTasksApiError } from '../../../client/src/index.ts'

/** What an error means for a person, and what to do: the words of the API, which are made to be read. */
export function explain(error: unknown): string {
  if (!isTasksApiError(error)) return 'Something went wrong in this page. Reload it.'
  if (error.code === 'network_error') return 'No connection to the service. Try again in a moment.'
  if (error.code === 'insufficient_scope') {
    return `Your token does not allow this: it lacks the scope ${error.requiredScope ?? ''}.`
  }
  return error.message
}
