import { request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as tlsRequest, type RequestOptions } from 'node:https'
import type { TcpNetConnectOpts } from 'node:net'
import { excerptOf, retryAfterMs, withoutValues } from './answer.ts'
import { partsOfTarget, type AwsTarget } from './aws-name.ts'
import { sendToAws } from './aws-target.ts'
import { KeptConnections } from './connections.ts'
import { fixedHeaders, refusedHeader } from './headers.ts'
import type { Policy } from './network.ts'
import type { Resolve } from './resolve.ts'
import { checkUrl, publicLookup, TargetError } from './target.ts'

const sentences: Partial<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection before it answered.',
  EPIPE: 'The receiver closed the connection before it answered.',
  EHOSTUNREACH: 'No route leads to the receiver.',
  ENETUNREACH: 'No route leads to the receiver.',
  ETIMEDOUT: 'The receiver did not accept the connection.',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are larger than 16 KiB.',
}

/** The problem of a certificate, by the commonest of the codes below. */
const certificateFaults: Partial<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its issuer is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the receiver does not send the certificate of its issuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
}

/**
 * The codes of node:tls for a certificate that is refused:
 * https://nodejs.org/docs/latest-v24.x/api/tls.html#x509-certificate-error-codes
 */
const certificateCode =
  /CERT|ERR_TLS_|SIGNATURE|_ISSUER|CRL_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH/

/**
 * Returns why a receiver was not reached, as a sentence for the webhook's owner. It reveals no address, because names can
 * lead into a network of the operator.
 * @param error what node:http, node:https or the lookup failed with
 */
function failureOf(error: unknown): string {
  if (error instanceof TargetError) return error.message
  // several addresses were tried: the first failure says enough
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error
  const { code = '' } = (cause ?? {}) as Partial<NodeJS.ErrnoException> // Node's errors have a code
  const sentence = sentences[code]
  if (sentence !== undefined) return sentence
  if (code === 'ERR_INVALID_CHAR' || code === 'ERR_INVALID_HTTP_TOKEN')
    return 'A header of the webhook is not valid.'
  if (code.startsWith('HPE_')) return 'The answer is not valid HTTP.'
  if (/^(ERR_SSL_|EPROTO)/.test(code)) return 'The receiver does not speak TLS as this service does.'
  if (certificateCode.test(code)) return `The certificate is not valid: ${certificateFaults[code] ?? code}.`
  return 'The receiver could not be reached.'
}

/** The result of one attempt. `durationMs` is the time from its start to its end, in whole ms. */
export type ReceiverAnswer =
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
  /** The headers that belong to the body, if it is not JSON. No other header replaces them. */
  bodyHeaders?: Readonly<Record<string, string>>
  policy: Policy
  timeouts?: Timeouts
  /** Connections that it may use, and leaves open for others; by default it has one of its own. */
  connections?: KeptConnections
  /** Replaces the name servers. */
  resolve?: Resolve
}

export const defaultTimeouts: Timeouts = { connectMs: 5_000, totalMs: 15_000 }

/** The most bytes of an answer's body that are read. */
const readBytes = 4 * 1024

/** How long an address of several is tried before the next one. Node's own 250 ms are too short for far receivers. */
const attemptMs = 1_000

/** Returns the headers to send. A header that a webhook may not set is left out, even if it is stored. */
function headersOf({ headers, body, bodyHeaders }: Delivery): Record<string, string | number> {
  const own = Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => name.startsWith('webhook-') || refusedHeader(name) === undefined)
  return {
    ...Object.fromEntries(own),
    ...fixedHeaders,
    ...bodyHeaders,
    'content-length': Buffer.byteLength(body),
  }
}

/**
 * Begins to send.
 * @throws Error if Node cannot send a header
 */
function begin(delivery: Delivery, signal: AbortSignal, onConnected: () => void): ClientRequest {
  const { url, body, policy, resolve, connections } = delivery
  const target = new URL(url)
  const isPlain = target.protocol === 'http:'
  const options: RequestOptions &
    Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'> = {
    method: 'POST',
    headers: headersOf(delivery),
    agent: connections?.agentFor(isPlain) ?? false, // by no proxy
    lookup: publicLookup(policy, { isPlain, signal, ...(resolve && { resolve }) }),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMs,
    rejectUnauthorized: true, // whatever NODE_TLS_REJECT_UNAUTHORIZED says
  }
  const request = (isPlain ? plainRequest : tlsRequest)(target, options)
  request.on('socket', (socket) => {
    KeptConnections.use(socket)
    if (request.reusedSocket) onConnected()
    else socket.once(isPlain ? 'connect' : 'secureConnect', onConnected)
  })
  return request.end(body)
}

/** The part of an answer that has arrived. */
interface Received {
  message: IncomingMessage
  chunks: Buffer[]
}

/** The values of the webhook's own headers. */
const ownValues = (headers: Delivery['headers']): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (name.startsWith('webhook-') ? [] : [value]))

function answerOf(
  { message, chunks }: Received,
  durationMs: number,
  hidden: readonly string[],
): ReceiverAnswer {
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

/** Calls `onEnd` when the part of the body that is read has arrived. */
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

/** The end of an attempt. */
type Ended =
  | { received: Received }
  | {
      error: string
      /** Whether the receiver had closed a reused connection, and nothing of an answer came on it. */
      wasClosed: boolean
    }

/** Why a lookup is ended: nobody waits for it any longer. */
const over = new Error('The attempt is over.')

/** Sends a delivery by one connection, and waits for the answer. When it has ended, its connection is closed or free. */
function attempt(delivery: Delivery, { connectMs, totalMs }: Timeouts, startedMs: number): Promise<Ended> {
  return new Promise((resolve) => {
    const ending = new AbortController()
    let request: ClientRequest | undefined
    let received: Received | undefined
    let bytesBefore = 0
    const end = (error: string, wasClosed = false) => {
      if (ending.signal.aborted) return
      ending.abort(over)
      clearTimeout(connectTimer)
      clearTimeout(totalTimer)
      request?.destroy() // does nothing to a connection that is kept
      resolve(received ? { received } : { error, wasClosed })
    }
    const fail = (error: unknown) => {
      const { reusedSocket = false, socket } = request ?? {}
      const isLeftOver = String((error as NodeJS.ErrnoException).code).startsWith('HPE_')
      end(failureOf(error), reusedSocket && (socket?.bytesRead === bytesBefore || isLeftOver))
    }
    const connectTimer = setTimeout(() => {
      end(`No connection was made within ${connectMs / 1000} s.`)
    }, connectMs)
    const totalTimer = setTimeout(
      () => {
        end(`The receiver did not answer within ${totalMs / 1000} s.`)
      },
      Math.max(0, startedMs + totalMs - performance.now()),
    )
    try {
      request = begin(delivery, ending.signal, () => {
        clearTimeout(connectTimer)
      })
      request.on('socket', (socket) => {
        bytesBefore = socket.bytesRead
      })
      request.on('response', (message) => {
        received = { message, chunks: [] }
        read(received, () => {
          end('')
        })
      })
      request.on('error', fail)
      request.on('close', () => {
        fail({ code: 'ECONNRESET' })
      })
    } catch (error) {
      fail(error)
    }
  })
}

async function answerOfAws(
  target: AwsTarget,
  delivery: Delivery,
  { totalMs }: Timeouts,
): Promise<ReceiverAnswer> {
  const startedMs = performance.now()
  const durationMs = () => Math.round(performance.now() - startedMs)
  try {
    return { kind: 'answer', ...(await sendToAws(target, delivery, totalMs)), durationMs: durationMs() }
  } catch {
    return { kind: 'unreachable', error: 'AWS could not be reached.', durationMs: durationMs() }
  }
}

/**
 * Sends a delivery and waits for the answer. To a bus or a queue it goes by AWS's API. By HTTP it follows no redirect, uses no proxy, and connects to allowed addresses
 * only. It never throws, and when it has ended, its connection is closed, unless it is one of the shared `connections`:
 * then the whole answer has arrived. An answer whose status has arrived counts, even if its body does not end.
 *
 * A receiver may close a kept connection at any time. If nothing of an answer comes on it, or only the rest of the
 * previous answer, the delivery is sent once more on a new connection, within the same time: RFC 9112, section 9.3.1.
 */
export async function post(delivery: Delivery): Promise<ReceiverAnswer> {
  const { url, policy, timeouts = defaultTimeouts, connections } = delivery
  const refused = checkUrl(url, policy)
  if (refused !== undefined) return { kind: 'unreachable', error: refused, durationMs: 0 }
  const target = partsOfTarget(url)
  if (target) return answerOfAws(target, delivery, timeouts)
  const startedMs = performance.now()
  let ended = await attempt(delivery, timeouts, startedMs)
  if ('error' in ended && ended.wasClosed) {
    connections?.close()
    ended = await attempt(delivery, timeouts, startedMs)
  }
  const durationMs = Math.round(performance.now() - startedMs)
  if ('error' in ended) return { kind: 'unreachable', error: ended.error, durationMs }
  return answerOf(ended.received, durationMs, ownValues(delivery.headers))
}
