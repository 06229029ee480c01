import { operationOf } from './openapi/document.ts'
import type { Schema } from './openapi/types.ts'
import { schemaOf } from './openapi/schemas.ts'
import { describeFields } from './openapi/field-texts.ts'
import { toolWords, tools } from '../../functions/tools.ts'
import type { Texts } from '../../lib/contract/field-texts.ts'
import { bulkBodyTexts } from '../../lib/tasks/bulk-request.ts'
import { taskBodyTexts } from '../../lib/tasks/task.ts'
import type { Tool } from '../../lib/mcp/tool.ts'
import { isJsonObject } from '../../lib/shared/json.ts'

/** A tool as the protocol describes it. */
export interface ToolDescription {
  name: string
  title: string
  description: string
  inputSchema: Schema
  annotations: Tool['hints'] & { title: string; openWorldHint: false }
}

/** Keywords that a model does not need: the texts say the same, and the service checks it. */
const unneeded = new Set(['pattern', 'minLength', 'minimum', 'maximum', 'default'])

/** A schema without those keywords. A property may have the name of one. */
function brief(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => !unneeded.has(keyword))
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, keyword === 'properties' ? briefAll(value) : briefIn(value)]),
  )
}

/** The same for a keyword's value: a schema, a list of them, or a plain value. */
const briefIn = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(briefIn) : isJsonObject(value) ? brief(value) : value

const briefAll = (properties: unknown): unknown =>
  Object.fromEntries(
    // it holds a schema for each name
    Object.entries(properties as Record<string, Schema>).map(([name, schema]) => [name, brief(schema)]),
  )

/** The parameters of a query as an object: those that can be sent several times are lists. */
function querySchema({ does: [operation] }: Tool): Schema {
  if (!operation) throw new Error('A tool with a query stands for an operation.')
  const parameters = operationOf(operation).parameters.filter((parameter) => parameter.in === 'query')
  const properties = parameters.map(({ name, schema, description }): [string, Schema] => [
    name,
    // a tool's arguments are JSON: a query's text may be a number or true there
    { ...schema, description, ...('additionalProperties' in schema && { additionalProperties: true }) },
  ])
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false }
}

const texts: Texts = { ...taskBodyTexts(), ...bulkBodyTexts() }

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
    describeFields(name, items, texts)
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
