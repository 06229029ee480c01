import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { suggestedFormat } from '../contract/webhook-formats.ts'
import { eventIdAt } from '../tasks/task-item.ts'
import { verdictOf } from './delivery-state.ts'
import { testEventType, type TestEvent } from './event.ts'
import { messageOf } from './message.ts'
import { policyOf } from './sending/network.ts'
import { defaultTimeouts, post } from './sending/post.ts'
import { deliveryHeaders } from './sending/sign.ts'
import type { WebhookItem } from './webhook-item.ts'
import { testWebhookAnswer } from './webhook.ts'

/** How long a test may take, in ms. A request has 10 s. */
const totalMs = 8_000

/** The result of a test. */
export type TestResult = z.output<typeof testWebhookAnswer>

/** Makes the event of a test. Its id is as unique as that of another event. */
function newTestEvent(webhookId: string, nowMs: number): TestEvent {
  const timestamp = new Date(nowMs).toISOString()
  return {
    id: eventIdAt(randomUUID(), timestamp),
    type: testEventType,
    timestamp,
    data: { webhook_id: webhookId },
  }
}

/** Says which format the host of a receiver takes, if the webhook has another; nothing if it has that one. */
export function adviceFor({ url, format = 'standard' }: Pick<WebhookItem, 'url' | 'format'>): string {
  const suggested = suggestedFormat(url)
  return suggested === 'standard' || suggested === format ? '' : ` Its host takes the format "${suggested}".`
}

/**
 * Sends a webhook the event `webhook.test` once, in its format, signed and with its headers as a delivery is, whatever its
 * status is. It is not logged, and does not count as a success or a failure.
 * @param deadlineMs when the request must have been answered, in ms since 1970
 */
export async function sendTest(webhook: WebhookItem, deadlineMs: number): Promise<TestResult> {
  const nowMs = Date.now()
  const event = newTestEvent(webhook.id, nowMs)
  const eventBody = JSON.stringify(event)
  const message = messageOf(webhook.format, eventBody)
  const body = message?.body ?? eventBody
  const answer = await post({
    url: webhook.url,
    headers: deliveryHeaders(webhook, { id: event.id, body }, nowMs),
    body,
    ...(message && { bodyHeaders: message.headers }),
    policy: policyOf(),
    timeouts: { ...defaultTimeouts, totalMs: Math.max(Math.min(totalMs, deadlineMs - nowMs), 1) },
  })
  if (answer.kind === 'unreachable') {
    const { error, durationMs: duration_ms } = answer
    return { delivered: false, status: null, duration_ms, body, response: null, error }
  }
  const { status, durationMs: duration_ms, excerpt: response } = answer
  const delivered = verdictOf(answer) === 'delivered'
  const error = delivered ? null : `The receiver answered ${status}.${adviceFor(webhook)}`
  return { delivered, status, duration_ms, body, response, error }
}
