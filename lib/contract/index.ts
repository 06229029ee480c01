import type { Endpoint } from './endpoint.ts'
import * as tasks from './task.ts'

/**
 * Every endpoint of the API. For the local server, the deployment, the document and the tests; a function
 * imports its own declaration only, so that its bundle stays small.
 */
export const endpoints: readonly Endpoint[] = [...Object.values(tasks)].filter(
  (value): value is Extract<typeof value, Endpoint> => 'scope' in value,
)
