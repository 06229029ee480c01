import type { Context } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { httpFunctionIds } from '../../lib/contract/functions.ts'
import type { ApiEvent, ApiResult, HttpHandler } from '../../lib/http/types.ts'

/** All functions of the service, called as Lambda calls them. */
export interface Functions {
  invoke: (id: string, event: ApiEvent) => Promise<ApiResult>
}

function contextOf(functionName: string, timeoutMs: number): Context {
  const deadlineMs = Date.now() + timeoutMs
  const context: Omit<Context, 'done' | 'fail' | 'succeed'> = {
    callbackWaitsForEmptyEventLoop: false,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: '256',
    awsRequestId: randomUUID(),
    logGroupName: functionName,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => deadlineMs - Date.now(),
  }
  return context as Context // the omitted members are for callbacks, which the Node 24 runtime no longer has
}

/** Loads a function's handler, from its source file or from its bundle. */
export type LoadHandler = (id: string) => Promise<HttpHandler>

/** Imports a function's file. */
export const loadSource: LoadHandler = async (id) => {
  const [resource = '', operation = ''] = id.split('.')
  const module = (await import(`../../functions/${resource}/${operation}.ts`)) as { handler: HttpHandler }
  return module.handler
}

/**
 * Loads all functions that the contract declares, including those of static routes.
 * @param timeoutMs returns how long a function may take: 10 s by default, as in the deployment
 */
export async function loadFunctions(
  timeoutMs = () => 10_000,
  load: LoadHandler = loadSource,
  ids = httpFunctionIds,
): Promise<Functions> {
  const handlers = new Map(await Promise.all(ids.map(async (id) => [id, await load(id)] as const)))
  return {
    // our handlers return a promise; only the type still has a callback
    invoke: async (id, event) =>
      (await handlers.get(id)?.(event, contextOf(id, timeoutMs()), () => undefined)) as ApiResult,
  }
}
