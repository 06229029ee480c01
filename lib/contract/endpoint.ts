import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

export const scopes = ['read', 'write', 'delete', 'admin', 'hooks'] as const
/** A permission of a token. An endpoint requires at least one scope. */
export type Scope = (typeof scopes)[number]

/** The schema of an object; other keys than its own are refused or ignored. */
export type Fields = z.ZodMiniObject

/** The indexes of the table, defined in `lib/table/table-definition.ts`. */
export type IndexName = 'list' | 'changes'

/**
 * An action on the table, with its name in IAM. `Query:list` is a query of the index `list`. `UpdateItem:rates` is an
 * update of the request counters only, `UpdateItem:marker` one of the attributes of the change feed's marker only.
 */
export type TableAction =
  | 'BatchGetItem'
  | 'GetItem'
  | 'Query'
  | `Query:${IndexName}`
  | 'PutItem'
  | 'BatchWriteItem'
  | 'UpdateItem'
  | 'UpdateItem:rates'
  | 'UpdateItem:marker'
  | 'DeleteItem'
  | 'ConditionCheckItem'

/** A bearer token. `any` accepts every valid token, whatever its scopes and the plan of its account. */
export interface TokenAuth {
  kind: 'token'
  scope: Scope | 'any'
  /** Other scopes that the token also needs. */
  also?: readonly Scope[]
  /** It concerns the whole account, so a token that is bound to projects is refused. */
  isForAccount?: true
  /** It also takes access tokens that the identity provider made for it: lib/members/access-tokens.ts. */
  takesAccessTokens?: true
}

/**
 * A secret key in the path, for callers that cannot set headers. The endpoint's function finds the holder of the key. A
 * malformed or unknown key gets the same answer as an unknown path.
 */
export interface KeyAuth {
  kind: 'key'
  /** The name of the path parameter of the key. It is not in `params`. */
  param: string
  /**
   * What follows the key in its segment of the path, such as `.ics`, and is part of the parameter: a route of API Gateway can't
   * take a part of a segment.
   */
  suffix?: string
  /** The format of a key. A key in another format is refused without reading the table. */
  schema: z.ZodMiniType<string, string>
}

/** Anyone may call; the caller is not identified. */
export interface NoAuth {
  kind: 'none'
  /**
   * How often per minute the endpoint's code allows one address what its `charge` counts. Absent: it counts nothing.
   */
  chargesPerAddress?: number
}

/** Who may call an endpoint. */
export type Auth = TokenAuth | KeyAuth | NoAuth

/** A body that is passed on unchanged; the endpoint's own code parses it. */
export interface RawBody {
  /** The accepted media types, in lower case and without parameters. `*` stands for any name, as in `application/*+json`. */
  contentTypes: readonly string[]
  /** At most about 4 MiB: a Lambda event is limited to 6 MB and holds the bytes in base64. */
  maxBytes: number
  /** What to do about a larger body: another sentence of its error, after a space. */
  ifLarger?: string
}

/**
 * The contract of one endpoint. The local server, the deployment, the access tests and the published document are all
 * derived from these declarations.
 */
export interface Endpoint {
  /** `resource.operation`: its Lambda is `functions/<resource>/<operation>.ts`. */
  id: `${string}.${string}`
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path below `/v1`, with parameters in braces. */
  path: `/${string}`
  auth: Auth
  params: Fields
  query: Fields
  /** The headers that the endpoint reads, by their lower-case names. Other headers are ignored. */
  headers?: Fields
  /** The body: a schema for a JSON object, or a raw body. Absent if the endpoint reads no body. */
  body?: Fields | RawBody
  success: 200 | 201
  answer: Fields
  /** The answer with status 200 that an endpoint has beside the one with 201, which its code returns as an `ApiResult`. */
  alternative?: Fields
  /** The media types of the answer if it is not JSON. Then `answer` has no fields, and the code returns an `ApiResult`. */
  produces?: readonly string[]
  /** Further statuses of a protocol within HTTP: their body has the fields of `answer`, or there is none. */
  alsoAnswers?: readonly number[]
  /** The error codes of this endpoint only. `errorsOf` adds the codes that follow from the rest of the declaration. */
  errors: readonly ErrorCode[]
  /**
   * The actions of its own code on the table, inside and outside of transactions. With a key in the path they include
   * the look-up of the key. The deployment grants only these actions and the look-up of a token.
   */
  access: readonly TableAction[]
  /** The ids of functions with the trigger `queue`; it sends messages to their queues. */
  sends?: readonly string[]
  /** How the change feed names the way in of its writes: `api` by default. */
  via?: 'api' | 'import' | 'mcp' | 'revert'
}

/** An endpoint with one kind of authentication. */
/** The path of an endpoint as callers and the document write it: what follows a key in its segment is no part of the key there. */
export const pathOf = ({ path, auth }: Pick<Endpoint, 'path' | 'auth'>): string =>
  auth.kind === 'key' ? path.replace(`{${auth.param}}`, `{${auth.param}}${auth.suffix ?? ''}`) : path

export type EndpointFor<A extends Auth> = Endpoint & { auth: A }

/** Declares an endpoint and keeps the exact types of its schemas. */
// @__NO_SIDE_EFFECTS__
export const declare = <const E extends Endpoint>(endpoint: E): E => endpoint

/** Whether a body is passed on unchanged. */
export const isRawBody = (body: Endpoint['body']): body is RawBody =>
  body !== undefined && 'contentTypes' in body

/**
 * Whether null stands for a member of the body that may be left out: when something is created, there is nothing that null
 * could remove. Many programs write null for what they do not have.
 */
export const takesNullAsAbsent = ({ method, success }: Pick<Endpoint, 'method' | 'success'>): boolean =>
  method === 'POST' && success === 201

/** Whether requests are counted: those of known callers, and those of addresses if the declaration says so. */
export const isCounted = ({ auth }: Pick<Endpoint, 'auth'>): boolean =>
  auth.kind !== 'none' || auth.chargesPerAddress !== undefined

const errorsOfAuth = ({ auth }: Endpoint): ErrorCode[] => {
  if (auth.kind === 'none') return []
  if (auth.kind === 'key') return ['route_not_found']
  if (auth.scope === 'any') return ['invalid_token']
  const bound = auth.isForAccount ? (['project_bound_token'] as const) : []
  return ['invalid_token', 'insufficient_scope', 'plan_required', ...bound]
}

/** Every error code of an endpoint: its own, those of its authentication, those of its body, and those of all endpoints. */
export const errorsOf = (endpoint: Endpoint): ErrorCode[] => [
  ...new Set<ErrorCode>([
    'invalid_request',
    ...errorsOfAuth(endpoint),
    ...(isCounted(endpoint) ? (['rate_limited'] as const) : []),
    'internal_error',
    'service_unavailable',
    ...endpoint.errors,
    ...(endpoint.body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
  ]),
]

type OutputOf<S> = S extends Fields ? z.output<S> : undefined

/** An unchanged body, with the headers that say how to read it. */
export interface RawInput {
  bytes: Buffer
  /** All headers of the request, by their lower-case names. `content-type` can hold a boundary or a charset. */
  headers: Readonly<Record<string, string | undefined>>
}

/** The input of an endpoint's handler: parsed, trimmed and typed. */
export interface Input<E extends Endpoint> {
  /** The path and query as the caller sent them, for links in the answer. A path with a key is secret. */
  path: string
  rawQuery: string
  /** The URL of the API that the caller says to have used, so for answers to this caller only; it ends with `/v1`. */
  baseUrl: string
  /** An origin of the service that no caller can make up: a setting, or a name of the listener. */
  origin: string
  params: z.output<E['params']>
  query: z.output<E['query']>
  headers: OutputOf<E['headers']>
  body: E['body'] extends RawBody ? RawInput : OutputOf<E['body']>
}
