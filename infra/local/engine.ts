import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { closed } from './closed.ts'

/** A running DynamoDB engine on this machine. */
export interface Engine {
  endpoint: string
  /** The file of an embedded engine; undefined when its data is in memory, or when it is not ours. */
  databasePath?: string | undefined
  /** Resolves with a sentence when the engine has ended, for whatever reason. */
  ended: Promise<string>
  /** Ends the engine and waits until it is gone. */
  stop: () => Promise<void>
}

const startTimeoutMs = 10_000
/** How long a given engine may take to answer, if it is busy or still starting. */
const patienceMs = 3_000

/**
 * A shell script that runs the engine and ends it when its standard input closes. This happens even if this process is
 * killed, so no engine is left running. Only the owner may read the engine's files.
 */
const keeper = `
umask 077
exec 3<&0
"$0" "$@" 3<&- &
engine=$!
( cat <&3 >/dev/null; kill $engine 2>/dev/null ) &
wait $engine
`

/** The last line that a program wrote, or Rust's whole report of a panic, which ends the engine. */
export function lastWords(written: string): string {
  const lines = written.trim().split('\n')
  const panic = lines.findLastIndex((line) => line.includes(' panicked at '))
  if (panic === -1) return lines.at(-1) ?? ''
  return lines
    .slice(panic)
    .filter((line) => !line.startsWith('note: '))
    .join(' ')
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function packagedEngine(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `@dynoxide/${process.platform}-${process.arch}/package.json`,
    )
    return join(dirname(manifest), 'dynoxide')
  } catch {
    return undefined // the optional dependency does not exist for this platform
  }
}

/** Finds the engine's program: the packaged one, else the one on the PATH. docs/decisions.md, "Local engine". */
export function findEngine(): string {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'dynoxide'))
  const found = [packagedEngine() ?? [], onPath].flat().find(isExecutable)
  if (found !== undefined) return found
  throw new Error(
    `There is no DynamoDB engine for ${process.platform}-${process.arch}: put dynoxide on the PATH ` +
      '(https://dynoxide.dev), or name another engine with DYNAMODB_ENDPOINT=http://host:port.',
  )
}

interface Address {
  host: string
  port: number
}

/** Finds a free port at an address; undefined when the machine does not have the address. */
async function freePort(host: string): Promise<number | undefined> {
  const server = createServer().listen(0, host)
  try {
    await once(server, 'listening')
  } catch {
    return undefined // EADDRNOTAVAIL: port 0 is never taken
  }
  const { port } = server.address() as AddressInfo // a TCP server's address is one
  server.close()
  await closed(server)
  return port
}

/**
 * Picks a random address for the engine. The engine asks for no credentials and lets every web page read its answers,
 * so its address must be hard to guess: one of 16 million loopback addresses, and a random port. If the machine has
 * only 127.0.0.1, as on macOS, only the port is random.
 */
async function pickAddress(): Promise<Address> {
  const randomHost = ['127', randomInt(1, 255), randomInt(256), randomInt(1, 255)].join('.')
  for (const host of [randomHost, '127.0.0.1']) {
    const port = await freePort(host)
    if (port !== undefined) return { host, port }
  }
  throw new Error('There is no free port on 127.0.0.1.')
}

/** Whether an HTTP server answers at an endpoint. */
export async function answers(endpoint: string): Promise<boolean> {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(500) })
    return true
  } catch {
    return false
  }
}

/**
 * Starts the engine and waits until it answers.
 * @param databasePath the path of its file; without it, the engine stores everything in memory
 * @throws Error with one sentence for people, when there is no engine or it does not start
 */
export async function startEngine(databasePath?: string): Promise<Engine> {
  for (let tries = 1; ; tries++) {
    try {
      return await startAt(await pickAddress(), databasePath)
    } catch (error) {
      if (!(error instanceof Error) || !portIsTaken.test(error.message) || tries === mostStarts) throw error
    }
  }
}

/** The engine's message when another program has taken its port in the meantime. */
const portIsTaken = /port \d+ is already in use/

const mostStarts = 5

async function startAt({ host, port }: Address, databasePath?: string): Promise<Engine> {
  const arguments_ = [
    ...['--host', host, '--port', String(port)],
    ...(databasePath === undefined ? [] : ['--db-path', databasePath]),
  ]
  const child = spawn('/bin/sh', ['-c', keeper, findEngine(), ...arguments_], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true, // Ctrl-C in the terminal must not end it before the last answer is sent
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2_000)))
  // `cat` in the script waits until this end of the pipe closes
  child.once('exit', () => child.stdin.destroy())
  // `close` comes after the last words, `exit` may come before them
  const ended = once(child, 'close').then(
    ([code]) => `The DynamoDB engine ended with code ${String(code)}: ${lastWords(errors)}`,
    (error: unknown) => `The DynamoDB engine cannot be started: ${String(error)}`,
  )
  const stop = async () => {
    child.stdin.destroy()
    await ended
  }
  const cannotOpen = databasePath === undefined ? '' : `${databasePath} cannot be opened. `
  const endpoint = `http://${host}:${port}`
  const deadlineMs = Date.now() + startTimeoutMs
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`${cannotOpen}${await ended}`)
    if (await answers(endpoint)) return { endpoint, databasePath, ended, stop }
    await sleep(10)
  }
  await stop()
  throw new Error(`The DynamoDB engine did not answer within ${startTimeoutMs / 1000} s.`)
}

/**
 * Returns the engine at a given endpoint, which `stop` leaves running, or starts an embedded one.
 * @param endpoint the URL of a running engine; undefined or empty starts one
 * @param start starts the embedded engine; by default, in memory
 * @throws Error with one sentence for people, when there is no engine or it does not answer
 */
export async function anyEngine(
  endpoint: string | undefined,
  start: () => Promise<Engine> = startEngine,
): Promise<Engine> {
  if (endpoint === undefined || endpoint === '') return start()
  const deadlineMs = Date.now() + patienceMs
  while (!(await answers(endpoint))) {
    if (Date.now() >= deadlineMs) throw new Error(`No DynamoDB answers at ${endpoint} (DYNAMODB_ENDPOINT).`)
    await sleep(100)
  }
  return { endpoint, ended: new Promise(() => undefined), stop: () => Promise.resolve() }
}
