import { isJsonObject } from '../json.ts'
import { asSubmission, type Answer, type Preset } from '../submission.ts'

/** The most fields of a submission. JSON Pointers can still reach the values that are left out. */
const maxFields = 500

const isScalar = (value: unknown) => typeof value !== 'object' || value === null

/** Returns the values of a JSON document. Their keys are paths, such as `customer.address.city` and `items.0.sku`. */
function flatten(value: unknown, path: string[]): Answer[] {
  const isList = Array.isArray(value)
  const isLeaf = isScalar(value) || (isList && value.every(isScalar))
  if (isLeaf || (isJsonObject(value) && Object.keys(value).length === 0)) {
    return [{ key: path.join('.'), value, isText: typeof value === 'string' }]
  }
  // an object or a list, by the checks above
  return Object.entries(value as object).flatMap(([name, member]) => flatten(member, [...path, name]))
}

/** Any JSON document and any HTML form. */
export const generic: Preset = {
  name: 'a form',
  detect: () => true,
  read: ({ body }) => {
    const answers =
      body.kind === 'form'
        ? body.fields.map(([key, value]) => ({ key, value, isText: true }))
        : Object.entries(body.value).flatMap(([name, member]) => flatten(member, [name]))
    const omittedFields = Math.max(0, answers.length - maxFields)
    return asSubmission(answers.slice(0, maxFields), { omittedFields })
  },
}
