import * as z from 'zod/mini'
import { isRawBody, type Endpoint, type Fields } from '../../lib/contract/endpoint.ts'

/** A field of a body, as JSON Schema. */
export interface FieldSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: FieldSchema[]
  minimum?: number
  maximum?: number
  properties?: Record<string, FieldSchema>
}

interface BodySchema {
  properties: Record<string, FieldSchema>
  required?: string[]
}

/** The JSON types that a field may have. */
export const typesOf = ({ type = [], anyOf = [] }: FieldSchema): string[] =>
  [type, ...anyOf.map(typesOf)].flat()

/** Returns the schema of an endpoint's JSON body, or undefined if it takes none or a raw one. */
export const jsonBodyOf = ({ body }: Endpoint): Fields | undefined => (isRawBody(body) ? undefined : body)

/** Returns the JSON body of an endpoint as JSON Schema. */
export const bodySchema = (endpoint: Endpoint): BodySchema =>
  // a body is declared as an object, whose JSON Schema has properties
  z.toJSONSchema(jsonBodyOf(endpoint) ?? z.object({}), {
    io: 'input',
    unrepresentable: 'any',
  }) as unknown as BodySchema
