import * as z from 'zod/mini'
import type { Endpoint } from '../../lib/contract/endpoint.ts'

/** A field of a body, as JSON Schema. */
export interface FieldSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: FieldSchema[]
}

interface BodySchema {
  properties: Record<string, FieldSchema>
  required?: string[]
}

/** The JSON types that a field may have. */
export const typesOf = ({ type = [], anyOf = [] }: FieldSchema): string[] =>
  [type, ...anyOf.map(typesOf)].flat()

/** The body that an endpoint takes, as JSON Schema. */
export const bodySchema = ({ body }: Endpoint): BodySchema =>
  // a body is declared as an object, whose JSON Schema has properties
  z.toJSONSchema(body ?? z.object({}), { io: 'input', unrepresentable: 'any' }) as unknown as BodySchema
