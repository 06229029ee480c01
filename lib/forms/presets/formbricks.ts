import * as z from 'zod/mini'
import { ownMember } from '../../shared/json.ts'
import { readingOf, jsonObject, jsonOf, readShape, senderId, type Preset } from '../reading.ts'

/** https://formbricks.com/docs/xm-and-surveys/core-features/integrations/webhooks */
const payload = z.object({
  data: z.object({
    id: senderId,
    updatedAt: z.nullish(z.string()),
    data: jsonObject,
    variables: z.nullish(jsonObject),
  }),
})

/** Values that the survey itself writes for a button, a consent, a booking, or a dismissed question. */
const notWritten = new Set<unknown>(['clicked', 'accepted', 'booked', 'dismissed'])

/** Returns the event of a body. The documented samples are lists of one event. */
const eventOf = (json: unknown): unknown =>
  Array.isArray(json) && json.length === 1 ? (json[0] as unknown) : json

/** Formbricks. It sends no questions, so a field's label is the question's id. */
export const formbricks: Preset = {
  name: 'Formbricks',
  detect: ({ body }) => {
    const event = eventOf(jsonOf(body))
    const type = ownMember(event, 'event')
    // the test of a URL has only this member
    return type === 'testEndpoint' || (type !== undefined && ownMember(event, 'webhookId') !== undefined)
  },
  read: ({ body }) => {
    const json = eventOf(jsonOf(body))
    const event = ownMember(json, 'event')
    if (typeof event === 'string' && event !== 'responseFinished') {
      return { outcome: 'ignored', reason: 'Formbricks sent an event other than responseFinished.' }
    }
    return readShape(payload, json, 'Formbricks', ({ data }) => {
      const answers = Object.entries(data.data).map(([key, value]) => ({
        key,
        value,
        isText: typeof value === 'string' && !notWritten.has(value),
      }))
      const variables = Object.entries(data.variables ?? {}).map(([key, value]) => ({
        key,
        value,
        isText: false,
      }))
      return readingOf([...answers, ...variables], { submissionId: data.id, submittedAt: data.updatedAt })
    })
  },
}
