import { setTimeout as sleep } from 'node:timers/promises'
import { twoWaySync } from '../../client/examples/sync.ts'
import { isTasksApiError, TasksClient } from '../../client/src/index.ts'
import { openOtherSystem } from './other-system.ts'

/* The two-way sync of docs/reference/client-uses.md as a program of its own, which a test kills. */

const { BASE_URL: baseUrl = '', TOKEN: token = '', PROJECT = '', OTHER = '' } = process.env
const pauseMs = 20

const client = new TasksClient({
  ...{ baseUrl, token, originId: 'sync' },
  retry: { maxRetries: 1, baseDelayMs: 20, timeoutMs: 5_000 },
})
const sync = twoWaySync(client, openOtherSystem(OTHER).sync, PROJECT)
for (;;) {
  try {
    await sync.once()
  } catch (error) {
    // the service is being killed
    if (!isTasksApiError(error, 'network_error', 'service_unavailable')) throw error
  }
  await sleep(pauseMs)
}
