import { defaultRateLimit } from '../../../lib/contract/limits.ts'
import { createAccount } from '../../../lib/tokens/account.ts'
import { createProject } from '../../../lib/projects/projects.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { createToken } from '../../../lib/tokens/tokens.ts'
import { startServiceProcess } from '../service-process.ts'
import { newTempFolder } from '../temp-folder.ts'
import { useEngineOf } from './engine-of.ts'
import { cpuMs } from './cpu.ts'
import { hammer, type Hammering } from './hammer.ts'
import { median, quantile, rounded } from './statistics.ts'

/** What one account gets beside another one whose token sends its limit, and beside one that sends three times that. */
export interface FairnessReport {
  rounds: number
  /** Creates per minute that a token of the other account may send. */
  limit: number
  rows: FairnessRow[]
  /** How the p99 beside three times the limit compares with that beside the limit: the median of the rounds. */
  p99_ratio: number
  /** The service's processor time for a create, and for a refusal: milliseconds, medians of the rounds. */
  create_cpu_ms: number
  refusal_cpu_ms: number
}

/** What the first account got in one situation, over all rounds. The times are medians of the rounds. */
interface FairnessRow {
  beside: string
  requests: number
  failures: number
  p50_ms: number
  p99_ms: number
  /** What the other account sent, and how much of it was done; the rest got 429. */
  sent: number
  done: number
}

/** The three situations take turns, so that what else the machine does falls on all of them. */
const rounds = 7
const secondsOfTurn = 4
/** Of the first account: so few that its own limit is far away. */
const perSecond = 50
/** What a token of the other account may send. Each turn has a token of its own, whose minute begins with it. */
const limit = 120
/** Both situations have the same pace, so that they differ only in what is refused. */
const floodPerSecond = (3 * limit) / secondsOfTurn
const setUpMs = 10_000

/** How an account creates tasks. */
type Sender = Pick<Hammering, 'headers' | 'body'>

/** Makes an account with an ample project. Returns a function that makes a token which creates tasks there. */
async function newAccount(
  name: string,
  rate_limit: number,
): Promise<(rateLimit?: number) => Promise<Sender>> {
  const storage = () => openStorage(Date.now() + setUpMs)
  const { id: accountId } = await createAccount(storage(), { name, rate_limit })
  const tenant = () => ({ ...storage(), accountId, projectIds: null })
  const { id: projectId } = await createProject(tenant(), { label: 'Load', task_quota: 1_000_000 })
  return async (rateLimit) => {
    const { secret } = await createToken(tenant(), { name, scopes: ['write'], rateLimit })
    return {
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ projectId, label: 'Buy milk' }),
    }
  }
}

/** The answers to an account: how long each took, and how many were a success. */
interface Answers {
  timesMs: number[]
  done: number
}

/** A turn: the answers to both accounts, and the processor time that the service took meanwhile. */
interface Turn {
  own: Answers
  other: Answers
  cpuMs: number
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

const rowOf = (beside: string, turns: Turn[]): FairnessRow => {
  const requests = sum(turns.map(({ own }) => own.timesMs.length))
  return {
    beside,
    requests,
    failures: requests - sum(turns.map(({ own }) => own.done)),
    p50_ms: rounded(median(turns.map(({ own }) => quantile(own.timesMs, 0.5))), 0),
    p99_ms: rounded(median(turns.map(({ own }) => quantile(own.timesMs, 0.99))), 0),
    sent: sum(turns.map(({ other }) => other.timesMs.length)),
    done: sum(turns.map(({ other }) => other.done)),
  }
}

/** Sums up the rounds of the three situations. */
export function toReport(alone: Turn[], atLimit: Turn[], above: Turn[]): FairnessReport {
  const refused = ({ other }: Turn) => other.timesMs.length - other.done
  const ofRounds = (measure: (alone: Turn, atLimit: Turn, above: Turn) => number) =>
    median(
      alone.flatMap((turn, round) => {
        const [limited, flooded] = [atLimit[round], above[round]]
        return limited && flooded ? [measure(turn, limited, flooded)] : []
      }),
    )
  const p99 = ({ own }: Turn) => quantile(own.timesMs, 0.99)
  return {
    rounds: alone.length,
    limit,
    rows: [rowOf('nobody', alone), rowOf('its limit', atLimit), rowOf('3 × its limit', above)],
    p99_ratio: rounded(
      ofRounds((_, limited, flooded) => p99(flooded) / p99(limited)),
      2,
    ),
    create_cpu_ms: rounded(
      ofRounds((turn, limited) => (limited.cpuMs - turn.cpuMs) / limited.other.done),
      2,
    ),
    refusal_cpu_ms: rounded(
      ofRounds((_, limited, flooded) => (flooded.cpuMs - limited.cpuMs) / refused(flooded)),
      2,
    ),
  }
}

const nothing: Answers = { timesMs: [], done: 0 }

/** Measures what an account gets alone, beside a token that sends its limit, and beside one that sends 3 times that. */
export async function measureFairness(progress: (line: string) => void): Promise<FairnessReport> {
  const dataDir = newTempFolder()
  const service = startServiceProcess(dataDir)
  try {
    const { base_url } = await service.ready()
    await useEngineOf(dataDir)
    const url = `${base_url.replace('localhost', '127.0.0.1')}/tasks`
    const first = await (await newAccount('First', 10 * defaultRateLimit))()
    const newOther = await newAccount('Other', 10 * defaultRateLimit)
    const send = (sender: Sender, rate: number, end: Hammering['end']) =>
      hammer({ ...sender, url, method: 'POST', connections: 32, rate, end })
    const turn = async (other: () => Promise<Answers>): Promise<Turn> => {
      const before = await cpuMs(service.child.pid)
      const own = send(first, perSecond, { seconds: secondsOfTurn })
      const [answers, others] = await Promise.all([own, other()])
      return { own: answers, other: others, cpuMs: (await cpuMs(service.child.pid)) - before }
    }
    const flood = async (times: number) => {
      const sender = await newOther(limit)
      return turn(() => send(sender, floodPerSecond, { requests: times * limit }))
    }
    await send(first, perSecond, { requests: 4 * perSecond }) // warms up
    const turns: Record<'alone' | 'atLimit' | 'above', Turn[]> = { alone: [], atLimit: [], above: [] }
    for (let round = 1; round <= rounds; round++) {
      progress(`fairness: round ${round} of ${rounds}`)
      turns.alone.push(await turn(() => Promise.resolve(nothing)))
      turns.atLimit.push(await flood(1))
      turns.above.push(await flood(3))
    }
    return toReport(turns.alone, turns.atLimit, turns.above)
  } finally {
    await service.stop()
  }
}
