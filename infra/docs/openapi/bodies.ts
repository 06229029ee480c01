import type { Fields } from '../../../lib/contract/endpoint.ts'
import { describeBody } from './field-texts.ts'
import { schemaOf } from './schemas.ts'
import type { Schema } from './types.ts'

const notBoth = (...names: string[]): Schema => ({
  not: { properties: Object.fromEntries(names.map((name) => [name, {}])), required: names },
})

/** What a body's own refinement checks, in the words of JSON Schema. */
const rules: Record<string, Schema> = {
  'tasks.move': {
    oneOf: [{ required: ['beforeTaskId'] }, { required: ['afterTaskId'] }, { required: ['to'] }],
  },
  'subtasks.update': notBoth('beforeSubtaskId', 'afterSubtaskId'),
  'lanes.update': notBoth('beforeLaneId', 'afterLaneId'),
}

/** The schema of an endpoint's body, with its rules and the meaning of its fields. */
export function bodySchemaOf(id: string, body: Fields): Schema {
  const { schema } = schemaOf(body, 'input')
  describeBody(id, schema)
  if (id === 'tokens.create' && schema.properties?.scopes) schema.properties.scopes.minItems = 1
  return { ...schema, ...rules[id] }
}
