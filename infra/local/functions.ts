import type { Context } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { functionIds, handlerOfFunction, triggeredFunctions, type Handler } from '../../functions/index.ts'
import { defaultMemoryMb, defaultTimeoutSeconds } from '../../lib/contract/triggered.ts'
import type { Answers, Events, Trigger, TriggeredHandler } from '../../lib/http/invocation/triggered.ts'
import type { ApiEvent, ApiResult, HttpHandler } from '../../lib/http/types.ts'

/** The functions of routes, called as Lambda calls them. */
export interface HttpFunctions {
  invoke: (id: string, event: ApiEvent) => Promise<ApiResult>
}

/** All functions of the service, called as Lambda calls them. */
export interface Functions extends HttpFunctions {
  /**
   * Runs a function with a trigger.
   * @param begun is called when it begins, because it may have to wait for its turn
   * @throws Error when it fails, or takes longer than its timeout
   */
  run: <T extends Trigger>(id: string, event: Events[T], begun?: () => void) => Promise<Answers[T]>
}

/** The memory and timeout of functions with a trigger. The others have the defaults. */
const machines = new Map(triggeredFunctions.map((one) => [one.id as string, one]))

/** How long a function may take, as in the deployment. */
const declaredTimeoutMs = (id: string) => 1_000 * (machines.get(id)?.timeoutSeconds ?? defaultTimeoutSeconds)

function contextOf(functionName: string, timeoutMs: number): Context {
  const deadlineMs = Date.now() + timeoutMs
  const context: Omit<Context, 'done' | 'fail' | 'succeed'> = {
    callbackWaitsForEmptyEventLoop: false,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: String(machines.get(functionName)?.memoryMb ?? defaultMemoryMb),
    awsRequestId: randomUUID(),
    logGroupName: functionName,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => deadlineMs - Date.now(),
  }
  return context as Context // the omitted members are for callbacks, which the Node 24 runtime no longer has
}

/** Loads a function's handler, from its source file or from its bundle. */
export type LoadHandler = (id: string) => Promise<Handler>

/** Takes a function from its source file. */
export const loadSource: LoadHandler = (id) => Promise.resolve(handlerOfFunction(id))

/** Ends the wait for an invocation after its timeout, as Lambda ends the invocation. */
async function within<T>(id: string, timeoutMs: number, answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Error(`${id} took longer than ${timeoutMs / 1000} s.`))
  }, timeoutMs)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Loads all functions that the contract declares, whatever their trigger.
 * @param timeoutMs returns how long a function may take: by default, as long as in the deployment
 */
export async function loadFunctions(
  timeoutMs: (id: string) => number = declaredTimeoutMs,
  load: LoadHandler = loadSource,
  ids = functionIds,
): Promise<Functions> {
  const handlers = new Map(await Promise.all(ids.map(async (id) => [id, await load(id)] as const)))
  return {
    // the function of a route has a handler of this type; its answer is a promise, only the type still has a callback
    invoke: async (id, event) =>
      (await (handlers.get(id) as HttpHandler | undefined)?.(
        event,
        contextOf(id, timeoutMs(id)),
        () => undefined,
      )) as ApiResult,
    run: async <T extends Trigger>(id: string, event: Events[T], begun?: () => void) => {
      begun?.()
      // the function of a trigger has a handler of this type
      const handler = handlers.get(id) as TriggeredHandler<T> | undefined
      if (!handler) throw new Error(`There is no function ${id}.`)
      return within(id, timeoutMs(id), handler(event, contextOf(id, timeoutMs(id))))
    },
  }
}
