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
  /** Ends with a sentence once the engine has ended, whoever ended it. */
  ended: Promise<string>
  /** Ends the engine and waits until it is gone. */
  stop: () => Promise<void>
}

const startTimeoutMs = 10_000
/** How long an engine that runs already, and is busy or only just starting, may take to answer. */
const patienceMs = 3_000

/**
 * Ends the engine when its standard input closes, which also happens when this process is killed: it leaves no
 * engine behind, whatever its end. Its files are for nobody else to read.
 */
const keeper = `
umask 077
exec 3<&0
"$0" "$@" 3<&- &
engine=$!
( cat <&3 >/dev/null; kill $engine 2>/dev/null ) &
wait $engine
`

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
    return undefined // an optional dependency: there is none for this platform
  }
}

/** The engine of this machine: the packaged one, else the one on the PATH. docs/architecture.md, "Local engine". */
function findEngine(): string {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'dynoxide'))
  const found = [packagedEngine() ?? [], onPath].flat().find(isExecutable)
  if (found !== undefined) return found
  throw new Error(
    `There is no DynamoDB engine for ${process.platform}-${process.arch}: put dynoxide on the PATH ` +
      '(https://dynoxide.dev), or name another engine with DYNAMODB_ENDPOINT=http://host:port.',
  )
}

/** A free port at an address of this machine; undefined when the machine does not have that address. */
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
 * Where the engine listens: it asks for no credentials and lets every web page read its answers, so nobody may guess its
 * place. Of the 16 million addresses that stand for this machine it gets one by chance, and a port by chance. Where the
 * machine has 127.0.0.1 alone, as macOS does, only the port is left to be guessed.
 */
async function findPlace(): Promise<{ host: string; port: number }> {
  const anywhere = ['127', randomInt(1, 255), randomInt(256), randomInt(1, 255)].join('.')
  for (const host of [anywhere, '127.0.0.1']) {
    const port = await freePort(host)
    if (port !== undefined) return { host, port }
  }
  throw new Error('There is no free port on 127.0.0.1.')
}

/** Whether an HTTP server answers there. */
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
 * @param databasePath of its file; without one it keeps everything in memory
 * @throws Error in one sentence for people: no engine, or it does not start
 */
export async function startEngine(databasePath?: string): Promise<Engine> {
  const { host, port } = await findPlace()
  const arguments_ = [
    ...['--host', host, '--port', String(port)],
    ...(databasePath === undefined ? [] : ['--db-path', databasePath]),
  ]
  const child = spawn('/bin/sh', ['-c', keeper, findEngine(), ...arguments_], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true, // a Ctrl-C in the terminal must not reach it before the last answer is out
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-500)))
  const ended = once(child, 'exit').then(
    ([code]) =>
      `The DynamoDB engine ended with code ${String(code)}: ${complaint.trim().split('\n').at(-1) ?? ''}`,
    (error: unknown) => `The DynamoDB engine cannot be started: ${String(error)}`,
  )
  // the shell's helper waits for this end of the pipe
  void ended.then(() => child.stdin.destroy())
  const stop = async () => {
    child.stdin.destroy()
    await ended
  }
  const cannotOpen = databasePath === undefined ? '' : `${databasePath} cannot be opened. `
  const endpoint = `http://${host}:${port}`
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
 * The engine at an address, which is not ours to stop, or else an embedded one.
 * @param endpoint of an engine that runs already; undefined or empty: start one
 * @param start how an embedded one is started; in memory unless told
 * @throws Error in one sentence for people: no engine, or it does not answer
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
