import { parseJson } from '../../shared/json.ts'
import { leavesOf, unbracketed, type ReadLeaf } from '../answers.ts'
import { isFileText, type SubmissionBody } from '../read-body.ts'
import { readingOf, type FieldAnswer, type Preset } from '../reading.ts'
import { isHidden, rankOf } from '../written.ts'

/** The most fields of a submission. JSON Pointers can still reach the values that are left out. */
const maxFields = 500

/** What is outside of the part with the answers labels a task only if nothing in it does. */
const outsideRank = 10

/** A text of a form that is a JSON document: many senders put theirs into a field. */
function documentIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  const parsed = parseJson(text)
  return 'value' in parsed && typeof parsed.value === 'object' ? parsed.value : text
}

const documentOf = (body: SubmissionBody): object =>
  body.kind === 'json'
    ? body.value
    : unbracketed(body.fields.map(([name, value]) => [name, documentIn(value)] as const))

/** A value under its names, `customer.address.city` or `items.0.sku`, or under the name that its sender gives it. */
function answerOf({ path, value, name, names, type, isOutside }: ReadLeaf, isForm: boolean): FieldAnswer {
  const isText = typeof value === 'string' && !(isForm && isFileText(value))
  const rank = isText ? rankOf({ names, value, type }) : undefined
  return {
    key: name ?? path.join('.'),
    label: names.join('.'),
    value,
    isText: rank !== undefined,
    ...(rank !== undefined && { rank: rank + (isOutside ? outsideRank : 0) }),
  }
}

/** Any JSON document and any HTML form. */
export const generic: Preset = {
  name: 'a form',
  detect: () => true,
  read: ({ body }) => {
    const leaves = leavesOf(documentOf(body)).filter(({ names }) => !isHidden(names.at(-1) ?? ''))
    const answers = leaves.slice(0, maxFields).map((leaf) => answerOf(leaf, body.kind === 'form'))
    return readingOf(answers, { omittedFields: Math.max(0, leaves.length - maxFields) })
  },
}
