import type { OpenApiDocument, Parameter } from '../openapi/types.ts'
import type { Place } from './samples.ts'

/** A parameter in the form. */
export interface TryParameter {
  name: string
  in: Parameter['in']
  /** Shown in the empty field. */
  example?: string
  required?: true
  /** The values that there are; absent if any text may be one. */
  options?: string[]
  /** The field takes several values, separated by commas. */
  isList?: true
}

/** The data for the form of an operation. */
export interface TryOperation {
  id: string
  summary: string
  /** In upper case. */
  method: string
  /** The path below the base path, with `{name}` for each path parameter. */
  path: string
  parameters: TryParameter[]
  /** It needs no token. */
  isPublic?: true
  /** The sample that is first in the body field; absent if the operation has no body. */
  body?: unknown
}

/** The data that the page's script reads from the page. */
export interface TryData {
  operations: TryOperation[]
  /** The headers of answers that the page shows. */
  headers: string[]
}

function tryParameter({ name, in: place, required, example, schema }: Parameter): TryParameter {
  return {
    name,
    in: place,
    ...(required && { required }),
    ...(example !== undefined && { example: String(example) }),
    ...(schema.enum && { options: schema.enum.map(String) }),
    ...(schema.type === 'array' && { isList: true }),
  }
}

/** Collects the data for the forms from the document. */
export function tryDataOf(places: Place[], document: OpenApiDocument): TryData {
  const operations = places.map(({ method, path, operation }): TryOperation => {
    const body = operation.requestBody?.content['application/json']?.examples.request
    return {
      id: operation.operationId,
      summary: operation.summary,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters.map(tryParameter),
      ...(operation.security.length === 0 && { isPublic: true }),
      ...(body && { body: body.value }),
    }
  })
  const headers = Object.keys(document.components.headers).filter((name) => name !== 'Cache-Control')
  return { operations, headers }
}
