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

/** The receiver's answer to a delivery, in words. */
async function outcomeOf(target: string, delivery: Delivery): Promise<string> {
  const startMs = performance.now()
  try {
    const status = await post(target, delivery)
    return `${status} in ${Math.round(performance.now() - startMs)} ms`
  } catch (error) {
    const { name, code = name } = error as NodeJS.ErrnoException // node:http throws nothing else
    return `no answer (${code})`
  }
}

/** The subject of an event, in quotation marks. */
function labelOf({ data }: WebhookEvent): string {
  return 'task' in data ? ` "${toCell(data.task.label, longestLabel)}"` : ''
}

/**
 * Forwards each event once, and prints a line for it: its time, its type, the label of its task, and what the receiver
 * answered. The service may repeat a delivery; the repeat is dropped.
 */
export function forwardTo(target: string | undefined, print: (line: string) => void): OnDelivery {
  const seen = new Set<string>()
  return async (delivery) => {
    const { event } = delivery
    if (seen.has(event.id)) return
    seen.add(event.id)
    const outcome = target === undefined ? '' : `  -> ${await outcomeOf(target, delivery)}`
    const time = event.timestamp.slice(11, 19)
    print(`${time}  ${toCell(event.type, longestLabel)}${labelOf(event)}${outcome}`)
  }
}
