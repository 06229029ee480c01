import type { HttpRequest } from '@smithy/core/protocols'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { Turns } from './turns.ts'

type Options = NonNullable<Parameters<NodeHttpHandler['handle']>[1]>

/**
 * How many requests the engine gets at once. It writes one after the other, so more would only wait there; and it is
 * fewer than the handler has sockets (50), for its timers run while a request waits for one of those.
 */
const maxInFlight = 32

/** On one machine what takes this long is busy, not lost: a request that is sent again would make it busier. */
const timeouts = { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true }

/** Sends requests to the engine of this machine; those that are too many wait their turn, until they are aborted. */
export class EngineHandler extends NodeHttpHandler {
  readonly #turns = new Turns(maxInFlight)

  constructor() {
    super(timeouts)
  }

  override async handle(request: HttpRequest, options: Options = {}) {
    const { abortSignal } = options
    // the SDK's type allows an older kind of signal, which our code never sends
    const hasTurn = await this.#turns.take(() =>
      abortSignal instanceof AbortSignal ? abortSignal : undefined,
    )
    try {
      return await super.handle(request, options) // one that was aborted ends there, unsent
    } finally {
      if (hasTurn) this.#turns.leave()
    }
  }
}
