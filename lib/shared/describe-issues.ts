import type * as z from 'zod/mini'
import type { ErrorDetail } from '../contract/api-error.ts'
import { unwrappedFor, type Unwrapped } from './schemas.ts'
import { shortText } from './short-text.ts'

type Issue = z.core.$ZodIssue
/** The part of a request that contains the field. */
export type Kind = 'path' | 'query' | 'header' | 'body'

/** An error lists at most this many fields, so that the answer stays readable. */
const maxDetails = 20

const fieldNames: Record<Kind, string> = {
  path: 'path parameter',
  query: 'query parameter',
  header: 'header',
  body: 'field',
}

/** Returns a header's name in its usual case, such as If-Match. Events have header names in lower case. */
const headerName = (name: string) => name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase())

/** An unknown field's name, shortened so that the answer stays small. */
export const shownName = (name: string): string => shortText(name, 64)

const valueAt = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    // the path comes from the schema, so its keys are properties of the request
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  )

const isMissing = 'is required'

const article = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`)

function message(issue: Issue, value: unknown, takesNull: boolean | undefined, kind: Kind): string {
  const orNull = takesNull ? ' or null' : ''
  // one of some values, or of alternatives that have names
  const allowed = 'values' in issue ? issue.values : 'options' in issue && issue.options
  if (allowed) {
    const values = `${allowed.length > 1 ? 'one of ' : ''}${allowed.map(String).join(', ')}${orNull}`
    return value === undefined ? `${isMissing}: ${values}` : `must be ${values}`
  }
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined) return isMissing
      if (kind === 'query' && Array.isArray(value)) return 'must be given once'
      return `must be ${article(issue.expected === 'int' ? 'whole number' : issue.expected)}${orNull}${
        issue.expected === 'array' && typeof value === 'string' ? ', not a text' : ''
      }`
    case 'too_big':
      return issue.origin === 'array' ? `must hold at most ${String(issue.maximum)} entries` : issue.message
    default:
      return issue.message
  }
}

/** Whether a message is about a field that the request does not take. */
const isUnknown = ({ message: text }: ErrorDetail): boolean => /^is not a [\w ]+ of this request/.test(text)

/**
 * The message of an error about some fields: that of the first. If that field is missing, the message also names an
 * unknown one, which may be a typing error. It says how many more there are.
 */
export function messageOf(details: readonly ErrorDetail[]): string {
  const [first] = details
  const unknown = first?.message.startsWith(isMissing) ? details.find(isUnknown) : undefined
  const named = unknown === undefined ? [first] : [first, unknown]
  const texts = named.map((one) => `${one?.path ?? ''} ${one?.message ?? 'Invalid request.'}`.trim())
  const more = details.length - named.length
  return texts.join('; ') + (more > 0 ? ` (and ${more} more in details)` : '')
}

/** The schema of a field within that of an input; undefined where it depends on other values. */
function schemaAt(
  schema: z.core.$ZodType,
  path: readonly PropertyKey[],
  input: unknown,
): Unwrapped | undefined {
  const found = unwrappedFor(schema, input)
  const { def } = found
  const [key, ...rest] = path
  if (key === undefined) return found
  const field =
    def.type === 'array' ? def.element : def.type === 'object' ? def.shape[String(key)] : undefined
  return field && schemaAt(field, rest, valueAt(input, [key]))
}

/** Whether a field has one value alone, such as `op` of a bulk operation. It has chosen the shape, so it is there already. */
const isChosen = ({ _zod: { def } }: z.core.$ZodType): boolean =>
  def.type === 'literal' && (def as z.core.$ZodLiteralDef<z.core.util.Literal>).values.length === 1 // a literal's own

/** Turns the issues that a schema found into messages that name the field and say what to change. */
export function describeIssues(
  issues: readonly Issue[],
  input: unknown,
  schema: z.core.$ZodType,
  kind: Kind,
): ErrorDetail[] {
  // a text where a list belongs is too long for the list, too: zod counts whatever has a length
  const mistyped = new Set(
    issues.flatMap(({ code, path }) => (code === 'invalid_type' ? path.join('.') : [])),
  )
  const isOfType = ({ code, path }: Issue) => code === 'invalid_type' || !mistyped.has(path.join('.'))
  const details = issues.filter(isOfType).flatMap((issue): ErrorDetail[] => {
    const { def, takesNull } = schemaAt(schema, issue.path, input) ?? {}
    if (issue.code === 'unrecognized_keys') {
      const fields = def?.type === 'object' ? Object.entries(def.shape) : undefined
      const known = fields?.flatMap(([name, field]) => (isChosen(field) ? [] : [name]))
      const allowed = known ? ` (it takes ${known.length > 0 ? known.join(', ') : 'none'})` : ''
      return issue.keys.map((key) => ({
        path: shownName([...issue.path, key].join('.')),
        message: `is not a ${fieldNames[kind]} of this request${allowed}`,
      }))
    }
    // the index of a repeated query parameter is not shown
    const at = kind === 'query' ? issue.path.slice(0, 1) : issue.path
    const name = at.length > 0 ? at.join('.') : kind === 'body' ? 'The body' : ''
    const path = kind === 'header' ? headerName(name) : name
    return [{ path, message: message(issue, valueAt(input, at), takesNull, kind) }]
  })
  return details.slice(0, maxDetails)
}
