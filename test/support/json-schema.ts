import type { Schema } from '../../infra/docs/openapi/types.ts'

type Components = Record<string, Schema>

/** Keywords that do not affect validity; `format` is an annotation (JSON Schema 2020-12, section 7.2.1). */
const annotations = ['description', 'default', 'format']

const typeNames = (value: unknown): string[] => {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value]
}

const characters = (value: unknown) => (typeof value === 'string' ? Array.from(value).length : undefined)
const entries = (value: unknown) => (Array.isArray(value) ? value.length : undefined)
const members = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** For each keyword of the document, whether a value meets it. A keyword accepts values that it does not apply to. */
const keywords: Record<string, (value: unknown, wanted: never, schema: Schema, all: Components) => boolean> =
  {
    $ref: (value, wanted: string, _, all) => isValid(value, componentOf(wanted, all), all),
    type: (value, wanted: string | string[]) =>
      typeNames(value).some((name) => [wanted].flat().includes(name)),
    enum: (value, wanted: unknown[]) => wanted.includes(value),
    const: (value, wanted) => value === wanted,
    pattern: (value, wanted: string) => typeof value !== 'string' || new RegExp(wanted, 'u').test(value),
    minLength: (value, wanted: number) => (characters(value) ?? wanted) >= wanted,
    maxLength: (value, wanted: number) => (characters(value) ?? wanted) <= wanted,
    minItems: (value, wanted: number) => (entries(value) ?? wanted) >= wanted,
    maxItems: (value, wanted: number) => (entries(value) ?? wanted) <= wanted,
    minProperties: (value, wanted: number) =>
      typeNames(value)[0] !== 'object' || Object.keys(members(value)).length >= wanted,
    minimum: (value, wanted: number) => typeof value !== 'number' || value >= wanted,
    maximum: (value, wanted: number) => typeof value !== 'number' || value <= wanted,
    items: (value, wanted: Schema, _, all) =>
      !Array.isArray(value) || value.every((entry) => isValid(entry, wanted, all)),
    properties: (value, wanted: Record<string, Schema>, _, all) =>
      Object.entries(members(value)).every(([name, member]) => {
        const schema = wanted[name]
        return schema === undefined || isValid(member, schema, all)
      }),
    required: (value, wanted: string[]) => wanted.every((name) => name in members(value)),
    additionalProperties: (value, wanted: boolean | Schema, { properties = {} }, all) =>
      Object.entries(members(value))
        .filter(([name]) => !(name in properties))
        .every(([, member]) => (typeof wanted === 'boolean' ? wanted : isValid(member, wanted, all))),
    anyOf: (value, wanted: Schema[], _, all) => wanted.some((schema) => isValid(value, schema, all)),
    oneOf: (value, wanted: Schema[], _, all) =>
      wanted.filter((schema) => isValid(value, schema, all)).length === 1,
    not: (value, wanted: Schema, _, all) => !isValid(value, wanted, all),
  }

function componentOf(ref: string, all: Components): Schema {
  const schema = all[ref.replace('#/components/schemas/', '')]
  if (!schema) throw new Error(`The document has no ${ref}`)
  return schema
}

/**
 * Whether a value meets a schema of the document. This validator supports only the keywords that the document uses. It
 * throws on any other keyword, so that none is ignored.
 */
export function isValid(value: unknown, schema: Schema, components: Components): boolean {
  return Object.entries(schema).every(([keyword, wanted]) => {
    if (annotations.includes(keyword)) return true
    const meets = keywords[keyword]
    if (!meets) throw new Error(`test/support/json-schema.ts does not know the keyword ${keyword}`)
    return meets(value, wanted as never, schema, components) // each keyword has a value of its own type
  })
}
