import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context, Handler } from 'aws-lambda'
import type { Caller } from '../store/caller.ts'
import type { Tenant } from '../store/tenant.ts'
import type { Invocation } from '../invocation/invocation.ts'

/** What a key in a path stands for, within its account, and how much of it may come. */
export interface KeyHolder extends Tenant {
  /** `key` names what is limited; `limit` is in requests per minute. */
  rateLimit: { key: string; limit: number }
}

/** The Lambda context with what the middlewares add to it, in their order. */
export interface ApiContext extends Context {
  /** Names the request to its caller: API Gateway's id, or Lambda's where no gateway has made the event. */
  requestId: string
  invocation: Invocation
  /** Whom the bearer token stands for, once it is known. */
  caller?: Caller
  /** Whether any website may send the request and read the answer: a key in the path says who may, and no cookie. */
  isForAnySite?: boolean
  /** What the key in the path has found. */
  holder?: KeyHolder
}

export type ApiEvent = APIGatewayProxyEventV2
export type ApiResult = APIGatewayProxyStructuredResultV2
export type ApiMiddleware = MiddlewareObj<ApiEvent, ApiResult, Error, ApiContext>

/** A Lambda behind an API Gateway HTTP API, payload format 2.0. */
export type HttpHandler = Handler<ApiEvent, ApiResult>
