import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { errorsOf, pathOf, type Endpoint } from '../../lib/contract/endpoint.ts'
import { errorStatuses, type ErrorCode } from '../../lib/contract/errors.ts'
import { endpoints } from '../../functions/index.ts'
import { matchPath } from '../../lib/contract/routes.ts'
import type { OpenApiDocument, Operation, Schema } from '../../infra/docs/openapi/types.ts'
import { isValid } from './json-schema.ts'

/** The published document, as it is checked in. */
const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApiDocument // npm run docs:check
const { schemas } = document.components

/** The answers of the gateway and the $default route, for any endpoint. */
const gatewayErrors: ErrorCode[] = [
  'forbidden',
  'route_not_found',
  'method_not_allowed',
  'headers_too_large',
  'payload_too_large',
]

const json = 'application/json'

/**
 * Reads the body of an answer: parsed if it is JSON, else as text. Undefined if there is none.
 * @param contentType the header; absent means JSON
 */
export function readAnswer(content: string, contentType = json): { body: unknown; type: string } {
  const type = contentType.replace(/; charset=utf-8$/, '')
  if (type !== json) return { body: content, type }
  return { body: content === '' ? undefined : JSON.parse(content), type }
}

/** The contract of a service: its declarations, and the paths of the document generated from them. */
export interface Contract {
  endpoints: readonly Endpoint[]
  paths: OpenApiDocument['paths']
}

const published: Contract = { endpoints, paths: document.paths }

/** Returns the document's schema of an answer. Errors outside of all operations have the same schema as other errors. */
function publishedSchema(
  operation: Operation | undefined,
  status: number,
  type: string,
  code?: ErrorCode,
): Schema | undefined {
  if (code !== undefined) {
    const codes = [...gatewayErrors, ...(operation?.['x-error-codes'] ?? [])]
    return codes.includes(code) ? schemas.Error : undefined
  }
  const response = operation?.responses[status]
  return response && 'content' in response ? response.content[type]?.schema : undefined
}

/** The status of a successful answer: a dry run creates nothing, so it answers 200. */
function successOf(endpoint: Endpoint, query = ''): number {
  const isDryRun = 'dryRun' in endpoint.query.shape && new URLSearchParams(query).get('dryRun') === 'true'
  return isDryRun ? 200 : endpoint.success
}

/**
 * Checks an answer against the declaration of its endpoint, and against the document: the status, the error code, and a
 * body with exactly the declared members; or a text of a declared media type.
 * @throws Error that names the difference
 */
export function assertDeclared(
  method: string,
  path: string,
  status: number,
  body: unknown,
  { endpoints, paths }: Contract = published,
  type = json,
): void {
  const [pathname = '', query] = path.split('?')
  const route = matchPath(endpoints, pathname).find((endpoint) => endpoint.method === method)
  const where = `${method} ${path} answered ${status} ${JSON.stringify(body)}`
  const assertPublished = (code?: ErrorCode) => {
    const operation = paths[route ? pathOf(route) : '']?.[method.toLowerCase()]
    const schema = publishedSchema(operation, status, code === undefined ? type : json, code)
    if (!schema || !isValid(body, schema, schemas))
      throw new Error(`${where}: not as docs/openapi.json has it`)
  }
  const isOfProtocol = body === undefined || route?.answer.safeParse(body).success === true
  if (route?.alsoAnswers?.includes(status) && isOfProtocol) return
  if (status >= 400) {
    if (method === 'HEAD') return
    const { code } = (body as { error: { code: ErrorCode } }).error // throws if the shape is wrong
    const declared: ErrorCode[] = [...gatewayErrors, ...(route ? errorsOf(route) : [])]
    if (!declared.includes(code)) throw new Error(`${where}: this code is not declared`)
    if (errorStatuses[code] !== status) throw new Error(`${where}: this status is not the code's`)
    assertPublished(code)
    return
  }
  if (status === 304 && body === undefined && route?.headers && 'if-none-match' in route.headers.shape) return
  if (route?.alternative && status === 200) {
    const parsed = route.alternative.safeParse(body)
    if (!parsed.success || !isDeepStrictEqual(parsed.data, body)) throw new Error(`${where}: not as declared`)
    assertPublished()
    return
  }
  if (!route || status !== successOf(route, query)) throw new Error(`${where}: this status is not declared`)
  if (route.produces) {
    if (!route.produces.includes(type)) throw new Error(`${where}: its type ${type} is not declared`)
    assertPublished()
    return
  }
  const parsed = route.answer.safeParse(body)
  if (!parsed.success || !isDeepStrictEqual(parsed.data, body)) throw new Error(`${where}: not as declared`)
  assertPublished()
}
