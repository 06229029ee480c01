import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context, Handler } from 'aws-lambda'
import type { RawInput } from '../contract/endpoint.ts'
import type { Caller } from '../tokens/caller.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Invocation } from './invocation/invocation.ts'

/** The owner of a key in the path, such as a form, with its account and its rate limit. */
export interface KeyHolder extends Tenant {
  /** `key` names the bucket; `limit` is in requests per minute. */
  rateLimit: { key: string; limit: number }
  /**
   * Checks whether a request is signed as its holder requires: undefined if it is, else what is expected of it and what
   * is wrong. Absent if the holder requires no signature.
   */
  signatureProblem?: ((request: RawInput) => string | undefined) | undefined
  /** Answers a request that only asks whether its holder wants what the sender has; undefined for all others. */
  answerHandshake?: (request: RawInput & { rawQuery: string }) => ApiResult | undefined
}

/** The Lambda context with the members that the middlewares add, in the order in which they add them. */
export interface ApiContext extends Context {
  /** The request id that the caller sees: API Gateway's, or Lambda's if the event does not come from a gateway. */
  requestId: string
  invocation: Invocation
  /** The caller that the bearer token belongs to; set once it is known. */
  caller?: Caller
  /**
   * Counts this many more requests; set when the caller is limited.
   * @throws ApiError rate_limited
   */
  charge?: (requests: number) => void
  /** Whether any website may send the request and read the answer: the key in the path grants access, not a cookie. */
  isForAnySite?: boolean
  /** The holder of the key in the path. */
  holder?: KeyHolder
  /** What the request lacks of the signature that the holder asks for; absent if it lacks nothing. */
  signatureProblem?: string | undefined
}

export type ApiEvent = APIGatewayProxyEventV2
export type ApiResult = APIGatewayProxyStructuredResultV2
export type ApiMiddleware = MiddlewareObj<ApiEvent, ApiResult, Error, ApiContext>

/** A Lambda behind an API Gateway HTTP API, payload format 2.0. */
export type HttpHandler = Handler<ApiEvent, ApiResult>
