import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TasksClient } from '../../client/src/index.ts'
import type { Demo } from '../../infra/local/seed-demo.ts'
import { compileCache } from './compile-cache.ts'

/** What `npm start` runs, in a process of its own with data of its own. */
export interface WebService {
  /** Where the application is: `http://localhost:<port>`. */
  origin: string
  dataDir: string
  demo: Demo
  /** The demo account's client, with every scope. */
  client: TasksClient
  /** A client with another token. */
  clientOf: (token: string) => TasksClient
  /** Runs a command of the operator's command line in the demo account. */
  admin: (...args: string[]) => Promise<void>
  stop: () => Promise<void>
  /** Starts it again after a stop: the same port, the same data. */
  restart: () => Promise<void>
  /** Stops it for good, and forgets its data. */
  end: () => Promise<void>
}

async function startProcess(dataDir: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['infra/local/main.ts'], {
    env: { PATH: process.env.PATH, ...compileCache, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await new Promise<void>((ready, fail) => {
    child.once('exit', () => {
      fail(new Error(`The service has ended: ${output}`))
    })
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Stop with Ctrl-C.')) ready()
    })
  })
  return child
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Starts the service on a free port and a new data folder. */
export async function startWebService(): Promise<WebService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tasks-web-'))
  let child = await startProcess(dataDir, 0)
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Demo // npm start wrote it
  const { origin, port } = new URL(demo.base_url)
  const clientOf = (token: string) => new TasksClient({ baseUrl: demo.base_url, token })
  return {
    origin,
    dataDir,
    demo,
    client: clientOf(demo.token),
    clientOf,
    admin: async (...args) => {
      const command = ['infra/admin/main.ts', ...args, '--account', demo.account_id]
      await promisify(execFile)(process.execPath, command, {
        env: { PATH: process.env.PATH, ...compileCache, DATA_DIR: dataDir },
      })
    },
    stop: () => stopProcess(child),
    restart: async () => {
      child = await startProcess(dataDir, Number(port))
    },
    end: async () => {
      await stopProcess(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
