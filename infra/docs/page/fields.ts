import type { OpenApiDocument, Schema } from '../openapi/types.ts'
import { escape, inline } from './html.ts'

/** Follows a reference into the components. */
function resolved(schema: Schema, document: OpenApiDocument): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  if (name === undefined) return schema
  return { ...document.components.schemas[name], ...schema, $ref: name }
}

/** The type of a value in words, as HTML: an object with a name is a link to it. */
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

const row = (name: string, schema: Schema, isRequired: boolean, document: OpenApiDocument) => {
  const { default: value } = schema
  const notes = [
    inline(schema.description ?? ''),
    ...(value === undefined ? [] : [`default ${escape(JSON.stringify(value))}`]),
  ]
  return `<tr><td><code>${escape(name)}</code>${isRequired ? ' <em>required</em>' : ''}</td><td>${typeOf(schema, document)}</td><td>${notes.filter(Boolean).join('; ')}</td></tr>`
}

/** The rows of an object's fields; those of a nested object or list follow, unless it has a name of its own. */
function rows(schema: Schema, document: OpenApiDocument, prefix = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const nested = field.items ?? field
    const below = nested.properties ? rows(nested, document, `${path}${field.items ? '[]' : ''}.`) : []
    return [row(path, field, schema.required?.includes(name) ?? false, document), ...below]
  })
}

const table = (caption: string, lines: string[]) =>
  lines.length === 0
    ? ''
    : `<table><caption>${escape(caption)}</caption><thead><tr><th>name</th><th>type</th><th></th></tr></thead><tbody>${lines.join('')}</tbody></table>`

/** A table of the fields of an object. */
export const fieldTable = (caption: string, schema: Schema, document: OpenApiDocument): string =>
  table(caption, rows(schema, document))

/** A table of parameters. */
export const parameterTable = (
  caption: string,
  parameters: { name: string; schema: Schema; description: string; required?: true }[],
  document: OpenApiDocument,
): string =>
  table(
    caption,
    parameters.map(({ name, schema, description, required }) =>
      row(name, { ...schema, description }, required ?? false, document),
    ),
  )
