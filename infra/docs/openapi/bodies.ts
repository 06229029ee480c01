import { isRawBody, type Fields, type RawBody } from '../../../lib/contract/endpoint.ts'
import { describeFields, type Texts } from './field-texts.ts'
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

/** The schema of a JSON body, with its rules and the meaning of its fields. */
function bodySchemaOf(id: string, body: Fields, texts: Texts): Schema {
  const { schema } = schemaOf(body, 'input')
  describeFields(id, schema, texts)
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
