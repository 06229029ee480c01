import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel } from '../../../lib/table/in-parallel.ts'
import type { Hammered } from './hammer.ts'
import { newAccount, type Account } from './load-account.ts'
import { rssMib } from './rss.ts'
import { median, rounded } from './statistics.ts'
import type { Receiver } from './webhook-receiver.ts'
import { withServices, type Measured } from './webhook-services.ts'

/** What webhooks bring and take, on the service of one machine. */
export interface WebhooksReport {
  /** From the answer to a write until its event arrives. */
  arrivals: { receiver: string; writes: number; p50_ms: number; p95_ms: number }[]
  /** Creates. The ratios are to the row before that has no webhooks. */
  writes: {
    webhooks: string
    connections: number
    /** How long one round took. */
    seconds: number
    requests_per_second: number
    ratio: number
    p50_ms: number
    failures: number
    /** What service and engine took of the processor for each create until the end of the round. */
    cpu_ms: number
    /** How long the slowest event took from its write on. */
    slowest_s: number
    /** How many events of a round had not arrived at its end, how long they took then, and how fast they came. */
    left: number
    drain_s: number
    drained_per_second: number
  }[]
}

/** One write in each of many accounts with the most webhooks. */
export interface ManyWebhooksReport {
  webhooks: number
  deliveries: number
  seconds: number
  deliveries_per_second: number
  /** Of the service's process, without the engine. */
  rss_before_mib: number
  rss_after_mib: number
}

const singleWrites = 100
/** The writes beside a dead receiver must be done within the 15 s for which its first attempts hang. */
const turns = 2
const writesOfTurn = 25
/** One connection: a write on a machine that has time. Sixteen: as many writes as the machine can do. */
const loads = [
  { connections: 1, seconds: 4, rounds: 3 },
  { connections: 16, seconds: 4, rounds: 3 },
  // longer than events are held back
  { connections: 16, seconds: 40, rounds: 1 },
] as const
const accounts = 200
const webhooksOfAccount = 50

const waitMs = 10 * 60_000

async function until(holds: () => boolean): Promise<void> {
  const deadlineMs = Date.now() + waitMs
  while (!holds()) {
    if (Date.now() > deadlineMs) throw new Error(`Events have not arrived within ${waitMs / 60_000} minutes.`)
    await sleep(2)
  }
}

/** Writes one task after the other, with pauses. Returns how long each event took to arrive after the answer. */
async function arrivalTimes(
  account: Account,
  { arrived }: Receiver,
  path: string,
  writes: number,
): Promise<number[]> {
  const times: number[] = []
  while (times.length < writes) {
    const key = `${path} ${await account.write()}`
    const answeredMs = performance.now()
    await until(() => arrived.has(key))
    times.push(Math.max(0, (arrived.get(key) ?? NaN) - answeredMs)) // it may even be faster than the answer
    await sleep(Math.random() * 250) // the service looks every 250 ms: all moments between must come
  }
  return times
}

function arrivalRow(receiver: string, times: number[]): WebhooksReport['arrivals'][number] {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => rounded(sorted[Math.floor(share * sorted.length)] ?? NaN, 0)
  return { receiver, writes: times.length, p50_ms: at(0.5), p95_ms: at(0.95) }
}

/** A live receiver in turns alone and beside one whose attempts hang. */
async function besideDead(account: Account, receiver: Receiver) {
  const [alone, beside]: number[][] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    alone?.push(...(await arrivalTimes(account, receiver, '/live', writesOfTurn)))
    const before = receiver.countOf('/dead')
    const dead = await account.hook(`${receiver.url}/dead`)
    await account.write()
    await until(() => receiver.countOf('/dead') > before)
    beside?.push(...(await arrivalTimes(account, receiver, '/live', writesOfTurn)))
    await account.setStatus(dead, 'paused')
  }
  return [arrivalRow('alone', alone ?? []), arrivalRow('beside a dead one', beside ?? [])]
}

interface Sender {
  account: Account
  service: Measured
}

/** What a round took, and what it left to be delivered. */
interface Round {
  cpuMsOfCreate: number
  left: number
  drainMs: number
  slowestMs: number
}

/** Creates in interleaved rounds, so that what else the machine does falls on all of them. */
async function measureWrites(
  senders: Record<string, Sender>,
  { connections, seconds, rounds }: (typeof loads)[number],
  receiver: Receiver,
  settled: () => Promise<void>,
): Promise<WebhooksReport['writes']> {
  const runs = Object.entries(senders).map(([webhooks, sender]) => {
    return { webhooks, sender, results: [] as (Hammered & Round)[] }
  })
  for (let round = 0; round < rounds; round++) {
    for (const { sender, results } of runs) {
      receiver.slowestMs()
      const before = receiver.countOf('/loaded')
      const cpuBefore = await sender.service.cpuMs()
      const result = await sender.account.load(seconds, connections)
      const cpuMsOfCreate = ((await sender.service.cpuMs()) - cpuBefore) / result.timesMs.length
      const arrived = receiver.countOf('/loaded') - before
      const startedMs = performance.now()
      await settled() // so that no round carries the deliveries of the one before
      const drainMs = performance.now() - startedMs
      // the last event is that of `settled` itself
      const left = receiver.countOf('/loaded') - before - arrived - 1
      const slowestMs = receiver.slowestMs()
      results.push({ ...result, cpuMsOfCreate, left, drainMs: left > 0 ? drainMs : 0, slowestMs })
    }
  }
  const rows = runs.map(({ webhooks, results }) => {
    const drainS = median(results.map(({ drainMs }) => drainMs)) / 1000
    const left = median(results.map((one) => one.left))
    return {
      ...{ webhooks, connections, seconds },
      requests_per_second: rounded(median(results.map(({ perSecond }) => perSecond)), 0),
      p50_ms: rounded(median(results.map(({ p50Ms }) => p50Ms)), 0),
      failures: results.reduce((sum, { failures }) => sum + failures, 0),
      cpu_ms: rounded(median(results.map(({ cpuMsOfCreate }) => cpuMsOfCreate)), 2),
      slowest_s: rounded(Math.max(...results.map(({ slowestMs }) => slowestMs)) / 1000, 1),
      ...{ left, drain_s: rounded(drainS, 1), drained_per_second: left > 0 ? rounded(left / drainS, 0) : 0 },
    }
  })
  const first = rows[0]?.requests_per_second ?? NaN
  return rows.map((row) => ({ ...row, ratio: rounded(row.requests_per_second / first, 2) }))
}

/** Measures one write of each of many accounts with the most webhooks that one may have. */
export const measureManyWebhooks = (progress: (line: string) => void): Promise<ManyWebhooksReport> =>
  withServices(async (newService, receiver) => {
    const { url, pid } = await newService()
    progress('many-webhooks: set-up')
    const writers: Account[] = []
    await inParallel(Array.from({ length: accounts }), 8, async () => {
      const account = await newAccount(url)
      const writer = writers.push(account)
      const paths = Array.from({ length: webhooksOfAccount }, (_, webhook) => `/many/${writer}/${webhook}`)
      await account.hookAll(paths.map((path) => receiver.url + path))
    })
    const webhooks = accounts * webhooksOfAccount
    progress(`many-webhooks: ${webhooks} at once`)
    // the first webhook of a service gives its table a stream, which webhooks that are stored directly do not
    const first = await newAccount(url)
    await first.hook(`${receiver.url}/first`)
    const before = await rssMib(pid)
    const startedMs = performance.now()
    await inParallel(writers, 8, async ({ write }) => {
      await write()
    })
    await until(() => receiver.countOf('/many') === webhooks)
    const seconds = (performance.now() - startedMs) / 1000
    return {
      ...{ webhooks, deliveries: receiver.countOf('/many'), seconds: rounded(seconds, 1) },
      deliveries_per_second: rounded(webhooks / seconds, 0),
      ...{ rss_before_mib: before, rss_after_mib: await rssMib(pid) },
    }
  })

/** Measures the arrival of events, and what webhooks take from writes. */
export const measureWebhooks = (progress: (line: string) => void): Promise<WebhooksReport> =>
  withServices(async (newService, receiver) => {
    // no history, so that the events of webhooks are compared with none
    const variables = { HISTORY_DAYS: '0' }
    const plain = await newService(variables) // its table never gets a stream
    const withNone = { account: await newAccount(plain.url, 0), service: plain }
    const service = await newService(variables)
    const { url } = service
    const [without, withOne, other] = [
      await newAccount(url, 0),
      await newAccount(url, 0),
      await newAccount(url, 0),
    ]
    await withOne.hook(`${receiver.url}/loaded`)
    await other.hook(`${receiver.url}/live`)
    progress('webhooks: arrivals')
    await arrivalTimes(other, receiver, '/live', 5) // warms up
    const idle = arrivalRow('idle service', await arrivalTimes(other, receiver, '/live', singleWrites))
    progress('webhooks: a dead receiver')
    const dead = await besideDead(other, receiver)
    const settled = async () => {
      const key = `/loaded ${await withOne.write()}` // events of an account come in the order of its writes
      await until(() => receiver.arrived.has(key))
    }
    const senders = {
      'none on the service': withNone,
      'of others only': { account: without, service },
      'one of its own': { account: withOne, service },
    }
    const writes: WebhooksReport['writes'] = []
    for (const load of loads) {
      progress(`webhooks: ${load.connections} connections for ${load.seconds} s`)
      writes.push(...(await measureWrites(senders, load, receiver, settled)))
    }
    return { arrivals: [idle, ...dead], writes }
  })
