import { maxEventDays, maxReplayedEvents, maxWebhooks } from '../../../../lib/contract/limits.ts'
import { webhook } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

const secret = 'whsec_your-secret'

export const webhooks: ResourceTexts = {
  tag: 'Webhooks',
  description:
    'A webhook posts events to your URL as they happen. Each write of a task is one event. Deliveries are signed by [Standard Webhooks](https://www.standardwebhooks.com): `webhook-id` is the id of the event, `webhook-timestamp` the time in seconds, and `webhook-signature` the HMAC-SHA256 of id, timestamp and body, with dots between. Answer 2xx within 15 seconds. After 410 the webhook is disabled. Anything else is tried again, up to ten times in about three days; while nothing at all can be delivered, events wait. An event can arrive twice: drop those whose id you know, and keep the task with the higher `version`. All operations on webhooks need the scope `hooks`. Those that show tasks to a receiver also need `read`.',
  operations: {
    'webhooks.create': {
      summary: 'Create a webhook',
      description: `Only this answer has the \`secret\`, with which deliveries are signed; no later answer shows it again. Every write from now on is delivered. The URL must begin with https:// and lead to a public address; a service on one machine also takes http://localhost. Also needs the scope \`read\`. An account can have at most ${maxWebhooks} webhooks.`,
      body: { url: webhook.url, eventTypes: ['task.completed'] },
      answer: { webhook: { ...webhook, event_types: ['task.completed'] }, secret },
    },
    'webhooks.list': {
      summary: 'List webhooks',
      description:
        'Lists all webhooks of the account, oldest first, without their secrets and the values of their headers.',
      answer: { webhooks: [webhook] },
    },
    'webhooks.get': {
      summary: 'Read a webhook',
      description:
        'Returns the webhook. `failing_since` says since when its deliveries have failed. If all events wait for its receiver, `next_attempt_at` says until when.',
      answer: { webhook },
    },
    'webhooks.update': {
      summary: 'Change a webhook',
      description: `Changes only the fields that you send. Null removes a setting. With \`"status": "active"\` it starts again, forgets that its receiver has failed, and sends all that waits at once. A webhook that is paused or disabled gets no events. What was written before waits until it is active; the rest can be replayed for ${maxEventDays} days. Also needs the scope \`read\`.`,
      body: { status: 'active' },
      answer: { webhook },
    },
    'webhooks.delete': {
      summary: 'Delete a webhook',
      description: 'Nothing more is sent to it. Its deliveries can no longer be read.',
      answer: { success: true },
    },
    'webhooks.rotate-secret': {
      summary: 'Give a webhook a new secret',
      description:
        'Deliveries are also signed with the old secret for `oldValidHours`, so that none is refused while you change your receiver. Also needs the scope `read`.',
      body: { oldValidHours: 24 },
      answer: { webhook, secret },
    },
    'webhooks.test': {
      summary: 'Test a webhook',
      description:
        'Sends the event `webhook.test` now, signed and with the headers of a delivery, and returns what the receiver answered within 8 seconds. It works whatever the status of the webhook is. It is not listed with the deliveries.',
      answer: { delivered: true, status: 200, duration_ms: 87, response: 'ok', error: null },
    },
    'webhooks.replay': {
      summary: 'Replay events',
      description: `Sends events again, in their order: those since \`from\`, or since a cursor of \`GET /changes\`. One call queues about ${maxReplayedEvents.toLocaleString('en')} events. While \`has_more\` is true, call it again with \`next_from\` as \`from\`. To a webhook that is paused or disabled they are sent once it is active. Also needs the scope \`read\`.`,
      body: { from: '2026-11-21T08:00:00Z', onlyFailed: true },
      answer: { queued: 12, has_more: false, next_from: null },
    },
  },
}
