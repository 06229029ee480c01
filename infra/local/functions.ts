import type { Context } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { httpFunctionIds } from '../../lib/contract/functions.ts'
import type { ApiEvent, ApiResult, HttpHandler } from '../../lib/http/types.ts'

/** The functions behind the routes, to be called as Lambda calls them. */
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
  return context as Context // what is missing belongs to callbacks, which Node 24's runtime no longer has
}

/** Where a function comes from: its file, or what was built of it. */
export type LoadHandler = (id: string) => Promise<HttpHandler>

/** Imports a function's file. */
export const loadSource: LoadHandler = async (id) => {
  const [resource = '', operation = ''] = id.split('.')
  const module = (await import(`../../functions/${resource}/${operation}.ts`)) as { handler: HttpHandler }
  return module.handler
}

/**
 * Loads the functions behind the routes, those of static routes too. Nothing here runs the others: streams, queues and
 * schedules are not there locally yet.
 * @param timeoutMs how long a function may take: 10 s, as the deployment sets it
 */
export async function loadFunctions(
  timeoutMs = () => 10_000,
  load: LoadHandler = loadSource,
  ids = httpFunctionIds,
): Promise<Functions> {
  const handlers = new Map(await Promise.all(ids.map(async (id) => [id, await load(id)] as const)))
  return {
    // our handlers answer with a promise; the callback is a leftover of the type
    invoke: async (id, event) =>
      (await handlers.get(id)?.(event, contextOf(id, timeoutMs()), () => undefined)) as ApiResult,
  }
}
