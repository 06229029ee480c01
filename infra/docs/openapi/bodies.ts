import { isRawBody, type Fields, type RawBody } from '../../../lib/contract/endpoint.ts'
import type { Texts } from '../../../lib/contract/field-texts.ts'
import { operation } from '../../../lib/tasks/bulk-request.ts'
import { describeFields } from './field-texts.ts'
import { schemaOf } from './schemas.ts'
import type { RequestContent, Schema } from './types.ts'

const notBoth = (...names: string[]): Schema => ({
  not: { properties: Object.fromEntries(names.map((name) => [name, {}])), required: names },
})

/** The rules that the refinement of a body checks, as JSON Schema. */
const rules: Record<string, Schema> = {
  'tasks.move': {
    oneOf: [{ required: ['beforeTaskId'] }, { required: ['afterTaskId'] }, { required: ['to'] }],
  },
  'webhooks.replay': { oneOf: [{ required: ['from'] }, { required: ['cursor'] }] },
  'subtasks.update': notBoth('beforeSubtaskId', 'afterSubtaskId'),
  'lanes.update': notBoth('beforeLaneId', 'afterLaneId'),
}

/** The operations of a bulk request. Its body declares any values, because the service parses each one alone. */
function operationSchema(texts: Texts): Schema {
  const { schema } = schemaOf(operation, 'input')
  for (const kind of schema.oneOf ?? []) describeFields('an operation', kind, texts)
  return schema
}

/** The schema of a JSON body, with its rules and the meaning of its fields. */
function bodySchemaOf(id: string, body: Fields, texts: Texts): Schema {
  const { schema } = schemaOf(body, 'input')
  describeFields(id, schema, texts)
  if (id === 'tasks.bulk' && schema.properties?.operations)
    schema.properties.operations.items = operationSchema(texts)
  if (id === 'tokens.create' && schema.properties?.scopes) schema.properties.scopes.minItems = 1
  return { ...schema, ...rules[id] }
}

/**
 * The bodies that an endpoint accepts, by content type. A raw body has an empty schema, and an example only for JSON.
 */
export function requestContentOf(
  id: string,
  body: Fields | RawBody,
  { example = {}, fields }: { example: object | undefined; fields: Texts },
): RequestContent {
  const examples = { request: { value: example } }
  if (!isRawBody(body)) return { 'application/json': { schema: bodySchemaOf(id, body, fields), examples } }
  return Object.fromEntries(
    body.contentTypes.map((type) => [
      type,
      { schema: {}, examples: type === 'application/json' ? examples : {} },
    ]),
  )
}
