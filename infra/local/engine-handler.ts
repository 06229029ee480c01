import type { HttpRequest } from '@smithy/core/protocols'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { callersAtEngine } from './contention.ts'
import { Turns } from './turns.ts'
import { theService, workingFor } from './working-for.ts'

type Options = NonNullable<Parameters<NodeHttpHandler['handle']>[1]>

/**
 * How many requests the engine gets at once. It executes one after the other, so more would only wait there, and each
 * of them would delay the next one. It must be fewer than the handler's sockets (50), whose timeouts run while a
 * request waits for a socket.
 */
const maxInFlight = 6

/** Longer than on AWS: a slow local engine is busy, and sending a request again would make it busier. */
const timeouts = { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true }

/**
 * Sends requests to the local engine. The other requests wait for a turn, until they are aborted. The groups for which
 * they work share the turns.
 */
export class EngineHandler extends NodeHttpHandler {
  readonly #turns = new Turns(maxInFlight)

  constructor() {
    super(timeouts)
  }

  override async handle(request: HttpRequest, options: Options = {}) {
    const { abortSignal } = options
    signFormally(request)
    const group = workingFor()
    const go = group === theService ? undefined : callersAtEngine.enter()
    // the SDK's type allows an older kind of signal, which our code never sends
    const turn = await this.#turns.take(group, abortSignal instanceof AbortSignal ? abortSignal : undefined)
    try {
      return await super.handle(request, options) // a request that was aborted is not sent
    } finally {
      turn?.end()
      go?.()
    }
  }
}

const formally = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
}

/** Gives a request without a signature one in the form that the engine expects. It does not check the value. */
export function signFormally({ headers }: HttpRequest): void {
  if (headers.authorization === undefined) Object.assign(headers, formally)
}

/**
 * Removes the parts of a client that a local service does not need. The logger copies each request and each answer for
 * a log that nobody keeps: that is 8 % of the service's processor time when it delivers events. The bundles have none
 * either: infra/bundle/bundle.ts. The signer hashes each request, and the embedded engine checks no signature; another
 * one may.
 */
export function makeLight(
  { middlewareStack }: { middlewareStack: { remove: (name: string) => boolean } },
  { isEmbedded }: { isEmbedded: boolean },
): void {
  middlewareStack.remove('loggerMiddleware')
  if (isEmbedded) middlewareStack.remove('httpSigningMiddleware')
}
