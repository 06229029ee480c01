/**
 * Imitates the runtime nodejs24.x inside the function's process: loads the handler, fetches one event after the other,
 * and posts each result. https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
import { existsSync } from 'node:fs'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

type Handler = (event: unknown, context: object) => Promise<unknown>

const {
  _HANDLER: handlerName = '',
  AWS_LAMBDA_RUNTIME_API: api = '',
  LAMBDA_TASK_ROOT: root = '',
} = process.env
const agent = new Agent({ keepAlive: true })

/** One request to the runtime API, without a timeout, because the process may be frozen while it waits. */
const exchange = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  new Promise<{ headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const url = `http://${api}/2018-06-01/runtime/${path}`
    const sent = request(url, { method, agent, headers }, (response) => {
      text(response).then((answer) => {
        resolve({ headers: response.headers, body: answer })
      }, reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })

function postError(path: string, cause: unknown) {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const body = { errorType: error.name, errorMessage: error.message, trace: error.stack?.split('\n') }
  return exchange('POST', path, JSON.stringify(body), { 'Lambda-Runtime-Function-Error-Type': error.name })
}

/** An error with the name that Lambda's runtime gives it. */
const named = (name: string, message: string): Error => Object.assign(new Error(message), { name })

async function loadHandler(): Promise<Handler> {
  const [file = '', name = ''] = handlerName.split('.')
  const path = ['js', 'mjs', 'cjs'].map((extension) => join(root, `${file}.${extension}`)).find(existsSync)
  if (path === undefined) throw named('Runtime.ImportModuleError', `Cannot find module '${file}'`)
  const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>
  if (typeof module[name] !== 'function')
    throw named('Runtime.HandlerNotFound', `${handlerName} is undefined or not exported`)
  return module[name] as Handler // as on Lambda, its signature is not checked
}

function contextOf(headers: IncomingHttpHeaders) {
  const deadlineMs = Number(headers['lambda-runtime-deadline-ms'])
  return {
    awsRequestId: headers['lambda-runtime-aws-request-id'],
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => deadlineMs - Date.now(),
  }
}

let handler: Handler
try {
  handler = await loadHandler()
} catch (error) {
  await postError('init/error', error)
  process.exit(1)
}
for (;;) {
  const { headers, body } = await exchange('GET', 'invocation/next')
  const id = String(headers['lambda-runtime-aws-request-id'])
  process.env._X_AMZN_TRACE_ID = String(headers['lambda-runtime-trace-id'])
  try {
    const answer = await handler(JSON.parse(body), contextOf(headers))
    await exchange('POST', `invocation/${id}/response`, JSON.stringify(answer))
  } catch (error) {
    await postError(`invocation/${id}/error`, error)
  }
}
