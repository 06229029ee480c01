import * as z from 'zod/mini'
import { ownMember, type JsonObject } from '../../shared/json.ts'
import {
  readingOf,
  jsonObject,
  jsonOf,
  readShape,
  senderId,
  type FieldAnswer,
  type Preset,
} from '../reading.ts'

const field = z.object({ id: z.string(), ref: z.nullish(z.string()) })

/** https://www.typeform.com/developers/webhooks/example-payload/ */
const payload = z.object({
  form_response: z.object({
    token: senderId,
    submitted_at: z.nullish(z.string()),
    hidden: z.nullish(jsonObject),
    variables: z.nullish(z.array(z.looseObject({ key: z.string(), type: z.string() }))),
    definition: z.nullish(
      z.object({
        fields: z.nullish(z.array(z.object({ ...field.shape, title: z.nullish(z.string()) }))),
      }),
    ),
    answers: z.nullish(z.array(z.looseObject({ type: z.string(), field }))),
  }),
})

const textTypes = new Set(['text', 'email', 'phone_number', 'url'])

/** Returns an answer's value, which is in the member named after its type. */
function valueOf(answer: JsonObject & { type: string }): unknown {
  const value = ownMember(answer, answer.type)
  if (answer.type === 'choice') return [ownMember(value, 'label'), ownMember(value, 'other')]
  if (answer.type === 'choices') return [ownMember(value, 'labels'), ownMember(value, 'other')]
  if (value !== undefined) return value
  const known = ['type', 'field', 'answer_url']
  return Object.fromEntries(Object.entries(answer).filter(([key]) => !known.includes(key)))
}

/** Typeform. A field's key is its reference, which the form's editor shows, or its id if it has no reference. */
export const typeform: Preset = {
  name: 'Typeform',
  detect: ({ body }) => ownMember(jsonOf(body), 'form_response') !== undefined,
  read: ({ body }) => {
    const json = jsonOf(body)
    if (ownMember(json, 'event_type') === 'form_response_partial') {
      return { outcome: 'ignored', reason: 'Typeform sent a response that is not finished yet.' }
    }
    return readShape(payload, json, 'Typeform', ({ form_response: response }) => {
      const questions = new Map(response.definition?.fields?.map((question) => [question.id, question]))
      const answers = (response.answers ?? []).map((answer): FieldAnswer => {
        const question = questions.get(answer.field.id)
        return {
          key: answer.field.ref ?? question?.ref ?? answer.field.id,
          label: question?.title,
          value: valueOf(answer),
          isText: textTypes.has(answer.type),
        }
      })
      const hidden = Object.entries(response.hidden ?? {}).map(([key, value]) => ({
        key,
        value,
        isText: false,
      }))
      const variables = (response.variables ?? []).map((variable) => ({
        key: variable.key,
        value: valueOf(variable),
        isText: false,
      }))
      return readingOf([...answers, ...hidden, ...variables], {
        submissionId: response.token,
        submittedAt: response.submitted_at,
      })
    })
  },
}
