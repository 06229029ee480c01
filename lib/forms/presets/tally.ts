import * as z from 'zod/mini'
import { isJsonObject, ownMember } from '../../shared/json.ts'
import { readingOf, jsonOf, readableRows, readShape, senderId, type Preset } from '../reading.ts'

const options = z.nullish(z.array(z.object({ id: z.string(), text: z.nullish(z.string()) })))

const field = z.object({
  key: z.string(),
  label: z.nullish(z.string()),
  type: z.string(),
  value: z.unknown(),
  options,
  rows: options,
  columns: options,
})

/** https://tally.so/help/webhooks */
const payload = z.object({
  data: z.object({
    responseId: senderId,
    createdAt: z.nullish(z.string()),
    fields: z.array(field),
  }),
})

type TallyField = z.output<typeof field>

const textTypes = new Set(['INPUT_TEXT', 'TEXTAREA', 'INPUT_EMAIL', 'INPUT_PHONE_NUMBER', 'INPUT_LINK'])

/** Returns the label of a choice by its id. A text that is not an id is returned unchanged. */
const labelIn = (choices: TallyField['options'], id: unknown): unknown =>
  choices?.find((choice) => choice.id === id)?.text ?? id

const labelsIn = (choices: TallyField['options'], ids: unknown): unknown =>
  Array.isArray(ids) ? ids.map((id: unknown) => labelIn(choices, id)) : labelIn(choices, ids)

/** Returns the labels of choices, the URLs of files, and the rows of a matrix. */
function valueOf({ value, options, rows, columns }: TallyField): unknown {
  if (rows && isJsonObject(value)) {
    return readableRows(rows.map(({ id, text }) => [text ?? id, labelsIn(columns, ownMember(value, id))]))
  }
  if (options) return labelsIn(options, value)
  return Array.isArray(value) ? value.map((each: unknown) => ownMember(each, 'url') ?? each) : value
}

/** Removes repeated fields: Tally sends checkboxes as one list, and also each option as a separate field. */
function withoutRepeats(fields: TallyField[]): TallyField[] {
  const repeats = new Set(
    fields.flatMap(({ key, options: choices }) => choices?.map(({ id }) => `${key}_${id}`) ?? []),
  )
  return fields.filter(({ key, value }) => typeof value !== 'boolean' || !repeats.has(key))
}

export const tally: Preset = {
  name: 'Tally',
  detect: ({ body }) => ownMember(jsonOf(body), 'eventType') === 'FORM_RESPONSE',
  read: ({ body }) =>
    readShape(payload, jsonOf(body), 'Tally', ({ data }) =>
      readingOf(
        withoutRepeats(data.fields).map((each) => ({
          key: each.key,
          label: each.label,
          value: valueOf(each),
          isText: textTypes.has(each.type),
        })),
        { submissionId: data.responseId, submittedAt: data.createdAt },
      ),
    ),
}
