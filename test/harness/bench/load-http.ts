import { maxFormRateLimit } from '../../../lib/contract/limits.ts'
import { createProject } from '../../../lib/projects/projects.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { startServiceProcess } from '../service-process.ts'
import { newTempFolder } from '../temp-folder.ts'
import { useEngineOf } from './engine-of.ts'
import { hammer } from './hammer.ts'
import { rssMib } from './rss.ts'
import { rounded, type Extent } from './statistics.ts'

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
const leastRequests = 10
const setUpMs = 10_000
const pageOfTasks = 50
/** More than the number of creates in any run. */
const ampleQuota = 100_000_000

interface Request {
  method: 'GET' | 'POST' | 'PATCH'
  /** Taken in turn. */
  paths: string[]
  /** `[<id>]` is replaced by another id each time. */
  body?: object
}

/** More than one, because a form takes at most so many submissions a minute. */
const formCount = 20

/** Makes forms, and returns the paths of their URLs. */
async function newForms(
  baseUrl: string,
  headers: Record<string, string>,
  projectId: string,
): Promise<string[]> {
  const body = JSON.stringify({ projectId, name: 'Load', rateLimit: maxFormRateLimit, dedupeBy: 'id' })
  const paths: string[] = []
  while (paths.length < formCount) {
    const answer = await fetch(`${baseUrl}/forms`, { method: 'POST', headers, body })
    const { form } = (await answer.json()) as { form: { url: string } }
    paths.push(form.url.slice(form.url.indexOf('/hooks/')))
  }
  return paths
}

/** Makes two projects that no run can fill: one to write to, and one with a page of tasks. */
async function newProjects(dataDir: string, accountId: string): Promise<[string, string]> {
  await useEngineOf(dataDir)
  const tenant = { ...openStorage(Date.now() + setUpMs), accountId, projectIds: null }
  const make = async (label: string) => (await createProject(tenant, { label, task_quota: ampleQuota })).id
  return [await make('Load'), await make('Page')]
}

function requestsOf(project: string, page: string, task: string, forms: string[]): Record<string, Request> {
  return {
    'GET task': { method: 'GET', paths: [`/tasks/${task}`] },
    'GET 50 tasks of a project': { method: 'GET', paths: [`/projects/${page}/tasks`] },
    'GET 50 changes': { method: 'GET', paths: ['/changes'] },
    'POST task': { method: 'POST', paths: ['/tasks'], body: { projectId: project, label: 'Buy milk' } },
    'POST submission': { method: 'POST', paths: forms, body: { id: '[<id>]', name: 'Buy milk' } },
    'PATCH task': { method: 'PATCH', paths: [`/tasks/${task}`], body: { status: 2 } },
  }
}

/** Load-tests each of the main operations of the service, as `npm start` runs it. */
export async function measureLoad(
  extent: Extent,
  seconds: number,
  progress: (line: string) => void,
): Promise<LoadReport> {
  const end = extent === 'least' ? { requests: leastRequests } : { seconds }
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
    const forms = await newForms(demo.base_url, headers, project)
    const requests = requestsOf(project, page, task, forms)
    for (const [operation, { method, paths, body }] of Object.entries(requests)) {
      for (const count of extent === 'least' ? [1] : connections) {
        progress(`load: ${operation}, ${count} connections`)
        const { perSecond, p50Ms, p99Ms, failures } = await hammer({
          url: demo.base_url.replace('localhost', '127.0.0.1'),
          ...{ paths, method, headers, connections: count, end },
          ...(body && { body: JSON.stringify(body) }),
        })
        rows.push({
          operation,
          connections: count,
          requests_per_second: rounded(perSecond, 0),
          p50_ms: rounded(p50Ms, 0),
          p99_ms: rounded(p99Ms, 0),
          failures,
        })
      }
    }
    return { rows, rss_before_mib: before, rss_after_mib: await rssMib(service.child.pid) }
  } finally {
    await service.stop()
  }
}
