import { request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as tlsRequest, type RequestOptions } from 'node:https'
import type { TcpNetConnectOpts } from 'node:net'
import { excerptOf, retryAfterMs, withoutValues } from './answer.ts'
import { failureOf } from './failure.ts'
import { fixedHeaders, refusedHeader } from './headers.ts'
import type { Policy } from './network.ts'
import type { Resolve } from './resolve.ts'
import { checkUrl, publicLookup } from './target.ts'

/** What has become of one attempt. `durationMs` is the time from its start to its end, in whole ms. */
export type Answer =
  | {
      kind: 'answer'
      /** The status, also of a redirect: none is followed. */
      status: number
      /** How long the receiver asks to be left alone, at most 24 hours; absent if it does not say. */
      retryAfterMs?: number
      /** The beginning of the body as text, at most 1 KiB. */
      excerpt: string
      durationMs: number
    }
  | {
      kind: 'unreachable'
      /** A sentence for the webhook's owner. */
      error: string
      durationMs: number
    }

export interface Timeouts {
  /** For name, connection and TLS together, in ms. */
  connectMs: number
  /** From the start until the end of the answer, in ms. */
  totalMs: number
}

export interface Delivery {
  url: string
  /** The webhook's own headers, and after them those of the signature: the later of two headers of one name counts. */
  headers: Readonly<Record<string, string>>
  body: string
  policy: Policy
  timeouts?: Timeouts
  /** Replaces the name servers. */
  resolve?: Resolve
}

export const defaultTimeouts: Timeouts = { connectMs: 5_000, totalMs: 15_000 }

/** At most so many bytes of an answer's body are read. */
const readBytes = 4 * 1024

/** How long an address of several is tried before the next one. Node's own 250 ms are too short for far receivers. */
const attemptMs = 1_000

/** Returns the headers to send. A header that a webhook may not set is left out, should it be stored all the same. */
function headersOf({ headers, body }: Delivery): Record<string, string | number> {
  const own = Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => name.startsWith('webhook-') || refusedHeader(name) === undefined)
  return { ...Object.fromEntries(own), ...fixedHeaders, 'content-length': Buffer.byteLength(body) }
}

/**
 * Begins to send.
 * @throws Error if Node cannot send a header
 */
function begin(delivery: Delivery, signal: AbortSignal, onConnected: () => void): ClientRequest {
  const { url, body, policy, resolve } = delivery
  const target = new URL(url)
  const isPlain = target.protocol === 'http:'
  const options: RequestOptions &
    Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'> = {
    method: 'POST',
    headers: headersOf(delivery),
    agent: false, // a connection of its own, by no proxy, closed afterwards
    lookup: publicLookup(policy, { isPlain, signal, ...(resolve && { resolve }) }),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMs,
    rejectUnauthorized: true, // whatever NODE_TLS_REJECT_UNAUTHORIZED says
  }
  const request = (isPlain ? plainRequest : tlsRequest)(target, options)
  request.on('socket', (socket) => {
    socket.once(isPlain ? 'connect' : 'secureConnect', onConnected)
  })
  return request.end(body)
}

/** What has arrived of an answer. */
interface Received {
  message: IncomingMessage
  chunks: Buffer[]
}

/** The values of the webhook's own headers. */
const ownValues = (headers: Delivery['headers']): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (name.startsWith('webhook-') ? [] : [value]))

function answerOf({ message, chunks }: Received, durationMs: number, hidden: readonly string[]): Answer {
  const { statusCode: status = 0, headers } = message
  const waitMs = retryAfterMs(headers['retry-after'], Date.now())
  const excerpt = excerptOf(withoutValues(Buffer.concat(chunks), hidden), headers)
  return {
    kind: 'answer',
    status,
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
    excerpt,
    durationMs,
  }
}

/** Calls `onEnd` when as much of the body has arrived as is read. */
function read({ message, chunks }: Received, onEnd: () => void): void {
  let bytes = 0
  message.on('data', (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, readBytes - bytes))
    bytes += chunk.length
    if (bytes >= readBytes) onEnd()
  })
  message.on('end', onEnd)
  message.on('error', onEnd)
}

/**
 * Sends a delivery once and waits for the answer. It follows no redirect, uses no proxy, and connects to allowed
 * addresses only. It never throws, and when it has ended, its connection is closed. An answer whose status has arrived
 * counts, even if its body does not end.
 */
export function post(delivery: Delivery): Promise<Answer> {
  const { url, policy, timeouts: { connectMs, totalMs } = defaultTimeouts } = delivery
  const refused = checkUrl(url, policy)
  if (refused !== undefined) return Promise.resolve({ kind: 'unreachable', error: refused, durationMs: 0 })

  const startedMs = performance.now()
  return new Promise((resolve) => {
    const ending = new AbortController()
    let request: ClientRequest | undefined
    let received: Received | undefined
    const end = (error: string) => {
      if (ending.signal.aborted) return
      ending.abort() // the lookup
      clearTimeout(connectTimer)
      clearTimeout(totalTimer)
      request?.destroy()
      const durationMs = Math.round(performance.now() - startedMs)
      const hidden = ownValues(delivery.headers)
      resolve(received ? answerOf(received, durationMs, hidden) : { kind: 'unreachable', error, durationMs })
    }
    const connectTimer = setTimeout(() => {
      end(`No connection was made within ${connectMs / 1000} s.`)
    }, connectMs)
    const totalTimer = setTimeout(() => {
      end(`The receiver did not answer within ${totalMs / 1000} s.`)
    }, totalMs)
    try {
      request = begin(delivery, ending.signal, () => {
        clearTimeout(connectTimer)
      })
      request.on('response', (message) => {
        received = { message, chunks: [] }
        read(received, () => {
          end('')
        })
      })
      request.on('error', (error) => {
        end(failureOf(error))
      })
      request.on('close', () => {
        end(failureOf({ code: 'ECONNRESET' }))
      })
    } catch (error) {
      end(failureOf(error))
    }
  })
}
