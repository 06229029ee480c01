import { isJsonObject } from '../../shared/json.ts'
import { isFileText } from '../read-body.ts'
import { readingOf, type FieldAnswer, type Preset } from '../reading.ts'

/** The most fields of a submission. JSON Pointers can still reach the values that are left out. */
const maxFields = 500

const isScalar = (value: unknown) => typeof value !== 'object' || value === null

/** A value of a JSON document, and the names that lead to it. They are joined later: together they may be very long. */
interface Leaf {
  path: string[]
  value: unknown
}

/** The values of a JSON document. */
function flatten(value: unknown, path: string[]): Leaf[] {
  const isList = Array.isArray(value)
  const isLeaf = isScalar(value) || (isList && value.every(isScalar))
  if (isLeaf || (isJsonObject(value) && Object.keys(value).length === 0)) {
    return [{ path, value }]
  }
  // an object or a list, by the checks above
  return Object.entries(value as object).flatMap(([name, member]) => flatten(member, [...path, name]))
}

/** A value under its names: `customer.address.city`, `items.0.sku`. */
const answerOf = ({ path, value }: Leaf): FieldAnswer => ({
  key: path.join('.'),
  value,
  isText: typeof value === 'string',
})

/** Any JSON document and any HTML form. */
export const generic: Preset = {
  name: 'a form',
  detect: () => true,
  read: ({ body }) => {
    if (body.kind === 'form') {
      const answers = body.fields.map(([key, value]) => ({ key, value, isText: !isFileText(value) }))
      return readingOf(answers, {}) // read-body.ts takes no more fields than these
    }
    const leaves = Object.entries(body.value).flatMap(([name, member]) => flatten(member, [name]))
    const omittedFields = Math.max(0, leaves.length - maxFields)
    return readingOf(leaves.slice(0, maxFields).map(answerOf), { omittedFields })
  },
}
