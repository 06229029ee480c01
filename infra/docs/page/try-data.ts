import type { OpenApiDocument, Parameter } from '../openapi/types.ts'
import type { Place } from './samples.ts'

/** A parameter as the form shows it. */
export interface TryParameter {
  name: string
  in: Parameter['in']
  /** Shown in the empty field. */
  example?: string
  /** Several values, with commas between them. */
  isList?: true
}

/** What the form of an operation has to know. */
export interface TryOperation {
  id: string
  summary: string
  /** In capitals. */
  method: string
  /** Below the base path, with `{name}` for each path parameter. */
  path: string
  parameters: TryParameter[]
  /** The sample that the field of the body begins with; absent where the operation reads no body. */
  body?: unknown
}

/** What the page's script reads from the page. */
export interface TryData {
  operations: TryOperation[]
  /** The headers of answers that a reader may need. */
  headers: string[]
}

function tryParameter({ name, in: place, example, schema }: Parameter): TryParameter {
  return {
    name,
    in: place,
    ...(example !== undefined && { example: String(example) }),
    ...(schema.type === 'array' && { isList: true }),
  }
}

/** Takes from the document what the forms need. */
export function tryDataOf(places: Place[], document: OpenApiDocument): TryData {
  const operations = places.map(({ method, path, operation }): TryOperation => {
    const body = operation.requestBody?.content['application/json']?.examples.request
    return {
      id: operation.operationId,
      summary: operation.summary,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters.map(tryParameter),
      ...(body && { body: body.value }),
    }
  })
  const headers = Object.keys(document.components.headers).filter((name) => name !== 'Cache-Control')
  return { operations, headers }
}
