import { isTasksApiError, type NewWebhook, type TasksClient } from '../../client/src/index.ts'

/**
 * Makes the webhook.
 * @param advice what to do when the service does not deliver to the URL, because it is http
 * @throws Error with sentences for people
 */
export const createWebhook = (client: TasksClient, webhook: NewWebhook, advice: string) =>
  client.webhooks.create(webhook).catch((cause: unknown) => {
    const isRefused =
      isTasksApiError(cause, 'invalid_request') && cause.details.some(({ path }) => path === 'url')
    if (!isRefused || !webhook.url.startsWith('http:')) throw cause
    throw new Error(`This service delivers only to https. ${advice}`, { cause })
  })
