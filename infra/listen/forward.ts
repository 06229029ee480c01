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

/** What the receiver made of a delivery, in words. */
async function outcomeOf(target: string, { body, headers }: Delivery): Promise<string> {
  const startMs = performance.now()
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(target, { method: 'POST', body, headers, redirect: 'manual', signal })
    await answer.arrayBuffer() // the time counts until the end of the answer
    return `${answer.status} in ${Math.round(performance.now() - startMs)} ms`
  } catch (error) {
    const { cause, message } = error as Error // fetch throws nothing else
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : message
    return `no answer (${code})`
  }
}

/** What an event is about, in quotation marks. */
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
