import { setTimeout as sleep } from 'node:timers/promises'
import { newAccount } from './load-account.ts'
import { quantile, rounded, type Extent } from './statistics.ts'
import type { Receiver } from './webhook-receiver.ts'
import { withServices } from './webhook-services.ts'

/** How long events take to arrive while another account reads at a steady pace. */
export interface DeliveriesRow {
  reads_per_second: number
  events: number
  /** From the answer to a write until its event arrives. */
  p50_ms: number
  p95_ms: number
  slowest_ms: number
  /** Of the reads. */
  read_p50_ms: number
  read_p99_ms: number
}

const paces = [50, 100, 200] as const
const eventsOfPace = { exact: 60, least: 2 }
/** The pauses between writes have any length up to this. */
const longestPauseMs = 500
const waitMs = 60_000

/** Reads at a pace, without waiting for the answers. The function that it returns ends that, and returns their times in ms. */
function readAtPace(read: () => Promise<unknown>, perSecond: number): () => Promise<number[]> {
  const reads: Promise<number>[] = []
  const timed = async () => {
    const begunMs = performance.now()
    await read()
    return performance.now() - begunMs
  }
  const timer = setInterval(() => {
    reads.push(timed())
  }, 1_000 / perSecond)
  return () => {
    clearInterval(timer)
    return Promise.all(reads)
  }
}

/** Waits for an event. Returns how long it took since `answeredMs`, in ms: not less than 0, for it may overtake the answer. */
async function arrival({ arrived }: Receiver, key: string, answeredMs: number): Promise<number> {
  while (!arrived.has(key)) {
    if (performance.now() > answeredMs + waitMs) throw new Error('An event has not arrived within a minute.')
    await sleep(20)
  }
  return Math.max(0, (arrived.get(key) ?? NaN) - answeredMs)
}

/** Measures how late events come on a service that answers reads and has time to spare. */
export const measureDeliveries = (
  extent: Extent,
  progress: (line: string) => void,
): Promise<DeliveriesRow[]> =>
  withServices(async (newService, receiver) => {
    const { url } = await newService()
    const [writer, reader] = [await newAccount(url), await newAccount(url)]
    await writer.hook(`${receiver.url}/paced`)
    const taskId = await reader.write()
    const rows: DeliveriesRow[] = []
    for (const perSecond of paces) {
      progress(`webhooks: deliveries at ${perSecond} reads a second`)
      const stopReads = readAtPace(() => reader.read(`/tasks/${taskId}`), perSecond)
      const arrivals: Promise<number>[] = []
      while (arrivals.length < eventsOfPace[extent]) {
        await sleep(Math.random() * longestPauseMs)
        const key = `/paced ${await writer.write()}`
        arrivals.push(arrival(receiver, key, performance.now()))
      }
      const times = await Promise.all(arrivals) // the reads go on meanwhile
      const readTimes = await stopReads()
      rows.push({
        ...{ reads_per_second: perSecond, events: times.length },
        p50_ms: rounded(quantile(times, 0.5), 0),
        p95_ms: rounded(quantile(times, 0.95), 0),
        slowest_ms: rounded(Math.max(...times), 0),
        read_p50_ms: rounded(quantile(readTimes, 0.5), 0),
        read_p99_ms: rounded(quantile(readTimes, 0.99), 0),
      })
    }
    return rows
  })
