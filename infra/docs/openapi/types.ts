/** A JSON Schema (2020-12), with the keywords that the document and its page use. */
export interface Schema {
  [keyword: string]: unknown
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
}

export interface Ref {
  $ref: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: true
  description: string
  /** How an object is written: `fields[due.before]=2026-12-31`. */
  style?: 'deepObject'
  schema: Schema
  example?: string | number | number[]
}

export interface Example {
  value: unknown
}

interface Media {
  schema: Schema
  examples: Record<string, Example>
}

export interface Response {
  description: string
  headers: Record<string, Ref>
  content?: Partial<Record<string, Media>>
}

/** The bodies of a request, by their content types. */
export type RequestContent = Partial<Record<string, Media>>

/** An operation of the document; `x-error-codes` are the codes of its error answers. */
export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: { bearer: string[] }[]
  parameters: Parameter[]
  requestBody?: { required: true; content: RequestContent }
  responses: Record<string, Response | Ref>
  'x-error-codes': string[]
  /** The request in languages that the reference shows: https://redocly.com/docs/api-reference-docs/specification-extensions/x-code-samples */
  'x-codeSamples'?: CodeSample[]
}

/** A request in one language. */
export interface CodeSample {
  lang: string
  label: string
  source: string
}

/** What the service sends to a receiver. */
export interface WebhookOperation extends Omit<Operation, 'responses' | 'x-error-codes' | 'x-codeSamples'> {
  responses: Record<string, { description: string }>
}

/** The parts of OpenAPI 3.1 that the document has. */
export interface OpenApiDocument {
  openapi: string
  info: Record<string, unknown>
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: WebhookOperation }>
  components: {
    securitySchemes: Record<string, unknown>
    headers: Record<string, { description: string; schema: Schema }>
    responses: Record<string, Response>
    schemas: Record<string, Schema>
  }
}
