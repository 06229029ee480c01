import * as z from 'zod/mini'
import { exampleIds as ids, type FieldTexts } from '../contract/field-texts.ts'
import { timestamp, uuid, webhookParams } from '../contract/fields.ts'
import { commentEventTypes, noticeTypes, taskEventTypes } from './event.ts'

/** `failed` is tried again; `exhausted` was the last try. */
export const deliveryOutcomes = ['delivered', 'failed', 'exhausted'] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

/** One attempt to deliver an event. */
export const delivery = z.object({
  id: uuid,
  event_id: z.string(),
  event_type: z.literal([...taskEventTypes, ...commentEventTypes, ...noticeTypes]),
  attempt: z.int(),
  outcome: z.literal(deliveryOutcomes),
  status: z.nullable(z.int()),
  duration_ms: z.int(),
  error: z.nullable(z.string()),
  attempted_at: timestamp,
})
export type Delivery = z.output<typeof delivery>

/** The texts of a delivery. */
export const deliveryTexts = (): FieldTexts<Delivery> => ({
  id: { meaning: 'The id of the delivery', example: ids.deliveryId },
  event_id: {
    meaning: 'The id of the event, which is also the header `webhook-id`',
    example: `evt_${ids.id.replaceAll('-', '')}_1795251600000`,
  },
  event_type: { meaning: 'The type of the event', example: 'task.completed' },
  attempt: { meaning: 'Which try of this event it was, from 1', example: 1 },
  outcome: {
    meaning:
      '`delivered`: the receiver answered 2xx; `failed`: it is tried again; `exhausted`: it was the last try',
    example: 'delivered',
  },
  status: { meaning: 'The HTTP status of the receiver; null if it did not answer', example: 204 },
  duration_ms: { meaning: 'How long the receiver took, in milliseconds', example: 87 },
  error: { meaning: 'Why it failed; null if it did not', example: null },
  attempted_at: { meaning: 'When it was sent', example: '2026-11-21T09:00:01.000Z' },
})

export const wholeDelivery = z.extend(delivery, {
  /** The body that was sent; null when its event is no longer kept. */
  body: z.nullable(z.string()),
  /** The first 1 KiB of the answer; null if there was none. */
  response: z.nullable(z.string()),
})
export type WholeDelivery = z.output<typeof wholeDelivery>

/** The texts of the fields that a single delivery has, and a delivery in a list has not. */
export const wholeDeliveryTexts = (): FieldTexts<Pick<WholeDelivery, 'body' | 'response'>> => ({
  body: { meaning: 'The body that was sent; null after 30 days', example: '{"type": "task.completed"}' },
  response: { meaning: 'The first 1 KiB of the answer; null if there was none', example: 'ok' },
})

export const deliveryParams = z.extend(webhookParams, { deliveryId: uuid })
