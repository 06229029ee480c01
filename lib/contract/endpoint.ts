import type * as z from 'zod/mini'
import type { IndexName } from '../store/table-definition.ts'
import type { ErrorCode } from './errors.ts'

export const scopes = ['read', 'write', 'delete', 'admin'] as const
/** What a token may do; an endpoint asks for one of them. */
export type Scope = (typeof scopes)[number]

/** An object schema: its keys are the names that the contract allows. */
export type Fields = z.ZodMiniObject

/**
 * One thing that may be done to the table, under IAM's name for it; `Query:list` is a query of the index `list`. `UpdateItem:rates` is an
 * update of the counts of requests, and of nothing else.
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
  /** `any`: whatever its scopes and its account's plan, a valid token will do. */
  scope: Scope | 'any'
  params: Fields
  query: Fields
  /** The headers that it reads, by their lower-cased names; the others are none of its business. */
  headers?: Fields
  /** Absent: the endpoint reads no body. */
  body?: Fields
  success: 200 | 201
  answer: Fields
  /** The codes of its own; those of every endpoint stand in `commonErrors`. */
  errors: readonly ErrorCode[]
  /**
   * What its own code does to the table, in transactions or alone: the deployment grants that, the look-up of the
   * token, and nothing else.
   */
  access: readonly TableAction[]
}

/** Declares an endpoint and keeps the exact types of its schemas. */
// @__NO_SIDE_EFFECTS__
export const declare = <const E extends Endpoint>(endpoint: E): E => endpoint

/** The codes that any endpoint may answer with. */
export const commonErrors = [
  'invalid_request',
  'invalid_token',
  'insufficient_scope',
  'plan_required',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[]

type OutputOf<S> = S extends Fields ? z.output<S> : undefined

/** What the handler of an endpoint gets: parsed, trimmed and typed. */
export interface Input<E extends Endpoint> {
  /** Path and query as the caller wrote them, for links in the answer. */
  path: string
  rawQuery: string
  params: z.output<E['params']>
  query: z.output<E['query']>
  headers: OutputOf<E['headers']>
  body: OutputOf<E['body']>
}
