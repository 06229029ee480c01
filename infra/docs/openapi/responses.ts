import { errorsOf, type Endpoint } from '../../../lib/contract/endpoint.ts'
import { errorStatuses, type ErrorCode } from '../../../lib/contract/errors.ts'
import { docsOf } from '../../../lib/contract/static.ts'
import { errorGuide } from './error-guide.ts'
import { ids } from './samples.ts'
import { schemaOf } from './schemas.ts'
import type { OperationText } from './texts/text.ts'
import type { Example, Ref, Response, Schema } from './types.ts'

/** Headers of answers; those of every answer come first. */
export const responseHeaders: Record<string, { description: string; schema: Schema }> = {
  'X-Request-Id': { description: 'Names this request in the log', schema: { type: 'string' } },
  'Cache-Control': { description: 'Always no-store', schema: { type: 'string', const: 'no-store' } },
  ETag: {
    description: 'The version of the task, for If-Match and If-None-Match',
    schema: { type: 'string' },
  },
  Location: { description: 'The path of what was created', schema: { type: 'string' } },
  Link: { description: 'The next page, with rel="next"; absent on the last', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: 'true when this request was done before, under the same key',
    schema: { type: 'string', const: 'true' },
  },
  'RateLimit-Policy': {
    description: 'How many requests (q) may come in how many seconds (w), by the name of the limit',
    schema: { type: 'string', examples: ['"token";q=1200;w=60'] },
  },
  RateLimit: {
    description: 'How many requests are left (r) for how many seconds (t), by the name of the limit',
    schema: { type: 'string', examples: ['"token";r=1187;t=41'] },
  },
  'Retry-After': { description: 'After how many seconds to try again', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'What the token lacks (RFC 6750)', schema: { type: 'string' } },
}

const refs = (names: string[]): Record<string, Ref> =>
  Object.fromEntries(
    ['X-Request-Id', 'Cache-Control', ...names].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )

/** Headers of what is answered to a token that is known. */
const rateLimitHeaders = ['RateLimit-Policy', 'RateLimit']

/** Of answers that may come before the token is known. */
const neverCounted = [401, 403, 431]

const headersOfStatus: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  412: ['ETag'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const errorExample = (code: ErrorCode): Example => {
  const { message, members } = errorGuide[code]
  return { value: { error: { code, message, request_id: ids.requestId, docs: docsOf(code), ...members } } }
}

/** Every error code that an operation may answer with, by status; the gateway has one of its own. */
export const errorCodesOf = (endpoint: Endpoint): ErrorCode[] =>
  [...errorsOf(endpoint), 'headers_too_large' as const].sort((a, b) => errorStatuses[a] - errorStatuses[b])

/** The error codes of an operation, those with one status together: they share an answer. */
const errorGroups = (endpoint: Endpoint): [status: number, codes: ErrorCode[]][] => [
  ...Map.groupBy(errorCodesOf(endpoint), (code) => errorStatuses[code]),
]

const groupName = (codes: ErrorCode[]) => codes.join('.')

/** The error answers of all operations, by the codes that they may carry. */
export function errorResponses(endpoints: readonly Endpoint[]): Record<string, Response> {
  const groups = endpoints.flatMap(errorGroups).sort(([a], [b]) => a - b)
  const responses = groups.map(([status, codes]): [string, Response] => [
    groupName(codes),
    {
      description: codes.map((code) => `\`${code}\`: ${errorGuide[code].meaning}`).join('\n\n'),
      headers: refs([
        ...(neverCounted.includes(status) ? [] : rateLimitHeaders),
        ...(headersOfStatus[status] ?? []),
      ]),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: Object.fromEntries(codes.map((code) => [code, errorExample(code)])),
        },
      },
    },
  ])
  return Object.fromEntries(responses)
}

/** The headers of success, as far as the declaration tells them. */
function successHeaders({ answer, success, headers }: Endpoint): string[] {
  return [
    ...('task' in answer.shape ? ['ETag'] : []),
    ...(success === 201 ? ['Location'] : []),
    ...('next_cursor' in answer.shape && !('has_more' in answer.shape) ? ['Link'] : []),
    ...(headers && 'idempotency-key' in headers.shape ? ['Idempotency-Replayed'] : []),
  ]
}

/** All answers of an endpoint, by status. */
export function responsesOf(endpoint: Endpoint, text: OperationText): Record<string, Response | Ref> {
  const success: Response = {
    description: endpoint.success === 201 ? 'Created' : 'Done',
    headers: refs([...rateLimitHeaders, ...successHeaders(endpoint)]),
    content: {
      'application/json': {
        schema: schemaOf(endpoint.answer, 'output').schema,
        examples: { answer: { value: text.answer } },
      },
    },
  }
  const isConditional = endpoint.headers && 'if-none-match' in endpoint.headers.shape
  const notModified: Response = {
    description: 'Not modified: nothing to send',
    headers: refs([...rateLimitHeaders, 'ETag']),
  }
  return {
    [endpoint.success]: success,
    ...(isConditional && { 304: notModified }),
    ...Object.fromEntries(
      errorGroups(endpoint).map(([status, codes]) => [
        status,
        { $ref: `#/components/responses/${groupName(codes)}` },
      ]),
    ),
  }
}
