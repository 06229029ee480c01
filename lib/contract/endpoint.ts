import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

export const scopes = ['read', 'write', 'delete', 'admin', 'hooks'] as const
/** What a token may do; an endpoint asks for one of them. */
export type Scope = (typeof scopes)[number]

/** An object schema: its keys are the names that the contract allows. */
export type Fields = z.ZodMiniObject

/** The indexes of the table, which `lib/store/table-definition.ts` defines. */
export type IndexName = 'list' | 'changes'

/**
 * One thing that may be done to the table, under IAM's name for it. `Query:list` is a query of the index `list`;
 * `UpdateItem:rates` is an update of the counts of requests, and of nothing else.
 */
export type TableAction =
  | 'BatchGetItem'
  | 'GetItem'
  | 'Query'
  | `Query:${IndexName}`
  | 'PutItem'
  | 'UpdateItem'
  | 'UpdateItem:rates'
  | 'DeleteItem'
  | 'ConditionCheckItem'

/** A bearer token. `any`: whatever its scopes and its account's plan, a valid token will do. */
export interface TokenAuth {
  kind: 'token'
  scope: Scope | 'any'
  /** Further scopes that the token needs. */
  also?: readonly Scope[]
}

/**
 * A secret key in the path, for callers that can set no header. The function says what finds its holder. A key that is
 * malformed or that nobody has is answered as a path that is not there.
 */
export interface KeyAuth {
  kind: 'key'
  /** The name of the key's parameter in the path; it does not stand in `params`. */
  param: string
  /** The form of a key; what breaks it is refused without a look at the table. */
  schema: z.ZodMiniType<string, string>
}

/** Anyone: nothing says who calls. */
export interface NoAuth {
  kind: 'none'
}

/** Who may call an endpoint. */
export type Auth = TokenAuth | KeyAuth | NoAuth

/** A body that is handed on as it came: the endpoint's own code reads it. */
export interface RawBody {
  /** The media types that it may have, in lower case and without parameters. */
  contentTypes: readonly string[]
  /** At most about 4 MiB: an event of Lambda has 6 MB, and holds the bytes in base64. */
  maxBytes: number
}

/**
 * What one endpoint promises. The local server, the deployment, the access tests and the published document
 * are all derived from these declarations.
 */
export interface Endpoint {
  /** `resource.operation`: its Lambda is `functions/<resource>/<operation>.ts`. */
  id: `${string}.${string}`
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/v1`, with parameters in braces. */
  path: `/${string}`
  auth: Auth
  params: Fields
  query: Fields
  /** The headers that it reads, by their lower-cased names; the others are none of its business. */
  headers?: Fields
  /** A schema: a JSON object. Absent: the endpoint reads no body. */
  body?: Fields | RawBody
  success: 200 | 201
  answer: Fields
  /** The codes of its own; `errorsOf` adds those that follow from its other parts. */
  errors: readonly ErrorCode[]
  /**
   * What its own code does to the table, in transactions or alone; with a key in the path, the look-up of the key too. The
   * deployment grants that, the look-up of a token, and nothing else.
   */
  access: readonly TableAction[]
  /** The functions with the trigger `queue` to whose queues it sends. */
  sends?: readonly string[]
}

/** An endpoint for callers of one kind. */
export type EndpointFor<A extends Auth> = Endpoint & { auth: A }

/** Declares an endpoint and keeps the exact types of its schemas. */
// @__NO_SIDE_EFFECTS__
export const declare = <const E extends Endpoint>(endpoint: E): E => endpoint

/** Whether a body is taken as it came. */
export const isRawBody = (body: Endpoint['body']): body is RawBody =>
  body !== undefined && 'contentTypes' in body

const errorsOfAuth = ({ auth }: Endpoint): ErrorCode[] => {
  if (auth.kind === 'none') return []
  if (auth.kind === 'key') return ['route_not_found']
  return auth.scope === 'any' ? ['invalid_token'] : ['invalid_token', 'insufficient_scope', 'plan_required']
}

/** Every code that an endpoint may answer with: those of its own, of its kind of caller, of its body, and of any. */
export const errorsOf = (endpoint: Endpoint): ErrorCode[] => [
  ...new Set<ErrorCode>([
    'invalid_request',
    ...errorsOfAuth(endpoint),
    'rate_limited',
    'internal_error',
    'service_unavailable',
    ...endpoint.errors,
    ...(endpoint.body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
  ]),
]

type OutputOf<S> = S extends Fields ? z.output<S> : undefined

/** A body as it came, with its whole header `Content-Type`: a boundary or a charset may stand there. */
export interface RawInput {
  bytes: Buffer
  contentType: string
  /** All headers of the request, by their lower-cased names. */
  headers: Readonly<Record<string, string | undefined>>
}

/** What the handler of an endpoint gets: parsed, trimmed and typed. */
export interface Input<E extends Endpoint> {
  /** Path and query as the caller wrote them, for links in the answer. With a key in the path, the path is secret. */
  path: string
  rawQuery: string
  /** The address of the API as the caller reached it; ends with `/v1`. */
  baseUrl: string
  params: z.output<E['params']>
  query: z.output<E['query']>
  headers: OutputOf<E['headers']>
  body: E['body'] extends RawBody ? RawInput : OutputOf<E['body']>
}
