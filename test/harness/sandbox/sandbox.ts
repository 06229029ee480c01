import { join } from 'node:path'
import type { ApiResult } from '../../../lib/http/types.ts'
import type { HttpFunctions } from '../../../infra/local/functions.ts'
import { EngineProxy } from './engine-proxy.ts'
import { newCredentials } from './environment.ts'
import { SandboxFunction, type Deviations } from './function.ts'
import { rolesOf } from './roles.ts'
import { SandboxQueues } from './queues.ts'
import type { Outcome } from './runtime-api.ts'
import { runtimeClient } from './runtime-client.ts'
import { functionsOf, type StackTemplate } from './template.ts'

/**
 * What an HTTP API returns for a function's outcome: the answer unchanged, or the same bare 500 for every failure.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function toResult(outcome: Outcome): ApiResult {
  const failure = { statusCode: 500, body: '{"message":"Internal Server Error"}' }
  if (outcome.kind === 'failed') return { ...failure, headers: { 'Content-Type': 'application/json' } }
  return JSON.parse(outcome.payload) as ApiResult // all functions of the service return a result with a status
}

/** The options of a sandbox. */
export interface SandboxParts extends Deviations {
  template: StackTemplate
  /** The functions that can be invoked. */
  ids: readonly string[]
  /** The folder of their bundles. */
  bundles: string
  /** An empty folder. */
  folder: string
  engine: { endpoint: string; tableName: string }
}

/** The service's functions as Lambda would run them, and the proxy between them and the engine. */
export interface Sandbox extends HttpFunctions {
  proxy: EngineProxy
  queues: SandboxQueues
  function: (id: string) => SandboxFunction
  close: () => Promise<void>
}

/** Prepares functions for invocation, each with its own role. */
export async function openSandbox({
  template,
  ids,
  bundles,
  folder,
  engine,
  ...deviations
}: SandboxParts): Promise<Sandbox> {
  const client = runtimeClient(folder)
  const proxy = new EngineProxy(engine)
  const dynamoDbEndpoint = await proxy.listen()
  const queues = new SandboxQueues(template)
  const described = functionsOf(template, engine.tableName, await queues.listen())
  const roles = rolesOf(template)
  const functions = new Map(
    ids.map((id) => {
      const description = described.get(id)
      if (!description) throw new Error(`The template has no function ${id}.`)
      const credentials = newCredentials()
      const role = { functionName: description.name, credentials, grants: roles.get(id) ?? [] }
      proxy.addRole(role)
      queues.addRole(role)
      const location = { taskRoot: join(bundles, id), client, dynamoDbEndpoint, credentials }
      return [id, new SandboxFunction(description, location, deviations)] as const
    }),
  )
  const find = (id: string): SandboxFunction => {
    const found = functions.get(id)
    if (!found) throw new Error(`The sandbox was opened without ${id}.`)
    return found
  }
  return {
    proxy,
    queues,
    function: find,
    invoke: async (id, event) => toResult(await find(id).invoke(event)),
    close: async () => {
      await Promise.all([...functions.values()].map((one) => one.stop()))
      proxy.close()
      queues.close()
    },
  }
}
