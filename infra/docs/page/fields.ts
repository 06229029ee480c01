import type { OpenApiDocument, Parameter, Schema } from '../openapi/types.ts'
import { escape, inline } from './html.ts'

/** Follows a reference into the components. */
function resolved(schema: Schema, document: OpenApiDocument): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  if (name === undefined) return schema
  return { ...document.components.schemas[name], ...schema, $ref: name }
}

/** The type of a value in words, as HTML. A named object is a link to its section. */
function typeOf(schema: Schema, document: OpenApiDocument): string {
  const found = resolved(schema, document)
  if (found.$ref !== undefined) return `<a href="#object-${found.$ref}">${found.$ref}</a>`
  const either = found.anyOf ?? found.oneOf
  if (either && found.properties === undefined) {
    return either.map((one) => typeOf(one, document)).join(' or ')
  }
  if (found.items) return `list of ${typeOf(found.items, document)}`
  if (found.enum) return escape(found.enum.map((value) => JSON.stringify(value)).join(', '))
  if (found.const !== undefined) return escape(JSON.stringify(found.const))
  const type = [found.type ?? 'object'].flat().join(' or ')
  return typeof found.format === 'string' ? `${type} (${found.format})` : type
}

function entry(name: string, schema: Schema, isRequired: boolean, document: OpenApiDocument): string {
  const { default: value, description = '' } = schema
  const notes = [
    ...(description === '' ? [] : [inline(description)]),
    ...(value === undefined ? [] : [`default ${escape(JSON.stringify(value))}`]),
  ]
  const required = isRequired ? ' <em>required</em>' : ''
  const note = notes.length > 0 ? `<dd>${notes.join('; ')}</dd>` : ''
  return `<div><dt><code>${escape(name)}</code> <span>${typeOf(schema, document)}</span>${required}</dt>${note}</div>`
}

/** The entries of an object's fields, including those of nested objects and lists, unless these have their own name. */
function entries(schema: Schema, document: OpenApiDocument, prefix = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const nested = field.items ?? field
    const below = nested.properties ? entries(nested, document, `${path}${field.items ? '[]' : ''}.`) : []
    return [entry(path, field, schema.required?.includes(name) ?? false, document), ...below]
  })
}

const list = (caption: string, items: string[]) =>
  items.length === 0 ? '' : `<h4>${escape(caption)}</h4><dl>${items.join('')}</dl>`

/** The fields of an object, each with its type and meaning; empty if it has none. */
export const fieldList = (caption: string, schema: Schema, document: OpenApiDocument): string =>
  list(caption, entries(schema, document))

/** The parameters of an operation, each with its type and meaning; empty if there are none. */
export const parameterList = (caption: string, parameters: Parameter[], document: OpenApiDocument): string =>
  list(
    caption,
    parameters.map(({ name, schema, description, required }) =>
      entry(name, { ...schema, description }, required ?? false, document),
    ),
  )
