import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { answers, startEngine, type Engine } from './engine.ts'

/** Where a running engine can be reached, for those who join it. */
const running = z.object({ endpoint: z.string(), pid: z.number() })

/** How long an engine whose service was killed may take to go. */
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

/**
 * What the file system says of the folder, in one sentence; any other error as it is.
 * @param error of node:fs, or one of ours
 */
function explainFolder(dataDir: string, error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException // whatever it is, it is asked for no more than that
  if (code === undefined || path === undefined) return error
  const fault = code === 'EEXIST' || code === 'ENOTDIR' ? 'is not a folder' : `cannot be used (${code})`
  return new Error(`DATA_DIR: ${dataDir} ${fault}.`, { cause: error })
}

/** Makes the folder if it is not there, for nobody else to read. */
const makeFolder = (dataDir: string) => mkdir(dataDir, { recursive: true, mode: 0o700 })

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
  return startEngine(database)
}

/** Takes the folder for this process; false when another service has it. */
async function claim(dataDir: string): Promise<boolean> {
  const path = pathsIn(dataDir).running
  await makeFolder(dataDir)
  const deadlineMs = Date.now() + leavingMs
  for (;;) {
    const claimed = await writeFile(path, JSON.stringify({ endpoint: '', pid: process.pid }), {
      flag: 'wx',
      mode: 0o600,
    }).then(
      () => true,
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false // fs rejects with no other
        throw error
      },
    )
    if (claimed) return true
    const other = await readRunning(dataDir)
    // a process id may have been given out again, to this very process too
    const lives = other && other.pid !== process.pid && isAlive(other.pid)
    const serves = other && other.endpoint !== '' && (await answers(other.endpoint))
    if (lives && (serves || other.endpoint === '')) return false
    // the engine of a service that was killed takes a moment to go
    if (serves && Date.now() < deadlineMs) await sleep(20)
    else await rm(path, { force: true })
  }
}

/**
 * Starts the engine of a service and makes it known, so that the command line can join it.
 * @throws Error in one sentence for people: another service is using the folder, or nobody can
 */
export async function openDataDirForService(dataDir: string): Promise<Engine> {
  const path = pathsIn(dataDir).running
  const claimed = await claim(dataDir).catch((error: unknown) => {
    throw explainFolder(dataDir, error)
  })
  if (!claimed) {
    const pid = (await readRunning(dataDir))?.pid ?? 'unknown'
    throw new Error(
      `Another service (process ${pid}) is using ${dataDir}: stop it, or choose another folder with DATA_DIR.`,
    )
  }
  try {
    const engine = await openDataDir(dataDir)
    await writeJson(path, { endpoint: engine.endpoint, pid: process.pid })
    const stop = async () => {
      await rm(path, { force: true })
      await engine.stop()
    }
    return { ...engine, stop }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
