import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { startServiceProcess, type ServiceProcess } from '../../harness/service-process.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { compileCache } from '../../support/compile-cache.ts'

let dataDir = ''
let started: ServiceProcess[] = []

/** Gives each test of a file its own data folder, and ends what the test has started. */
export function withDataDir(): void {
  beforeEach(() => {
    dataDir = newTempFolder()
    started = []
  })
  afterEach(() => {
    for (const { child } of started) child.kill('SIGKILL')
  })
}

/** A path in the test's data folder. */
export const inDataDir = (...names: string[]): string => join(dataDir, ...names)

/** Starts the service as `npm start` does, in a process of its own. */
export function start(variables: Record<string, string> = {}): ServiceProcess {
  const service = startServiceProcess(dataDir, { ...compileCache, ...variables })
  started.push(service)
  return service
}

/** Headers with the demo account's token. */
export const headersOf = ({ token }: Demo) => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': 'application/json',
})

/** Creates a task in the demo account's project. */
export const create = (service: Demo, label: string) =>
  fetch(`${service.base_url}/tasks`, {
    method: 'POST',
    headers: headersOf(service),
    body: JSON.stringify({ projectId: service.project_id, label }),
  })

/** The labels of the first hundred tasks in the demo account's project. */
export async function labels(service: Demo): Promise<string[]> {
  const url = `${service.base_url}/projects/${service.project_id}/tasks?limit=100`
  const { tasks } = (await (await fetch(url, { headers: headersOf(service) })).json()) as { tasks: Task[] }
  return tasks.map(({ label }) => label)
}
