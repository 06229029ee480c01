import manifest from '../../../package.json' with { type: 'json' }
import type { Endpoint } from '../../../lib/contract/endpoint.ts'
import { endpoints as declared } from '../../../lib/service/index.ts'
import { basePath } from '../../../lib/contract/routes.ts'
import { requestContentOf } from './bodies.ts'
import { errorSchema } from './error-schema.ts'
import { bodyTextsOf, describeComponent, type Texts } from './field-texts.ts'
import { parametersOf } from './parameters.ts'
import { errorCodesOf, errorResponses, responseHeaders, responsesOf } from './responses.ts'
import { schemaOf } from './schemas.ts'
import { resourceTexts } from './texts/index.ts'
import type { OperationText } from './texts/text.ts'
import type { OpenApiDocument, Operation, Schema } from './types.ts'
import { eventSchemas, webhookOperations } from './webhooks.ts'

const about = `A project holds tasks. A task has a status, a position and subtasks.

Send \`Authorization: Bearer <token>\` with every request, except submissions to forms and \`GET /health\`. The status is 201 when something was created, and 200 for every other success. All errors have the same shape, and \`docs\` links to an explanation of the error code. An unknown path gets 404 \`route_not_found\`. A method that the path does not support gets 405 \`method_not_allowed\`. Unknown fields and query parameters are refused, so that a typo is never ignored silently; only a form's URL ignores query parameters. Requests name fields like \`projectId\`, answers like \`project_id\`. Times are in UTC with milliseconds. Long lists come in pages: pass \`next_cursor\` as \`cursor\` until it is null.`

const order = resourceTexts.flatMap(({ operations }) => Object.keys(operations))

/** In the order of the texts, because the order of a module's exports differs between loaders. */
const endpoints = declared.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))

/** The texts of an endpoint in the document; `fields` has the texts of the fields of its body. */
interface EndpointText {
  tag: string
  text: OperationText
  fields: Texts
}

/** The text of an endpoint and its tag; a new endpoint needs one. */
function textOf({ id }: Endpoint): EndpointText {
  for (const { tag, operations } of resourceTexts) {
    const text = operations[id]
    if (text) return { tag, text, fields: bodyTextsOf(id) }
  }
  throw new Error(`infra/docs/openapi/texts says nothing of ${id}`)
}

/** Only a bearer token is a security scheme; a key is part of the path. */
const securityOf = ({ auth }: Endpoint): Operation['security'] =>
  auth.kind === 'token' ? [{ bearer: auth.scope === 'any' ? [] : [auth.scope, ...(auth.also ?? [])] }] : []

/** The operation of the document that describes an endpoint. */
export function operationOf(endpoint: Endpoint, { tag, text, fields } = textOf(endpoint)): Operation {
  return {
    operationId: endpoint.id,
    tags: [tag],
    summary: text.summary,
    description: text.description,
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint, text),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: requestContentOf(endpoint.id, endpoint.body, { example: text.body, fields }),
      },
    }),
    responses: responsesOf(endpoint, text),
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
  const byPath = Map.groupBy(endpoints, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, operations]) => [
      path,
      Object.fromEntries(
        operations.map((endpoint) => [endpoint.method.toLowerCase(), operationOf(endpoint)]),
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
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath, description: 'The service that serves this document' }],
    tags: resourceTexts.map(({ tag, description }) => ({ name: tag, description })),
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
