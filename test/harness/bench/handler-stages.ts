import type { Context } from 'aws-lambda'
import type { EndpointFor, TokenAuth } from '../../../lib/contract/endpoint.ts'
import { authenticate } from '../../../lib/http/authenticate.ts'
import { baseStack, lambda } from '../../../lib/http/base-stack.ts'
import { endpoint, handlerOf } from '../../../lib/http/endpoint.ts'
import type { ApiEvent, ApiResult, HttpHandler } from '../../../lib/http/types.ts'
import type { Block, StageName } from './handler-questions.ts'
import { timedMs } from './statistics.ts'

const timeoutMs = 10_000

/** Calls a handler as Lambda does. */
export async function call(handler: HttpHandler, event: ApiEvent): Promise<ApiResult> {
  const deadlineMs = Date.now() + timeoutMs
  const context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'> = {
    awsRequestId: 'bench',
    getRemainingTimeInMillis: () => deadlineMs - Date.now(),
  }
  // the handlers of this project return a promise, and use no other member of the context
  return (await handler(event, context as Context, () => undefined)) as ApiResult
}

/** Returns the handlers of one endpoint, from the empty stack to the complete one. All of them give the same answer. */
export function stagesOf(
  declaration: EndpointFor<TokenAuth>,
  whole: HttpHandler,
  answer: ApiResult,
  withoutSdk: HttpHandler,
): Record<StageName, HttpHandler> {
  const body = JSON.parse(answer.body ?? '{}') as Record<string, unknown>
  const say = () => answer
  return {
    'middy stack': lambda(baseStack(declaration.id), say),
    '+ token': lambda(baseStack(declaration.id).use(authenticate(declaration)), say),
    '+ validation': handlerOf(endpoint(declaration, () => Promise.resolve({ body }))),
    '+ store': withoutSdk,
    'whole handler': whole,
  }
}

/** Calls a handler a number of times, one after the other. */
export async function runBlock(handler: HttpHandler, event: ApiEvent, requests: number): Promise<Block> {
  const timesMs: number[] = []
  const before = process.cpuUsage()
  for (let request = 0; request < requests; request++) {
    timesMs.push(await timedMs(() => call(handler, event)))
  }
  const { user, system } = process.cpuUsage(before)
  return { timesMs, cpuMs: (user + system) / 1000 / requests }
}
