import { HttpResponse, type HttpRequest } from '@smithy/core/protocols'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** Whether an exchange adds to the shared count of requests, which every tenth request does. */
const isCountOfRequests = (operation: string, { body }: HttpRequest): boolean =>
  operation.endsWith('.UpdateItem') && new TextDecoder().decode(body as Uint8Array).includes('#RATE#') // bytes

/** The engine's answer to that exchange. The engine may be stopped already. */
const counted = {
  status: 200,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: Buffer.from('{"Attributes":{"requests":{"N":"10"}},"ConsumedCapacity":{"CapacityUnits":1}}'),
}

/**
 * Stands between the SDK and the engine. It records the engine's answers, and then replays them from memory. The whole
 * SDK runs, but storage takes no time.
 */
export class Replay {
  #inner = new NodeHttpHandler()
  readonly heard = new Map<string, { status: number; headers: Record<string, string>; body: Buffer }>()
  readonly #earlier: Replay | undefined
  /** Whether answers still come from the engine. */
  isListening = true

  /** @param earlier has heard what a process remembers for a minute, and asks for again then */
  constructor(earlier?: Replay) {
    this.#earlier = earlier
  }

  get metadata() {
    return { handlerProtocol: 'http/1.1' }
  }

  async handle(request: HttpRequest, options?: Parameters<NodeHttpHandler['handle']>[1]) {
    const operation = request.headers['x-amz-target'] ?? ''
    if (this.isListening && !isCountOfRequests(operation, request)) {
      const { response } = await this.#inner.handle(request, options)
      const body = await buffer(response.body as Readable) // the handler's bodies are Node streams
      this.heard.set(operation, { status: response.statusCode, headers: response.headers, body })
    }
    const heard = isCountOfRequests(operation, request)
      ? counted
      : (this.heard.get(operation) ?? this.#earlier?.heard.get(operation))
    if (!heard) throw new Error(`Nothing was heard of ${operation}.`)
    const { status, headers, body } = heard
    return { response: new HttpResponse({ statusCode: status, headers, body: Readable.from([body]) }) }
  }

  destroy(): void {
    this.#inner.destroy()
  }

  updateHttpClientConfig(): void {
    // the SDK passes settings that this handler does not have
  }

  httpHandlerConfigs() {
    return {}
  }
}
