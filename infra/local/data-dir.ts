import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { claim } from '../claim.ts'
import { answers, startDynamoDbLocal, startEngine, type Engine } from './engine.ts'
import { findEngine, type HeldData } from './find-engine.ts'

/** The file engine.json: the address of the running engine and the process of its service. */
const running = z.object({ endpoint: z.string(), pid: z.number() })

/** How long another process may take to open the folder's file, or to exit after its service was killed. */
const leavingMs = 2_000

/** The file of dynoxide: all data except the file of `demoIn`. */
export const databaseIn = (dataDir: string): string => join(dataDir, 'tasks.db')

/** The file with the demo account's token. */
export const demoIn = (dataDir: string): string => join(dataDir, 'demo.json')

const runningIn = (dataDir: string) => join(dataDir, 'engine.json')

/** Reads one of our JSON files; undefined when it is absent or does not match the schema. */
export async function readJson<S extends z.ZodMiniType>(
  path: string,
  schema: S,
): Promise<z.output<S> | undefined> {
  try {
    const result = schema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}

/** Writes a JSON file atomically. Only its owner may read it. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600) // a draft that an earlier run left keeps its mode
  await rename(draft, path)
}

/** Whether a process lives. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // the process lives, but belongs to another user
  }
}

const readRunning = (dataDir: string) => readJson(runningIn(dataDir), running)

/** Finds the engine of a service that is running on this folder; undefined when there is none. */
export async function findRunningEngine(dataDir: string): Promise<{ endpoint: string } | undefined> {
  const found = await readRunning(dataDir)
  return found && isAlive(found.pid) && (await answers(found.endpoint)) ? found : undefined
}

/** Turns an error of the file system or of SQLite into one sentence about the folder. Other errors stay as they are. */
export function explainFolder(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, syscall } = error as NodeJS.ErrnoException // only these two properties are read
  const isSqlite = code === 'ERR_SQLITE_ERROR'
  if (syscall === undefined && !isSqlite) return error
  const isFile = code === 'EEXIST' || code === 'ENOTDIR'
  const fault = isFile ? 'is not a folder' : `cannot be used (${isSqlite ? error.message : String(code)})`
  return new Error(`DATA_DIR: ${dataDir} ${fault}.`, { cause: error })
}

/**
 * Creates the folder if it is absent, readable by its owner only. Node's option `recursive` never returns where the
 * kernel allows no folders, as in /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // fs rejects with no other
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error
    await makeFolder(dirname(path))
    await makeFolder(path)
  }
}

/** The data that a folder contains, and the kind of engine that can read it; undefined when there is none. */
export function dataIn(dataDir: string): HeldData | undefined {
  const files: HeldData[] = [
    { kind: 'dynoxide', file: databaseIn(dataDir) },
    { kind: 'DynamoDB Local', file: join(dataDir, 'shared-local-instance.db') }, // so it names it with -sharedDb
  ]
  return files.find(({ file }) => existsSync(file))
}

/**
 * Starts an engine on the folder's file: one that can read it, or any if there is none yet. Only this process uses it.
 * @throws Error with one sentence for people, when the folder or its file cannot be used
 */
export async function openDataDir(dataDir: string): Promise<Engine> {
  const database = databaseIn(dataDir)
  const program = findEngine(dataIn(dataDir))
  try {
    await makeFolder(dataDir)
  } catch (error) {
    throw explainFolder(dataDir, error)
  }
  if (program.kind === 'DynamoDB Local') return startDynamoDbLocal(program, dataDir)
  await chmod(database, 0o600).catch(() => undefined) // absent: a new file gets this mode from the engine
  const deadlineMs = Date.now() + leavingMs
  for (;;) {
    try {
      return await startEngine(database)
    } catch (error) {
      // another command may be opening the file at this moment
      if (!String(error).includes('database is locked') || Date.now() >= deadlineMs) throw error
      await sleep(20)
    }
  }
}

/** Waits for the engine of a killed service to exit, which takes a moment; returns false if the service is alive. */
async function isAbandoned(dataDir: string): Promise<boolean> {
  const deadlineMs = Date.now() + leavingMs
  for (;;) {
    const other = await readRunning(dataDir)
    if (!other?.endpoint || !(await answers(other.endpoint))) return true
    if (Date.now() > deadlineMs) return !isAlive(other.pid)
    await sleep(20)
  }
}

/** The file that is locked. It stays, so that no process deletes it while another one locks it. */
export const lockIn = (dataDir: string): string => join(dataDir, 'service.lock')

/**
 * Locks the folder for this process, as a service does. It is created if it is absent.
 * @returns a function that unlocks it
 * @throws Error with one sentence for people, when another service is using the folder
 */
export async function claimDataDir(dataDir: string): Promise<() => void> {
  await makeFolder(dataDir)
  const release = claim(lockIn(dataDir))
  // a service of an early release has no lock, only its engine.json
  if (release && (await isAbandoned(dataDir))) return release
  release?.()
  const pid = (await readRunning(dataDir))?.pid ?? 'unknown'
  throw new Error(
    `Another service (process ${pid}) is using ${dataDir}: stop it, or choose another folder with DATA_DIR.`,
  )
}

/**
 * Starts the engine of a service and writes its address to engine.json, so that the command line can use it too.
 * @throws Error with one sentence for people, when another service is using the folder, or it cannot be used
 */
export async function openDataDirForService(dataDir: string): Promise<Engine> {
  const path = runningIn(dataDir)
  const release = await claimDataDir(dataDir).catch((error: unknown) => {
    throw explainFolder(dataDir, error)
  })
  const leave = async () => {
    await rm(path, { force: true })
    release()
  }
  try {
    await writeJson(path, { endpoint: '', pid: process.pid }) // so that another service can name this process
    const engine = await openDataDir(dataDir)
    const stop = async () => {
      await engine.stop()
      await leave()
    }
    await writeJson(path, { endpoint: engine.endpoint, pid: process.pid })
    return { ...engine, stop }
  } catch (error) {
    await leave()
    throw explainFolder(dataDir, error)
  }
}
