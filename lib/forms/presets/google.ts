import * as z from 'zod/mini'
import { ownMember } from '../../shared/json.ts'
import { readingOf, jsonOf, readableRows, readShape, senderId, type Preset } from '../reading.ts'

/**
 * An answer from Apps Script: `type` is the item's type, such as TEXT, and `value` is what `getResponse()` returns. A
 * grid has `rows`, and one value per row: https://developers.google.com/apps-script/reference/forms/item-response
 */
const answer = z.object({
  id: senderId,
  title: z.nullish(z.string()),
  type: z.string(),
  value: z.unknown(),
  rows: z.nullish(z.array(z.string())),
})

/** The payload of this project's Apps Script, which defines the format: Google Forms itself has no webhook. */
const payload = z.object({
  source: z.literal('google-forms'),
  responseId: senderId,
  submittedAt: z.nullish(z.string()),
  respondentEmail: z.nullish(z.string()),
  answers: z.array(answer),
})

const textTypes = new Set(['TEXT', 'PARAGRAPH_TEXT'])

const valueOf = ({ value, rows }: z.output<typeof answer>): unknown =>
  rows && Array.isArray(value) ? readableRows(rows.map((row, index) => [row, value[index]])) : value

/** Google Forms, with this project's Apps Script. A field's key is its item's id, a number. */
export const google: Preset = {
  name: 'Google Forms',
  detect: ({ body }) => ownMember(jsonOf(body), 'source') === 'google-forms',
  read: ({ body }) =>
    readShape(payload, jsonOf(body), 'the script for Google Forms', (response) => {
      const answers = response.answers.map((each) => ({
        key: each.id,
        label: each.title,
        value: valueOf(each),
        isText: textTypes.has(each.type),
      }))
      const email = response.respondentEmail
        ? [{ key: 'email', label: 'E-mail', value: response.respondentEmail, isText: false }]
        : []
      return readingOf([...email, ...answers], {
        submissionId: response.responseId,
        submittedAt: response.submittedAt,
      })
    }),
}
