import { endpoints as declared, wordsOf } from '../../../functions/index.ts'
import { tags } from '../../../functions/tags.ts'
import type { Words } from '../../../functions/words.ts'
import {
  type Endpoint,
  isRawBody,
  pathOf,
  takesNullAsAbsent,
  type Fields,
  type RawBody,
} from '../../../lib/contract/endpoint.ts'
import type { Texts } from '../../../lib/contract/field-texts.ts'
import { basePath } from '../../../lib/contract/routes.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { errorSchema } from './error-schema.ts'
import { bodyTextsOf, describeComponent, describeFields, describeOperation } from './field-texts.ts'
import { parametersOf } from './parameters.ts'
import { errorCodesOf, errorResponses, responseHeaders, responsesOf } from './responses.ts'
import { samplesOf } from './samples.ts'
import { schemaOf } from './schemas.ts'
import { signatureText } from './signature.ts'
import type { OpenApiDocument, Operation, Schema, RequestContent } from './types.ts'
import { eventSchemas, webhookOperations } from './webhooks.ts'
import { operation } from '../../../lib/tasks/bulk-request.ts'

const notBoth = (...names: string[]): Schema => ({
  not: { properties: Object.fromEntries(names.map((name) => [name, {}])), required: names },
})

/** The rules that the refinement of a body checks, as JSON Schema. */
const rules: Record<string, Schema> = {
  'tasks.move': {
    oneOf: [{ required: ['beforeTaskId'] }, { required: ['afterTaskId'] }, { required: ['to'] }],
  },
  'sessions.create': {
    oneOf: [
      { required: ['code', 'codeVerifier', 'nonce', 'redirectUri'] },
      { required: ['ticket', 'accountId'] },
    ],
  },
  'webhooks.replay': { oneOf: [{ required: ['from'] }, { required: ['cursor'] }] },
  'subtasks.update': notBoth('beforeSubtaskId', 'afterSubtaskId'),
  'lanes.update': notBoth('beforeLaneId', 'afterLaneId'),
}

/** A schema that also takes null. */
function orNull({ description, default: whenAbsent, ...schema }: Schema): Schema {
  const isTaken = schema.anyOf?.some(({ type }) => type === 'null')
  return {
    ...(isTaken ? schema : { anyOf: [schema, { type: 'null' }] }),
    ...(whenAbsent !== undefined && { default: whenAbsent }),
    ...(description !== undefined && { description }),
  }
}

/** The schema of a body in which null stands for a member that may be left out, also in the entries of its lists. */
function withNulls(schema: Schema): Schema {
  const { properties, required = [], items } = schema
  const members = Object.entries(properties ?? {}).map(([name, member]): [string, Schema] => [
    name,
    required.includes(name) ? withNulls(member) : orNull(withNulls(member)),
  ])
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: withNulls(items) }),
  }
}

/** The operations of a bulk request. Its body declares any values, because the service parses each one alone. */
function operationSchema(texts: Texts): Schema {
  const { schema } = schemaOf(operation, 'input')
  for (const kind of schema.oneOf ?? []) describeOperation('an operation', kind, texts)
  const kinds = schema.oneOf?.map((kind) =>
    kind.properties?.op?.const === 'create' ? withNulls(kind) : kind,
  )
  return { ...schema, ...(kinds && { oneOf: kinds }) }
}

/** The schema of a JSON body, with its rules and the meaning of its fields. */
function bodySchemaOf(endpoint: Endpoint, body: Fields, texts: Texts): Schema {
  const { id } = endpoint
  const { schema: declared } = schemaOf(body, 'input')
  describeFields(id, declared, texts)
  const schema = takesNullAsAbsent(endpoint) ? withNulls(declared) : declared
  if (id === 'tasks.bulk' && schema.properties?.operations)
    schema.properties.operations.items = operationSchema(texts)
  return { ...schema, ...rules[id] }
}

const isJson = (type: string) => type === 'application/json'

/**
 * The bodies that an endpoint accepts, by content type. A raw body has an empty schema, and an example only for JSON, which
 * comes first: generated clients send the first type, or none if one of them has a schema.
 */
function requestContentOf(
  endpoint: Endpoint,
  body: Fields | RawBody,
  { example = {}, fields }: { example: object | undefined; fields: Texts },
): RequestContent {
  const examples = { request: { value: example } }
  if (!isRawBody(body))
    return { 'application/json': { schema: bodySchemaOf(endpoint, body, fields), examples } }
  const types = body.contentTypes.toSorted((a, b) => Number(isJson(b)) - Number(isJson(a)))
  return Object.fromEntries(
    types.map((type) => [type, { schema: {}, examples: isJson(type) ? examples : {} }]),
  )
}

const about = `A project holds tasks. A task has a status, a position and subtasks.

Send \`Authorization: Bearer <token>\` with every request, except submissions to forms, requests for calendars, and \`GET /health\`. The status is 201 when something was created, and 200 for every other success. All errors have the same shape, and \`docs\` links to an explanation of the error code. An unknown path gets 404 \`route_not_found\`. A method that the path does not support gets 405 \`method_not_allowed\`. Unknown fields and query parameters are refused, so that a typo is never ignored silently; only the URLs of forms and calendars ignore query parameters. In a body that creates something, null stands for a field that is left out. Requests name fields like \`projectId\`, answers like \`project_id\`. Times are in UTC with milliseconds. Long lists come in pages: pass \`next_cursor\` as \`cursor\` until it is null.`

const methods = ['POST', 'GET', 'PATCH', 'DELETE']
const depthOf = ({ path }: Endpoint) => path.split('/').length

/** An endpoint with its texts in the document; `fields` has the texts of the fields of its body. */
interface EndpointText {
  endpoint: Endpoint
  words: Words
  fields: Texts
}

const textOf = (endpoint: Endpoint): EndpointText => ({
  endpoint,
  words: wordsOf(endpoint.id),
  fields: bodyTextsOf(endpoint.id),
})

/** In the order of the tags; within a tag from short paths to long ones, and from creating to deleting. */
const texts: readonly EndpointText[] = declared
  .map(textOf)
  .sort(
    (a, b) =>
      tags.findIndex(({ name }) => name === a.words.tag) -
        tags.findIndex(({ name }) => name === b.words.tag) ||
      depthOf(a.endpoint) - depthOf(b.endpoint) ||
      a.endpoint.path.localeCompare(b.endpoint.path) ||
      methods.indexOf(a.endpoint.method) - methods.indexOf(b.endpoint.method),
  )

const endpoints = texts.map(({ endpoint }) => endpoint)

/** Only a bearer token is a security scheme; a key is part of the path. */
const securityOf = ({ auth }: Endpoint): Operation['security'] =>
  auth.kind === 'token' ? [{ bearer: auth.scope === 'any' ? [] : [auth.scope, ...(auth.also ?? [])] }] : []

/** The operation of the document that describes an endpoint. */
export function operationOf(
  endpoint: Endpoint,
  { words, fields }: Omit<EndpointText, 'endpoint'> = textOf(endpoint),
): Operation {
  return {
    operationId: endpoint.id,
    tags: [words.tag],
    summary: words.summary,
    description: words.description,
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint, words),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: requestContentOf(endpoint, endpoint.body, { example: words.body, fields }),
      },
    }),
    responses: responsesOf(endpoint, words),
    'x-error-codes': errorCodesOf(endpoint),
  }
}

function componentSchemas(): Record<string, Schema> {
  const defs = endpoints.flatMap(({ answer }) => Object.entries(schemaOf(answer, 'output').defs))
  const schemas: Record<string, Schema> = {
    ...Object.fromEntries(defs),
    ...eventSchemas(),
    Error: errorSchema(),
  }
  for (const [name, schema] of Object.entries(schemas)) describeComponent(name, schema)
  return schemas
}

function paths(): OpenApiDocument['paths'] {
  const byPath = Map.groupBy(endpoints, pathOf)
  return Object.fromEntries(
    [...byPath].map(([path, operations]) => [
      path,
      Object.fromEntries(
        operations.map((endpoint) => {
          const [method, operation] = [endpoint.method.toLowerCase(), operationOf(endpoint)]
          return [method, { ...operation, 'x-codeSamples': samplesOf({ method, path, operation }) }]
        }),
      ),
    ]),
  )
}

/** Derives the OpenAPI document from the contract; its version is that of the package. */
export function buildDocument(): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tasks API',
      version: manifest.version,
      summary: 'Create, read, change and sync tasks from other programs.',
      description: about,
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath, description: 'The service that serves this document' }],
    tags: tags.map(({ name, description }) => ({
      name,
      description: name === 'Webhooks' ? `${description}\n\n${signatureText}` : description,
    })),
    paths: paths(),
    webhooks: webhookOperations(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'tsk_…',
          description:
            'A token with the scopes that the operation needs: read, write, delete, admin or hooks.',
        },
      },
      headers: responseHeaders,
      responses: errorResponses(endpoints),
      schemas: componentSchemas(),
    },
  }
}
