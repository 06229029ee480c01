import autocannon from 'autocannon'
import { defaultRateLimit } from '../../../lib/contract/limits.ts'
import { createAccount } from '../../../lib/store/account.ts'
import { createProject } from '../../../lib/store/project/project.ts'
import { openStorage } from '../../../lib/store/storage.ts'
import { createToken } from '../../../lib/store/token.ts'
import { startServiceProcess } from '../service-process.ts'
import { newTempFolder } from '../temp-folder.ts'
import { useEngineOf } from './engine-of.ts'
import { rounded } from './statistics.ts'

/** What one account gets while another one sends three times what its token may. */
export interface FairnessReport {
  /** Creates per minute that the token of the other account may send, and how many it sent. */
  limit: number
  sent: number
  /** How many of them were done; all others got 429. */
  done: number
  /** The creates of the first account: alone, and beside the other one. */
  rows: { beside: string; requests: number; failures: number; p50_ms: number; p99_ms: number }[]
}

/** The two are measured in turns, so that what else the machine does falls on both. */
const turns = 5
const secondsOfTurn = 4
/** Of the first account: so few that its own limit is far away. */
const perSecond = 50
const setUpMs = 10_000

/** Makes an account with an ample project, and returns how it creates a task. */
async function newSender(
  name: string,
  rateLimit: number,
): Promise<Pick<autocannon.Options, 'headers' | 'body'>> {
  const storage = openStorage(Date.now() + setUpMs)
  const { id: accountId } = await createAccount(storage, { name, rate_limit: rateLimit })
  const tenant = { ...storage, accountId }
  const { id: projectId } = await createProject(tenant, { label: 'Load', task_quota: 1_000_000 })
  const { secret } = await createToken(tenant, { name, scopes: ['write'] })
  return {
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ projectId, label: 'Buy milk' }),
  }
}

/** The answers to an account: how long each took, and how many were a success. */
interface Answers {
  timesMs: number[]
  done: number
}

const total = (runs: Answers[]): Answers => ({
  timesMs: runs.flatMap(({ timesMs }) => timesMs),
  done: runs.reduce((sum, { done }) => sum + done, 0),
})

function rowOf(beside: string, { timesMs, done }: Answers): FairnessReport['rows'][number] {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const at = (share: number) => rounded(sorted[Math.floor(share * sorted.length)] ?? NaN, 0)
  return {
    beside,
    requests: sorted.length,
    failures: sorted.length - done,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
  }
}

/** Measures what an account gets alone, and while another one sends 3 times its limit within 20 seconds. */
export async function measureFairness(progress: (line: string) => void): Promise<FairnessReport> {
  const dataDir = newTempFolder()
  const service = startServiceProcess(dataDir)
  try {
    const { base_url } = await service.ready()
    await useEngineOf(dataDir)
    const url = `${base_url.replace('localhost', '127.0.0.1')}/tasks`
    const limit = 0.4 * defaultRateLimit
    const first = await newSender('First', 10 * defaultRateLimit)
    const other = await newSender('Other', defaultRateLimit)
    const send = async (sender: typeof first, rate: number): Promise<Answers> => {
      const timesMs: number[] = []
      const options = { connections: 32, overallRate: rate, duration: secondsOfTurn }
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      autocannon({ ...sender, ...options, url, method: 'POST' }, (error: Error | null, result) => {
        if (error) reject(error)
        else resolve(result['2xx'])
      }).on('response', (_client, _status, _bytes, ms) => timesMs.push(ms))
      return { timesMs, done: await promise }
    }
    await send(first, perSecond) // warms up
    const alone: Answers[] = []
    const beside: Answers[] = []
    const flood: Answers[] = []
    for (let turn = 1; turn <= turns; turn++) {
      progress(`fairness: turn ${turn} of ${turns}`)
      alone.push(await send(first, perSecond))
      const rate = (3 * limit) / (turns * secondsOfTurn)
      const [own, others] = await Promise.all([send(first, perSecond), send(other, rate)])
      beside.push(own)
      flood.push(others)
    }
    const { timesMs, done } = total(flood)
    const rows = [rowOf('nobody', total(alone)), rowOf('3 × its limit', total(beside))]
    return { limit, sent: timesMs.length, done, rows }
  } finally {
    await service.stop()
  }
}
