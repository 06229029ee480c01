import autocannon from 'autocannon'
import { readFile } from 'node:fs/promises'
import { createProject } from '../../../lib/store/project/project.ts'
import { openTable, useTable } from '../../../lib/store/table.ts'
import { openStorage } from '../../../lib/store/storage.ts'
import { startServiceProcess } from '../service-process.ts'
import { newTempFolder } from '../temp-folder.ts'
import { findRunningEngine } from '../../local/data-dir.ts'
import { rounded } from './statistics.ts'

/** The result of one operation with a number of connections. */
export interface LoadRow {
  operation: string
  connections: number
  requests_per_second: number
  p50_ms: number
  p99_ms: number
  /** Answers other than a success, and failed connections. There should be none. */
  failures: number
}

export interface LoadReport {
  rows: LoadRow[]
  /** Of the service's process, without the engine. */
  rss_before_mib: number
  rss_after_mib: number
}

export const connections = [1, 16, 64] as const
const setUpMs = 10_000
const pageOfTasks = 50
/** More than the number of creates in any run. */
const ampleQuota = 100_000_000

interface Request {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: object
}

const rssMib = async (pid: number | undefined) => {
  const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${String(pid)}/status`, 'utf8')) ?? []
  return rounded(Number(kibibytes) / 1024, 0)
}

/** Makes two projects that no run can fill: one to write to, and one with a page of tasks. */
async function newProjects(dataDir: string, accountId: string): Promise<[string, string]> {
  const engine = await findRunningEngine(dataDir)
  if (!engine) throw new Error('The service keeps no engine on its folder.')
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  useTable(openTable('tasks', { ...engine, region: 'local', credentials }))
  const tenant = { ...openStorage(Date.now() + setUpMs), accountId }
  const make = async (label: string) => (await createProject(tenant, { label, task_quota: ampleQuota })).id
  return [await make('Load'), await make('Page')]
}

function requestsOf(project: string, page: string, task: string): Record<string, Request> {
  return {
    'GET task': { method: 'GET', path: `/tasks/${task}` },
    'GET 50 tasks of a project': { method: 'GET', path: `/projects/${page}/tasks` },
    'GET 50 changes': { method: 'GET', path: '/changes' },
    'POST task': { method: 'POST', path: '/tasks', body: { projectId: project, label: 'Buy milk' } },
    'PATCH task': { method: 'PATCH', path: `/tasks/${task}`, body: { status: 2 } },
  }
}

/** Load-tests each of the main operations of the service, as `npm start` runs it. */
export async function measureLoad(seconds: number, progress: (line: string) => void): Promise<LoadReport> {
  const dataDir = newTempFolder()
  const service = startServiceProcess(dataDir)
  try {
    const demo = await service.ready()
    const headers = { authorization: `Bearer ${demo.token}`, 'content-type': 'application/json' }
    const [project, page] = await newProjects(dataDir, demo.account_id)
    let task = ''
    for (let count = 0; count < pageOfTasks; count++) {
      const body = JSON.stringify({ projectId: page, label: `Task ${count}` })
      const answer = await fetch(`${demo.base_url}/tasks`, { method: 'POST', headers, body })
      task = ((await answer.json()) as { task: { id: string } }).task.id
    }
    const before = await rssMib(service.child.pid)
    const rows: LoadRow[] = []
    for (const [operation, { method, path, body }] of Object.entries(requestsOf(project, page, task))) {
      for (const count of connections) {
        progress(`load: ${operation}, ${count} connections`)
        const { requests, latency, non2xx, errors } = await autocannon({
          url: `${demo.base_url.replace('localhost', '127.0.0.1')}${path}`,
          ...{ method, headers, connections: count, duration: seconds },
          ...(body && { body: JSON.stringify(body) }),
        })
        rows.push({
          operation,
          connections: count,
          requests_per_second: rounded(requests.average, 0),
          p50_ms: latency.p50,
          p99_ms: latency.p99,
          failures: non2xx + errors,
        })
      }
    }
    return { rows, rss_before_mib: before, rss_after_mib: await rssMib(service.child.pid) }
  } finally {
    await service.stop()
  }
}
