import { setTimeout as sleep } from 'node:timers/promises'
import { startServiceProcess } from '../service-process.ts'
import { newTempFolder } from '../temp-folder.ts'
import { useEngineOf } from './engine-of.ts'
import type { Hammering } from './hammer.ts'
import { hammerInThread } from './hammer-thread.ts'
import { newAccount, type Account } from './load-account.ts'
import { rssMib } from './rss.ts'
import { quantile, rounded } from './statistics.ts'

/** What an account gets beside others that keep the machine busy: all turns of one situation together. */
export interface NeighbourRow {
  beside: string
  /** What the neighbours got done, a second. */
  neighbours_per_second: number
  requests: number
  failures: number
  p50_ms: number
  p99_ms: number
  /** How its p99 compares with that of the turns in which it was alone. */
  p99_ratio: number
  /** The service's memory (RSS) after the last turn, without the engine. */
  service_mib: number
}

const rounds = 3
const secondsOfTurn = 6
/** Between an answer and the next request of the one account. */
const pauseMs = 20
const searchedTasks = 10_000
const importedRows = 2_000
const largeCreates = 100

/** As much as a person or a form writes. */
const description =
  'Please call back about the order of last week, and ask whether the invoice came. '.repeat(3)

type Load = Omit<Hammering, 'url' | 'end'>

/** What keeps the machine busy, by name. */
function loadsOf({ headers, projectId }: Account, otherProjectId: string): Record<string, Load> {
  const tasks = `/projects/${projectId}/tasks`
  const where = { where: { q: 'zebra' }, set: { status: 2 } }
  const rows = Array.from({ length: importedRows }, (_, row) => `Row ${row} [<id>],"${description}"`)
  const create = { op: 'create', projectId: otherProjectId, label: 'Large', description: 'é'.repeat(1_000) }
  const operations = Array.from({ length: largeCreates }, () => create)
  return {
    'searching 10,000 tasks': { connections: 16, method: 'GET', headers, paths: [`${tasks}?q=zebra`] },
    'changing by a search': {
      ...{ connections: 16, method: 'PATCH', headers, paths: [tasks] },
      body: JSON.stringify(where),
    },
    'importing 2,000 rows': {
      ...{ connections: 4, method: 'POST', paths: [`/projects/${otherProjectId}/import?format=csv`] },
      ...{
        headers: { ...headers, 'content-type': 'text/csv' },
        body: ['label,description', ...rows].join('\n'),
      },
    },
    exporting: {
      ...{ connections: 16, method: 'GET', paths: [`/projects/${projectId}/export?format=csv`] },
      headers: { ...headers, 'accept-encoding': 'br' },
    },
    '100 large creates in bulk': {
      ...{ connections: 32, method: 'POST', headers, paths: ['/tasks/bulk'] },
      body: JSON.stringify({ operations }),
    },
    'reading the document': {
      ...{ connections: 64, method: 'GET', headers: { 'accept-encoding': 'br' } },
      paths: ['/openapi.json'],
    },
  }
}

/** Creates, reads and lists one after another until `isOver`. Returns how long each took, and how many failed. */
async function workAlone(account: Account, taskId: string, isOver: () => boolean) {
  const timesMs: number[] = []
  let failures = 0
  const requests = [
    () => account.write(),
    () => account.read(`/tasks/${taskId}`),
    () => account.read(`/projects/${account.projectId}/tasks`),
  ]
  for (let turn = 0; !isOver(); turn++) {
    const begunMs = performance.now()
    await requests[turn % requests.length]?.().catch(() => failures++)
    timesMs.push(performance.now() - begunMs)
    await sleep(pauseMs)
  }
  return { timesMs, failures }
}

/** The sums of all turns of one situation. */
interface Sum {
  timesMs: number[]
  failures: number
  done: number
  mib: number
}

function rowOf(beside: string, { timesMs, failures, done, mib }: Sum, aloneP99: number): NeighbourRow {
  const p99 = quantile(timesMs, 0.99)
  return {
    beside,
    neighbours_per_second: rounded(done / (rounds * secondsOfTurn), 1),
    ...{ requests: timesMs.length, failures },
    p50_ms: rounded(quantile(timesMs, 0.5), 0),
    p99_ms: rounded(p99, 0),
    p99_ratio: rounded(p99 / aloneP99, 1),
    service_mib: mib,
  }
}

/** Fills a project with what is searched and exported. */
async function fill(account: Account): Promise<void> {
  const operation = { op: 'create', projectId: account.projectId, label: 'Call Ada back', description }
  const body = JSON.stringify({ operations: Array.from({ length: 100 }, () => operation) })
  for (let left = searchedTasks; left > 0; left -= 100) await account.call('POST', '/tasks/bulk', body)
}

/** Measures what an account gets alone and beside each kind of load of another account, in turns. */
export async function measureNeighbours(progress: (line: string) => void): Promise<NeighbourRow[]> {
  const dataDir = newTempFolder()
  const service = startServiceProcess(dataDir)
  try {
    const url = (await service.ready()).base_url.replace('localhost', '127.0.0.1')
    await useEngineOf(dataDir)
    const [one, other] = [await newAccount(url), await newAccount(url)]
    progress('fairness: set-up of the neighbours')
    const taskId = await one.write()
    await fill(other)
    const loads = loadsOf(other, await other.newProject())
    const sums = new Map<string, Sum>()
    const turn = async (name: string, load?: Load) => {
      let isOver = false
      const work = workAlone(one, taskId, () => isOver)
      const { done } = load
        ? await hammerInThread({ ...load, url, end: { seconds: secondsOfTurn } })
        : (await sleep(1_000 * secondsOfTurn), { done: 0 })
      isOver = true
      const { timesMs, failures } = await work
      const sum = sums.get(name) ?? { timesMs: [], failures: 0, done: 0, mib: 0 }
      sums.set(name, {
        timesMs: [...sum.timesMs, ...timesMs],
        failures: sum.failures + failures,
        done: sum.done + done,
        mib: await rssMib(service.child.pid),
      })
    }
    await turn('warm-up')
    for (let round = 1; round <= rounds; round++) {
      for (const [name, load] of Object.entries(loads)) {
        progress(`fairness: round ${round} of ${rounds}, beside ${name}`)
        await turn('nobody')
        await turn(name, load)
      }
    }
    sums.delete('warm-up')
    const aloneP99 = quantile(sums.get('nobody')?.timesMs ?? [], 0.99)
    return [...sums].map(([name, sum]) => rowOf(name, sum, aloneP99))
  } finally {
    await service.stop()
  }
}
