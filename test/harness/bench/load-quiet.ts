import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { createProject } from '../../../lib/projects/projects.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { readJson, writeJson } from '../../../infra/local/data-dir.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { enginePid, startServiceProcess, type ServiceProcess } from '../service-process.ts'
import { newTempFolder } from '../temp-folder.ts'
import { cpuMs } from './cpu.ts'
import { useEngineOf } from './engine-of.ts'
import { ampleQuota, fill, headersOf } from './load-size.ts'
import { quantile, rounded } from './statistics.ts'
import { startReceiver } from './webhook-receiver.ts'

/** What a service with a number of tasks takes while nobody asks, and how fast it then answers a single client. */
export interface QuietRow {
  tasks: number
  webhooks: 'none' | 'one'
  /** Shares of a core while nobody asked, in percent. */
  engine_idle_percent: number
  service_idle_percent: number
  operation: string
  p50_ms: number
  p99_ms: number
  /** The ratios to the row of the same kind with 1,000 tasks; undefined if there is none. */
  p50_ratio: number | undefined
  p99_ratio: number | undefined
  failures: number
}

/** The client goes from service to service, so that what else the machine does falls on all of them. */
const rounds = 12
const callsOfRound = 25
/** The size to which the others are compared: not the smallest, whose lists are shorter. */
const comparedSize = 1_000
const setUpMs = 10_000

/** The calls of the client, by operation. */
type Calls = Record<string, () => Promise<boolean>>

/** A service that runs on a folder of its own, and what the client measured of it. */
interface Measured {
  tasks: number
  webhooks: QuietRow['webhooks']
  service: ServiceProcess
  engine: number
  calls: Calls
  /** In ms, by operation. */
  timesMs: Map<string, number[]>
  failures: Map<string, number>
}

/** A folder with a project that holds so many tasks. */
interface Filled {
  dataDir: string
  projectId: string
  tasks: number
}

/** The file beside a filled folder that says which project is filled. */
const filled = z.object({ projectId: z.string() })

/** Fills a folder, which begins as a copy of a smaller one. */
async function fillFolder(dataDir: string, tasks: number, before: Filled | undefined): Promise<string> {
  await rm(dataDir, { recursive: true, force: true }) // what an interrupted run has left
  if (before) await cp(before.dataDir, dataDir, { recursive: true })
  const service = startServiceProcess(dataDir)
  try {
    const demo = await service.ready()
    await useEngineOf(dataDir)
    const tenant = { ...openStorage(Date.now() + setUpMs), accountId: demo.account_id, projectIds: null }
    const projectId =
      before?.projectId ?? (await createProject(tenant, { label: 'Quiet', task_quota: ampleQuota })).id
    await fill(demo, projectId, tasks - (before?.tasks ?? 0))
    return projectId
  } finally {
    await service.stop()
  }
}

/** Returns a filled folder for each size, the smallest first. Those that an earlier run has filled below `root` are taken. */
async function filledFolders(
  root: string,
  sizes: readonly number[],
  progress: (line: string) => void,
): Promise<Filled[]> {
  const folders: Filled[] = []
  for (const tasks of sizes) {
    const dataDir = join(root, String(tasks))
    const note = `${dataDir}.json`
    let projectId = (await readJson(note, filled))?.projectId
    if (projectId === undefined) {
      progress(`quiet: filling to ${tasks.toLocaleString('en')} tasks`)
      projectId = await fillFolder(dataDir, tasks, folders.at(-1))
      await writeJson(note, { projectId })
    }
    folders.push({ dataDir, projectId, tasks })
  }
  return folders
}

async function callsOf(demo: Demo, projectId: string): Promise<Calls> {
  const url = demo.base_url.replace('localhost', '127.0.0.1')
  const headers = headersOf(demo)
  const body = JSON.stringify({ projectId, label: 'Call Ada back' })
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}${path}`, { headers, ...init })
    await answer.text()
    return answer.ok
  }
  const answer = await fetch(`${url}/tasks`, { method: 'POST', headers, body })
  const { task } = (await answer.json()) as { task: { id: string } }
  return {
    'GET task': () => call(`/tasks/${task.id}`),
    'GET 50 tasks': () => call(`/projects/${projectId}/tasks`),
    'POST task': () => call('/tasks', { method: 'POST', body }),
  }
}

/** Lets the client call a service for one round. */
async function round({ calls, timesMs, failures }: Measured): Promise<void> {
  for (const [operation, call] of Object.entries(calls)) {
    for (let n = 0; n < callsOfRound; n++) {
      const beganMs = performance.now()
      const isOk = await call()
      timesMs.get(operation)?.push(performance.now() - beganMs)
      if (!isOk) failures.set(operation, (failures.get(operation) ?? 0) + 1)
    }
  }
}

/** What services have taken of a core, in percent, between two calls. */
async function cpuOf(services: readonly Measured[]): Promise<() => Promise<[engine: number, own: number][]>> {
  const read = () =>
    Promise.all(
      services.map(async ({ engine, service }) => [await cpuMs(engine), await cpuMs(service.child.pid)]),
    )
  const [before, beganMs] = [await read(), performance.now()]
  return async () => {
    const [after, elapsedMs] = [await read(), performance.now() - beganMs]
    const share = (service: number, process: number) =>
      rounded(
        (((after[service]?.[process] ?? NaN) - (before[service]?.[process] ?? NaN)) / elapsedMs) * 100,
        1,
      )
    return services.map((_, service) => [share(service, 0), share(service, 1)])
  }
}

function rowsOf(measured: readonly Measured[], idle: readonly [number, number][]): QuietRow[] {
  const rows = measured.flatMap(({ tasks, webhooks, timesMs, failures }, index) =>
    [...timesMs].map(([operation, times]): QuietRow => {
      const [engine_idle_percent = NaN, service_idle_percent = NaN] = idle[index] ?? []
      return {
        ...{ tasks, webhooks, engine_idle_percent, service_idle_percent, operation },
        ...{ p50_ms: rounded(quantile(times, 0.5), 1), p99_ms: rounded(quantile(times, 0.99), 1) },
        ...{ p50_ratio: undefined, p99_ratio: undefined, failures: failures.get(operation) ?? 0 },
      }
    }),
  )
  return rows.map((row) => {
    const base = rows.find(
      ({ tasks, webhooks, operation }) =>
        tasks === comparedSize && webhooks === row.webhooks && operation === row.operation,
    )
    if (!base) return row
    const [p50_ratio, p99_ratio] = [row.p50_ms / base.p50_ms, row.p99_ms / base.p99_ms]
    return { ...row, p50_ratio: rounded(p50_ratio, 2), p99_ratio: rounded(p99_ratio, 2) }
  })
}

/**
 * Starts a service for each size, with and without a webhook, leaves all of them alone, and then lets one client call them
 * in turns.
 * @param minutes how long nobody asks
 * @param keep a folder for the filled folders, which a later run takes as they are; by default they are removed
 */
export async function measureQuiet(
  sizes: readonly number[],
  minutes: number,
  keep: string | undefined,
  progress: (line: string) => void,
): Promise<QuietRow[]> {
  const folders = await filledFolders(keep ?? newTempFolder(), sizes, progress)
  const receiver = await startReceiver()
  const measured: Measured[] = []
  try {
    for (const { tasks, dataDir, projectId } of folders) {
      for (const webhooks of ['none', 'one'] as const) {
        const folder = newTempFolder()
        await cp(dataDir, folder, { recursive: true })
        const service = startServiceProcess(folder)
        const demo = await service.ready()
        const calls = await callsOf(demo, projectId)
        const timesMs = new Map(Object.keys(calls).map((operation) => [operation, []]))
        const engine = await enginePid(folder)
        measured.push({ tasks, webhooks, service, engine, calls, timesMs, failures: new Map() })
        if (webhooks === 'none') continue
        const body = JSON.stringify({ url: `${receiver.url}/quiet` })
        const init = { method: 'POST', headers: headersOf(demo), body }
        const { status } = await fetch(`${demo.base_url}/webhooks`, init)
        if (status !== 201) throw new Error(`POST /webhooks answered ${status}.`)
      }
    }
    progress(`quiet: ${minutes} minutes`)
    for (const one of measured) await round({ ...one, timesMs: new Map(), failures: new Map() }) // warms up
    const idle = await cpuOf(measured)
    await sleep(minutes * 60_000)
    const shares = await idle()
    progress(`quiet: ${rounds} rounds of one client`)
    for (let n = 0; n < rounds; n++) {
      const first = n % measured.length
      for (const one of [...measured.slice(first), ...measured.slice(0, first)]) await round(one)
    }
    return rowsOf(measured, shares)
  } finally {
    await Promise.all(measured.map(({ service }) => service.stop()))
    receiver.close()
  }
}
