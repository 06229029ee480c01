import { setTimeout as sleep } from 'node:timers/promises'
import { newAccount, type Account } from './load-account.ts'
import { quantile, rounded } from './statistics.ts'
import type { Receiver } from './webhook-receiver.ts'
import { withServices } from './webhook-services.ts'

/** Many deliveries of one account, and what they take from another account's. */
export interface FanoutRow {
  load: string
  deliveries: number
  /** From the first write until the last delivery; undefined where the load goes on. */
  seconds?: number
  deliveries_per_second?: number
  /** How late the events of the other account came meanwhile: from the answer to the write until the arrival. */
  bystander_events: number
  bystander_p95_ms: number
}

interface Load {
  name: string
  webhooks: number
  events: number
  /** So many accounts have the load. */
  accounts: number
  path: string
}

const loads: readonly Load[] = [
  { name: 'one webhook, 5,000 events', accounts: 1, webhooks: 1, events: 5_000, path: '/one' },
  { name: 'ten webhooks, 2,000 events', accounts: 1, webhooks: 10, events: 2_000, path: '/ten' },
  { name: '50 webhooks, 2,000 events', accounts: 1, webhooks: 50, events: 2_000, path: '/fifty' },
  { name: '15 receivers that take 14 s', accounts: 15, webhooks: 1, events: 1, path: '/slow' },
]

/** The most creates that one request takes. */
const createsPerRequest = 100
const waitMs = 20 * 60_000
const bystanderPauseMs = 500
/** So long a load of receivers that are slow is looked at: their second events follow the first. */
const slowSeconds = 28

/** Writes of the other account, one after the other, until it is told to stop. Returns how long each event took. */
function watch(bystander: Account, { arrived }: Receiver): () => Promise<number[]> {
  const stopping = new AbortController()
  const times: Promise<number>[] = []
  const arrival = async (key: string, answeredMs: number) => {
    while (!arrived.has(key)) {
      if (performance.now() > answeredMs + waitMs) throw new Error('An event has not arrived.')
      await sleep(10)
    }
    return Math.max(0, (arrived.get(key) ?? NaN) - answeredMs)
  }
  const writing = (async () => {
    while (!stopping.signal.aborted) {
      const key = `/bystander ${await bystander.write()}`
      times.push(arrival(key, performance.now()))
      await sleep(Math.random() * 2 * bystanderPauseMs)
    }
  })()
  return async () => {
    stopping.abort()
    await writing
    return Promise.all(times)
  }
}

async function measureLoad(
  { name, accounts, webhooks, events, path }: Load,
  url: string,
  receiver: Receiver,
): Promise<FanoutRow> {
  const bystander = await newAccount(url)
  await bystander.hook(`${receiver.url}/bystander`)
  const loaded: Account[] = []
  for (let account = 0; account < accounts; account++) {
    const one = await newAccount(url)
    await one.hookAll(Array.from({ length: webhooks }, (_, n) => `${receiver.url}${path}/${account}/${n}`))
    loaded.push(one)
  }
  const deliveries = accounts * webhooks * events
  const stop = watch(bystander, receiver)
  const startedMs = performance.now()
  for (const one of loaded) {
    for (let left = events; left > 0; left -= createsPerRequest) {
      await one.writeMany(Math.min(left, createsPerRequest))
    }
  }
  const isSlow = path === '/slow'
  if (isSlow) await sleep(1_000 * slowSeconds)
  else while (receiver.countOf(path) < deliveries) await sleep(50)
  const seconds = (performance.now() - startedMs) / 1000
  const times = await stop()
  return {
    ...{ load: name, deliveries, bystander_events: times.length },
    ...(!isSlow && {
      seconds: rounded(seconds, 1),
      deliveries_per_second: rounded(deliveries / seconds, 0),
    }),
    bystander_p95_ms: rounded(quantile(times, 0.95), 0),
  }
}

/** Measures loads of many deliveries, each on a service of its own. */
export async function measureFanout(progress: (line: string) => void): Promise<FanoutRow[]> {
  const rows: FanoutRow[] = []
  for (const load of loads) {
    progress(`webhooks: ${load.name}`)
    const row = await withServices(async (newService, receiver) =>
      measureLoad(load, (await newService()).url, receiver),
    )
    progress(`webhooks: ${JSON.stringify(row)}`)
    rows.push(row)
  }
  return rows
}
