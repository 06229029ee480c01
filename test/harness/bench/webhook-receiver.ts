import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TaskEvent } from '../../../lib/webhooks/event.ts'
import { listenHere } from '../listen.ts'

/** The first part of a path. */
const rootOf = (path: string) => path.split('/', 2).join('/')

/** How long `/slow` takes to answer, in ms: just less than a delivery may take. */
const slowMs = 14_000

/** A receiver of webhooks on this machine. What comes to `/dead` is never answered, and `/slow` takes its time. */
export async function startReceiver() {
  /** When the event of each task first arrived at each path. */
  const arrived = new Map<string, number>()
  const counts = new Map<string, number>()
  let slowest = 0
  /** How long the slowest event since the last call took from its write on, in ms. */
  const slowestMs = () => {
    const ms = slowest
    slowest = 0
    return ms
  }
  /** How many events have arrived at a path and below it. */
  const countOf = (root: string) => counts.get(root) ?? 0
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { data, timestamp } = JSON.parse(body) as TaskEvent // only this service sends here
      const path = String(request.url)
      const key = `${path} ${data.task.id}`
      if (!arrived.has(key)) {
        arrived.set(key, performance.now())
        const root = rootOf(path)
        counts.set(root, countOf(root) + 1)
        slowest = Math.max(slowest, Date.now() - Date.parse(timestamp))
      }
      if (path === '/dead') return
      if (rootOf(path) === '/slow') setTimeout(() => response.writeHead(204).end(), slowMs)
      else response.writeHead(204).end()
    })
  })
  const url = `http://${await listenHere(server)}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, arrived, countOf, slowestMs, close }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
