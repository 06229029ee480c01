import { loadavg } from 'node:os'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Rule } from '../../../lib/rules/rule.ts'
import { inParallel } from '../../../lib/table/in-parallel.ts'
import { newAccount, type Account } from './load-account.ts'
import { quantile, rounded, type Extent } from './statistics.ts'
import { withServices } from './webhook-services.ts'
import { listenHere } from '../listen.ts'

/** How fast rules run on one machine, and what requests get beside them. */
export interface RulesReport {
  rows: {
    load: string
    /** What was due at one time. */
    due: number
    /** How long after that time the last run of a rule with a schedule had started, by the logs; none for dates. */
    started_seconds: number | undefined
    /** How long after that time the last one had arrived at its receiver. */
    seconds: number
    /** What service and engine took of the processors until then, with the requests beside. */
    cpu_s: number
    /** How many came more than once. */
    twice: number
    /** Requests of another account meanwhile, one after the other, and the ratio to those before; none in a row without. */
    requests: number
    p50_ms: number | undefined
    p99_ms: number | undefined
    p99_ratio: number | undefined
    /** Of the machine, over the last minute. */
    load_average: number
  }[]
  /** A write of a task with ten date rules in the account, to one in an account without rules. */
  write: { writes: number; without_p50_ms: number; with_p50_ms: number; p50_ratio: number }
}

const sizes = {
  exact: { dates: 10_000, accounts: 100, rulesOfAccount: 10, quietS: 20, writes: 300 },
  least: { dates: 20, accounts: 2, rulesOfAccount: 2, quietS: 1, writes: 5 },
}
const dateRules = 10
const createsPerRequest = 100
const pauseMs = 20
const waitMs = 10 * 60_000

/** A receiver that counts the events of rules by their ids. */
async function startRuleReceiver() {
  const counts = new Map<string, number>()
  let lastMs = 0
  const server = createServer((request, response) => {
    void text(request).then(() => {
      const id = String(request.headers['webhook-id'])
      if (!counts.has(id)) lastMs = Date.now()
      counts.set(id, (counts.get(id) ?? 0) + 1)
      response.writeHead(204).end()
    })
  })
  const url = `http://${await listenHere(server)}/`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, counts, lastMs: () => lastMs, close }
}

/** Writes and reads tasks one after the other until it is told to stop. Returns how long each took, in ms. */
function watch(account: Account, taskId: string): () => Promise<number[]> {
  const stopping = new AbortController()
  const timesMs: number[] = []
  const working = (async () => {
    while (!stopping.signal.aborted) {
      for (const ask of [() => account.write(), () => account.read(`/tasks/${taskId}`)]) {
        const begunMs = performance.now()
        await ask()
        timesMs.push(performance.now() - begunMs)
        await sleep(pauseMs)
      }
    }
  })()
  return async () => {
    stopping.abort()
    await working
    return timesMs
  }
}

const hookFired = (account: Account, url: string) =>
  account.call('POST', '/webhooks', JSON.stringify({ url, eventTypes: ['rule.fired'] }))

const newRule = (account: Account, trigger: object) =>
  account.call(
    'POST',
    '/rules',
    JSON.stringify({ projectId: account.projectId, label: 'Load', trigger, action: { type: 'notify' } }),
  )

/** When the last run of the accounts' rules started, by their logs, in ms since 1970. */
async function lastStartOf(accounts: readonly Account[]): Promise<number> {
  let lastMs = 0
  for (const account of accounts) {
    const { rules } = (await account.read('/rules')) as { rules: Rule[] } // the answer of the service
    for (const { last_run } of rules) lastMs = Math.max(lastMs, last_run ? Date.parse(last_run.at) : Infinity)
  }
  return lastMs
}

const newDue = (account: Account) =>
  account.call('POST', '/fields', JSON.stringify({ key: 'due', label: 'Due', type: 'datetime' }))

async function createDue(account: Account, count: number, due: string): Promise<void> {
  for (let left = count; left > 0; left -= createsPerRequest) {
    const operations = Array.from({ length: Math.min(left, createsPerRequest) }, () => ({
      ...{ op: 'create', projectId: account.projectId, label: 'Buy milk', fields: { due } },
    }))
    await account.call('POST', '/tasks/bulk', JSON.stringify({ operations }))
  }
}

interface Load {
  name: string
  count: number
  /** Whether another account asks meanwhile: then rules wait for requests. */
  isBeside: boolean
  /** Sets up what becomes due, in the accounts of a service. Returns when, and how to find when the last run started. */
  prepare: (url: string, receiver: string) => Promise<{ dueMs: number; lastStartMs?: () => Promise<number> }>
}

/** Lets what is due at one time run, and asks beside it. */
const measure = ({ name, count, isBeside, prepare }: Load, quietS: number) =>
  withServices(async (newService): Promise<RulesReport['rows'][number]> => {
    const receiver = await startRuleReceiver()
    try {
      const { url, cpuMs } = await newService()
      const bystander = await newAccount(url)
      const taskId = await bystander.write()
      const { dueMs, lastStartMs } = await prepare(url, receiver.url)
      if (Date.now() > dueMs - 1_000 * (quietS + 1))
        throw new Error(`The preparation of ${name} took too long: the machine is too busy.`)
      await sleep(dueMs - 1_000 * quietS - Date.now())
      const before = await (async () => {
        const stop = watch(bystander, taskId)
        await sleep(dueMs - Date.now() - 500)
        return stop()
      })()
      await sleep(dueMs - Date.now())
      const cpuBeforeMs = await cpuMs()
      const stop = isBeside ? watch(bystander, taskId) : () => Promise.resolve([])
      while (receiver.counts.size < count) {
        if (Date.now() > dueMs + waitMs)
          throw new Error(`Only ${receiver.counts.size} of ${count} have come for ${name}.`)
        await sleep(20)
      }
      const cpu_s = rounded(((await cpuMs()) - cpuBeforeMs) / 1_000, 1)
      const beside = await stop()
      await sleep(2_000) // what comes twice comes soon
      const startMs = await lastStartMs?.()
      return {
        ...{ load: name, due: count, seconds: rounded((receiver.lastMs() - dueMs) / 1_000, 1) },
        started_seconds: startMs === undefined ? undefined : rounded((startMs - dueMs) / 1_000, 1),
        cpu_s,
        twice:
          [...receiver.counts.values()].filter((times) => times > 1).length + receiver.counts.size - count,
        requests: beside.length,
        p50_ms: isBeside ? rounded(quantile(beside, 0.5), 1) : undefined,
        p99_ms: isBeside ? rounded(quantile(beside, 0.99), 1) : undefined,
        p99_ratio: isBeside ? rounded(quantile(beside, 0.99) / quantile(before, 0.99), 2) : undefined,
        load_average: rounded(loadavg()[0] ?? NaN, 1),
      }
    } finally {
      receiver.close()
    }
  })

const minuteMs = 60_000
/** A full second that comes in so many seconds. */
const inSeconds = (seconds: number) => (Math.floor(Date.now() / 1_000) + seconds) * 1_000

/** A write of a task with a date, in turns in an account without rules and in one with ten date rules. */
const measureWrites = (writes: number) =>
  withServices(async (newService): Promise<RulesReport['write']> => {
    const { url } = await newService()
    const accounts = [await newAccount(url), await newAccount(url)] as const
    for (const account of accounts) await newDue(account)
    for (let rule = 0; rule < dateRules; rule++) await newRule(accounts[1], { type: 'date', field: 'due' })
    const times: [number[], number[]] = [[], []]
    for (let n = 0; n < writes; n++) {
      for (const [index, account] of accounts.entries()) {
        const due = new Date(Date.now() + 30 * 24 * 60 * minuteMs).toISOString()
        const body = JSON.stringify({ projectId: account.projectId, label: 'Buy milk', fields: { due } })
        const begunMs = performance.now()
        await account.call('POST', '/tasks', body)
        times[index]?.push(performance.now() - begunMs)
        await sleep(pauseMs)
      }
    }
    const [without, beside] = times.map((of) => quantile(of, 0.5))
    return {
      ...{ writes, without_p50_ms: rounded(without ?? NaN, 1), with_p50_ms: rounded(beside ?? NaN, 1) },
      p50_ratio: rounded((beside ?? NaN) / (without ?? NaN), 2),
    }
  })

/** Measures what is due at one time, and a write beside rules. */
export async function measureRules(extent: Extent, progress: (line: string) => void): Promise<RulesReport> {
  const { dates, accounts, rulesOfAccount, quietS, writes } = sizes[extent]
  const loads: Load[] = [
    {
      name: `${dates.toLocaleString('en')} dates of one account`,
      count: dates,
      isBeside: true,
      prepare: async (url, receiver) => {
        const account = await newAccount(url)
        await newDue(account)
        await hookFired(account, receiver)
        const valueMs = inSeconds(60)
        await createDue(account, dates, new Date(valueMs).toISOString())
        // time for finding the tasks that are there
        const dueMs = inSeconds(extent === 'exact' ? 150 : 10)
        const seconds = (dueMs - valueMs) / 1_000
        const offset = `${seconds < 0 ? '-' : ''}PT${Math.abs(seconds)}S`
        await newRule(account, { type: 'date', field: 'due', offset })
        return { dueMs }
      },
    },
    {
      name: `${accounts * rulesOfAccount} rules of ${accounts} accounts`,
      count: accounts * rulesOfAccount,
      isBeside: false,
      prepare: async (url, receiver) => {
        const all: Account[] = []
        await inParallel(Array.from({ length: accounts }), 4, async () => {
          all.push(await newAccount(url))
        })
        const dueMs = inSeconds(extent === 'exact' ? 150 : 10)
        for (const account of all) {
          await hookFired(account, receiver)
          for (let rule = 0; rule < rulesOfAccount; rule++)
            await newRule(account, { type: 'schedule', at: new Date(dueMs).toISOString() })
        }
        return { dueMs, lastStartMs: () => lastStartOf(all) }
      },
    },
  ]
  const rows: RulesReport['rows'] = []
  for (const load of loads) {
    progress(`rules: ${load.name}`)
    rows.push(await measure(load, quietS))
    progress(`rules: ${JSON.stringify(rows.at(-1))}`)
  }
  progress('rules: writes')
  return { rows, write: await measureWrites(writes) }
}
