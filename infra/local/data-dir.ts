import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { claimFolder } from './claim.ts'
import { answers, startEngine, type Engine } from './engine.ts'

/** Where a running engine can be reached, for those who join it. */
const running = z.object({ endpoint: z.string(), pid: z.number() })

/** How long another engine on the folder may take to open it, or to go when its service was killed. */
const leavingMs = 2_000

const pathsIn = (dataDir: string) => ({
  database: join(dataDir, 'tasks.db'),
  running: join(dataDir, 'engine.json'),
})

/** Reads a JSON file of ours; undefined when it is absent or not what the schema says. */
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

/** Writes a JSON file that only its owner may read, whole or not at all. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600) // a draft left behind keeps its old mode
  await rename(draft, path)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // alive, but another user's
  }
}

const readRunning = (dataDir: string) => readJson(pathsIn(dataDir).running, running)

/** The engine that a running service keeps on this folder; undefined when there is none. */
export async function findRunningEngine(dataDir: string): Promise<{ endpoint: string } | undefined> {
  const found = await readRunning(dataDir)
  return found && isAlive(found.pid) && (await answers(found.endpoint)) ? found : undefined
}

/** What the file system or SQLite has against the folder, in one sentence; any other error as it is. */
export function explainFolder(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, syscall } = error as NodeJS.ErrnoException // it is asked for no more than that
  const isSqlite = code === 'ERR_SQLITE_ERROR'
  if (syscall === undefined && !isSqlite) return error
  const isFile = code === 'EEXIST' || code === 'ENOTDIR'
  const fault = isFile ? 'is not a folder' : `cannot be used (${isSqlite ? error.message : String(code)})`
  return new Error(`DATA_DIR: ${dataDir} ${fault}.`, { cause: error })
}

/**
 * Makes the folder if it is not there, for nobody else to read. Node's own `recursive` never comes to an end where the
 * kernel makes no folders, as in /proc.
 */
async function makeFolder(path: string): Promise<void> {
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

/** Whether a folder holds data of a service. */
export const holdsData = (dataDir: string): boolean => existsSync(pathsIn(dataDir).database)

/**
 * Starts an engine on the folder's file, for this process alone.
 * @throws Error in one sentence for people: the folder or the file in it cannot be used
 */
export async function openDataDir(dataDir: string): Promise<Engine> {
  const { database } = pathsIn(dataDir)
  try {
    await makeFolder(dataDir)
  } catch (error) {
    throw explainFolder(dataDir, error)
  }
  await chmod(database, 0o600).catch(() => undefined) // it is new, and made so
  const deadlineMs = Date.now() + leavingMs
  for (;;) {
    try {
      return await startEngine(database)
    } catch (error) {
      // another command opens it at this moment
      if (!String(error).includes('database is locked') || Date.now() >= deadlineMs) throw error
      await sleep(20)
    }
  }
}

/** Waits for the engine of a service that was killed, which takes a moment to go; false when its service lives. */
async function isLeft(dataDir: string): Promise<boolean> {
  const deadlineMs = Date.now() + leavingMs
  for (;;) {
    const other = await readRunning(dataDir)
    if (!other?.endpoint || !(await answers(other.endpoint))) return true
    if (Date.now() > deadlineMs) return !isAlive(other.pid)
    await sleep(20)
  }
}

/**
 * Takes the folder for the service of this process.
 * @returns what gives it back
 * @throws Error in one sentence for people: another service is using it
 */
async function claim(dataDir: string): Promise<() => void> {
  await makeFolder(dataDir)
  const release = claimFolder(dataDir)
  // a service from before there was a lock has no more than its engine.json
  if (release && (await isLeft(dataDir))) return release
  release?.()
  const pid = (await readRunning(dataDir))?.pid ?? 'unknown'
  throw new Error(
    `Another service (process ${pid}) is using ${dataDir}: stop it, or choose another folder with DATA_DIR.`,
  )
}

/**
 * Starts the engine of a service and makes it known, so that the command line can join it.
 * @throws Error in one sentence for people: another service is using the folder, or nobody can
 */
export async function openDataDirForService(dataDir: string): Promise<Engine> {
  const { running: path } = pathsIn(dataDir)
  const release = await claim(dataDir).catch((error: unknown) => {
    throw explainFolder(dataDir, error)
  })
  const leave = async () => {
    await rm(path, { force: true })
    release()
  }
  try {
    await writeJson(path, { endpoint: '', pid: process.pid }) // so that others know who has it
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
