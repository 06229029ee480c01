import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import type { Task } from '../../../lib/contract/task.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { compileCache } from '../../support/compile-cache.ts'

let dataDir = ''
let started: ChildProcess[] = []

/** Gives each test of a file its own data folder, and ends what the test has started. */
export function withDataDir(): void {
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tasks-api-'))
    started = []
  })
  afterEach(async () => {
    for (const child of started) if (child.exitCode === null) child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })
}

/** A path in the test's data folder. */
export const inDataDir = (...names: string[]): string => join(dataDir, ...names)

/** The current content of demo.json. */
const demo = async () => JSON.parse(await readFile(inDataDir('demo.json'), 'utf8')) as Demo

/** Starts the service as `npm start` does, in its own process. */
export function start(variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['infra/local/main.ts'], {
    env: { PATH: process.env.PATH, ...compileCache, PORT: '0', DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  const ready = async () => {
    while (!output.includes('Stop with Ctrl-C.')) {
      if (child.exitCode !== null) throw new Error(complaint)
      await sleep(20)
    }
    return demo()
  }
  const stop = () => {
    child.kill('SIGTERM')
    return exited
  }
  return { child, exited, ready, stop, output: () => output, complaint: () => complaint }
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
