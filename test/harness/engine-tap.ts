import { HttpRequest, HttpResponse } from '@smithy/core/protocols'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { signFormally } from '../../infra/local/engine-handler.ts'
import type { IndexName } from '../../lib/contract/endpoint.ts'
import type { Table } from '../../lib/table/table.ts'
import { LaggingIndexes } from './lagging-indexes.ts'

/** A fault in one exchange with the engine, below the SDK's retries. */
export type Fault =
  | 'throttle'
  /** The same, after half a second. */
  | 'slow-throttle'
  | 'server-error'
  | 'timeout'
  | 'connection-reset'
  | 'conflict'
  | 'single-conflict'
  | 'invalid'
  | 'lost-answer'
  /** No answer comes until the caller gives up. */
  | 'no-answer'

/** Faults that pass: the SDK's retries end in the right answer. */
export const passingFaults: readonly Fault[][] = [
  ['throttle'],
  ['server-error', 'server-error'],
  ['timeout', 'connection-reset'],
  ['lost-answer'],
  ['throttle', 'lost-answer'],
]

/** Faults that leave nothing written while they last. */
export const lastingFaults: readonly Fault[] = ['throttle', 'server-error', 'timeout', 'connection-reset']

/** A recorded exchange: its operation, and the capacity units that the engine counted for it. */
export interface Exchange {
  operation: string
  units: number
}

const failure = (name: string, message: string) => Object.assign(new Error(message), { name })

const response = (status: number, content: object) => {
  const body = JSON.stringify(content)
  const headers = { 'content-type': 'application/x-amz-json-1.0' }
  return {
    response: new HttpResponse({ statusCode: status, headers, body: Readable.from([Buffer.from(body)]) }),
  }
}

const refusal = (status: number, type: string, extra: object = {}) =>
  response(status, { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'injected', ...extra })

const cancelled = (codes: string[]) =>
  refusal(400, 'TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) })

const slowMs = 500

/** An exchange without an answer is tried again, as the service's own clients do, but not on a machine that is only busy. */
const timeouts = { requestTimeout: 15_000, throwOnRequestTimeout: true }

/** Returns a request with another body. The engine does not check the signature. */
function withBody(request: HttpRequest, content: string): HttpRequest {
  const copy = HttpRequest.clone(request)
  copy.body = Buffer.from(content)
  copy.headers['content-length'] = String(Buffer.byteLength(content))
  return copy
}

interface Consumption {
  ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[]
}

/**
 * Stands between the SDK and the engine. It records each exchange and injects faults, so that the SDK's real retries run.
 * Before each exchange it calls `faults` to get the fault to inject.
 */
export class EngineTap {
  readonly exchanges: Exchange[] = []
  faults: (operation: string) => Fault | undefined = () => undefined
  /** If it returns an answer, that is used instead of the engine's. The exchange waits if it is a promise. */
  answerInstead: (operation: string, request: unknown) => object | undefined | Promise<object | undefined> =
    () => undefined
  /** If it returns reasons, one for each item, the transaction is cancelled for these reasons. */
  cancelTransaction: () => string[] | undefined = () => undefined
  #indexes: LaggingIndexes | undefined
  readonly #inner: NodeHttpHandler

  /** @param inner the handler that sends the exchanges to the engine */
  constructor(inner = new NodeHttpHandler(timeouts)) {
    this.#inner = inner
  }

  get metadata() {
    return { handlerProtocol: 'http/1.1' }
  }

  async handle(request: HttpRequest, options?: Parameters<NodeHttpHandler['handle']>[1]) {
    const operation = (request.headers['x-amz-target'] ?? '').split('.').at(-1) ?? ''
    // as the SDK's own handler does
    if (options?.abortSignal?.aborted) throw failure('AbortError', 'given up')
    const fault = this.faults(operation)
    const content = new TextDecoder().decode(request.body as Uint8Array) // the SDK sends bytes
    const instead = await this.answerInstead(operation, JSON.parse(content))
    if (instead) return this.#record(operation, response(200, instead))
    const reasons = operation === 'TransactWriteItems' ? this.cancelTransaction() : undefined
    if (reasons) return this.#record(operation, cancelled(reasons))
    switch (fault) {
      case 'slow-throttle':
        this.#record(operation, undefined)
        await sleep(slowMs)
        return refusal(400, 'ThrottlingException')
      case 'throttle':
        return this.#record(operation, refusal(400, 'ThrottlingException'))
      case 'server-error':
        return this.#record(operation, refusal(500, 'InternalServerError'))
      case 'conflict':
        return this.#record(operation, cancelled(['TransactionConflict', 'None']))
      case 'single-conflict':
        return this.#record(operation, refusal(400, 'TransactionConflictException'))
      case 'invalid':
        return this.#record(operation, refusal(400, 'ValidationException'))
      case 'timeout':
        this.#record(operation, undefined)
        throw failure('TimeoutError', 'injected')
      case 'connection-reset':
        this.#record(operation, undefined)
        throw Object.assign(new Error('injected'), { code: 'ECONNRESET' })
      case 'no-answer':
        this.#record(operation, undefined)
        return new Promise<never>((_, reject) => {
          if (options?.abortSignal) {
            options.abortSignal.onabort = () => {
              reject(failure('AbortError', 'given up'))
            }
          }
        })
      case 'lost-answer':
      case undefined: {
        const indexes = this.#indexes
        signFormally(request)
        const sent = indexes ? withBody(request, await indexes.redirect(operation, content)) : request
        const passed = await this.#inner.handle(sent, options)
        const body = await text(passed.response.body as Readable) // the handler's bodies are Node streams
        if (passed.response.statusCode < 300) await indexes?.record(operation, content)
        const consumed = [(JSON.parse(body) as Consumption).ConsumedCapacity ?? []].flat()
        this.exchanges.push({
          operation,
          units: consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0),
        })
        if (fault) throw failure('TimeoutError', 'injected after the commit')
        passed.response.body = Readable.from([Buffer.from(body)])
        return passed
      }
    }
  }

  #record<T>(operation: string, answer: T): T {
    this.exchanges.push({ operation, units: 0 })
    return answer
  }

  /** Injects these faults into the first exchanges of an operation, one after the other. */
  failNext(operation: string, ...faults: Fault[]): void {
    const rest = [...faults]
    this.faults = (current) => (current === operation ? rest.shift() : undefined)
  }

  /**
   * From now until `reset`, the indexes of an account, or one of them, show its writes only after a delay, in milliseconds of
   * this process's clock; without one, not at all.
   */
  async lagIndexes(table: Table, accountId: string, delayMs = Infinity, index?: IndexName): Promise<void> {
    this.#indexes?.close()
    this.#indexes = await LaggingIndexes.open(table, { accountId, delayMs, index })
  }

  /** Removes the recorded exchanges and all faults. */
  reset(): void {
    this.exchanges.length = 0
    this.#indexes?.close()
    this.#indexes = undefined
    this.faults = () => undefined
    this.answerInstead = () => undefined
    this.cancelTransaction = () => undefined
  }

  /** Closes the connections. The SDK's client calls it when it is destroyed. */
  destroy(): void {
    this.#inner.destroy()
  }

  updateHttpClientConfig(): void {
    // the SDK passes settings that this tap does not have
  }

  httpHandlerConfigs() {
    return {}
  }
}
