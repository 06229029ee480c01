import {
  type BulkOperation,
  type ResourceClient,
  type Task,
  TasksApiError,
} from '../../../client/src/index.ts'

/** What became of an operation. There is no task after a delete, or if the answer would be too large. */
interface BulkResult {
  error?: TasksApiError | undefined
  task?: Task | undefined
  version?: number | undefined
}

/** Sends operations, at most `maxBulkOperations`, with one request. */
export async function sendBulk(
  { tasks }: Pick<ResourceClient, 'tasks'>,
  operations: readonly BulkOperation[],
): Promise<BulkResult[]> {
  const { results } = await tasks.bulk([...operations])
  return results.map(({ error, ...rest }) => ({
    ...rest,
    error: error && new TasksApiError(error.code, error.message, error),
  }))
}
