import { ids } from '../../../functions/samples.ts'
import type { Words } from '../../../functions/words.ts'
import { errorsOf, isCounted, isRawBody, type Endpoint } from '../../../lib/contract/endpoint.ts'
import { errorStatuses, type ErrorCode } from '../../../lib/contract/errors.ts'
import {
  maxBulkOperations,
  maxFields,
  maxCalendars,
  maxForms,
  maxLiveTokens,
  maxMembers,
  maxPageEntries,
  maxPreviewedTimes,
  maxRules,
  maxSubmissionKib,
  maxWebhooks,
} from '../../../lib/contract/limits.ts'
import { docsOf } from '../../../lib/contract/static.ts'
import { maxFormValues } from '../../../lib/forms/read-body.ts'
import { maxBodyBytes } from '../../../lib/http/read-body.ts'
import { errorGuide, type ErrorGuide } from './error-guide.ts'
import { schemaOf } from './schemas.ts'
import type { Example, Ref, Response, Schema } from './types.ts'

/** The headers of answers. The first two are in every answer. */
export const responseHeaders: Record<string, { description: string; schema: Schema }> = {
  'X-Request-Id': { description: 'The id of this request in the log', schema: { type: 'string' } },
  'Cache-Control': { description: 'Always no-store', schema: { type: 'string', const: 'no-store' } },
  ETag: {
    description:
      'The version of the task, for If-Match and If-None-Match, or of the calendar, for If-None-Match',
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

const errorExample = (code: ErrorCode, { message, members }: ErrorGuide): Example => {
  return { value: { error: { code, message, request_id: ids.requestId, docs: docsOf(code), ...members } } }
}

/** Every error code that an operation can answer with, sorted by status. API Gateway itself adds `headers_too_large`. */
export const errorCodesOf = (endpoint: Endpoint): ErrorCode[] =>
  [...errorsOf(endpoint), 'headers_too_large' as const].sort((a, b) => errorStatuses[a] - errorStatuses[b])

/** The error codes of an operation, grouped by status: the codes of one status share a response. */
const errorGroups = (endpoint: Endpoint): [status: number, codes: ErrorCode[]][] => [
  ...Map.groupBy(errorCodesOf(endpoint), (code) => errorStatuses[code]),
]

/** What else is too large for an endpoint, beside its whole body. */
const alsoTooLarge: Record<string, string> = {
  'hooks.receive': `, a list has more than ${maxBulkOperations} submissions, or a form more than ${maxFormValues} values`,
  'forms.preview': `, or the submission in it is longer than ${maxSubmissionKib} KiB`,
}

/** The error of a body that is too large, or of another type, as one endpoint says it. Others have the words of all. */
function ownGuide(
  { id, body }: Endpoint,
  code: ErrorCode,
): Pick<ErrorGuide, 'meaning' | 'message'> | undefined {
  if (!body) return undefined
  if (code === 'payload_too_large') {
    const { maxBytes, ifLarger = '' } = isRawBody(body) ? body : { maxBytes: maxBodyBytes }
    const kib = `${maxBytes / 1024} KiB`
    return {
      meaning: `The body is longer than ${kib}${alsoTooLarge[id] ?? ''}.`,
      message: `The body must be at most ${kib}.${ifLarger}`,
    }
  }
  if (code !== 'unsupported_media_type' || !isRawBody(body)) return undefined
  const types = body.contentTypes.join(', ')
  return {
    meaning: `The \`Content-Type\` of the body is none of these: ${types}.`,
    message: `Send the body with one of these as its Content-Type: ${types}.`,
  }
}

/** The words of an error of an endpoint. */
const guideOf = (endpoint: Endpoint, code: ErrorCode): ErrorGuide => ({
  ...errorGuide[code],
  ...ownGuide(endpoint, code),
})

/** The name of a response. One whose words are the endpoint's own ends with the endpoint's id. */
function groupName(endpoint: Endpoint, codes: ErrorCode[]): string {
  const { body, id } = endpoint
  const isOwn = codes.some((code) => ownGuide(endpoint, code)) && (isRawBody(body) || id in alsoTooLarge)
  return [...codes, ...(isOwn ? [id] : [])].join('.')
}

/** The error responses of all operations, by the codes that they can have. */
export function errorResponses(endpoints: readonly Endpoint[]): Record<string, Response> {
  const groups = endpoints
    .flatMap((endpoint) => errorGroups(endpoint).map(([status, codes]) => ({ endpoint, status, codes })))
    .sort((a, b) => a.status - b.status)
  const responses = groups.map(({ endpoint, status, codes }): [string, Response] => [
    groupName(endpoint, codes),
    {
      description: codes.map((code) => `\`${code}\`: ${guideOf(endpoint, code).meaning}`).join('\n\n'),
      headers: refs([
        ...(neverCounted.includes(status) ? [] : rateLimitHeaders),
        ...(headersOfStatus[status] ?? []),
      ]),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: Object.fromEntries(
            codes.map((code) => [code, errorExample(code, guideOf(endpoint, code))]),
          ),
        },
      },
    },
  ])
  return Object.fromEntries(responses)
}

/** Whether a dry run has its own answer: it creates nothing, so its status differs. */
const hasDryAnswer = ({ success, query }: Endpoint) => success === 201 && 'dryRun' in query.shape

/** Whether it answers 304 to a caller who has the current version. */
const isConditional = ({ headers }: Endpoint): boolean =>
  headers !== undefined && 'if-none-match' in headers.shape

/** The headers of a successful answer that follow from the declaration. */
function successHeaders(endpoint: Endpoint): string[] {
  const { answer, success, headers, query, produces, errors } = endpoint
  return [
    ...('task' in answer.shape || 'comment' in answer.shape || (produces && isConditional(endpoint))
      ? ['ETag']
      : []),
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

/** The most entries of the lists that come whole. Those that come in pages have at most a page. */
const mostListed: Record<string, number> = {
  'tasks.bulk results': maxBulkOperations,
  'hooks.receive submission_ids': maxBulkOperations,
  'tokens.list tokens': maxLiveTokens,
  'members.list members': maxMembers,
  'forms.list forms': maxForms,
  'webhooks.list webhooks': maxWebhooks,
  'calendars.list calendars': maxCalendars,
  'rules.list rules': maxRules,
  'fields.list fields': maxFields,
  'rules.preview occurrences': maxPreviewedTimes,
}

/** The schema of a successful answer, with the most entries of its lists. */
function answerSchemaOf({ id, answer }: Endpoint): Schema {
  const { schema } = schemaOf(answer, 'output')
  const { properties = {} } = schema
  for (const [name, member] of Object.entries(properties)) {
    const maxItems = 'next_cursor' in properties ? maxPageEntries : mostListed[`${id} ${name}`]
    if (member.type === 'array' && maxItems !== undefined) Object.assign(member, { maxItems })
  }
  return schema
}

/** The body of a successful answer, by media type. A body that is not JSON is a text. */
const successContent = (endpoint: Endpoint, { answer: example }: Words) =>
  endpoint.produces
    ? Object.fromEntries(
        endpoint.produces.map((type) => [
          type,
          {
            schema: { type: 'string' },
            examples: { answer: { value: (example as Partial<Record<string, string>>)[type] } }, // functions/words.ts says so
          },
        ]),
      )
    : {
        'application/json': {
          schema: answerSchemaOf(endpoint),
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
  const notModified: Response = {
    description: 'Not modified: it has not changed',
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
    ...(isConditional(endpoint) && { 304: notModified }),
    ...Object.fromEntries(
      (endpoint.alsoAnswers ?? []).map((status) => [status, ofProtocol(status, success)]),
    ),
    ...Object.fromEntries(
      errorGroups(endpoint).map(([status, codes]) => [
        status,
        { $ref: `#/components/responses/${groupName(endpoint, codes)}` },
      ]),
    ),
  }
}
