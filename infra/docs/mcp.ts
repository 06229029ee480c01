import { operationOf } from './openapi/document.ts'
import type { Schema } from './openapi/types.ts'
import { schemaOf } from './openapi/schemas.ts'
import { describeOperation } from './openapi/field-texts.ts'
import { entryTexts, toolWords, tools } from '../../functions/tools.ts'
import type { Texts } from '../../lib/contract/field-texts.ts'
import { taskBodyTexts } from '../../lib/tasks/task.ts'
import type { Tool } from '../../lib/mcp/tool.ts'

/** A tool as the protocol describes it. */
export interface ToolDescription {
  name: string
  title: string
  description: string
  inputSchema: Schema
  annotations: Tool['hints'] & { title: string; openWorldHint: false }
}

/**
 * Keywords that say a value's kind and size. Others, such as patterns, a model does not need: the texts say the same, and the
 * service checks it. Some models refuse all tools because of `format`.
 */
const plainKeywords = ['type', 'description', 'maxLength', 'minItems', 'maxItems']

/**
 * A schema in the keywords that the strictest models take. These know enums of texts only, and no `const`; null is not shown,
 * since a tool takes it for what is left out.
 */
function brief(schema: Schema): Schema {
  const { properties, items, anyOf, const: only, enum: values, required, additionalProperties } = schema
  const [one, ...others] = anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (others.length > 0) throw new Error('A tool takes no choice of types.')
  const choices = (values ?? [only]).filter((value) => typeof value === 'string')
  const plain = Object.entries({ ...one, ...schema }).filter(([keyword]) => plainKeywords.includes(keyword))
  return {
    ...Object.fromEntries(plain),
    ...(choices.length > 0 && { enum: choices }),
    ...(properties && { properties: mapValues(properties, brief) }),
    ...(items && { items: brief(items) }),
    ...(required && { required }),
    ...(additionalProperties !== undefined && { additionalProperties: additionalProperties !== false }),
  }
}

const mapValues = <T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

/** The parameters of a query as an object: those that can be sent several times are lists. */
function querySchema({ does: [operation] }: Tool): Schema {
  const parameters = operationOf(operation).parameters.filter((parameter) => parameter.in === 'query')
  const properties = parameters.map(({ name, schema, description }): [string, Schema] => [
    name,
    { ...schema, description },
  ])
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false }
}

const texts: Texts = { ...taskBodyTexts(), ...entryTexts() }

/** The schema of a body, without its definitions. */
function inputOf(schema: Parameters<typeof schemaOf>[0]): Schema {
  const { schema: own, defs } = schemaOf(schema, 'input')
  if (Object.keys(defs).length > 0) throw new Error('A tool stands alone: its schema may refer to nothing.')
  return own
}

function bodySchema(name: string, { input, entries = {} }: Tool): Schema {
  if (input === 'query') throw new Error(`${name} has the parameters of a query`)
  const schema = inputOf(input)
  for (const [list, entry] of Object.entries(entries)) {
    const items = inputOf(entry)
    describeOperation(name, items, texts)
    schema.properties = { ...schema.properties, [list]: { ...schema.properties?.[list], items } }
  }
  return schema
}

/** The tools as in the answer to `tools/list`: docs/mcp.json. */
export const describeTools = (): { tools: ToolDescription[] } => {
  const words = toolWords()
  const described = Object.entries<Tool>(tools).map(([name, tool]) => {
    const { title, description, given } = words[name as keyof typeof words] // they have the same names
    const inputSchema = tool.input === 'query' ? querySchema(tool) : bodySchema(name, tool)
    for (const [argument, meaning] of Object.entries(given)) {
      const schema = inputSchema.properties?.[argument]
      if (!schema) throw new Error(`${name} has no argument ${argument}`)
      schema.description = meaning
    }
    return {
      name,
      title,
      description,
      inputSchema: brief(inputSchema),
      annotations: { title, ...tool.hints, openWorldHint: false as const },
    }
  })
  return { tools: described }
}
