import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Demo } from '../local/seed-demo.ts'

/** The service as `npm start` runs it, in a process of its own. */
export interface ServiceProcess {
  child: ChildProcess
  demo: Demo
  exited: Promise<unknown>
}

const startTimeoutMs = 120_000 // a busy machine is no failure
const pollMs = 10

const readJson = async <T>(path: string) => JSON.parse(await readFile(path, 'utf8')) as T

/**
 * Starts the service on a data folder and waits until it is ready.
 * @throws Error with what it wrote when it does not start
 */
export async function startService(
  dataDir: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<ServiceProcess> {
  const main = join(import.meta.dirname, '../local/main.ts')
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2_000)))
  const deadlineMs = Date.now() + startTimeoutMs
  while (!output.includes('Stop with Ctrl-C.')) {
    if (child.exitCode !== null || Date.now() > deadlineMs) {
      child.kill('SIGKILL')
      throw new Error(`The service did not start: ${complaint}`)
    }
    await sleep(pollMs)
  }
  return { child, exited, demo: await readJson<Demo>(join(dataDir, 'demo.json')) }
}

/** The process of the engine that a service has on its data folder; Linux only. */
export async function enginePid(dataDir: string): Promise<number> {
  const { endpoint } = await readJson<{ endpoint: string }>(join(dataDir, 'engine.json'))
  const { port } = new URL(endpoint)
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') // gone in between
    const [program = '', ...rest] = line.split('\0')
    if (program.endsWith('dynoxide') && rest.includes(port)) return Number(pid)
  }
  throw new Error('The engine is not running.')
}
