import { setTimeout as sleep } from 'node:timers/promises'
import { defaultHistoryDays } from '../../../lib/contract/limits.ts'
import { newAccount, type Account } from './load-account.ts'
import { median, rounded, type Extent } from './statistics.ts'
import { withServices } from './webhook-services.ts'

/** What the history takes from writes, on the service of one machine. */
export interface HistoryRow {
  connections: number
  seconds: number
  /** Creates a second, the median of the rounds. */
  without_per_second: number
  with_per_second: number
  /** What service and engine took of the processor for each create, with its entry, in ms. */
  without_cpu_ms: number
  with_cpu_ms: number
  /** The median of the ratios of the pairs of rounds, with to without. */
  ratio: number
  failures: number
  /** How long the last entry came after the writes of a round, in s, at most. */
  late_s: number
}

const loads = {
  exact: [
    { connections: 1, seconds: 2, rounds: 12 },
    { connections: 16, seconds: 2, rounds: 12 },
    { connections: 16, seconds: 15, rounds: 4 },
  ],
  least: [{ connections: 2, seconds: 1, rounds: 1 }],
} as const

/** Creates in one round. */
interface Round {
  perSecond: number
  cpuMs: number
}

/** How long entries may take after the writes of a round, in ms. */
const waitMs = 5 * 60_000

/** Waits until the newest entry is that of a write that follows all others; returns how long it took, in ms. */
async function settled(account: Account): Promise<number> {
  const id = await account.write()
  const startedMs = performance.now()
  for (;;) {
    const { entries } = (await account.read('/history?limit=1')) as { entries: { task_id: string }[] }
    const tookMs = performance.now() - startedMs
    if (entries[0]?.task_id === id) return tookMs
    if (tookMs > waitMs) throw new Error(`An entry has not come within ${waitMs / 60_000} minutes.`)
    await sleep(50)
  }
}

/** Measures creates in pairs of rounds, on a service that keeps no history and on one that does. */
export const measureHistory = (extent: Extent, progress: (line: string) => void): Promise<HistoryRow[]> =>
  withServices(async (newService) => {
    const open = async (days: number) => {
      const service = await newService({ HISTORY_DAYS: String(days) })
      return { service, account: await newAccount(service.url, days) }
    }
    const without = await open(0) // its table never gets a stream
    const kept = await open(defaultHistoryDays)
    for (const { account } of [without, kept]) await account.load(1, 4) // warms up
    const rows: HistoryRow[] = []
    for (const { connections, seconds, rounds } of loads[extent]) {
      progress(`history: ${connections} connections for ${seconds} s`)
      const lateMs: number[] = []
      let failures = 0
      const creates = async ({ account, service }: typeof kept) => {
        const cpuBefore = await service.cpuMs()
        const { timesMs, perSecond, failures: failed } = await account.load(seconds, connections)
        failures += failed
        // so that no round carries the entries of the one before
        if (account === kept.account) lateMs.push(await settled(account))
        return { perSecond, cpuMs: ((await service.cpuMs()) - cpuBefore) / timesMs.length }
      }
      const of = { without: [] as Round[], kept: [] as Round[] }
      for (let round = 0; round < rounds; round++) {
        // in turns, so that what else the machine does falls on both
        if (round % 2 === 0) of.without.push(await creates(without))
        of.kept.push(await creates(kept))
        if (round % 2 === 1) of.without.push(await creates(without))
      }
      const ratios = of.kept.map(({ perSecond }, round) => perSecond / (of.without[round]?.perSecond ?? NaN))
      const medianOf = (results: readonly Round[], figure: keyof Round, digits: number) =>
        rounded(median(results.map((one) => one[figure])), digits)
      rows.push({
        ...{ connections, seconds, failures },
        without_per_second: medianOf(of.without, 'perSecond', 0),
        with_per_second: medianOf(of.kept, 'perSecond', 0),
        without_cpu_ms: medianOf(of.without, 'cpuMs', 2),
        with_cpu_ms: medianOf(of.kept, 'cpuMs', 2),
        ratio: rounded(median(ratios), 2),
        late_s: rounded(Math.max(...lateMs) / 1000, 1),
      })
    }
    return rows
  })
