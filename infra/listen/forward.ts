import { once } from 'node:events'
import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { WebhookEvent } from '../../client/src/index.ts'
import { toCell } from '../admin/output.ts'

/** A delivery as it arrived: the bytes that were signed, and the headers. */
export interface Delivery {
  event: WebhookEvent
  body: Buffer
  headers: Readonly<Record<string, string>>
}

/** Takes a delivery. */
export type OnDelivery = (delivery: Delivery) => Promise<void>

const timeoutMs = 15_000
const longestLabel = 40

/**
 * Posts a delivery. It does not use fetch, which would add headers of its own.
 * @throws Error when there is no answer
 */
async function post(target: string, { body, headers }: Delivery): Promise<number> {
  const send = target.startsWith('https:') ? tlsRequest : plainRequest
  const request = send(target, {
    method: 'POST',
    headers: { ...headers, 'content-length': body.length },
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
  }).end(body)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end') // the time counts until the end of the answer
  return answer.statusCode ?? 0
}

/** What a receiver answered, in words. */
interface Outcome {
  text: string
  /** Whether it answered 2xx. */
  delivered: boolean
}

/** Sends a delivery to a receiver. */
export async function deliver(target: string, delivery: Delivery): Promise<Outcome> {
  const startMs = performance.now()
  try {
    const status = await post(target, delivery)
    const text = `${status} in ${Math.round(performance.now() - startMs)} ms`
    return { text, delivered: status >= 200 && status < 300 }
  } catch (error) {
    const { name, code = name } = error as NodeJS.ErrnoException // node:http throws nothing else
    return { text: `no answer (${code})`, delivered: false }
  }
}

/** The subject of an event, a rule or a task, in quotation marks. */
function labelOf({ data }: WebhookEvent): string {
  const subject = 'rule' in data ? data.rule : 'task' in data ? data.task : undefined
  return subject ? ` "${toCell(subject.label, longestLabel)}"` : ''
}

/**
 * The line of an event: its time, its type, the label of its task or rule, and what the receiver answered.
 * @param number that of the delivery; a made-up event has none
 */
export function lineOf(
  event: WebhookEvent,
  { number, outcome }: { number?: number; outcome?: Outcome },
): string {
  const time = event.timestamp.slice(11, 19)
  const mark = number === undefined ? '' : `#${number} `
  const answer = outcome === undefined ? '' : `  -> ${outcome.text}`
  return `${time}  ${mark}${toCell(event.type, longestLabel)}${labelOf(event)}${answer}`
}

/**
 * Forwards each event once, and prints a line for it. The service may repeat a delivery; the repeat is dropped.
 * @param keep takes each delivery with its number, before it is forwarded
 */
export function forwardTo(
  target: string | undefined,
  print: (line: string) => void,
  keep: (number: number, delivery: Delivery) => Promise<void> = () => Promise.resolve(),
): OnDelivery {
  const seen = new Set<string>()
  return async (delivery) => {
    const { event } = delivery
    if (seen.has(event.id)) return
    const number = seen.add(event.id).size
    await keep(number, delivery)
    print(
      lineOf(event, { number, ...(target !== undefined && { outcome: await deliver(target, delivery) }) }),
    )
  }
}
