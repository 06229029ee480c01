import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { closed } from './closed.ts'
import { findDynoxide, type EngineProgram } from './find-engine.ts'

/** A running DynamoDB engine on this machine. */
export interface Engine {
  endpoint: string
  /** The file of dynoxide; undefined when its data is in memory, or when the engine is another one. */
  databasePath?: string | undefined
  /** Resolves with a sentence when the engine has ended, for whatever reason. */
  ended: Promise<string>
  /** Ends the engine and waits until it is gone. */
  stop: () => Promise<void>
}

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

/** How an engine is started at an address. */
interface Launch {
  commandAt: (address: Address) => [program: string, ...arguments: string[]]
  /** Its data, for messages; undefined when it is in memory. */
  file: string | undefined
  startTimeoutMs: number
  /** Added to its environment. */
  variables?: Record<string, string>
}

/**
 * Starts dynoxide and waits until it answers.
 * @param databasePath the path of its file; without it, the engine stores everything in memory
 * @throws Error with one sentence for people, when there is no dynoxide or it does not start
 */
export async function startEngine(databasePath?: string): Promise<Engine> {
  const program = findDynoxide()
  const engine = await launch({
    commandAt: ({ host, port }) => [
      program,
      ...['--host', host, '--port', String(port)],
      ...(databasePath === undefined ? [] : ['--db-path', databasePath]),
    ],
    file: databasePath,
    startTimeoutMs: 10_000,
  })
  return { ...engine, databasePath }
}

/**
 * Starts DynamoDB Local and waits until it answers. It keeps its data in the folder, in a file that it names itself, and
 * sends nothing to Amazon.
 * @throws Error with one sentence for people, when it does not start
 */
export const startDynamoDbLocal = (
  { java, folder }: Extract<EngineProgram, { kind: 'DynamoDB Local' }>,
  dataDir: string,
): Promise<Engine> =>
  launch({
    commandAt: ({ host, port }) => [
      java,
      `-Djava.library.path=${join(folder, 'DynamoDBLocal_lib')}`,
      ...['-cp', [join(folder, 'DynamoDBLocal.jar'), join(folder, 'DynamoDBLocal_lib/*')].join(delimiter)],
      ...[join(import.meta.dirname, 'OnLoopback.java'), host, '-port', String(port)],
      ...['-dbPath', dataDir, '-sharedDb', '-disableTelemetry'],
      ...['-cors', 'https://nobody.invalid'], // by default every web page may read its answers
    ],
    file: dataDir,
    startTimeoutMs: 60_000, // Java compiles and loads for seconds
    // the option -disableTelemetry is not enough: without this, version 1.25.1 still sends, and writes a file
    variables: { DDB_LOCAL_TELEMETRY: '0' },
  })

async function launch(how: Launch): Promise<Engine> {
  for (let tries = 1; ; tries++) {
    try {
      return await launchAt(await pickAddress(), how)
    } catch (error) {
      if (!(error instanceof Error) || !portIsTaken.test(error.message) || tries === mostStarts) throw error
    }
  }
}

/** The engines' messages when another program has taken the port in the meantime. */
const portIsTaken = /port \d+ is already in use|Address already in use/

const mostStarts = 5

async function launchAt(
  address: Address,
  { commandAt, file, startTimeoutMs, variables }: Launch,
): Promise<Engine> {
  const child = spawn('/bin/sh', ['-c', keeper, ...commandAt(address)], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, ...variables },
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
  const cannotOpen = file === undefined ? '' : `${file} cannot be opened. `
  const endpoint = `http://${address.host}:${address.port}`
  const deadlineMs = Date.now() + startTimeoutMs
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`${cannotOpen}${await ended}`)
    if (await answers(endpoint)) return { endpoint, ended, stop }
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
