import { ids } from '../../../functions/samples.ts'
import type { Words } from '../../../functions/words.ts'
import { errorsOf, isCounted, type Endpoint } from '../../../lib/contract/endpoint.ts'
import { errorStatuses, type ErrorCode } from '../../../lib/contract/errors.ts'
import { docsOf } from '../../../lib/contract/static.ts'
import { errorGuide } from './error-guide.ts'
import { schemaOf } from './schemas.ts'
import type { Example, Ref, Response, Schema } from './types.ts'

/** The headers of answers. The first two are in every answer. */
export const responseHeaders: Record<string, { description: string; schema: Schema }> = {
  'X-Request-Id': { description: 'The id of this request in the log', schema: { type: 'string' } },
  'Cache-Control': { description: 'Always no-store', schema: { type: 'string', const: 'no-store' } },
  ETag: {
    description: 'The version of the task, for If-Match and If-None-Match',
    schema: { type: 'string' },
  },
  Location: { description: 'The path of the created resource', schema: { type: 'string' } },
  Link: {
    description: 'The next page, with rel="next"; absent on the last page',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'true if an earlier request with the same key, or the same id, already created it',
    schema: { type: 'string', const: 'true' },
  },
  'Content-Disposition': {
    description: 'Marks the answer as a file to download, with its name',
    schema: { type: 'string', examples: ['attachment; filename="tasks.csv"'] },
  },
  'Dry-Run': {
    description: 'true in the answer to a dry run: nothing was written',
    schema: { type: 'string', const: 'true' },
  },
  'RateLimit-Policy': {
    description:
      'The name of each limit, the number of allowed requests (q) and the time window in seconds (w)',
    schema: { type: 'string', examples: ['"token";q=1200;w=60'] },
  },
  RateLimit: {
    description:
      'The name of each limit, the number of remaining requests (r) and the seconds until it is reset (t)',
    schema: { type: 'string', examples: ['"token";r=1187;t=41'] },
  },
  'Retry-After': {
    description: 'The number of seconds to wait before you try again',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'What is wrong with the token, or which scope it lacks (RFC 6750)',
    schema: { type: 'string' },
  },
}

const refs = (names: string[]): Record<string, Ref> =>
  Object.fromEntries(
    ['X-Request-Id', 'Cache-Control', ...names].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )

/** The headers of answers to a known token. */
const rateLimitHeaders = ['RateLimit-Policy', 'RateLimit']

/** The headers of a successful answer. If anyone may call, callers are unknown, so they are not counted. */
const limitsOf = (endpoint: Endpoint) => (isCounted(endpoint) ? rateLimitHeaders : [])

/** The statuses that can be sent before the token is known; these answers have no rate limit headers. */
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

/** Every error code that an operation can answer with, sorted by status. API Gateway itself adds `headers_too_large`. */
export const errorCodesOf = (endpoint: Endpoint): ErrorCode[] =>
  [...errorsOf(endpoint), 'headers_too_large' as const].sort((a, b) => errorStatuses[a] - errorStatuses[b])

/** The error codes of an operation, grouped by status: the codes of one status share a response. */
const errorGroups = (endpoint: Endpoint): [status: number, codes: ErrorCode[]][] => [
  ...Map.groupBy(errorCodesOf(endpoint), (code) => errorStatuses[code]),
]

const groupName = (codes: ErrorCode[]) => codes.join('.')

/** The error responses of all operations, by the codes that they can have. */
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

/** Whether a dry run has its own answer: it creates nothing, so its status differs. */
const hasDryAnswer = ({ success, query }: Endpoint) => success === 201 && 'dryRun' in query.shape

/** The headers of a successful answer that follow from the declaration. */
function successHeaders(endpoint: Endpoint): string[] {
  const { answer, success, headers, query, produces, errors } = endpoint
  return [
    ...('task' in answer.shape ? ['ETag'] : []),
    ...(success === 201 ? ['Location'] : []),
    ...('next_cursor' in answer.shape && !('has_more' in answer.shape) ? ['Link'] : []),
    ...(produces ? ['Content-Disposition'] : []),
    ...(produces && 'cursor' in query.shape ? ['Link'] : []),
    ...((headers && 'idempotency-key' in headers.shape) || errors.includes('id_reused')
      ? ['Idempotency-Replayed']
      : []),
    ...('dryRun' in query.shape && !hasDryAnswer(endpoint) ? ['Dry-Run'] : []),
  ]
}

/** The body of a successful answer, by media type. A body that is not JSON is a text. */
const successContent = ({ produces, answer }: Endpoint, { answer: example }: Words) =>
  produces
    ? Object.fromEntries(
        produces.map((type) => [
          type,
          {
            schema: { type: 'string' },
            examples: { answer: { value: (example as Partial<Record<string, string>>)[type] } }, // functions/words.ts says so
          },
        ]),
      )
    : {
        'application/json': {
          schema: schemaOf(answer, 'output').schema,
          examples: { answer: { value: example } },
        },
      }

/** The answer to a dry run of a create: it names nothing that was made. */
const dryAnswer = (endpoint: Endpoint, { content }: Response): Response => ({
  description: 'What a dry run would create',
  headers: refs([
    ...rateLimitHeaders,
    ...successHeaders(endpoint).filter((name) => name !== 'ETag' && name !== 'Location'),
    'Dry-Run',
  ]),
  ...(content && { content }),
})

/**
 * An answer of the protocol that an endpoint speaks. If the API has an error with this status, that error is described.
 */
const ofProtocol = (status: number, { headers }: Response): Response => ({
  description: status < 300 ? 'Accepted: there is nothing to answer' : 'An error of the protocol',
  headers,
})

/** All answers of an endpoint, by status. */
export function responsesOf(endpoint: Endpoint, text: Words): Record<string, Response | Ref> {
  const success: Response = {
    description: endpoint.success === 201 ? 'Created' : 'Success',
    headers: refs([...limitsOf(endpoint), ...successHeaders(endpoint)]),
    content: successContent(endpoint, text),
  }
  const isConditional = endpoint.headers && 'if-none-match' in endpoint.headers.shape
  const notModified: Response = {
    description: 'Not modified: the task has not changed',
    headers: refs([...rateLimitHeaders, 'ETag']),
  }
  return {
    [endpoint.success]: success,
    ...(endpoint.alternative && {
      200: {
        description: 'The person has to choose an account first',
        headers: refs(limitsOf(endpoint)),
        content: {
          'application/json': { schema: schemaOf(endpoint.alternative, 'output').schema, examples: {} },
        },
      },
    }),
    ...(hasDryAnswer(endpoint) && { 200: dryAnswer(endpoint, success) }),
    ...(isConditional && { 304: notModified }),
    ...Object.fromEntries(
      (endpoint.alsoAnswers ?? []).map((status) => [status, ofProtocol(status, success)]),
    ),
    ...Object.fromEntries(
      errorGroups(endpoint).map(([status, codes]) => [
        status,
        { $ref: `#/components/responses/${groupName(codes)}` },
      ]),
    ),
  }
}
