import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Demo } from '../../infra/local/seed-demo.ts'

/** The service as `npm start` runs it, in a separate process. */
export interface ServiceProcess {
  child: ChildProcess
  /** Its exit code, or the signal that ended it. */
  exited: Promise<[code: number | null, signal: string | null]>
  /** What it has written to standard output. */
  output: () => string
  /** What it has written to standard error: the last 2,000 characters. */
  complaint: () => string
  /**
   * Waits until the service is ready, and returns the contents of demo.json.
   * @throws Error with the service's output if it does not start
   */
  ready: () => Promise<Demo>
  /** Stops it as Ctrl-C does, and waits for its end. */
  stop: () => ServiceProcess['exited']
}

/** The checkout that this file belongs to. */
const ownCheckout = join(import.meta.dirname, '../..')
const startTimeoutMs = 120_000 // long enough for a busy machine
const pollMs = 10

const readJson = async <T>(path: string) => JSON.parse(await readFile(path, 'utf8')) as T

/**
 * Starts the service with a data folder and a free port. Its environment holds only `variables`.
 * @param checkout the folder of the service's code: this one, or another version's
 */
export function startServiceProcess(
  dataDir: string,
  variables: NodeJS.ProcessEnv = {},
  checkout = ownCheckout,
): ServiceProcess {
  const { DATA_DIR = dataDir } = variables
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [join(checkout, 'infra/local/main.ts')], {
    // where this process keeps compiled code, its services do, too: it halves the time of a start
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), PORT: '0', ...variables, DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // stop the service when this process ends
  const kill = () => child.kill('SIGKILL')
  process.prependOnceListener('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  // `close` comes after the last words, `exit` may come before them
  const exited = once(child, 'close') as ServiceProcess['exited']
  let output = ''
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2_000)))
  const deadlineMs = Date.now() + startTimeoutMs
  const ready = async () => {
    while (!output.includes('Stop with Ctrl-C.')) {
      if (child.exitCode !== null || Date.now() > deadlineMs) {
        child.kill('SIGKILL')
        throw new Error(`The service did not start: ${complaint}`)
      }
      await sleep(pollMs)
    }
    return readJson<Demo>(join(DATA_DIR, 'demo.json'))
  }
  const stop = () => {
    child.kill('SIGTERM')
    return exited
  }
  return { child, exited, output: () => output, complaint: () => complaint, ready, stop }
}

/** Finds the engine's process of the service on a data folder. It works only on Linux. */
export async function enginePid(dataDir: string): Promise<number> {
  const { endpoint } = await readJson<{ endpoint: string }>(join(dataDir, 'engine.json'))
  const { hostname, port } = new URL(endpoint)
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') // the process has ended
    const [program = '', ...rest] = line.split('\0')
    // two engines may have the same port at different addresses
    if (program.endsWith('dynoxide') && rest.includes(hostname) && rest.includes(port)) return Number(pid)
  }
  throw new Error('The engine is not running.')
}
