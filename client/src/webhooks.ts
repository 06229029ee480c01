import { at, dataOf, type CallOptions, type Http } from './http.ts'
import { entriesOf, type PageOptions } from './pages.ts'
import type {
  Delivery,
  DeliveryFilter,
  NewWebhook,
  ReplayRange,
  TestResult,
  Webhook,
  WebhookChanges,
  WholeDelivery,
} from './types.ts'

interface WebhookAnswer {
  webhook: Webhook
}

/** `secret` checks deliveries: give it to `verify`. Only the answers to create and rotateSecret have it. */
interface WebhookWithSecret extends WebhookAnswer {
  secret: string
}

/** Calls about the deliveries of a webhook: one for each attempt, kept for 30 days. */
const deliveriesOf = (http: Http) => ({
  /** The deliveries of a webhook, newest first. Iterate with `for await`; all pages are included. */
  list: (
    webhookId: string,
    { limit, signal, ...filter }: DeliveryFilter & PageOptions = {},
  ): AsyncGenerator<Delivery, void, undefined> =>
    entriesOf('deliveries', { limit, signal }, ({ page, options }) => {
      const params = { path: { webhookId }, query: { ...filter, ...page } }
      return http.GET('/webhooks/{webhookId}/deliveries', { params, ...options })
    }),

  /** One delivery, with the body that was sent and the beginning of the answer. */
  get: (
    webhookId: string,
    deliveryId: string,
    options: CallOptions = {},
  ): Promise<{ delivery: WholeDelivery }> =>
    dataOf(
      http.GET('/webhooks/{webhookId}/deliveries/{deliveryId}', at({ webhookId, deliveryId }, options)),
      'delivery',
    ),

  /** Sends the event of a delivery again. */
  redeliver: (webhookId: string, deliveryId: string, options: CallOptions = {}): Promise<{ success: true }> =>
    dataOf(
      http.POST(
        '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
        at({ webhookId, deliveryId }, options),
      ),
      'success',
    ),
})

/** Calls about webhooks. All need the scope hooks; those that set something also need read. */
export const webhooksOf = (http: Http) => ({
  /** Not retried when the outcome is unknown: a retry could create a second webhook. */
  create: (body: NewWebhook, { signal }: CallOptions = {}): Promise<WebhookWithSecret> =>
    dataOf(http.POST('/webhooks', { body, ...(signal && { signal }) }), 'webhook'),

  /** All webhooks of the account, oldest first. */
  list: ({ signal }: CallOptions = {}): Promise<{ webhooks: Webhook[] }> =>
    dataOf(http.GET('/webhooks', { ...(signal && { signal }) }), 'webhooks'),

  get: (webhookId: string, options: CallOptions = {}): Promise<WebhookAnswer> =>
    dataOf(http.GET('/webhooks/{webhookId}', at({ webhookId }, options)), 'webhook'),

  /** Changes a webhook. `status: 'active'` also starts one that was disabled. */
  update: (webhookId: string, body: WebhookChanges, options: CallOptions = {}): Promise<WebhookAnswer> =>
    dataOf(http.PATCH('/webhooks/{webhookId}', { body, ...at({ webhookId }, options) }), 'webhook'),

  delete: (webhookId: string, options: CallOptions = {}): Promise<{ success: true }> =>
    dataOf(http.DELETE('/webhooks/{webhookId}', at({ webhookId }, options)), 'success'),

  /**
   * Gives the webhook a new secret. For `oldValidHours` deliveries are signed with the old one too. Not retried when the
   * outcome is unknown: a retry would replace the new secret, too.
   */
  rotateSecret: (
    webhookId: string,
    body: { oldValidHours?: number } = {},
    options: CallOptions = {},
  ): Promise<WebhookWithSecret> =>
    dataOf(
      http.POST('/webhooks/{webhookId}/rotate-secret', { body, ...at({ webhookId }, options) }),
      'webhook',
    ),

  /** Sends the event `webhook.test` now, and says what the receiver answered. */
  test: (webhookId: string, options: CallOptions = {}): Promise<TestResult> =>
    dataOf(http.POST('/webhooks/{webhookId}/test', at({ webhookId }, options)), 'delivered'),

  /** Sends past events again, in as many calls as it takes. Returns how many were queued. */
  replay: async (
    webhookId: string,
    { from, cursor, ...range }: ReplayRange,
    options: CallOptions = {},
  ): Promise<{ queued: number }> => {
    let queued = 0
    let start: ReplayRange = { ...(from !== undefined && { from }), ...(cursor !== undefined && { cursor }) }
    for (;;) {
      const body = { ...range, ...start }
      const page = await dataOf(
        http.POST('/webhooks/{webhookId}/replay', { body, ...at({ webhookId }, options) }),
        'queued',
      )
      queued += page.queued
      if (page.next_from === null) return { queued }
      start = { from: page.next_from }
    }
  },

  deliveries: deliveriesOf(http),
})
