import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import { quantile } from './statistics.ts'

/** What is sent over and over, and for how long. */
export interface Hammering {
  /** Where to: the origin, and what stands before each path. */
  url: string
  /** Each connection takes these in turn. */
  paths?: readonly string[]
  method?: 'GET' | 'PATCH' | 'POST'
  headers?: Record<string, string>
  /** `[<id>]` in it becomes another id in each request. */
  body?: string
  connections: number
  /** Requests a second over all connections. Absent: as many as there are answers. */
  rate?: number
  end: { seconds: number } | { requests: number }
}

/** What came back. */
export interface Hammered {
  /** How long each answer took, in the order of the answers. */
  timesMs: number[]
  /** Answers of success. */
  done: number
  /** Answers of failure, and requests without an answer. */
  failures: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

const answerMs = 60_000

/** Sends requests over a number of connections, each with one request at a time. What is under way at the end is dropped. */
export async function hammer(hammering: Hammering): Promise<Hammered> {
  const { paths = [''], method = 'GET', headers = {}, body, connections, rate = Infinity, end } = hammering
  const { origin, pathname } = new URL(hammering.url)
  const requests = 'requests' in end ? end.requests : Infinity
  const timesMs: number[] = []
  let [sent, done, failures, isOver] = [0, 0, 0, false]
  const startedMs = performance.now()

  const send = async (client: Client, path: string) => {
    const begunMs = performance.now()
    try {
      const { statusCode, body: answer } = await client.request({
        ...{ path: pathname.replace(/\/$/, '') + path || '/', method, headers },
        ...(body !== undefined && { body: body.replaceAll('[<id>]', randomUUID()) }),
      })
      await answer.dump({ limit: Infinity })
      timesMs.push(performance.now() - begunMs)
      if (statusCode < 300) done++
      else failures++
    } catch {
      if (!isOver) failures++
    }
  }
  const isDue = async () => {
    if (sent >= requests) return false
    const dueMs = startedMs + (1_000 * sent++) / rate
    if (dueMs > performance.now()) await sleep(dueMs - performance.now())
    return !isOver
  }
  const connect = async (client: Client) => {
    for (let turn = 0; await isDue(); turn++) await send(client, paths[turn % paths.length] ?? '')
  }
  const settings = { headersTimeout: answerMs, bodyTimeout: answerMs }
  const clients = Array.from({ length: connections }, () => new Client(origin, settings))
  const stop = async () => {
    isOver = true
    await Promise.all(clients.map((client) => client.destroy()))
  }
  const timer = 'seconds' in end ? setTimeout(() => void stop(), 1_000 * end.seconds) : undefined
  await Promise.all(clients.map(connect))
  const seconds = (performance.now() - startedMs) / 1_000
  clearTimeout(timer)
  await stop()
  const [p50Ms, p99Ms] = [quantile(timesMs, 0.5), quantile(timesMs, 0.99)]
  return { timesMs, done, failures, perSecond: timesMs.length / seconds, p50Ms, p99Ms }
}
